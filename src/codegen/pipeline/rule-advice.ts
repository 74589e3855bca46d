import { isAvailable } from "../../cel/check/environment.js";
import { libraries } from "../../cel/libraries/libraries.js";
import type { DiagnosticCode } from "../../crd/diagnostics/catalog/catalog.js";
import { nearest } from "../../crd/diagnostics/similar.js";
import { childSchemas } from "../../crd/ir/child-schemas.js";
import type { Schema } from "../../crd/ir/schema.js";
import { escapeProperty } from "../../runtime/v1/cel/data/property-names.js";
import { has } from "../../runtime/versions/changes.js";
import type { KubernetesMinor } from "../../runtime/versions/kubernetes-version.js";
import { insteadOf } from "./missing-functions.js";
import { adviceForOverload } from "./overload-advice.js";

/** What to do about a fault of a rule, as far as its text and the schema of its node tell. */
export type RuleAdvice = (
  code: DiagnosticCode,
  fault: string,
  schema: Schema | undefined,
  text: string,
) => string | undefined;

/** Advice for those who write for one server. */
export function createRuleAdvice(minor: KubernetesMinor): RuleAdvice {
  // Most runs find no fault that needs them.
  let known: Spellings | undefined;
  const fields = new WeakMap<Schema, readonly string[]>();
  return (code, fault, schema, text) => {
    const [, name = ""] = /'([^']*)'/.exec(fault) ?? [];
    switch (code) {
      case "cel/undeclared-reference":
        return adviceForName(lastName(name), schema, (known ??= knownNames(minor)), minor, text);
      case "cel/undefined-field":
        return adviceForField(name, schema === undefined ? [] : fieldsOf(schema, fields), text);
      case "cel/no-matching-overload":
        return adviceForOverload(fault, text);
      case "cel/syntax":
        return adviceForSyntax(fault, schema);
      case "cel/type":
        if (fault.includes("unsupported syntax") && !has(minor - 1, "optionals"))
          return since(optionalsSince);
        return fault.includes("argument to has() macro")
          ? adviceForHas(schema, text)
          : adviceForType(fault);
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
  text: string,
): string | undefined {
  const instead = insteadOf(name, text);
  if (instead !== undefined) return instead;
  const newer = libraries.find(({ overloads }) =>
    overloads.some((overload) => lastName(overload.function) === name),
  );
  if (newer !== undefined && newer.introduced >= minor) return since(newer.introduced + 1);
  if (!has(minor - 1, "twoVariableMacros") && isOfTwoVariables(name, text)) {
    return `use one variable: ${since(twoVariablesSince, "two")}`;
  }
  if (schema?.fields.has(name) === true) return `write \`self.${escapeProperty(name) ?? name}\``;
  const cut = [...(schema?.fields.keys() ?? [])].find(
    (field) =>
      field.endsWith(name) && escapeProperty(field) !== field && text.includes(`.${field}`),
  );
  if (cut !== undefined) return escapedName(cut);
  const similar = similarName(name, known);
  if (similar !== undefined && similar !== name)
    return `write \`${known.get(similar) ?? similar}\``;
  return "rules can use `self`, `oldSelf`, and the functions of CEL and Kubernetes; write `self.` before the name of a field";
}

function since(minor: number, what = "it"): string {
  return `API servers have ${what} from 1.${minor} on`;
}

/**
 * The name that is misspelled. In short names an edit is another word: `bind` is not `find`, nor
 * `math` `path`.
 */
function similarName(name: string, known: Spellings): string | undefined {
  const plain = [...known].filter(([last, full]) => last === full).map(([last]) => last);
  if (name.length < 4) return undefined;
  const candidates =
    name.length < 5 ? plain.filter((one) => one.startsWith(name.slice(0, 1))) : plain;
  return nearest(name, candidates, name.length < 7 ? 1 : 2);
}

const twoVariablesSince = 33;

/** A macro with a variable for keys and one for values, or one of these variables. */
function isOfTwoVariables(name: string, text: string): boolean {
  const calls = text.matchAll(
    /\b(all|exists|existsOne|exists_one|transform\w+)\(\s*(\w+)\s*,\s*(\w+)\s*,/g,
  );
  return [...calls].some((call) => call.slice(1).includes(name));
}

function lastName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function adviceForField(name: string, fields: readonly string[], text: string): string | undefined {
  if (fields.includes(name) && escapeProperty(name) !== name) return escapedName(name);
  const escaped = fields.find(
    (field) =>
      escapeProperty(field) !== field && field.startsWith(name) && text.includes(`.${field}`),
  );
  if (escaped !== undefined && !fields.includes(name)) return escapedName(escaped);
  const similar = nearest(name, fields);
  if (similar !== undefined && similar !== name) {
    return `write \`${escapeProperty(similar) ?? similar}\``;
  }
  if (/metadata\s*\./.test(text) && similar === undefined) {
    return "of metadata, only rules at the root of the schema can read something: `self.metadata.name` and `self.metadata.generateName`";
  }
  return "rules can read only fields that the schema declares; test optional fields with `has()`";
}

/** How rules spell the name of a field (Kubernetes `cel/escaping.go`). */
function escapedName(field: string): string {
  const escaped = escapeProperty(field);
  return escaped === undefined
    ? `rules cannot read \`${field}\`: names may hold letters, digits, \`_\`, \`.\`, \`-\` and \`/\``
    : `write \`${escaped}\`, which stands for \`${field}\` in rules`;
}

/** Names that cannot be read as they are: words of the language, and those in backticks. */
function adviceForSyntax(fault: string, schema: Schema | undefined): string | undefined {
  const [, word] = /(?:input|at) '\.?(in|true|false|null)\b/.exec(fault) ?? [];
  if (word !== undefined && schema?.fields.has(word) === true) return escapedName(word);
  if (fault.includes("'`'")) {
    const field = [...(schema?.fields.keys() ?? [])].find((name) => escapeProperty(name) !== name);
    return escapedName(field ?? "my-field");
  }
  return undefined;
}

const optionalsSince = 29;

function adviceForHas(schema: Schema | undefined, text: string): string {
  const field = [...(schema?.fields.keys() ?? [])].find(
    (name) => escapeProperty(name) !== name && text.includes(`.${name}`),
  );
  return `test a field: \`has(self.${field === undefined ? "field" : (escapeProperty(field) ?? "field")})\``;
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
];

function adviceForType(fault: string): string | undefined {
  return typeAdvice.find(([part]) => fault.includes(part))?.[1];
}
