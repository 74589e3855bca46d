import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";
import type { Span } from "../../../crd/source/source-file.js";
import type { ObjectDocument } from "./find-objects.js";
import type { IsUndecodable } from "./object-run.js";

/**
 * Whether an object has fields that are set twice, which a server refuses that decodes strictly.
 *
 * @param repeated the diagnostics of such fields, `source/duplicate-key`
 */
export function hasRepeatedFields(repeated: readonly Diagnostic[]): IsUndecodable {
  return (object) => repeated.some(({ span }) => holds(object, span));
}

function holds({ document, path }: ObjectDocument, span: Span | undefined): boolean {
  if (document.file !== span?.file) return false;
  const { start } = span;
  if (start < document.start || start >= document.end) return false;
  const { value } = document.locate(path);
  return value.start <= start && start < value.end;
}
