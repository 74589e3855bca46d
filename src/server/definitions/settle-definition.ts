import { lacksCertificate } from "../../crd/frontend/crd/check-conversion.js";
import {
  approvalAnnotation,
  approvalState,
  approvalWords,
  isProtectedGroup,
} from "../../crd/frontend/crd/check-names.js";
import { FieldPath } from "../../crd/frontend/findings/findings.js";
import { structuralViolations } from "../../crd/frontend/schema/check-structural.js";
import { structuralConversionFault } from "../../crd/frontend/schema/structural-conversion.js";
import { aggregateText, aggregateTexts } from "../../runtime/v1/admission/admission-status.js";
import { invalidError } from "../../runtime/v1/values/field-errors.js";
import { quote } from "../../runtime/v1/values/go/quote.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { flagAt, objectAt, objectsAt, textAt } from "../../runtime/v1/values/json/raw-fields.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { crdRulesOf } from "../../runtime/versions/crd-rules.js";
import type { DefinitionCondition, DefinitionNames } from "./definition.js";
import {
  acceptedNames,
  conditionOf,
  groupOf,
  hasCondition,
  isSameCondition,
  requestedNames,
  withCondition,
  withoutCondition,
  withStatus,
} from "./definition.js";

/** The data that the controllers of the API server go by. */
interface Surroundings {
  /** All stored definitions; the one that is settled may be among them. */
  readonly stored: Iterable<JsonObject>;
  readonly minor: KubernetesMinor;
  /** RFC 3339. */
  readonly now: string;
  /** The one that is settled with its schemas. */
  readonly whole: () => JsonObject;
}

/**
 * Returns a definition as it becomes after a write, step by step, as the controllers of the API
 * server change its status: names, approval of protected groups, and last whether it is
 * established. Each step is a write of its own, which watches see; none if there is nothing to
 * change.
 *
 * The condition `NonStructuralSchema` is on definitions that are older than the rule: all that can
 * be created today are structural.
 */
export function settleDefinition(
  definition: JsonObject,
  { stored, minor, now, whole }: Surroundings,
): readonly JsonObject[] {
  const named = acceptNames(definition, stored, now);
  const approved = withApproval(named, minor, now);
  const established = establish(approved, minor, now);
  const isOld = conditionOf(established, "NonStructuralSchema") !== undefined;
  const structured = isOld ? withStructure(established, whole(), now) : established;
  const steps = [definition, named, approved, established, structured];
  return steps.filter((step, index) => index > 0 && step !== steps[index - 1]);
}

/** `controller/apiapproval/apiapproval_controller.go` */
function withApproval(definition: JsonObject, minor: KubernetesMinor, now: string): JsonObject {
  if (!isProtectedGroup(groupOf(definition))) return definition;
  const metadata = objectAt(definition, "metadata") ?? {};
  const annotation = textAt(objectAt(metadata, "annotations") ?? {}, approvalAnnotation);
  const state = approvalState(annotation, crdRulesOf(minor));
  const condition = {
    type: "KubernetesAPIApprovalPolicyConformant",
    status: state === "approved" ? "True" : "False",
    reason: approvalReasons[state],
    message: approvalWords(state, annotation),
  } as const;
  const old = conditionOf(definition, condition.type);
  return isSameCondition(condition, old) ? definition : withCondition(definition, condition, now);
}

const approvalReasons = {
  approved: "ApprovedAnnotation",
  bypassed: "UnapprovedAnnotation",
  missing: "MissingAnnotation",
  invalid: "InvalidAnnotation",
} as const;

/**
 * `controller/establish/establishing_controller.go`: a webhook whose certificates cannot be read
 * keeps a definition from being established, though not from being served.
 */
function establish(definition: JsonObject, minor: KubernetesMinor, now: string): JsonObject {
  if (!hasCondition(definition, "NamesAccepted") || hasCondition(definition, "Established")) {
    return definition;
  }
  const isBad = crdRulesOf(minor).checksCaBundles && lacksCertificate(caBundleOf(definition));
  const state = isBad ? invalidBundle : initialNames;
  const condition = { type: "Established", ...state } as const;
  const old = conditionOf(definition, "Established");
  return isSameCondition(condition, old) ? definition : withCondition(definition, condition, now);
}

const initialNames = {
  status: "True",
  reason: "InitialNamesAccepted",
  message: "the initial names have been accepted",
} as const;

const invalidBundle = {
  status: "False",
  reason: "InvalidCABundle",
  message: "The conversion webhook CABundle is invalid",
} as const;

function caBundleOf(definition: JsonObject): string {
  const path = ["spec", "conversion", "webhook", "clientConfig"];
  const config = path.reduce((owner, key) => objectAt(owner, key) ?? {}, definition);
  return textAt(config, "caBundle");
}

type Structure = Omit<DefinitionCondition, "lastTransitionTime">;

const type = "NonStructuralSchema";

/**
 * A definition with the condition that says why its schemas are not structural, or without it where
 * they are (apiextensions `controller/nonstructuralschema`).
 *
 * @param definition its schemas are not looked at
 * @param whole the same with its schemas
 */
export function withStructure(definition: JsonObject, whole: JsonObject, now: string): JsonObject {
  const [old, found] = [conditionOf(definition, type), structureOf(objectAt(whole, "spec") ?? {})];
  if (found === undefined)
    return old === undefined ? definition : withoutCondition(definition, type);
  return isSameCondition(found, old) ? definition : withCondition(definition, found, now);
}

function structureOf(spec: JsonObject): Structure | undefined {
  const errors = flagAt(spec, "preserveUnknownFields")
    ? [invalidError("spec.preserveUnknownFields", true, "must be false")]
    : [];
  const versionsAt = FieldPath.root("spec", []).child("versions");
  for (const [index, version] of objectsAt(spec, "versions").entries()) {
    const schema = objectAt(objectAt(version, "schema") ?? {}, "openAPIV3Schema");
    if (schema === undefined) continue;
    const fault = structuralConversionFault(schema);
    if (fault !== undefined) {
      const message = `failed to check validation schema for version ${textAt(version, "name")}: ${fault}`;
      return { type, status: "Unknown", reason: "StructuralError", message };
    }
    const at = versionsAt.index(index).child("schema").child("openAPIV3Schema");
    errors.push(...structuralViolations(schema, at));
  }
  if (errors.length === 0) return undefined;
  return { type, status: "True", reason: "Violations", message: aggregateText(errors) };
}

/**
 * Grants a definition the names that no other of its group holds, and says so by its conditions;
 * the same object where there is nothing to change (`controller/status/naming_controller.go`).
 *
 * @param others the stored definitions; itself may be among them, since what it holds is its own
 */
function acceptNames(
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

/** The names that the definitions of a group hold. */
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
