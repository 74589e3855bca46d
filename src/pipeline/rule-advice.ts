import { isAvailable } from "../cel/check/environment.js";
import { libraries } from "../cel/libraries/libraries.js";
import type { DiagnosticCode } from "../diagnostics/catalog/catalog.js";
import { nearest } from "../diagnostics/similar.js";
import { childSchemas } from "../ir/child-schemas.js";
import type { Schema } from "../ir/schema.js";
import { escapeProperty } from "../runtime/v1/cel/data/property-names.js";
import type { KubernetesMinor } from "../versions/kubernetes-version.js";

/** What to do about a fault of a rule, as far as its text and the schema of its node tell. */
export type RuleAdvice = (
  code: DiagnosticCode,
  fault: string,
  schema: Schema | undefined,
) => string | undefined;

/** Advice for those who write for one server. */
export function createRuleAdvice(minor: KubernetesMinor): RuleAdvice {
  // Most runs find no fault that needs them.
  let known: Spellings | undefined;
  const fields = new WeakMap<Schema, readonly string[]>();
  return (code, fault, schema) => {
    const [, name = ""] = /'([^']*)'/.exec(fault) ?? [];
    switch (code) {
      case "cel/undeclared-reference":
        return adviceForName(lastName(name), schema, (known ??= knownNames(minor)), minor);
      case "cel/undefined-field":
        return adviceForField(name, schema === undefined ? [] : fieldsOf(schema, fields));
      case "cel/type":
        return adviceForType(fault);
      default:
        return advice[code];
    }
  };
}

/** Names, those in a namespace without it, and how they are spelled: `none`, `optional.none`. */
type Spellings = ReadonlyMap<string, string>;

/** Variables, macros and functions of a server. */
function knownNames(minor: KubernetesMinor): Spellings {
  const available = libraries.filter((library) => isAvailable(library, minor, minor - 1));
  const functions = available.flatMap(({ overloads }) => overloads.map((known) => known.function));
  const names = ["self", "oldSelf", "has", "all", "exists", "exists_one", "filter", "map"];
  return new Map([...functions, ...names].map((name) => [lastName(name), name]));
}

const advice: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  "cel/cost-exceeded":
    "limit what the rule reads with `maxItems`, `maxProperties` and `maxLength`, here and in the lists around it",
  "cel/total-cost-exceeded":
    "limit the lists, maps and strings that rules read, or write fewer rules below lists",
  "cel/no-matching-overload":
    "convert one of the values with `int()`, `double()` or `string()`, or use a function that its type has",
  "cel/old-self-uncorrelatable":
    "set `x-kubernetes-list-type: map` on the list, or move the rule to the list itself",
  "cel/old-self-unused": "remove `optionalOldSelf`, or compare with `oldSelf`",
  "cel/untyped-schema": "give the field a type, or move the rule to a field around it",
};

function adviceForName(
  name: string,
  schema: Schema | undefined,
  known: Spellings,
  minor: KubernetesMinor,
): string | undefined {
  const newer = libraries.find(({ overloads }) =>
    overloads.some((overload) => lastName(overload.function) === name),
  );
  if (newer !== undefined && newer.introduced >= minor) {
    return `API servers have it from 1.${newer.introduced + 1} on`;
  }
  if (schema?.fields.has(name) === true) return `write \`self.${escapeProperty(name) ?? name}\``;
  const similar = nearest(name, [...known.keys()]);
  if (similar !== undefined && similar !== name)
    return `write \`${known.get(similar) ?? similar}\``;
  return "rules can use `self`, `oldSelf`, and the functions of CEL and Kubernetes; write `self.` before the name of a field";
}

function lastName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function adviceForField(name: string, fields: readonly string[]): string | undefined {
  const escaped = fields.find((field) => escapeProperty(field) !== field && field.startsWith(name));
  if (escaped !== undefined && !fields.includes(name)) {
    return `write \`${escapeProperty(escaped) ?? escaped}\`, which stands for \`${escaped}\` in rules`;
  }
  const similar = nearest(name, fields);
  return similar === undefined || similar === name
    ? "rules can read only fields that the schema declares; test optional fields with `has()`"
    : `write \`${similar}\``;
}

/** The names of a schema, worked out once: there may be as many faults as it has fields. */
function fieldsOf(schema: Schema, known: WeakMap<Schema, readonly string[]>): readonly string[] {
  let names = known.get(schema);
  if (names === undefined) known.set(schema, (names = fieldNames(schema)));
  return names;
}

const mostNames = 500;

/** Names of fields at or below a node, the nearest first. */
function fieldNames(schema: Schema): readonly string[] {
  const names = new Set<string>();
  let level: readonly Schema[] = [schema];
  while (level.length > 0 && names.size < mostNames) {
    for (const { fields } of level) for (const name of fields.keys()) names.add(name);
    level = level.flatMap(childSchemas);
  }
  return [...names].slice(0, mostNames);
}

/** What texts of wrong types and constants hold, and what to do then. */
const typeAdvice: readonly (readonly [part: string, advice: string])[] = [
  ["must evaluate to a bool", "compare the value with something"],
  ["must evaluate to a string", "convert the value with `string()`"],
  [
    "does not support field selection",
    "select fields only from objects; other values have functions",
  ],
  ["cannot be range of a comprehension", "use macros such as `all` only on lists and maps"],
  [
    "invalid matches argument",
    "write the pattern for RE2, which has no lookaround and no backreferences",
  ],
  ["invalid duration argument", "write it as in Go: `1h30m`, `45s`, `100ms`"],
  ["invalid timestamp argument", "write it as in RFC 3339: `2030-01-31T00:00:00Z`"],
  ["argument to has() macro", "test a field: `has(self.field)`"],
];

function adviceForType(fault: string): string | undefined {
  return typeAdvice.find(([part]) => fault.includes(part))?.[1];
}
