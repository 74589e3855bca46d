import { isAvailable } from "../../cel/check/environment.js";
import { libraries } from "../../cel/libraries/libraries.js";
import type { DiagnosticCode } from "../../crd/diagnostics/catalog/catalog.js";
import { nearest } from "../../crd/diagnostics/wording.js";
import { childSchemas } from "../../crd/ir/child-schemas.js";
import type { Schema } from "../../crd/ir/schema.js";
import { escapeProperty } from "../../runtime/v1/cel/data/data.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { has } from "../../runtime/versions/changes.js";

/** Gives advice on a fault of a rule, as far as its text and the schema of its node tell. */
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

/** Parts of messages about wrong types and constants, and the advice for each. */
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

/** Returns advice for a call where no overload of the function takes the types of its operands. */
function adviceForOverload(fault: string, text: string): string {
  const [, name = "", types = ""] = /for '([^']*)' applied to '(.*)'$/.exec(fault) ?? [];
  if (types.includes("<nil>")) return "correct the other faults of the rule first";
  return (
    adviceForIndex(name, types, text) ??
    adviceForNull(name, types, text) ??
    adviceForOrdered(name, types, text) ??
    adviceForNumbers(name, types) ??
    adviceForReceiver(name, types, text) ??
    general
  );
}

const general =
  "convert one of the values with `int()`, `double()` or `string()`, or use a function that its type has";

/**
 * A path such as `self.a.b`. It is tried where one begins, not at each of its letters: rules may be
 * as long as somebody likes.
 */
const path = String.raw`(?<![\w.])(\w+(?:\.\w+)*)`;

/** Objects have fields, not keys. */
function adviceForIndex(name: string, types: string, text: string): string | undefined {
  if (name !== "_[_]" || !types.startsWith("(selfType")) return undefined;
  const [, object = "", key = ""] = new RegExp(`${path}\\[['"]([^'"]+)['"]\\]`).exec(text) ?? [];
  const escaped = escapeProperty(key);
  return object === "" || escaped === undefined
    ? "read a field of an object with a dot: `self.field`"
    : `write \`${object}.${escaped}\``;
}

function adviceForNull(name: string, types: string, text: string): string | undefined {
  if (!/^_[!=]=_$/.test(name) || !/\bnull\b/.test(types)) return undefined;
  const [, field, operator] =
    /(?<![\w.])((?:self|oldSelf)(?:\.\w+)+)\s*([!=]=)\s*null/.exec(text) ?? [];
  if (field === undefined)
    return "a rule never sees null: test whether a field is there with `has(self.field)`";
  return `write \`${operator === "==" ? "!" : ""}has(${field})\`: a field that is null counts as absent`;
}

/** Functions in the place of operators: of quantities and semantic versions. */
const ordered: ReadonlyMap<string, string> = new Map([
  ["_>_", "$a.isGreaterThan($b)"],
  ["_<_", "$a.isLessThan($b)"],
  ["_>=_", "$a.compareTo($b) >= 0"],
  ["_<=_", "$a.compareTo($b) <= 0"],
  ["_+_", "$a.add($b)"],
  ["_-_", "$a.sub($b)"],
]);

function adviceForOrdered(name: string, types: string, text: string): string | undefined {
  const made = /^\(kubernetes\.(Quantity|Semver), kubernetes\.\1\)$/
    .exec(types)?.[1]
    ?.toLowerCase();
  const form = ordered.get(name);
  if (made === undefined || form === undefined || (made === "semver" && /add|sub/.test(form)))
    return undefined;
  const call = `(${made}\\([^()]*\\))`;
  const operator = name.slice(1, -1).replace(/[+]/g, "\\+");
  const found = new RegExp(`${call}\\s*${operator}\\s*${call}`).exec(text);
  const [a, b] = [found?.[1] ?? "a", found?.[2] ?? "b"];
  return `write \`${form.replace("$a", a).replace("$b", b)}\``;
}

function adviceForNumbers(name: string, types: string): string | undefined {
  if (!/^_[-+*/%=<>!]+_$/.test(name)) return undefined;
  if (!/^\((?:double, int|int, double)\)$/.test(types)) return undefined;
  return "convert the whole number with `double()`, and write constants with a dot: `2.0`";
}

/** Functions of values that are made of strings. */
const makers: readonly (readonly [maker: string, functions: string])[] = [
  ["ip", "family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast"],
  ["cidr", "containsIP containsCIDR prefixLength masked"],
  ["quantity", "isGreaterThan isLessThan compareTo add sub isInteger asInteger asApproximateFloat"],
  ["semver", "major minor patch"],
  ["url", "getScheme getHost getHostname getPort getEscapedPath getQuery"],
  ["timestamp", "getFullYear getMonth getDate getDayOfMonth getDayOfWeek getDayOfYear"],
];

