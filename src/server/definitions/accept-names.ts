import { aggregateTexts } from "../../runtime/v1/admission/admission-status.js";
import { quote } from "../../runtime/v1/values/go/quote.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import type { DefinitionCondition, DefinitionNames } from "./definition.js";
import {
  acceptedNames,
  conditionOf,
  groupOf,
  requestedNames,
  withCondition,
  withStatus,
} from "./definition.js";

/**
 * Grants a definition the names that no other of its group holds, and says so by its conditions;
 * the same object where there is nothing to change (`controller/status/naming_controller.go`).
 *
 * @param others the stored definitions; itself may be among them, since what it holds is its own
 */
export function acceptNames(
  definition: JsonObject,
  others: Iterable<JsonObject>,
  now: string,
): JsonObject {
  const requested = requestedNames(definition);
  const accepted = acceptedNames(definition);
  if (areEqual(requested, accepted)) return definition;
  const { names, condition } = grant(requested, accepted, takenNames(definition, others));
  const old = conditionOf(definition, "NamesAccepted");
  if (areEqual(names, accepted) && isSameState(condition, old)) return definition;
  const granted = withStatus(definition, { acceptedNames: printNames(names) });
  const named = withCondition(granted, condition, now);
  const established = establishedAfter(named, condition);
  return established === undefined ? named : withCondition(named, established, now);
}

/** What the definitions of a group hold. */
interface TakenNames {
  readonly resources: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

function takenNames(definition: JsonObject, others: Iterable<JsonObject>): TakenNames {
  const resources = new Set<string>();
  const kinds = new Set<string>();
  for (const other of others) {
    if (groupOf(other) !== groupOf(definition)) continue;
    const { plural, singular, shortNames, kind, listKind } = acceptedNames(other);
    for (const name of [plural, singular, ...shortNames]) resources.add(name);
    kinds.add(kind).add(listKind);
  }
  return { resources, kinds };
}

type StateOfCondition = Omit<DefinitionCondition, "lastTransitionTime">;

interface Grant {
  readonly names: DefinitionNames;
  readonly condition: StateOfCondition;
}

const checks = [
  { key: "plural", reason: "PluralConflict", among: "resources" },
  { key: "singular", reason: "SingularConflict", among: "resources" },
  { key: "shortNames", reason: "ShortNamesConflict", among: "resources" },
  { key: "kind", reason: "KindConflict", among: "kinds" },
  { key: "listKind", reason: "ListKindConflict", among: "kinds" },
] as const;

/** Each name on its own: of several conflicts the last is told. */
function grant(requested: DefinitionNames, accepted: DefinitionNames, taken: TakenNames): Grant {
  let names: DefinitionNames = { ...accepted, categories: requested.categories };
  let condition: StateOfCondition = {
    type: "NamesAccepted",
    status: "True",
    reason: "NoConflicts",
    message: "no conflicts found",
  };
  for (const { key, reason, among } of checks) {
    const own = new Set([accepted[key]].flat());
    const wanted = [requested[key]].flat();
    const inUse = wanted.filter((name) => !own.has(name) && taken[among].has(name));
    if (inUse.length === 0) {
      names = { ...names, [key]: requested[key] };
    } else {
      const message = aggregateTexts(inUse.map((name) => `${quote(name)} is already in use`));
      condition = { type: "NamesAccepted", status: "False", reason, message };
    }
  }
  return { names, condition };
}

/** Undefined: it stays as it is. */
function establishedAfter(
  definition: JsonObject,
  named: StateOfCondition,
): StateOfCondition | undefined {
  const old = conditionOf(definition, "Established");
  if (old?.status !== "True" && named.status === "True") {
    const message = "the initial names have been accepted";
    return { type: "Established", status: "False", reason: "Installing", message };
  }
  if (old !== undefined) return undefined;
  const message = "not all names are accepted";
  return { type: "Established", status: "False", reason: "NotAccepted", message };
}

function isSameState(condition: StateOfCondition, old: DefinitionCondition | undefined): boolean {
  return (
    condition.status === old?.status &&
    condition.reason === old.reason &&
    condition.message === old.message
  );
}

function areEqual(names: DefinitionNames, others: DefinitionNames): boolean {
  return JSON.stringify(names) === JSON.stringify(others);
}

/** Empty lists and optional texts are left out. */
function printNames({ plural, kind, ...optional }: DefinitionNames): JsonObject {
  const given = Object.entries(optional).filter(([, name]) => name.length > 0);
  const others = given.map(([key, name]) => [key, typeof name === "string" ? name : [...name]]);
  return { plural, kind, ...Object.fromEntries(others) } as JsonObject; // of texts and lists of them
}
