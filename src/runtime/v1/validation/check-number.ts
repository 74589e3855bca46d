import type { NumberType } from "../declared-number.js";
import { isInRange, isJsonInteger } from "../declared-number.js";
import { formatFloat } from "../go/float.js";
import { Float64, isInt64, toDouble } from "../json/json.js";
import type { JsonNumber } from "../json/numbers.js";
import { exactNumber, int64Text, remainder, toInt64 } from "../json/numbers.js";
import type { Place } from "../place.js";
import { pathOf } from "../place.js";
import type { Report } from "./report.js";

/** The constraints of a schema on a number. */
export interface NumberChecks {
  readonly minimum?: number | undefined;
  readonly exclusiveMinimum?: boolean;
  readonly maximum?: number | undefined;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number | undefined;
}

/**
 * Reports where a number breaks its constraints (kube-openapi `validate/validator.go`,
 * `values.go`): an int64 is compared with the bound cut off to int64, a float64 with the bound as
 * it is. A bound that the declared type cannot hold is an error of its own; the number is then
 * compared as a float64.
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
  const { multipleOf, minimum, maximum } = checks;
  if (multipleOf !== undefined) {
    const asInt = checkRange(new Float64(multipleOf), declared, "MultipleOf", at, report);
    checkMultiple(asInt ? value : asFloat(value), multipleOf, at, report);
  }
  if (minimum !== undefined) {
    const asInt = checkRange(new Float64(minimum), declared, "Minimum boundary", at, report);
    checkMinimum(asInt ? value : asFloat(value), minimum, checks, at, report);
  }
  if (maximum !== undefined) {
    const asInt = checkRange(new Float64(maximum), declared, "Maximum boundary", at, report);
    checkMaximum(asInt ? value : asFloat(value), maximum, checks, at, report);
  }
}

function asFloat(value: JsonNumber): Float64 {
  return new Float64(toDouble(value));
}

function checkRange(
  value: JsonNumber,
  declared: NumberType,
  what: string,
  at: Place,
  report: Report,
): boolean {
  if (!report.dialect.checksNumberRanges || isInRange(value, declared)) return true;
  const format = declared.format === "" ? "(default format)" : `with format ${declared.format}`;
  report.unplaced(`${what} value must be of type ${declared.type} ${format} in ${pathOf(at)}`);
  return false;
}

function checkMinimum(
  value: JsonNumber,
  minimum: number,
  checks: NumberChecks,
  at: Place,
  report: Report,
): void {
  const bound = isInt64(value) ? toInt64(minimum) : minimum;
  const number = comparable(value);
  const exclusive = checks.exclusiveMinimum === true;
  if (exclusive ? number > bound : number >= bound) return;
  const relation = exclusive ? "greater than" : "greater than or equal to";
  report.invalid(
    at,
    value,
    `${pathOf(at)} in body should be ${relation} ${boundText(value, bound)}`,
  );
}

function checkMaximum(
  value: JsonNumber,
  maximum: number,
  checks: NumberChecks,
  at: Place,
  report: Report,
): void {
  const bound = isInt64(value) ? toInt64(maximum) : maximum;
  const number = comparable(value);
  const exclusive = checks.exclusiveMaximum === true;
  if (exclusive ? number < bound : number <= bound) return;
  const relation = exclusive ? "less than" : "less than or equal to";
  report.invalid(
    at,
    value,
    `${pathOf(at)} in body should be ${relation} ${boundText(value, bound)}`,
  );
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
    : isJsonInteger(quotient(toDouble(value), factor), report.dialect);
  if (!fits)
    report.invalid(at, value, `${pathOf(at)} in body should be a multiple of ${factorText}`);
}

/** In the order of operations that the server has, since they round. */
function quotient(value: number, factor: number): number {
  return factor < 1 ? (1 / factor) * value : value / factor;
}

/** JavaScript compares a bigint with a number exactly. */
function comparable(value: JsonNumber): number | bigint {
  return value instanceof Float64 ? value.value : value;
}

function boundText(value: JsonNumber, bound: number): string {
  return isInt64(value) ? int64Text(bound) : formatFloat(bound);
}
