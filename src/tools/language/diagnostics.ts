import type { ObjectAdvice } from "../../codegen/pipeline/objects/object-advice.js";
import type { Diagnostic } from "../../crd/diagnostics/diagnostics.js";
import { inSourceOrder } from "../../crd/diagnostics/diagnostics.js";
import type { NewerServerAdvice } from "../../crd/frontend/findings/help.js";
import { positionAt } from "../../crd/source/source-file.js";
import { pathText } from "../../runtime/v1/values/json/path-text.js";
import type { ForeignDiagnostic, RelatedPlace, TextDiagnostic } from "./contract.js";

/**
 * Diagnostics of one text, in its order.
 *
 * @param relate finds places beside those that a diagnostic names; default: none
 */
export function textDiagnostics(
  list: readonly Diagnostic[],
  relate?: (diagnostic: Diagnostic) => readonly RelatedPlace[],
): readonly TextDiagnostic[] {
  return inSourceOrder(list).map((diagnostic) => {
    const related = [
      ...diagnostic.related.map(({ message, span }) => ({
        path: span.file.path,
        start: positionAt(span.file, span.start),
        end: positionAt(span.file, span.end),
        message,
      })),
      ...(relate?.(diagnostic) ?? []),
    ];
    return { ...describe(diagnostic), ...(related.length > 0 && { related }) };
  });
}

/** Diagnostics of several texts, in the order of these. */
export function foreignDiagnostics(list: readonly Diagnostic[]): readonly ForeignDiagnostic[] {
  return inSourceOrder(list).map((diagnostic) => ({
    ...describe(diagnostic),
    path: diagnostic.span?.file.path ?? diagnostic.path ?? "",
  }));
}

/** Describes a diagnostic; one without a place stands at the beginning. */
function describe(diagnostic: Diagnostic): TextDiagnostic {
  const { span, severity, code, message, help } = diagnostic;
  const field = fieldOf(diagnostic);
  const { start: from, end: to } = span ?? { start: 0, end: 0 };
  const position = span === undefined ? { line: 1, column: 1 } : positionAt(span.file, from);
  return {
    from,
    to,
    ...position,
    severity: severity === "error" ? "error" : "warning",
    code,
    message,
    ...(field !== "" && { field }),
    ...(help !== undefined && { help }),
  };
}

/** As the server names it, else by its place; `""` where nothing tells. */
function fieldOf({ cause, steps }: Diagnostic): string {
  if (cause === undefined) return steps === undefined ? "" : pathText(steps);
  return cause.field === "<nil>" ? "" : cause.field;
}

/** Help with objects, in the words of the editor. */
export const objectAdvice: ObjectAdvice = {
  giveCrd: "drop its CRD onto the page, or open it with “Open files…”",
  giveOld: "choose “Try an update”, and write the object that is replaced there",
  takeOutput: (command) => `\`${command}\`, and drop a file with what it writes onto the page`,
};

/** How the editor is told that there are no older servers. */
export const newerServerAdvice: NewerServerAdvice = (version) =>
  `choose Kubernetes ${version} above`;
