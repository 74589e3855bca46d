/**
 * An unsigned 64-bit number that stays at its maximum instead of overflowing, as costs and sizes do
 * in Go (cel-go `checker/cost.go`): a `number` up to 2^53, a `bigint` beyond.
 */
export type Amount = number | bigint;

const maximum = 2n ** 64n - 1n;

/** 2^64 - 1, the cost and size of what has no bound. */
export const unbounded: Amount = maximum;

/** The amount of a number that is known to be a whole one, 0 to 2^64 - 1. */
export function amountOf(value: bigint): Amount {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** The sum, at most 2^64 - 1 (cel-go `checker/cost.go`, addUint64NoOverflow). */
export function addAmounts(left: Amount, right: Amount): Amount {
  if (typeof left === "number" && typeof right === "number") {
    const sum = left + right;
    if (sum <= Number.MAX_SAFE_INTEGER) return sum;
  }
  return saturated(BigInt(left) + BigInt(right));
}

/** The product, at most 2^64 - 1 (cel-go `checker/cost.go`, multiplyUint64NoOverflow). */
export function multiplyAmounts(left: Amount, right: Amount): Amount {
  if (typeof left === "number" && typeof right === "number") {
    const product = left * right;
    if (product <= Number.MAX_SAFE_INTEGER) return product;
  }
  return saturated(BigInt(left) * BigInt(right));
}

/** The product with a factor, computed in doubles and rounded up. */
export function scaleAmount(amount: Amount, factor: number): Amount {
  const value = Number(amount);
  if (value > 0 && factor > 0 && value > 2 ** 64 / factor) return unbounded;
  const scaled = Math.ceil(value * factor);
  if (scaled >= 2 ** 64) return unbounded;
  return scaled <= Number.MAX_SAFE_INTEGER ? scaled : BigInt(scaled);
}

/** Arithmetic that wraps around at 2^64, for the places where Go forgets to saturate. */
export function wrapped(value: bigint): Amount {
  return amountOf(BigInt.asUintN(64, value));
}

/**
 * The lesser of two amounts, whichever form each has: `<` compares a number with a bigint by value.
 */
export function smaller(left: Amount, right: Amount): Amount {
  return left < right ? left : right;
}

/** The greater of two amounts, compared as in `smaller`. */
export function larger(left: Amount, right: Amount): Amount {
  return left > right ? left : right;
}

function saturated(value: bigint): Amount {
  return value > maximum ? maximum : value;
}
