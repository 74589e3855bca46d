import type { Diagnostic } from "./diagnostics.js";

/**
 * Diagnostics in the order in which a reader meets them: by file, then by offset; those without a
 * place first; equal places in the order in which they were reported.
 */
export function inSourceOrder(list: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...list].sort((left, right) => {
    const leftPath = left.span?.file.path ?? "";
    const rightPath = right.span?.file.path ?? "";
    if (leftPath !== rightPath) return leftPath < rightPath ? -1 : 1;
    return offsetOf(left) - offsetOf(right);
  });
}

function offsetOf({ behind, span }: Diagnostic): number {
  return (behind ?? span)?.start ?? -1;
}
