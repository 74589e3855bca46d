import type { Json } from "../json.js";
import { Float64, setKey } from "../json.js";
import { bigInt } from "./data.js";
import { CelError } from "./error.js";

/**
 * What a rule says that comes upon an integer beyond 2^53 as a plain number, which is equal to no bigint: it has to be asked
 * again, of `exactInts`.
 */
export const inexactInt = /* @__PURE__ */ new CelError("inexact integer");

/** Data with such integers as bigints. */
export function exactInts(data: Json): Json {
  if (typeof data === "number" && !Number.isSafeInteger(data)) return bigInt(data) ?? data;
  if (typeof data !== "object" || data === null || data instanceof Float64) return data;
  if (Array.isArray(data)) return data.map(exactInts);
  const copy = {};
  for (const key of Object.keys(data)) setKey<Json>(copy, key, exactInts(data[key] ?? null));
  return copy;
}
