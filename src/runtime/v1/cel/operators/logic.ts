import type { CelError } from "../values/error.js";
import type { Int } from "../values/value.js";

/*
 * `&&`, `||`, `==` and `!=` of values that may be errors, for expressions that are short enough to
 * be worked out whole.
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

/** `left && right`: what is false decides, else the first error stands. */
export function allHold(left: boolean | CelError, right: boolean | CelError): boolean | CelError {
  return left === true || right === false ? right : left;
}

/** `left || right`: what is true decides, else the first error stands. */
export function anyHolds(left: boolean | CelError, right: boolean | CelError): boolean | CelError {
  return left === false || right === true ? right : left;
}
