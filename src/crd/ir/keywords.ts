import type { JsonObject } from "../../runtime/v1/values/json/json.js";

/**
 * Groups of the keywords that a schema shows, a bit each; `type` needs none, since nearly all nodes
 * have it.
 */
export const keywords = {
  properties: 1,
  values: 2,
  items: 4,
  default: 8,
  rules: 16,
  list: 32,
  flags: 64,
  text: 128,
  number: 256,
  required: 512,
  enum: 1024,
  junctors: 2048,
  bounds: 4096,
  /** All that are part of a `ValueValidation`. */
  validation: 128 | 256 | 512 | 1024 | 2048 | 4096,
} as const;

/** Keywords whose value is a number. */
export const numberKeywords = [
  "minimum",
  "maximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
] as const;

const groups: ReadonlyMap<string, number> = new Map([
  ...numberKeywords.map((keyword) => [keyword, keywords.number] as const),
  ["properties", keywords.properties],
  ["additionalProperties", keywords.values],
  ["items", keywords.items],
  ["default", keywords.default],
  ["x-kubernetes-validations", keywords.rules],
  ["x-kubernetes-list-type", keywords.list],
  ["x-kubernetes-list-map-keys", keywords.list],
  ["nullable", keywords.flags],
  ["x-kubernetes-int-or-string", keywords.flags],
  ["x-kubernetes-preserve-unknown-fields", keywords.flags],
  ["x-kubernetes-embedded-resource", keywords.flags],
  ["x-kubernetes-map-type", keywords.flags],
  ["format", keywords.text],
  ["pattern", keywords.text],
  ["exclusiveMinimum", keywords.bounds],
  ["exclusiveMaximum", keywords.bounds],
  ["uniqueItems", keywords.bounds],
  ["required", keywords.required],
  ["enum", keywords.enum],
  ["allOf", keywords.junctors],
  ["anyOf", keywords.junctors],
  ["oneOf", keywords.junctors],
  ["not", keywords.junctors],
]);

/** Which groups a raw node has keywords of. One look at its keys saves looking for each keyword. */
export function keywordsIn(raw: JsonObject): number {
  let present = 0;
  for (const keyword in raw) present |= groups.get(keyword) ?? 0;
  return present;
}
