import { ignorableCodes } from "../../../codegen/pipeline/ignores/ignore.js";
import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";
import type { SourceDocument } from "../../../crd/source/source-file.js";
import { lineEnd, startOfLine } from "../../../crd/source/split-documents.js";
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

/**
 * Takes a code that ignores nothing out of its comment, or the comment where it has no other; with
 * its line where that has nothing else.
 */
export function unusedIgnoreEdit({ span, message }: Diagnostic): TextEdit | undefined {
  if (span === undefined) return undefined;
  const { text } = span.file;
  const comment = text.slice(span.start, span.end);
  const [, head = "", list = ""] = form.exec(comment) ?? [];
  const codes = list.split(/[ \t]*,[ \t]*/);
  const rest = codes.filter((code) => !message.includes(`'${code}'`));
  if (rest.length === codes.length) return undefined;
  if (rest.length > 0) {
    const from = span.start + head.length;
    return { from, to: from + list.length, insert: rest.join(", ") };
  }
  const line = startOfLine(text, span.start);
  const before = text.slice(line, span.start);
  if (before.trim() === "") {
    return { from: line, to: Math.min(lineEnd(text, span.end) + 1, text.length), insert: "" };
  }
  return { from: line + before.trimEnd().length, to: span.end, insert: "" };
}

const form = /^(#+[ \t]*crdgen-ignore(?:-file)?[ \t]+)([\w/.-]+(?:[ \t]*,[ \t]*[\w/.-]+)*)/;
