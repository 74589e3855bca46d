import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";

/**
 * Whether all that is to be judged of a keyword can be seen from the hash-consed `Schema` that its
 * node is made into, so that a node that equals a faultless one is faultless too. Everything rare
 * or wrong is not.
 */
export function isUsual(key: string, value: Json, schema: JsonObject): boolean {
  if (value === null) return false;
  if (plainKeywords.has(key)) return true;
  switch (key) {
    case "type":
      return types.has(value);
    case "items":
      return isObject(value);
    case "additionalProperties":
    case "x-kubernetes-preserve-unknown-fields":
      return value !== false;
    case "x-kubernetes-list-type":
      return listTypes.has(value) && schema["type"] === "array";
    case "x-kubernetes-list-map-keys":
      return schema["x-kubernetes-list-type"] === "map" && isList(value, isText);
    case "x-kubernetes-map-type":
      return mapTypes.has(value) && schema["type"] === "object";
    case "anyOf":
      return isList(value, isBareScalar);
    case "x-kubernetes-validations":
      return isList(value, isUsualRule);
    default:
      return false;
  }
}

const plainKeywords: ReadonlySet<string> = new Set([
  "description", "title", "example", "externalDocs", "format", "nullable", "default", "properties", "required", "enum",
  "pattern", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minimum", "maximum",
  "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "x-kubernetes-int-or-string",
]); // prettier-ignore

const types: ReadonlySet<Json> = new Set([
  "object",
  "array",
  "string",
  "integer",
  "number",
  "boolean",
]);
const listTypes: ReadonlySet<Json> = new Set(["atomic", "set", "map"]);
const mapTypes: ReadonlySet<Json> = new Set(["atomic", "granular"]);

function isList(value: Json, isItem: (item: Json) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: Json): boolean {
  return typeof value === "string";
}

/** `type: integer` and nothing else, as in the two branches of int-or-string. */
function isBareScalar(branch: Json): boolean {
  if (!isObject(branch) || (branch["type"] !== "integer" && branch["type"] !== "string")) {
    return false;
  }
  return Object.keys(branch).length === 1;
}

const ruleKeywords: ReadonlySet<string> = new Set([
  "rule",
  "message",
  "messageExpression",
  "reason",
]);

function isUsualRule(rule: Json): boolean {
  if (!isObject(rule)) return false;
  return Object.keys(rule).every((key) => ruleKeywords.has(key) && isText(rule[key] ?? null));
}
