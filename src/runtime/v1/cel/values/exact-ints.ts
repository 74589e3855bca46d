import type { Json, JsonObject } from "../../json/json.js";
import { isObject, setKey } from "../../json/json.js";
import { exactNumber } from "../../json/numbers.js";
import { CelError } from "./error.js";

/**
 * What a rule says that comes upon an integer beyond 2^53 as a plain number, which is equal to no
 * bigint: it has to be asked again, of `exactInts`.
 */
export const inexactInt: CelError = /* @__PURE__ */ new CelError("inexact integer");

/**
 * Data with such integers as bigints, deeper than any rule selects: calls cannot go as deep as data
 * may be nested.
 */
export function exactInts(data: Json, levels = 1000): Json {
  if (typeof data === "number") return exactNumber(data);
  if (levels === 0) return data;
  if (Array.isArray(data)) return data.map((item) => exactInts(item, levels - 1));
  if (!isObject(data)) return data;
  const copy: JsonObject = {};
  for (const key of Object.keys(data)) setKey(copy, key, exactInts(data[key] ?? null, levels - 1));
  return copy;
}
