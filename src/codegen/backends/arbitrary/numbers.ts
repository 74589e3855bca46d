import type { ValueValidation } from "../../../crd/ir/schema.js";
import { boundsOf } from "../../../crd/values/numbers.js";
import type { Expr, Imported } from "../../emit/code.js";
import { expr } from "../../emit/code.js";
import { objectCode } from "../../emit/object-code.js";
import type { FileHelpers } from "./file-helpers.js";

/** Numbers without bounds stay within these: larger ones fit few programs. */
const usual = 1_000_000_000;

/** Numbers that take all constraints; undefined where that is not plain to see. */
export function numbersCode(
  fc: Imported,
  validations: readonly ValueValidation[],
  kind: "integer" | "number",
  { multiples }: FileHelpers,
): Expr | undefined {
  const steps = new Set(validations.flatMap(({ multipleOf }) => multipleOf ?? []));
  const [step = 1] = steps;
  if (steps.size > 1 || !Number.isInteger(step) || step < 1) return undefined;
  return kind === "integer" || steps.size > 0
    ? integersCode(fc, validations, step, multiples)
    : floatsCode(fc, validations);
}

function integersCode(
  fc: Imported,
  validations: readonly ValueValidation[],
  step: number,
  multiples: Expr,
): Expr | undefined {
  const { min: least, minOpen, max: most, maxOpen } = boundsOf(validations);
  const max32 = 2 ** 31 - 1;
  const isLarge = validations.some(({ format }) => format === "int64");
  if (least === -Infinity && most === Infinity && step === 1) {
    return isLarge ? expr`${fc}.maxSafeInteger()` : expr`${fc}.integer()`;
  }
  const lowest = minOpen ? Math.floor(least) + 1 : Math.ceil(least);
  const highest = maxOpen ? Math.ceil(most) - 1 : Math.floor(most);
  const low = least > -Infinity ? lowest : Math.min(-max32, highest);
  const high = most < Infinity ? highest : Math.max(max32, low);
  const [min, max] = [Math.ceil(low / step), Math.floor(high / step)];
  if (min > max || !Number.isSafeInteger(min) || !Number.isSafeInteger(max)) return undefined;
  const integers = expr`${fc}.integer({ min: ${min}, max: ${max} })`;
  return step === 1 ? integers : expr`${multiples}(${integers}, ${step})`;
}

function floatsCode(fc: Imported, validations: readonly ValueValidation[]): Expr | undefined {
  const { min: least, minOpen, max: most, maxOpen } = boundsOf(validations);
  const min = least > -Infinity ? least : Math.min(-usual, most);
  const max = most < Infinity ? most : Math.max(usual, least);
  if (min > max || (min === max && (minOpen || maxOpen))) return undefined;
  const yes = expr`true`;
  const bounds = objectCode([
    { key: "min", value: expr`${min}` },
    ...(minOpen ? [{ key: "minExcluded", value: yes }] : []),
    { key: "max", value: expr`${max}` },
    ...(maxOpen ? [{ key: "maxExcluded", value: yes }] : []),
    { key: "noNaN", value: yes },
  ]);
  return expr`${fc}.double(${bounds})`;
}
