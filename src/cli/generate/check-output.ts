import type { OutputFile } from "../../codegen/emit/generated-file.js";
import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { cutToWidth, printable, printableName } from "../../crd/diagnostics/render/printable.js";
import { plural } from "../../crd/diagnostics/wording.js";
import type { Host } from "../host.js";
import { isText } from "../report/options.js";
import { printDiagnostics } from "../report/print-diagnostics.js";
import { printSummary } from "../report/summary.js";
import { appearanceOf } from "../terminal/appearance.js";
import type { ExitCode } from "../usage-error.js";
import { exitCode } from "../usage-error.js";
import type { GenerateCommand } from "./generate-command.js";
import type { OutputChange } from "./output-changes.js";

/**
 * `generate --check`: says of each output whether it is as it would be written, and which files are
 * not.
 */
export async function checkAll(
  changes: readonly OutputChange[],
  command: GenerateCommand,
  host: Host,
): Promise<ExitCode> {
  const last = changes.at(-1);
  let code: ExitCode = exitCode.good;
  // Each is looked at, whatever is wrong with those before it.
  for (const change of changes) {
    const verdict = await checkOutput(change, command, host);
    if (!verdict.isGood) code = exitCode.notGood;
    printSummary({ ...verdict, isPart: change !== last }, command, host);
  }
  return code;
}

interface Verdict {
  readonly isGood: boolean;
  readonly verdict: string;
}

async function checkOutput(
  change: OutputChange,
  command: GenerateCommand,
  host: Host,
): Promise<Verdict> {
  const { plan, output } = change;
  const out = printableName(output.out);
  const found = new Diagnostics();
  if (plan.isNew) {
    const values = { path: output.out, state: "does not exist" };
    found.report("output/out-of-date", undefined, values, { path: output.out });
    printAsData(found, command, host);
    const advice = "run the same command without --check to write it";
    return { isGood: false, verdict: `${out} does not exist; ${advice}` };
  }
  const outdated = await outdatedFiles(change, host);
  if (outdated.length === 0) return { isGood: true, verdict: `${out} is up to date` };
  if (isText(command.format)) await printFiles(outdated, change, command, host);
  for (const { path, state } of outdated) {
    const values = { path, state: states[state].text };
    found.report("output/out-of-date", undefined, values, { path: `${output.out}/${path}` });
  }
  printAsData(found, command, host);
  const advice = "run the same command without --check";
  return { isGood: false, verdict: `${out} is out of date: ${countsOf(outdated)}; ${advice}` };
}

/** How a file is not as it would be, in words for programs, and behind a number. */
const states = {
  differs: { text: "differs from what would be written", one: "differs", several: "differ" },
  missing: { text: "is missing", one: "is missing", several: "are missing" },
  stale: { text: "would no longer be written", one: "is stale", several: "are stale" },
} as const;

interface OutdatedFile {
  readonly path: string;
  readonly state: keyof typeof states;
  /** What would be written; none where nothing would. */
  readonly file?: OutputFile;
}

async function outdatedFiles(
  { plan, output }: OutputChange,
  host: Host,
): Promise<readonly OutdatedFile[]> {
  const outdated: OutdatedFile[] = [];
  for (const file of plan.write) {
    const isThere = (await host.kindOf(`${output.out}/${file.path}`)) !== undefined;
    outdated.push({ path: file.path, state: isThere ? "differs" : "missing", file });
  }
  return [...outdated, ...plan.remove.map((path) => ({ path, state: "stale" as const }))];
}

/** `3 files differ, 1 is missing and 2 are stale`. */
function countsOf(outdated: readonly OutdatedFile[]): string {
  const parts = Object.entries(states).flatMap(([state, { one, several }]) => {
    const count = outdated.filter((file) => file.state === state).length;
    return count === 0 ? [] : [{ count, verb: count === 1 ? one : several }];
  });
  return parts
    .map(({ count, verb }, index) => `${index === 0 ? plural(count, "file") : count} ${verb}`)
    .join(", ")
    .replace(/, ([^,]*)$/, " and $1");
}

/** For programs. */
function printAsData(found: Diagnostics, command: GenerateCommand, host: Host): void {
  if (!isText(command.format)) printDiagnostics(found.list, command, host);
}

const namedAtMost = 20;

/** A line for each file, and with `--verbose` the first lines that differ in some of them. */
async function printFiles(
  files: readonly OutdatedFile[],
  { output }: OutputChange,
  command: GenerateCommand,
  host: Host,
): Promise<void> {
  let shown = 0;
  for (const { path, state, file } of files.slice(0, namedAtMost)) {
    host.warn(`${state}: ${printableName(path)}\n`);
    if (!command.verbose || state !== "differs" || file === undefined) continue;
    if (++shown > comparedAtMost) continue;
    const content = await host.readFile(`${output.out}/${path}`);
    const lines = firstDifference(Buffer.from(content).toString("utf8"), file.text);
    printDifference(lines, command, host);
  }
  const more = files.length - namedAtMost;
  if (more > 0) host.warn(`… and ${plural(more, "other file")}\n`);
}

const comparedAtMost = 5;
const linesAtMost = 3;

/** Lines that stand in one text at a place where the other has others. */
interface Difference {
  /** The number of the first of them, from 1. */
  readonly line: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** How far the texts may run apart before their lines are alike again. */
const furthest = 200;

/** The first lines that differ, up to where the texts are alike again. */
function firstDifference(oldText: string, newText: string): Difference {
  const [before, after] = [oldText.split("\n"), newText.split("\n")];
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  const { old, fresh } = restOf(before.slice(start), after.slice(start));
  return {
    line: start + 1,
    before: before.slice(start, start + old),
    after: after.slice(start, start + fresh),
  };
}

/** How many lines of each are to be left out, so that what follows begins alike: the fewest. */
function restOf(
  before: readonly string[],
  after: readonly string[],
): { readonly old: number; readonly fresh: number } {
  for (let skipped = 1; skipped <= furthest; skipped++) {
    for (let old = 0; old <= skipped; old++) {
      const fresh = skipped - old;
      const isEnd = old >= before.length && fresh >= after.length;
      const line = before[old];
      if (isEnd || (line !== undefined && line.trim() !== "" && line === after[fresh]))
        return { old, fresh };
    }
  }
  return { old: before.length, fresh: after.length };
}

function printDifference(
  { line, before, after }: Difference,
  { color }: GenerateCommand,
  host: Host,
): void {
  const { paint, terminalColumns = Infinity } = appearanceOf(color, "error", host);
  const width = String(line + Math.max(before.length, after.length)).length;
  const print = (lines: readonly string[], mark: "-" | "+"): void => {
    for (const [index, text] of lines.slice(0, linesAtMost).entries()) {
      const shown = `  ${String(line + index).padStart(width)} ${mark} ${printable(text)}`;
      const fitting = cutToWidth(shown, terminalColumns);
      host.warn(`${paint(mark === "-" ? "red" : "green", fitting)}\n`);
    }
    const more = lines.length - linesAtMost;
    if (more > 0) host.warn(`  ${" ".repeat(width)} … ${plural(more, "more line")}\n`);
  };
  print(before, "-");
  print(after, "+");
}
