import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";
import { githubCommand, githubFile } from "../../../crd/diagnostics/render/render-github.js";
import { positionAt } from "../../../crd/source/source-file.js";
import type { ChangePlace } from "../change.js";
import type { JudgedChange } from "../judged-change.js";
import { breaks } from "../judged-change.js";
import { furtherText, placeOfChange, spanOfChange, subjectOf, titleOf } from "./change-texts.js";

/**
 * A change as an annotation of GitHub Actions, beside the line of the new text: an error if it
 * makes the command fail, a warning if it breaks somebody without that, else a notice.
 */
export function printGithub(judged: JudgedChange): string {
  const { change, isAllowed, fails } = judged;
  const isTold = isAllowed || breaks(judged);
  const severity: Diagnostic["severity"] = fails ? "error" : isTold ? "warning" : "notice";
  const values = [
    ...(change.before === undefined ? [] : [`before: ${change.before}`]),
    ...(change.after === undefined ? [] : [`now: ${change.after}`]),
  ];
  const text = [
    `${subjectOf(change)}: ${titleOf(change)}${furtherText(change)}`,
    change.reason,
    ...values,
    ...(change.oldPlace === undefined ? [] : [`before at ${placeOfChange(change.oldPlace)}`]),
  ].join("\n");
  return githubCommand(severity, githubPlace(change.newPlace), change.code, text);
}

function githubPlace(place: ChangePlace | undefined): string {
  if (place === undefined) return "";
  const { file, start } = spanOfChange(place);
  const { line, column } = positionAt(file, start);
  return `${githubFile(file.path)}line=${line},col=${column},`;
}
