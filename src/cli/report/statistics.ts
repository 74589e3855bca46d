import { compareTexts } from "../../crd/diagnostics/diagnostics.js";
import { cutToWidth, printable } from "../../crd/diagnostics/render/printable.js";
import type { Paint } from "../../crd/diagnostics/render/render.js";
import { severityColours } from "../../crd/diagnostics/render/render.js";
import type { Host } from "../host.js";
import type { CodeFacts } from "./code-pages.js";
import { readCodes } from "./code-pages.js";
import type { Finding } from "./content.js";
import type { Format } from "./options.js";

/** How often a code occurs with a severity. */
export interface Statistic {
  readonly count: number;
  readonly severity: Finding["severity"];
  readonly code: string;
  readonly title: string;
}

/** Counts codes, the most frequent first. */
export function statisticsOf(
  findings: readonly Pick<Finding, "code" | "severity">[],
  codes: ReadonlyMap<string, CodeFacts>,
): readonly Statistic[] {
  const counts = new Map<string, Statistic>();
  for (const { code, severity } of findings) {
    const key = `${severity} ${code}`;
    const count = (counts.get(key)?.count ?? 0) + 1;
    counts.set(key, { count, severity, code, title: codes.get(code)?.title ?? code });
  }
  return [...counts.values()].sort(
    (left, right) =>
      right.count - left.count ||
      compareTexts(left.code, right.code) ||
      compareTexts(left.severity, right.severity),
  );
}

/** Prints how often each code occurs, for people or one JSON object a line. */
export async function printStatistics(
  findings: readonly Pick<Finding, "code" | "severity">[],
  format: Format,
  paint: Paint,
  host: Host,
): Promise<void> {
  const codes = await readCodes(
    findings.map(({ code }) => code),
    host,
  );
  const list = statisticsOf(findings, codes);
  const lines =
    format === "json"
      ? list.map((one) => printable(JSON.stringify(one)))
      : statisticsText(list, paint, host.outputColumns);
  for (const line of lines) host.print(`${line}\n`);
}

/** Less of a title tells nothing. */
const narrowestTitle = 10;

/** A line for each code, in columns; titles are cut where a terminal is too narrow for them. */
export function statisticsText(
  list: readonly Statistic[],
  paint: Paint,
  terminalColumns = Infinity,
): readonly string[] {
  const widest = (texts: readonly string[]): number =>
    Math.max(0, ...texts.map(({ length }) => length));
  const digits = widest(list.map(({ count }) => String(count)));
  const severities = widest(list.map(({ severity }) => severity));
  const codes = widest(list.map(({ code }) => code));
  return list.map(({ count, severity, code, title }) => {
    const about = `${severity.padEnd(severities)}  ${code.padEnd(codes)}`;
    const room = terminalColumns - digits - about.length - 4;
    const shown = room < narrowestTitle ? "" : `  ${cutToWidth(printable(title), room)}`;
    return `${String(count).padStart(digits)}  ${paint(severityColours[severity], about)}${shown}`;
  });
}
