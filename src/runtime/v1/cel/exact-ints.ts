import type { Json } from "../json.js";
import { Float64, setKey } from "../json.js";
import { bigInt } from "./data.js";
import { CelError } from "./error.js";

/**
 * What a rule says that comes upon an integer beyond 2^53 as a plain number, which is equal to no bigint: it has to be asked
 * again, of `exactInts`.
 */
export const inexactInt = /* @__PURE__ */ new CelError("inexact integer");

/** Calls go deeper, but not as deep as data may be nested. */
const maxDepth = 1000;

/** Data with such integers as bigints, as deep as any schema leads rules. */
export function exactInts(data: Json, depth = 0): Json {
  if (typeof data === "number" && !Number.isSafeInteger(data)) return bigInt(data) ?? data;
  const isScalar = typeof data !== "object" || data === null || data instanceof Float64;
  if (isScalar || depth > maxDepth) return data;
  if (Array.isArray(data)) return data.map((item) => exactInts(item, depth + 1));
  const copy = {};
  for (const key of Object.keys(data))
    setKey<Json>(copy, key, exactInts(data[key] ?? null, depth + 1));
  return copy;
}
