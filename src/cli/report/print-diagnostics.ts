import type { Diagnostic } from "../../crd/diagnostics/diagnostics.js";
import { fileOf, inSourceOrder, isError } from "../../crd/diagnostics/diagnostics.js";
import { printableName } from "../../crd/diagnostics/render/printable.js";
import {
  renderConcise,
  renderGithub,
  renderJson,
  renderText,
  toData,
} from "../../crd/diagnostics/render/render.js";
import { plural } from "../../crd/diagnostics/wording.js";
import { withOption } from "../advice.js";
import type { Host } from "../host.js";
import { fitLines } from "../process/fit.js";
import type { StreamName } from "../terminal/appearance.js";
import { appearanceOf } from "../terminal/appearance.js";
import type { JudgedSubject } from "./content.js";
import type { CommonOptions } from "./options.js";
import type { Weight } from "./select-shown.js";
import { hiddenText, leftText, selectShown, waysToSeeAll } from "./select-shown.js";

/** Where diagnostics go, and what they are about. */
export interface ReportOptions {
  /** The stream of text; default: standard error. Data goes to standard output. */
  readonly to?: StreamName;
  /** Where there are several, text has a heading above each. */
  readonly subjects?: readonly JudgedSubject[];
}

const shownAtMost = 100;

/**
 * Prints diagnostics: text with frames, at most 100 of them unless `--max-diagnostics` says
 * otherwise; or data, all of them. `quiet` keeps warnings back.
 */
export function printDiagnostics(
  list: readonly Diagnostic[],
  options: CommonOptions,
  host: Host,
  report: ReportOptions = {},
): void {
  const sorted = inSourceOrder(options.quiet ? list.filter(isError) : list);
  if (options.format === "text") {
    printText(sorted, options, host, report);
    return;
  }
  const names = namesOf(report.subjects ?? []);
  const { shown: chosen } = selectShown(sorted, options.maxDiagnostics ?? Infinity, (one) => ({
    group: names.get(one) ?? groupOf(one),
    isGrave: isError(one),
  }));
  const shown = chosen.map(withOption);
  if (options.format === "concise") {
    const style = appearanceOf(options.color, report.to ?? "error", host);
    const write = writerTo(report.to ?? "error", host);
    for (const diagnostic of shown) write(renderConcise(toData(diagnostic), style));
  } else {
    const render = options.format === "json" ? renderJson : renderGithub;
    for (const diagnostic of shown) host.print(`${render(diagnostic)}\n`);
  }
}

/** Writes lines to a stream. */
function writerTo(stream: StreamName, host: Host): (line: string) => void {
  return (line) => {
    if (stream === "output") host.print(`${line}\n`);
    else host.warn(`${line}\n`, true);
  };
}

function printText(
  sorted: readonly Diagnostic[],
  { color, maxDiagnostics = shownAtMost }: CommonOptions,
  host: Host,
  { to = "error", subjects = [] }: ReportOptions,
): void {
  const style = appearanceOf(color, to, host);
  const writeLine = writerTo(to, host);
  const write = (text: string): void => {
    writeLine(fitLines(text, style.terminalColumns));
  };
  const headings = new Map(subjects.length > 1 ? subjects.map(headingOf) : []);
  const blocks = blocksOf(sorted, namesOf(subjects));
  const weigh = ({ group, diagnostic }: Block): Weight => ({ group, isGrave: isError(diagnostic) });
  const { shown, left } = selectShown(blocks, maxDiagnostics, weigh);
  for (const [index, { group, diagnostic, consequences }] of shown.entries()) {
    const heading = headings.get(group);
    const isFirst = shown[index - 1]?.group !== group;
    if (heading !== undefined && isFirst) write(`${style.paint("bold", heading)}\n`);
    write(`${renderText(withOption(diagnostic), style, consequences)}\n`);
    const more = left.get(group);
    const isLast = shown[index + 1]?.group !== group;
    if (isLast && more !== undefined) write(`${leftText(group, more)}\n`);
  }
  const visible = new Set(shown.map(({ group }) => group));
  const hidden = [...left].filter(([group]) => !visible.has(group));
  if (hidden.length > 0) write(`${hiddenText(hidden)}\n`);
  if (left.size > 0) write(waysToSeeAll);
}

/** A diagnostic with what follows from it, and what it is about: a CRD, an object, or a file. */
interface Block {
  readonly group: string;
  readonly diagnostic: Diagnostic;
  readonly consequences: Diagnostic[];
}

function blocksOf(
  sorted: readonly Diagnostic[],
  names: ReadonlyMap<Diagnostic, string>,
): readonly Block[] {
  const blocks: Block[] = [];
  for (const diagnostic of sorted) {
    const group = names.get(diagnostic) ?? groupOf(diagnostic);
    const before = blocks.at(-1);
    if (isConsequence(diagnostic) && before?.group === group) before.consequences.push(diagnostic);
    else blocks.push({ group, diagnostic, consequences: [] });
  }
  return blocks;
}

/** Tells whether a diagnostic follows from others of its object, and has no place of its own. */
export function isConsequence({ behind }: Diagnostic): boolean {
  return behind !== undefined;
}

function namesOf(subjects: readonly JudgedSubject[]): ReadonlyMap<Diagnostic, string> {
  const names = new Map<Diagnostic, string>();
  for (const { name, list } of subjects) for (const one of list) names.set(one, name);
  return names;
}

/** `crontabs.example.com: 2 errors and 1 warning`. */
function headingOf({ name, list }: JudgedSubject): readonly [string, string] {
  return [name, `${printableName(name)}: ${countText(list)}`];
}

function groupOf(diagnostic: Diagnostic): string {
  return fileOf(diagnostic) ?? "the command line";
}

/** `2 errors, 1 warning and 1 notice`; `""` for nothing. */
export function countText(list: readonly Diagnostic[]): string {
  const parts = (["error", "warning", "notice"] as const)
    .map((kind) => [kind, list.filter((one) => isCounted(one, kind)).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => plural(count, kind));
  return parts.join(", ").replace(/, ([^,]*)$/, " and $1");
}

/** What follows from others is no fault of its own to a reader. */
function isCounted(diagnostic: Diagnostic, kind: Diagnostic["severity"]): boolean {
  return diagnostic.severity === kind && !isConsequence(diagnostic);
}
