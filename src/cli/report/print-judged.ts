import type { Diagnostic } from "../../crd/diagnostics/diagnostics.js";
import { isError } from "../../crd/diagnostics/diagnostics.js";
import type { Host } from "../host.js";
import { painterFor } from "../terminal/appearance.js";
import { UsageError } from "../usage-error.js";
import type { JudgedSubject, ReportContent } from "./content.js";
import { contentOf } from "./content.js";
import type { CommonOptions, Format } from "./options.js";
import { isDocument } from "./options.js";
import { isConsequence, printDiagnostics } from "./print-diagnostics.js";

/** What a command has judged, and all that it has to say. */
export interface Judged {
  readonly command: ReportContent["command"];
  readonly subjects: readonly JudgedSubject[];
  readonly list: readonly Diagnostic[];
  /** The run ended before anything was judged. */
  readonly endedEarly?: boolean;
}

/**
 * Prints what a command found on standard output, in the form that was asked for: diagnostics, how
 * often each code occurs, or one document.
 */
export async function printJudged(
  { command, subjects, list, endedEarly = false }: Judged,
  options: CommonOptions,
  host: Host,
): Promise<void> {
  const { format, statistics = false, quiet, color } = options;
  const wanted = quiet ? list.filter(isError) : list;
  // Loaded only here: most runs print text.
  if (isDocument(format)) {
    const { printDocument } = await import("./documents.js");
    const content = { ...contentOf(command, subjects, wanted), endedEarly };
    await printDocument(content, format, host, options.maxDiagnostics);
  } else if (statistics) {
    const { printStatistics } = await import("./statistics.js");
    // As the summary counts them.
    const own = wanted.filter((one) => !isConsequence(one));
    await printStatistics(own, format, painterFor(color, "output", host), host);
  } else printDiagnostics(list, options, host, { to: "output", subjects });
}

/** @throws UsageError for `--statistics` with a form that has no place for them */
export function checkStatistics({
  statistics,
  format,
}: Pick<CommonOptions, "statistics"> & { readonly format: string }): void {
  if (statistics !== true || fitting.some((one) => one === format)) return;
  throw new UsageError(
    `--statistics: --format ${format} has no place for them; leave one of the options out, or take --format json`,
  );
}

const fitting: readonly Format[] = ["text", "concise", "json"];
