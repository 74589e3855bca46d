import type { Diagnostic } from "./diagnostics.js";

/**
 * Diagnostics in the order in which a reader meets them: by file, then by offset; those without a
 * place first; equal places in the order in which they were reported.
 */
export function inSourceOrder(list: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...list].sort((left, right) => {
    const leftPath = left.span?.file.path ?? "";
    const rightPath = right.span?.file.path ?? "";
    return compareTexts(leftPath, rightPath) || offsetOf(left) - offsetOf(right);
  });
}

/** By code units, so that no locale counts. */
export function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left === right ? 0 : 1;
}

function offsetOf({ behind, span }: Diagnostic): number {
  return (behind ?? span)?.start ?? -1;
}
