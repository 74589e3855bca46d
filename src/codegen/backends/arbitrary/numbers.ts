import type { ValueValidation } from "../../../crd/ir/schema.js";
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
  const lows = validations.flatMap(({ minimum, exclusiveMinimum }) =>
    minimum === undefined ? [] : exclusiveMinimum ? Math.floor(minimum) + 1 : Math.ceil(minimum),
  );
  const highs = validations.flatMap(({ maximum, exclusiveMaximum }) =>
    maximum === undefined ? [] : exclusiveMaximum ? Math.ceil(maximum) - 1 : Math.floor(maximum),
  );
  const max32 = 2 ** 31 - 1;
  const isLarge = validations.some(({ format }) => format === "int64");
  if (lows.length + highs.length === 0 && step === 1) {
    return isLarge ? expr`${fc}.maxSafeInteger()` : expr`${fc}.integer()`;
  }
  const low = lows.length > 0 ? Math.max(...lows) : Math.min(-max32, ...highs);
  const high = highs.length > 0 ? Math.min(...highs) : Math.max(max32, low);
  const [min, max] = [Math.ceil(low / step), Math.floor(high / step)];
  if (min > max || !Number.isSafeInteger(min) || !Number.isSafeInteger(max)) return undefined;
  const integers = expr`${fc}.integer({ min: ${min}, max: ${max} })`;
  return step === 1 ? integers : expr`${multiples}(${integers}, ${step})`;
}

function floatsCode(fc: Imported, validations: readonly ValueValidation[]): Expr | undefined {
  const lows = validations.filter(({ minimum }) => minimum !== undefined);
  const highs = validations.filter(({ maximum }) => maximum !== undefined);
  const low = Math.max(...lows.map(({ minimum }) => minimum ?? 0));
  const high = Math.min(...highs.map(({ maximum }) => maximum ?? 0));
  const min = lows.length > 0 ? low : Math.min(-usual, high);
  const max = highs.length > 0 ? high : Math.max(usual, low);
  const isOpenBelow = lows.some((one) => one.minimum === min && one.exclusiveMinimum);
  const isOpenAbove = highs.some((one) => one.maximum === max && one.exclusiveMaximum);
  if (min > max || (min === max && (isOpenBelow || isOpenAbove))) return undefined;
  const yes = expr`true`;
  const bounds = objectCode([
    { key: "min", value: expr`${min}` },
    ...(isOpenBelow ? [{ key: "minExcluded", value: yes }] : []),
    { key: "max", value: expr`${max}` },
    ...(isOpenAbove ? [{ key: "maxExcluded", value: yes }] : []),
    { key: "noNaN", value: yes },
  ]);
  return expr`${fc}.double(${bounds})`;
}
