import type { CelError } from "./error.js";
import type { Int } from "./value.js";

/*
 * `&&`, `||`, `==` and `!=` of values that may be errors, for expressions that are short enough to be worked out whole.
 */

type Scalar = string | boolean | Int;

/** `left == right`; the first that is an error. */
export function isSame(left: Scalar | CelError, right: Scalar | CelError): boolean | CelError {
  if (typeof left === "object") return left;
  return typeof right === "object" ? right : left === right;
}

/** `left != right`; the first that is an error. */
export function isDifferent(left: Scalar | CelError, right: Scalar | CelError): boolean | CelError {
  if (typeof left === "object") return left;
  return typeof right === "object" ? right : left !== right;
}

/** `!condition`. */
export function opposite(condition: boolean | CelError): boolean | CelError {
  return typeof condition === "object" ? condition : !condition;
}

/** `left && right && …`: what is false decides, else the first error stands. */
export function allHold(...conditions: readonly (boolean | CelError)[]): boolean | CelError {
  let result: boolean | CelError = true;
  for (const condition of conditions) {
    if (condition === false) return false;
    if (result === true) result = condition;
  }
  return result;
}

/** `left || right || …`: what is true decides, else the first error stands. */
export function anyHolds(...conditions: readonly (boolean | CelError)[]): boolean | CelError {
  let result: boolean | CelError = false;
  for (const condition of conditions) {
    if (condition === true) return true;
    if (result === false) result = condition;
  }
  return result;
}
