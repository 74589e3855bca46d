import { plural } from "../../crd/diagnostics/wording.js";
import type { Change, JudgedChange } from "../../tools/diff/change.js";
import { breaks } from "../../tools/diff/change.js";
import type { UsageLine } from "../../tools/diff/print/text.js";
import type { Summary } from "../report/summary.js";
import type { UsageReport } from "./usages/usage-report.js";

/** All that decides how a comparison ended. */
export interface DiffEnd {
  readonly judged: readonly JudgedChange[];
  /** How many CRDs are on either side. */
  readonly crds: number;
  /** How many errors the new CRDs have. */
  readonly errors: number;
  readonly failOn: string | undefined;
  readonly report: UsageReport | undefined;
  /** What else is said of the inputs. */
  readonly inputs: string;
}

/** The last line of a comparison: whom it breaks, and how many changes of each sort there are. */
export function summaryOfDiff(end: DiffEnd): Summary {
  const { judged, errors, report, inputs } = end;
  const failing = report === undefined ? 0 : failingLines(report).size;
  const isGood = failing === 0 && errors === 0 && !judged.some(({ fails }) => fails);
  return { isGood, verdict: verdictOf(end, failing), more: `${countsText(judged)}${inputs}` };
}

function verdictOf({ judged, crds, errors, failOn }: DiffEnd, failing: number): string {
  const failed = namesOf(judged.filter(({ fails }) => fails));
  const broken = namesOf(judged.filter(breaks));
  const limit = `--fail-on ${failOn ?? ""}`;
  if (failed > 0 && broken === 0) return `${someOf(failed, crds)} changes that ${limit} counts`;
  if (broken > 0) {
    const passed = failed > 0 ? "" : `, and none that ${limit} counts`;
    return `${someOf(broken, crds)} changes that break somebody${passed}`;
  }
  if (failing > 0)
    return `${plural(failing, "line")} of your program no longer ${failing === 1 ? "compiles" : "compile"}`;
  if (errors > 0)
    return `the new side has ${plural(errors, "error")}, and no change that breaks anybody`;
  const have = crds === 1 ? "has" : "have";
  if (judged.length === 0) return `${plural(crds, "CRD")} ${have} not changed`;
  return `${plural(crds, "CRD")} ${have} no change that breaks anybody`;
}

/** `12 of 320 CRDs have`. */
function someOf(count: number, all: number): string {
  if (count === all) return all === 1 ? "1 CRD has" : `all ${all} CRDs have`;
  return `${count} of ${plural(all, "CRD")} ${count === 1 ? "has" : "have"}`;
}

function namesOf(judged: readonly JudgedChange[]): number {
  return new Set(judged.map(({ change }) => change.resource)).size;
}

/** `: 45 breaking, 3 not decided; 610 safe; 2 CRDs are new`; empty for nothing. */
function countsText(judged: readonly JudgedChange[]): string {
  const count = (isCounted: (one: JudgedChange) => boolean): number =>
    judged.filter(isCounted).length;
  const isText = ({ code }: Change): boolean => code === "diff/description-changed";
  const grave = told([
    [count((one) => breaks(one) && one.effect !== "unknown"), "breaking"],
    [count((one) => breaks(one) && one.effect === "unknown"), "not decided"],
  ]);
  const others = told([
    [count(({ isAllowed }) => isAllowed), "ignored"],
    [count(({ effect, isAllowed }) => effect === "behaviour" && !isAllowed), "of behaviour"],
    [count(({ effect, change }) => effect === "safe" && !isText(change)), "safe"],
    [count(({ change }) => isText(change)), "of descriptions"],
  ]);
  const alone = told([
    [namesOf(judged.filter(({ change }) => change.code === "diff/crd-added")), "new"],
    [namesOf(judged.filter(({ change }) => change.code === "diff/crd-removed")), "gone"],
  ]);
  const crds = alone === "" ? "" : `of the CRDs, ${alone}`;
  const parts = [grave, others, crds].filter((part) => part !== "");
  return parts.length === 0 ? "" : `: ${parts.join("; ")}`;
}

function told(parts: readonly (readonly [count: number, what: string])[]): string {
  const found = parts.filter(([count]) => count > 0);
  return found.map(([count, what]) => `${count} ${what}`).join(", ");
}

/** What the changes mean to a program. */
export function usageSummary(report: UsageReport): string {
  const { ofChanges, others, renamed } = report;
  const lines = new Set([...ofChanges.values(), others].flat().map(placeOfLine));
  const failing = failingLines(report).size;
  const files = renamed.length === 0 ? "" : `; renamed fields in ${plural(renamed.length, "file")}`;
  return `the changes affect ${plural(lines.size, "line")} of your program; ${failing} no longer ${failing === 1 ? "compiles" : "compile"}${files}`;
}

/** The lines that stop compiling. */
function failingLines({ ofChanges, others }: UsageReport): ReadonlySet<string> {
  const lines = [...ofChanges.values(), others].flat();
  return new Set(lines.filter(({ error }) => error !== undefined).map(placeOfLine));
}

function placeOfLine({ source, start }: UsageLine): string {
  return `${source}:${start.line}`;
}
