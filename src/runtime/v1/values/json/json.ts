/**
 * The values that the API server computes with, as JavaScript holds them.
 *
 * Go's decoder knows two classes of numbers: int64 (a literal without `.` and exponent that fits)
 * and float64. Here a `number` is what `JSON.stringify` would send of it: integral and within int64
 * means int64, everything else float64. What `JSON.parse` gives needs no more than that. Two
 * further forms come from `parseJson` and from YAML alone: a `bigint` is an int64 beyond 2^53, a
 * `Float64` is a float64 that happens to be integral (`1.0`, `1e3`).
 */
export type Json =
  null | boolean | number | bigint | Float64 | string | Json[] | { [key: string]: Json };

/** A JSON object. Keys that come from outside are set with `setKey`, as one may be `__proto__`. */
export type JsonObject = { [key: string]: Json };

/** A float64 whose value is an integer within int64: the server read `1.0` or `1e3`, not `1`. */
export class Float64 {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
  /**
   * Returns the number that `JSON.stringify` writes: `1.0` becomes `1`, the class is lost;
   * `stringifyJson` keeps it.
   */
  toJSON(): number {
    return this.value;
  }
  /** Returns the number that `<` and its like compare. */
  valueOf(): number {
    return this.value;
  }
}

/** Tells whether a value is a JSON object: not null, no array, no number wrapper. */
export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Float64)
  );
}

const int64Limit = 2 ** 63;

/** Tells whether the server holds this number as int64 (else as float64). */
export function isInt64(value: number | bigint | Float64): boolean {
  if (typeof value === "bigint") return value >= -(2n ** 63n) && value < 2n ** 63n;
  if (typeof value !== "number") return false;
  // -2^63 is sent with its shortest digits, -9223372036854776000, which int64 cannot hold.
  return Number.isInteger(value) && value > -int64Limit && value < int64Limit;
}

/** The value as a double, whatever its class. */
export function toDouble(value: number | bigint | Float64): number {
  return value instanceof Float64 ? value.value : Number(value);
}

/**
 * Set an own property whatever its name; plain assignment to `__proto__` would change the
 * prototype.
 */
export function setKey<T>(object: { [key: string]: T }, key: string, value: T): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  } else {
    object[key] = value;
  }
}
