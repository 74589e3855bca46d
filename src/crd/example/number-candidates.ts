import type { ValueValidation } from "../ir/schema.js";

/** Numbers that constraints may take, the likely ones first; each has to be judged. */
export function* numberCandidates(
  validations: readonly ValueValidation[],
  kind: "integer" | "number",
  variant: number,
): Generator<number> {
  const { lowest, highest, step } = rangeOf(validations, kind);
  const base = 1 >= lowest && 1 <= highest ? 1 : lowest > 1 ? lowest : highest;
  const candidates = [base, lowest, highest, 0, (lowest + highest) / 2];
  for (const candidate of candidates.filter(Number.isFinite)) {
    const up = Math.ceil(candidate / step) * step;
    const down = Math.floor(candidate / step) * step;
    for (const number of [up + variant * step, up, down - variant * step, down]) {
      yield kind === "integer" ? Math.round(number) : cleaned(number);
    }
  }
  for (const number of validations.flatMap(boundsOf)) yield cleaned(number);
}

interface NumberRange {
  readonly lowest: number;
  readonly highest: number;
  readonly step: number;
}

function rangeOf(validations: readonly ValueValidation[], kind: "integer" | "number"): NumberRange {
  const small = kind === "integer" ? 1 : 0.5;
  const lows = validations.map(({ minimum = -Infinity, exclusiveMinimum }) =>
    exclusiveMinimum ? minimum + small : minimum,
  );
  const highs = validations.map(({ maximum = Infinity, exclusiveMaximum }) =>
    exclusiveMaximum ? maximum - small : maximum,
  );
  const steps = validations.map(({ multipleOf = 0 }) => multipleOf).filter((step) => step > 0);
  const step = steps.reduce(leastCommonMultiple, kind === "integer" ? 1 : (steps[0] ?? 1));
  return { lowest: Math.max(...lows), highest: Math.min(...highs), step };
}

/** Numbers right at and between the bounds, where these are close. */
function boundsOf({ minimum, maximum }: ValueValidation): readonly number[] {
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
  const [low, high] = [minimum ?? 0, maximum ?? 0];
  return [...bounds, (low + high) / 2, low + (high - low) / 1024];
}

function leastCommonMultiple(left: number, right: number): number {
  if (!Number.isInteger(left) || !Number.isInteger(right)) return Math.max(left, right);
  return (left / greatestCommonDivisor(left, right)) * right;
}

function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right);
}

/** Without the last digits, which only come from counting in binary. */
function cleaned(number: number): number {
  return Number(number.toPrecision(12));
}
