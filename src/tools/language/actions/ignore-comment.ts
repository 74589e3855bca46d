import { ignorableCodes } from "../../../codegen/pipeline/ignores/ignore.js";
import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";
import type { SourceDocument } from "../../../crd/source/source-file.js";
import { startOfLine } from "../../../crd/source/split-documents.js";
import type { TextEdit } from "../contract.js";

/**
 * A comment that ignores a warning: a line above the field that it is about. Undefined for what
 * cannot be ignored, and in JSON.
 */
export function ignoringEdit(
  { code, steps, span }: Diagnostic,
  document: SourceDocument | undefined,
): TextEdit | undefined {
  if (document?.format !== "yaml" || span === undefined) return undefined;
  if (!ignorableCodes().includes(code)) return undefined;
  const { text } = document.file;
  const start = steps === undefined ? span.start : document.locate(steps).key.start;
  const at = startOfLine(text, start);
  const indent = /^ */.exec(text.slice(at))?.[0] ?? "";
  return { from: at, to: at, insert: `${indent}# crdgen-ignore ${code}\n` };
}