function adviceForReceiver(name: string, types: string, text: string): string | undefined {
  if (types.startsWith("(") && ["max", "min", "sum"].includes(name))
    return `write \`[a, b].${name}()\``;
  const maker = makers.find(([, functions]) => functions.split(" ").includes(name))?.[0];
  if (maker === undefined || !types.startsWith("string.")) return undefined;
  const [, receiver = "a", rest = ""] =
    new RegExp(`${path}\\.${name}(\\([^()]*\\))`).exec(text) ?? [];
  return `write \`${maker}(${receiver}).${name}${rest}\`: a string has no such function`;
}

/**
 * Functions of other languages, and of CEL where Kubernetes does not have them (cel-go `ext`: math,
 * bindings, encoders, regex), with what rules have in their place: an expression in which `$a` is
 * the receiver or the first argument and `$b` the next argument, or a fact.
 */
interface MissingFunction {
  readonly names: readonly string[];
  readonly instead: string;
  /** True if `instead` is a sentence, not an expression. */
  readonly isFact?: boolean;
}

const noTime = "rules cannot know the time: compare two fields, or let a webhook decide";
const noVariables = "[$b].all($a, $c)";

/** A name in a namespace is found by its last part, too: cel-go reports each part. */
export const missingFunctions: readonly MissingFunction[] = [
  { names: ["cel.bind"], instead: noVariables },
  { names: ["math.greatest"], instead: "[$a, $b].max()" },
  { names: ["math.least"], instead: "[$a, $b].min()" },
  { names: ["math.abs", "abs"], instead: "($a < 0 ? -$a : $a)" },
  { names: ["math.trunc", "parseInt", "toInt"], instead: "int($a)" },
  { names: ["math.isNaN", "isNaN"], instead: "$a != $a" },
  { names: ["length", "len", "count"], instead: "size($a)" },
  { names: ["isEmpty", "empty"], instead: "size($a) == 0" },
  { names: ["toLowerCase", "toLower", "lower", "downcase"], instead: "$a.lowerAscii()" },
  { names: ["toUpperCase", "toUpper", "upper", "upcase"], instead: "$a.upperAscii()" },
  { names: ["test", "match", "regexMatch", "search"], instead: "$a.matches($b)" },
  { names: ["includes", "has_substring"], instead: "$a.contains($b)" },
  { names: ["hasPrefix", "startswith"], instead: "$a.startsWith($b)" },
  { names: ["hasSuffix", "endswith"], instead: "$a.endsWith($b)" },
  { names: ["strip", "trimSpace"], instead: "$a.trim()" },
  { names: ["equals"], instead: "$a == $b" },
  { names: ["concat"], instead: "$a + $b" },
  { names: ["toString", "str"], instead: "string($a)" },
  { names: ["parseFloat", "toFloat", "float"], instead: "double($a)" },
  { names: ["typeof"], instead: "type($a)" },
  { names: ["regex.extract"], instead: "$a.find($b)" },
  { names: ["regex.extractAll"], instead: "$a.findAll($b)" },
  { names: ["now", "today", "time.now", "date.now"], instead: noTime, isFact: true },
  ...["math", "base64", "regex", "proto", "json"].map((library) => ({
    names: [library],
    instead: `Kubernetes does not have the ${library} library of CEL`,
    isFact: true,
  })),
];

/** Returns the replacement for a function that rules do not have. */
function insteadOf(name: string, text: string): string | undefined {
  const row = missingFunctions.find(({ names }) =>
    names.some((known) => known === name || isPartIn(known, name, text)),
  );
  if (row === undefined) return undefined;
  if (row.isFact === true) return row.instead;
  const used = row.names.find((known) => text.includes(`${known}(`)) ?? name;
  return `write \`${fill(row.instead, operandsOf(used, text))}\``;
}

/** `math` and `greatest` are both reported of `math.greatest`. */
function isPartIn(known: string, name: string, text: string): boolean {
  // A variable that a binding would declare is as unknown as the binding.
  if (known === "cel.bind" && /\bcel\.bind\(\s*(\w+)/.exec(text)?.[1] === name) return true;
  return known.includes(".") && known.split(".").includes(name) && text.includes(`${known}(`);
}

/** Tried where a receiver begins, not at each of its letters: rules may be as long as one likes. */
const receiverPattern = String.raw`(?<![\w.\]])((?:[\w.]|\[\w+\])+)`;

/** The receiver and the arguments, as far as they are simple. */
function operandsOf(name: string, text: string): readonly string[] {
  const escaped = name.replaceAll(".", "\\.");
  const call = new RegExp(`(?:${receiverPattern}\\.)?\\b${escaped}\\(([^()]*)\\)`).exec(text);
  if (call === null) return [];
  const given = (call[2] ?? "").split(/,\s*(?=(?:[^'"]|'[^']*'|"[^"]*")*$)/).filter(Boolean);
  return call[1] === undefined ? given : [call[1], ...given];
}

function fill(template: string, operands: readonly string[]): string {
  return template.replace(/\$([abc])/g, (_, letter: string) => {
    return operands["abc".indexOf(letter)]?.trim() ?? letter;
  });
}
