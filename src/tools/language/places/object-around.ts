import type { ObjectDocument } from "../../../codegen/pipeline/objects/find-objects.js";
import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";

/** The object that a diagnostic is about: the innermost of a list that its place is in. */
export function objectAround(
  { steps = [], span }: Diagnostic,
  objects: readonly ObjectDocument[],
): ObjectDocument | undefined {
  const isAround = ({ document, path }: ObjectDocument): boolean =>
    document.start <= (span?.start ?? -1) &&
    (span?.start ?? 0) <= document.end &&
    path.every((step, index) => step === steps[index]);
  const around = objects.filter(isAround);
  return around.toSorted((left, right) => left.path.length - right.path.length).at(-1);
}
