import type { Diagnostic } from "../../crd/diagnostics/diagnostics.js";
import { fileOf, isError } from "../../crd/diagnostics/diagnostics.js";
import { printableName } from "../../crd/diagnostics/render/printable.js";
import { plural } from "../../crd/diagnostics/wording.js";
import type { Host } from "../host.js";
import { painterFor } from "../terminal/appearance.js";
import type { JudgedSubject } from "./content.js";
import type { CommonOptions } from "./options.js";
import { isText } from "./options.js";
import { countText } from "./print-diagnostics.js";

/** How a run ended. */
export interface Summary {
  readonly isGood: boolean;
  /** What became of what was asked for: `12 CRDs are accepted by Kubernetes 1.37`. */
  readonly verdict: string;
  /** What else there is to say, behind the time: `: 5 warnings`. */
  readonly more?: string;
  /** Others follow, and the last of them says how long it took. */
  readonly isPart?: boolean;
}

/** What a run says when it has ended well: of each output, and hints. */
export interface RunEnd {
  /** What programs are told, on standard output; `""` where none reads it. */
  readonly data: string;
  readonly summaries: readonly Summary[];
  readonly hints: string;
}

let began = 0;

/** Counts the time of the next summary from now on; without it, since the process began. */
export function beginRun(): void {
  began = performance.now();
}

/**
 * Prints a summary on standard error, with the time that the run took where a person looks at it.
 * `quiet` keeps back what is good.
 */
export function printSummary(
  { isGood, verdict, more = "", isPart = false }: Summary,
  { quiet, color }: Pick<CommonOptions, "quiet" | "color">,
  host: Host,
): void {
  if (quiet && isGood) return;
  const paint = painterFor(color, "error", host);
  const time = host.errorIsTerminal && !isPart ? ` in ${seconds(performance.now() - began)}` : "";
  const head = paint(isGood ? "green" : "red", `${isGood ? "✓" : "✗"} ${verdict}`);
  host.warn(`${head}${time}${more}\n`);
}

/** How many of what was asked for got which answer. */
export interface Tally {
  /** What was judged, such as `CRD`. */
  readonly noun: string;
  /** Behind the noun: ` (3 updates)`. */
  readonly note?: string;
  readonly judged: number;
  readonly refused: number;
  /** What could not be judged; default: none. */
  readonly unjudged?: number;
  /** Something else is wrong, such as a file that cannot be read. */
  readonly hasErrors: boolean;
}

/** `3 of 12 CRDs are refused by Kubernetes 1.37`. */
export function verdictText(tally: Tally, minor: number): string {
  const { noun, note = "", judged, refused, unjudged = 0, hasErrors } = tally;
  const count = judged + unjudged;
  const things = plural(count, noun) + note;
  const end = (told: number, verb: string): string =>
    `${told === 1 ? "is" : "are"} ${verb} by Kubernetes 1.${minor}`;
  if (refused > 0) {
    if (refused < count) return `${refused} of ${things} ${end(refused, "refused")}`;
    return `${count === 1 ? "" : "all "}${things} ${end(count, "refused")}`;
  }
  if (unjudged > 0) return `${judged} of ${things} ${end(judged, "accepted")}`;
  const but = hasErrors ? ", but the inputs have errors" : "";
  return `${things} ${end(count, "accepted")}${but}`;
}

/** `: 2 errors and 1 warning`; empty for nothing. */
export function faultText(list: readonly Diagnostic[]): string {
  const faults = countText(list);
  return faults === "" ? "" : `: ${faults}`;
}

/** Says that nothing came of a run, and how many faults there are, which were printed. */
export function printNothing(
  verdict: string,
  list: readonly Diagnostic[],
  options: Pick<CommonOptions, "quiet" | "color">,
  host: Host,
): void {
  printSummary({ isGood: false, verdict, more: faultText(list) }, options, host);
}

const namedAtMost = 20;

/**
 * Lists what has errors, below a summary of several: CRDs or objects, and files that could not be
 * read.
 */
export function printFaulty(
  subjects: readonly JudgedSubject[],
  list: readonly Diagnostic[],
  { format, quiet }: CommonOptions,
  host: Host,
): void {
  if (quiet || !isText(format)) return;
  const lines = [...subjects.flatMap(faultyLine), ...faultyFiles(subjects, list)];
  if (lines.length < 2 && subjects.length < 2) return;
  const more = lines.length - namedAtMost;
  const rest = more > 0 ? [`… and ${more} more`] : [];
  for (const line of [...lines.slice(0, namedAtMost), ...rest]) {
    host.warn(`  ${line}\n`);
  }
}

function faultyLine({ name, source = "", line = 1, list }: JudgedSubject): readonly string[] {
  const errors = list.filter(isError).length;
  if (errors === 0) return [];
  return [
    `${printableName(name)} (${plural(errors, "error")}) in ${printableName(source)}:${line}`,
  ];
}

/** Files with errors that belong to no subject. */
function faultyFiles(
  subjects: readonly JudgedSubject[],
  list: readonly Diagnostic[],
): readonly string[] {
  const owned = new Set(subjects.flatMap((subject) => subject.list));
  const counts = new Map<string, number>();
  for (const one of list) {
    const path = fileOf(one);
    if (path === undefined || !isError(one) || owned.has(one)) continue;
    counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return Array.from(
    counts,
    ([path, errors]) => `${printableName(path)} (${plural(errors, "error")})`,
  );
}

function seconds(milliseconds: number): string {
  const count = milliseconds / 1_000;
  return `${count.toFixed(count < 0.1 ? 2 : 1)} s`;
}
