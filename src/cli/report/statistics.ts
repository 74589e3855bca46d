import { compareTexts } from "../../crd/diagnostics/diagnostics.js";
import { printable } from "../../crd/diagnostics/render/printable.js";
import type { Paint } from "../../crd/diagnostics/render/render.js";
import { UsageError } from "../usage-error.js";
import type { CodeFacts } from "./code-pages.js";
import type { Finding } from "./content.js";
import type { CommonOptions, Format } from "./options.js";

/** How often a code occurs with a severity. */
export interface Statistic {
  readonly count: number;
  readonly severity: Finding["severity"];
  readonly code: string;
  readonly title: string;
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

const colours = { error: "red", warning: "yellow", notice: "blue" } as const;

/** A line for each code, in columns. */
export function statisticsText(list: readonly Statistic[], paint: Paint): readonly string[] {
  const widest = (texts: readonly string[]): number =>
    Math.max(0, ...texts.map(({ length }) => length));
  const digits = widest(list.map(({ count }) => String(count)));
  const severities = widest(list.map(({ severity }) => severity));
  const codes = widest(list.map(({ code }) => code));
  return list.map(({ count, severity, code, title }) => {
    const about = `${severity.padEnd(severities)}  ${code.padEnd(codes)}`;
    return `${String(count).padStart(digits)}  ${paint(colours[severity], about)}  ${printable(title)}`;
  });
}
