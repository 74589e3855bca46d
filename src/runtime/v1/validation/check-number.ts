import type { NumberType } from "../values/declared-number.js";
import { isInRange, isJsonInteger } from "../values/declared-number.js";
import { formatFloat } from "../values/go/float.js";
import type { JsonNumber } from "../values/json/json-object.js";
import { exactNumber, int64Text, remainder, toInt64 } from "../values/json/json-object.js";
import { Float64, isInt64, toDouble } from "../values/json/json.js";
import type { Place } from "../values/place.js";
import { pathOf } from "../values/place.js";
import type { Report } from "./report.js";

/** The constraints of a schema on a number. */
export interface NumberChecks {
  readonly minimum?: number | undefined;
  readonly exclusiveMinimum?: boolean;
  readonly maximum?: number | undefined;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number | undefined;
  /** `checkBounds`, where there is one of these. */
  readonly bounds?: BoundsCheck;
}

/** Reports where a number breaks the bounds of a schema. */
export type BoundsCheck = (
  value: JsonNumber,
  declared: NumberType,
  checks: NumberChecks,
  at: Place,
  report: Report,
) => void;

/**
 * Reports where a number breaks its constraints (kube-openapi `validate/validator.go`,
 * `values.go`).
 */
export function checkNumber(
  sent: JsonNumber,
  declared: NumberType,
  checks: NumberChecks,
  at: Place,
  report: Report,
): void {
  const value = exactNumber(sent);
  checkRange(value, declared, "Checked", at, report);
  checks.bounds?.(value, declared, checks, at, report);
}

/**
 * Reports where a number breaks its bounds: an int64 is compared with the bound cut off to int64, a
 * float64 with the bound as it is. A bound that the declared type cannot hold is an error of its
 * own; the number is then compared as a float64.
 */
export function checkBounds(
  value: JsonNumber,
  declared: NumberType,
  checks: NumberChecks,
  at: Place,
  report: Report,
): void {
  const comparedWith = (bound: number, what: string): JsonNumber => {
    const isHeld = checkRange(new Float64(bound), declared, what, at, report);
    return isHeld ? value : new Float64(toDouble(value));
  };
  const { multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = checks;
  if (multipleOf !== undefined) {
    checkMultiple(comparedWith(multipleOf, "MultipleOf"), multipleOf, at, report);
  }
  if (minimum !== undefined) {
    const compared = comparedWith(minimum, "Minimum boundary");
    checkBound(compared, minimum, "greater", exclusiveMinimum, at, report);
  }
  if (maximum !== undefined) {
    const compared = comparedWith(maximum, "Maximum boundary");
    checkBound(compared, maximum, "less", exclusiveMaximum, at, report);
  }
}

function checkRange(
  value: JsonNumber,
  declared: NumberType,
  what: string,
  at: Place,
  report: Report,
): boolean {
  if (report.dialect.checksNumberRanges === false || isInRange(value, declared)) return true;
  const format = declared.format === "" ? "(default format)" : `with format ${declared.format}`;
  report.unplaced(`${what} value must be of type ${declared.type} ${format} in ${pathOf(at)}`);
  return false;
}

function checkBound(
  value: JsonNumber,
  limit: number,
  side: "greater" | "less",
  isExclusive = false,
  at: Place,
  report: Report,
): void {
  const bound = isInt64(value) ? toInt64(limit) : limit;
  // JavaScript compares a bigint with a number exactly.
  const number = value instanceof Float64 ? value.value : value;
  const [isMore, isLess] = [number > bound, number < bound];
  if (side === "greater" ? isMore : isLess) return;
  if (!isExclusive && !isMore && !isLess) return;
  const relation = `${side} than${isExclusive ? "" : " or equal to"}`;
  const detail = `${pathOf(at)} in body should be ${relation} ${boundText(value, bound)}`;
  report.invalid(at, value, detail);
}

function checkMultiple(value: JsonNumber, multipleOf: number, at: Place, report: Report): void {
  const isInt = isInt64(value);
  const factor = isInt ? toInt64(multipleOf) : multipleOf;
  const factorText = boundText(value, factor);
  if (factor <= 0) {
    const detail = `factor MultipleOf declared for ${pathOf(at)} must be positive: ${factorText}`;
    report.invalid(at, isInt ? BigInt(factor) : new Float64(factor), detail);
    return;
  }
  const fits = isInt
    ? Number(remainder(value, factor)) === 0
    : isJsonInteger(quotient(toDouble(value), factor), report.dialect.roundsIntegersDown);
  if (!fits)
    report.invalid(at, value, `${pathOf(at)} in body should be a multiple of ${factorText}`);
}

/** In the order of operations that the server has, since they round. */
function quotient(value: number, factor: number): number {
  return factor < 1 ? (1 / factor) * value : value / factor;
}

function boundText(value: JsonNumber, bound: number): string {
  return isInt64(value) ? int64Text(bound) : formatFloat(bound);
}
