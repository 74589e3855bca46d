import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { Float64, isObject } from "../../src/runtime/v1/values/json/json.js";

/**
 * Recorded objects: `{"$int": "…"}` is an integer beyond 2^53, `{"$float": "…"}` a float with an
 * integral value.
 */
export function decodeRecorded(value: Json): Json {
  if (Array.isArray(value)) return value.map(decodeRecorded);
  if (!isObject(value)) return value;
  const { $int, $float } = value;
  if (typeof $int === "string") return BigInt($int);
  if (typeof $float === "string") return new Float64(Number($float));
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, decodeRecorded(child)]),
  );
}
