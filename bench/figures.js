// Figures that survive a noisy machine, and rows that hold them against bounds.

export function median(values) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[sorted.length >> 1];
}

export function geomean(values) {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** One row: the measured ratio against its bound, and whether it holds. */
export function row(what, ratio, bound) {
  const verdict = ratio <= bound ? "ok" : "OVER";
  console.log(
    `${what.padEnd(64)} ${ratio.toFixed(3).padStart(8)}  at most ${String(bound).padEnd(5)} ${verdict}`,
  );
  return ratio <= bound;
}
