import type { Diagnostic } from "../../crd/diagnostics/diagnostics.js";
import { inSourceOrder, isError } from "../../crd/diagnostics/diagnostics.js";
import { renderGithub, renderJson, renderText } from "../../crd/diagnostics/render/render.js";
import { plural } from "../../crd/diagnostics/wording.js";
import { withOption } from "../advice.js";
import type { Host } from "../host.js";
import { linksFor, painterFor } from "../terminal/appearance.js";
import type { CommonOptions } from "./options.js";

const shownAtMost = 100;

/** The headings above the first of several diagnostics that belong together. */
export type Headings = ReadonlyMap<Diagnostic, string>;

const noHeadings: Headings = new Map();

/**
 * Prints diagnostics: text with frames on standard error, at most 100 of them; data (`json`,
 * `github`), all of them, on standard output. `quiet` keeps warnings back. `headings` are for text
 * alone.
 */
export function printDiagnostics(
  list: readonly Diagnostic[],
  options: CommonOptions,
  host: Host,
  headings: Headings = noHeadings,
): void {
  const wanted = options.quiet ? list.filter(isError) : list;
  const sorted = inSourceOrder(wanted);
  if (options.format !== "text") {
    const render = options.format === "json" ? renderJson : renderGithub;
    for (const diagnostic of sorted) host.print(`${render(withOption(diagnostic))}\n`);
    return;
  }
  const paint = painterFor(options.color, host.errorIsTerminal, host);
  const links = linksFor(options.color, host.errorIsTerminal, host);
  // Errors must not hide behind a hundred warnings.
  const errors = sorted.filter(isError);
  const shown =
    sorted.length <= shownAtMost
      ? sorted
      : [...errors, ...sorted.filter((diagnostic) => !isError(diagnostic))].slice(0, shownAtMost);
  let heading: string | undefined;
  for (const diagnostic of shown) {
    const above = headings.get(diagnostic);
    if (above !== undefined && above !== heading) host.warn(`${paint("bold", above)}\n\n`);
    heading = above;
    host.warn(`${renderText(withOption(diagnostic), paint, links)}\n\n`);
  }
  if (sorted.length > shown.length) host.warn(`… and ${sorted.length - shown.length} more\n`);
}

/** `2 errors, 1 warning and 1 notice`; `""` for nothing. */
export function countText(list: readonly Diagnostic[]): string {
  const parts = (["error", "warning", "notice"] as const)
    .map((kind) => [kind, list.filter(({ severity }) => severity === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => plural(count, kind));
  return parts.join(", ").replace(/, ([^,]*)$/, " and $1");
}
