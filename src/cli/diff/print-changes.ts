import { renderConcise } from "../../crd/diagnostics/render/render.js";
import { stopsCompilingCode } from "../../tools/diff/catalog.js";
import type { JudgedChange } from "../../tools/diff/change.js";
import { breaks } from "../../tools/diff/change.js";
import {
  printGithub,
  printJson,
  printMarkdown,
  printOther,
} from "../../tools/diff/print/reports.js";
import { printOthers, printText, usageGithub } from "../../tools/diff/print/text.js";
import type { Host } from "../host.js";
import { fitLines } from "../process/fit.js";
import type { CommonOptions } from "../report/options.js";
import { isDocument } from "../report/options.js";
import { printDiagnostics } from "../report/print-diagnostics.js";
import { hiddenText, leftText, selectShown, waysToSeeAll } from "../report/select-shown.js";
import { appearanceOf } from "../terminal/appearance.js";
import type { Compared } from "./diff-findings.js";
import { contentOfDiff, findingOf, findingOfLine, usagesOf } from "./diff-findings.js";

/** How changes are printed. */
export interface DiffPrinting extends Omit<CommonOptions, "format"> {
  readonly format: CommonOptions["format"] | "markdown";
}

/** Prints what a comparison found on standard output, in the form that was asked for. */
export async function printCompared(
  compared: Compared,
  options: DiffPrinting,
  host: Host,
): Promise<void> {
  const { format, statistics = false, quiet, color, maxDiagnostics } = options;
  if (format === "markdown") {
    // Nothing else goes where the Markdown goes.
    printDiagnostics(compared.diagnostics, { ...options, format: "text" }, host);
    host.print(printMarkdown(compared.shown.slice(0, maxDiagnostics)));
    return;
  }
  // Loaded only here: most runs print text.
  if (isDocument(format)) {
    const { printDocument } = await import("../report/documents.js");
    await printDocument(contentOfDiff(compared, quiet), format, host, maxDiagnostics);
    return;
  }
  if (statistics) {
    const { findingsOf } = await import("../report/content.js");
    const { printStatistics } = await import("../report/statistics.js");
    const { paint } = appearanceOf(color, "output", host);
    await printStatistics(findingsOf(contentOfDiff(compared, quiet)), format, paint, host);
    return;
  }
  printDiagnostics(compared.diagnostics, { ...options, format }, host, { to: "output" });
  if (format === "text") printChanges(compared, options, host);
  else for (const line of linesOf(compared, format, options, host)) host.print(`${line}\n`);
}

const shownAtMost = 100;

/** As text for people: a few changes of each CRD before more of any, the gravest first. */
function printChanges(
  { shown: all, report }: Compared,
  { color, maxDiagnostics = shownAtMost }: DiffPrinting,
  host: Host,
): void {
  const style = appearanceOf(color, "output", host);
  const write = (text: string): void => {
    host.print(fitLines(text, style.terminalColumns));
  };
  const { shown, left } = selectShown(all, maxDiagnostics, (one) => ({
    group: one.change.resource,
    isGrave: one.fails || breaks(one),
  }));
  const lastOf = new Map(shown.map((one) => [one.change.resource, one]));
  const moreBehind = (one: JudgedChange): string | undefined => {
    const more = left.get(one.change.resource);
    const isLast = lastOf.get(one.change.resource) === one;
    return isLast && more !== undefined ? leftText(one.change.resource, more) : undefined;
  };
  const columns = style.terminalColumns ?? usualColumns;
  write(
    printText(
      shown,
      { ...style, columns },
      { usagesOf: (one) => usagesOf(report, one), moreBehind },
    ),
  );
  const hidden = [...left].filter(([group]) => !lastOf.has(group));
  if (hidden.length > 0) write(`${hiddenText(hidden)}\n`);
  if (left.size > 0) write(`${waysToSeeAll}\n\n`);
  write(printOthers(report?.others ?? [], style.paint));
}

/** Where there is no terminal, the two sides stand below each other. */
const usualColumns = 80;

/** A line for each change, and for each line of a program. */
function linesOf(
  { shown, report }: Compared,
  format: "concise" | "json" | "github",
  { color, maxDiagnostics }: DiffPrinting,
  host: Host,
): readonly string[] {
  const first = shown.slice(0, maxDiagnostics);
  const others = report?.others ?? [];
  switch (format) {
    case "json":
      return [
        ...first.map((one) => printJson(one, report && usagesOf(report, one.change))),
        ...others.map(printOther),
      ];
    case "github":
      return [
        ...first.flatMap((one) => [
          printGithub(one),
          ...usagesOf(report, one.change).map((line) => usageGithub(one.change.code, line)),
        ]),
        ...others.map((line) => usageGithub(stopsCompilingCode, line)),
      ];
    case "concise": {
      const style = appearanceOf(color, "output", host);
      const findings = first.map((one) => findingOf(one));
      return [...findings, ...others.map(findingOfLine)].map((one) => renderConcise(one, style));
    }
  }
}
