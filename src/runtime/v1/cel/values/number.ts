import { CelError } from "./error.js";
import type { Value } from "./value.js";
import { CelObject, isInt } from "./value.js";

/**
 * A number that is no int: see `Double` and `Uint`. Numbers of all types are equal, and ordered, by
 * their value.
 */
export abstract class BoxedNumber extends CelObject {
  abstract readonly value: number | bigint;

  equals(other: Value): boolean {
    return compareNumbers(this, other) === 0;
  }

  override compareTo(other: Value): number | CelError | undefined {
    return compareNumbers(this, other);
  }

  override get isZero(): boolean {
    return Number(this.value) === 0;
  }
}

/**
 * The order of two numbers of any types, as a sign; `undefined` when one is no number. NaN is an
 * error here; `==` takes it for unequal.
 */
export function compareNumbers(left: Value, right: Value): number | CelError | undefined {
  let a = numericValue(left);
  let b = numericValue(right);
  if (a === undefined) return undefined;
  if (Number.isNaN(a) || Number.isNaN(b)) return new CelError("NaN values cannot be ordered");
  if (b === undefined) return undefined;
  // Beside a double an integer counts as the double next to it (cel-go `types/compare.go`).
  if (left instanceof BoxedNumber && typeof left.value === "number") b = Number(b);
  else if (right instanceof BoxedNumber && typeof right.value === "number") a = Number(a);
  return a < b ? -1 : a > b ? 1 : 0;
}

function numericValue(value: Value): number | bigint | undefined {
  if (isInt(value)) return value;
  return value instanceof BoxedNumber ? value.value : undefined;
}
