import { stringifyJson } from "../../runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import type { Details } from "./explain-v3.js";

/**
 * The details that `kubectl explain` leaves out: defaults, constraints, how lists and maps are
 * merged, what is pruned, and the rules. In a list of fields they stand where kubectl has the enum;
 * of a field itself, in sections like kubectl's.
 */
export const allDetails: Details = {
  linesOf(schema) {
    const constraints = constraintsOf(schema).map(([name, text]) => `${name}: ${text}`);
    return [
      ...defaultOf(schema).map((text) => `default: ${text}`),
      ...(constraints.length === 0 ? [] : [constraints.join(", ")]),
      ...rulesOf(schema).map((rule) => `rule: ${rule}`),
    ];
  },
  sectionsOf(schema) {
    return [
      ...section("DEFAULT:", defaultOf(schema)),
      ...section(
        "CONSTRAINTS:",
        constraintsOf(schema).map(([name, text]) => `${name}: ${text}`),
      ),
      ...section("RULES:", rulesOf(schema)),
    ];
  },
};

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `    ${line}`)];
}

function defaultOf(schema: JsonObject): readonly string[] {
  return Object.hasOwn(schema, "default") ? [stringifyJson(schema["default"] ?? null)] : [];
}

/** Keywords that stand as they are, in the order in which they are told. */
const plainKeywords = [
  ["format", "format"],
  ["minimum", "minimum"],
  ["exclusiveMinimum", "exclusiveMinimum"],
  ["maximum", "maximum"],
  ["exclusiveMaximum", "exclusiveMaximum"],
  ["multipleOf", "multipleOf"],
  ["minLength", "minLength"],
  ["maxLength", "maxLength"],
  ["pattern", "pattern"],
  ["minItems", "minItems"],
  ["maxItems", "maxItems"],
  ["uniqueItems", "uniqueItems"],
  ["minProperties", "minProperties"],
  ["maxProperties", "maxProperties"],
  ["nullable", "nullable"],
  ["x-kubernetes-list-type", "list type"],
  ["x-kubernetes-list-map-keys", "list map keys"],
  ["x-kubernetes-map-type", "map type"],
  ["x-kubernetes-int-or-string", "int or string"],
  ["x-kubernetes-embedded-resource", "embedded resource"],
  ["x-kubernetes-preserve-unknown-fields", "preserves unknown fields"],
] as const;

function constraintsOf(schema: JsonObject): readonly (readonly [string, string])[] {
  const plain = plainKeywords.flatMap(([keyword, name]) => {
    const value = schema[keyword];
    return value === undefined ? [] : [[name, valueText(value)] as const];
  });
  return [...plain, ...inItems(schema), ...junctorsOf(schema)];
}

/**
 * What a schema demands, as data, by its keywords. What its items and values demand stands below
 * `items` and `additionalProperties`.
 */
export function constraintsIn(schema: JsonObject): JsonObject {
  const plain = plainKeywords.flatMap(([keyword]) => {
    const value = schema[keyword];
    return value === undefined ? [] : [[keyword, value] as const];
  });
  const inner = ["items", "additionalProperties"].flatMap((keyword) => {
    const of = schema[keyword];
    if (!isObject(of)) return [];
    const demands = { ...("enum" in of && { enum: of["enum"] ?? null }), ...constraintsIn(of) };
    return Object.keys(demands).length === 0 ? [] : [[keyword, demands] as const];
  });
  return Object.fromEntries([...plain, ...inner, ...toldJunctors(schema)]);
}

/** The constraints of items and values have no line of their own where these have no fields. */
function inItems(schema: JsonObject): readonly (readonly [string, string])[] {
  return (
    [
      ["items", "items"],
      ["additionalProperties", "values"],
    ] as const
  ).flatMap(([keyword, name]) => {
    const inner = schema[keyword];
    if (!isObject(inner)) return [];
    const values = inner["enum"];
    const texts = constraintsOf(inner).map(([key, text]) => `${key} ${text}`);
    if (Array.isArray(values)) texts.unshift(`enum ${values.map(stringifyJson).join(" ")}`);
    return texts.length === 0 ? [] : [[name, texts.join("; ")] as const];
  });
}

function junctorsOf(schema: JsonObject): readonly (readonly [string, string])[] {
  return toldJunctors(schema).map(([keyword, value]) => [keyword, stringifyJson(value)]);
}

/** The junctors of a schema that demand something; references to types of Kubernetes do not. */
function toldJunctors(schema: JsonObject): readonly (readonly [string, Json])[] {
  return ["allOf", "anyOf", "oneOf", "not"].flatMap((keyword) => {
    const value = schema[keyword];
    if (value === undefined || isReference(value) || isUnfolded(schema, value)) return [];
    return [[keyword, value] as const];
  });
}

function isReference(value: Json): boolean {
  return Array.isArray(value) && value.some((branch) => isObject(branch) && "$ref" in branch);
}

/**
 * Tells whether a junctor is only what the server publishes for int-or-string, which the type's
 * name tells already.
 */
function isUnfolded(schema: JsonObject, value: Json): boolean {
  return (
    schema["x-kubernetes-int-or-string"] === true &&
    stringifyJson(value).includes('[{"type":"integer"},{"type":"string"}]')
  );
}

function rulesOf(schema: JsonObject): readonly string[] {
  const rules = schema["x-kubernetes-validations"];
  if (!Array.isArray(rules)) return [];
  return rules.filter(isObject).map(({ rule, message, messageExpression }) => {
    const told = message ?? messageExpression;
    return oneLine(`${asText(rule)}${told === undefined ? "" : ` (${asText(told)})`}`);
  });
}

function valueText(value: Json): string {
  if (Array.isArray(value)) return value.map(asText).join(" ");
  return oneLine(asText(value));
}

function asText(value: Json | undefined): string {
  return typeof value === "string" ? value : stringifyJson(value ?? null);
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ").trim();
}
