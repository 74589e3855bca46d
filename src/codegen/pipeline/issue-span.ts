import type { CelIssue } from "../../cel/issue.js";
import type { Place } from "../../crd/diagnostics/diagnostics.js";
import { followSteps } from "../../crd/source/follow-steps.js";
import { spanInFile } from "../../crd/source/scalars/scalar-map.js";
import type { Span } from "../../crd/source/source-file.js";

/**
 * The token that an issue is about, in the file; `undefined` where the scalar's text does not show
 * it.
 */
export function spanOfIssue(issue: CelIssue, place: Place): Span | undefined {
  const text = followSteps(place.document.value, place.path);
  if (typeof text !== "string" || issue.offset < 0) return undefined;
  // What is missing at the end is missing behind the last token, and not on the lines below.
  const last = text.trimEnd().length;
  const [start, end] = issue.offset < last ? tokenAt(text, issue.offset) : [last, last];
  const scalar = place.document.locate(place.path).value;
  return spanInFile(scalar, text, start, end);
}

/**
 * What stands at an offset: a word, a number, a field with its dot, a quoted text, a sign; for a
 * call's parenthesis the name before it.
 */
function tokenAt(text: string, offset: number): readonly [start: number, end: number] {
  tokenForm.lastIndex = offset;
  const [token = ""] = tokenForm.exec(text) ?? [];
  const name = token === "(" ? (/\b\w+$/.exec(text.slice(0, offset))?.[0] ?? "") : "";
  return [offset - name.length, name === "" ? offset + token.length : offset];
}

/** A quote that nothing ends goes on to the end of its line. */
const tokenForm = new RegExp(
  [
    String.raw`b?r?b?(?:"""[^]*?"""|'''[^]*?'''|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*')`,
    String.raw`["'][^\n]*`,
    String.raw`\d+(?:\.\d+)?(?:e[-+]?\d+)?\w*`,
    String.raw`\w+`,
    String.raw`\.\d+`,
    String.raw`\.\??(?:\w+|\x60[^\x60]*\x60)?`,
    String.raw`[=!<>]=|&&|\|\|`,
    String.raw`[^]`,
  ].join("|"),
  "iuy",
);
