import { deepEqual } from "../../values/json/deep-equal.js";
import type { Json } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";

/**
 * Tells whether two values are equal to the server, to which what is empty is as good as absent
 * (apimachinery `apiequality.Semantic`).
 */
export function isEqualJson(one: Json, other: Json): boolean {
  return deepEqual(withoutEmpty(one) ?? null, withoutEmpty(other) ?? null);
}

function withoutEmpty(value: Json): Json | undefined {
  if (value === null) return undefined;
  if (Array.isArray(value)) {
    return value.length === 0 ? undefined : value.map((item) => withoutEmpty(item) ?? null);
  }
  if (!isObject(value)) return value;
  // Empty structs that pointers point to are not absent.
  const entries = Object.entries(value).flatMap(([key, member]) => {
    const kept = withoutEmpty(member);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return Object.fromEntries(entries);
}
