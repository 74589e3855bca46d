import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { printable } from "../../crd/diagnostics/render/printable.js";
import type { Host } from "../host.js";
import type { ExitCode } from "../usage-error.js";
import { exitCode } from "../usage-error.js";
import type { Candidate, Proposal } from "./propose.js";
import { propose } from "./propose.js";

/** The flags that the scripts of `crdgen completion` pass. */
export interface CompleteFlags {
  readonly shell: "bash" | "zsh" | "fish";
  /** Where bash breaks words: its `COMP_WORDBREAKS`. */
  readonly breaks: string;
}

/**
 * `crdgen complete`: what can stand at the cursor, for the scripts of `crdgen completion`. zsh and
 * fish give all words behind the name of the program, the last one up to the cursor; bash gives the
 * whole line up to there.
 *
 * The first line says what the shell has to look for besides (`none`, `files` or `folders`), and
 * with `nospace` that the word goes on. Each line behind it is a candidate, for zsh and fish with a
 * tab and a description. Nothing is printed of what goes wrong: it would stand in the line that
 * somebody types.
 */
export async function completeCommand(
  given: readonly string[],
  { shell, breaks }: CompleteFlags,
  root: Command,
  host: Host,
): Promise<ExitCode> {
  try {
    const { words, isQuoted } =
      shell === "bash" ? splitBashLine(given[0] ?? "") : { words: given, isQuoted: false };
    const proposal = await propose(root, words, host);
    const typed = words.at(-1) ?? "";
    const cut = shell === "bash" && !isQuoted ? lastBreak(typed, breaks) : 0;
    host.print(answerText(proposal, typed, (one) => lineOf(one, cut, shell)));
  } catch {
    // Whoever runs the command is told.
  }
  return exitCode.good;
}

function splitBashLine(line: string): ReturnType<typeof splitLine> {
  const { words, isQuoted } = splitLine(line);
  return { words: words.slice(1), isQuoted };
}

/** How many characters of a word bash does not replace. */
function lastBreak(word: string, breaks: string): number {
  for (let length = word.length; length > 0; length--)
    if (breaks.includes(word.charAt(length - 1))) return length;
  return 0;
}

function answerText(
  { candidates, paths, goesOn }: Proposal,
  typed: string,
  toLine: (candidate: Candidate) => string,
): string {
  const fitting = candidates.filter(({ value }) => value.startsWith(typed) && isHarmless(value));
  return [`${paths}${goesOn ? " nospace" : ""}`, ...new Set(fitting.map(toLine)), ""].join("\n");
}

/** bash writes a candidate as it is: a name of a CRD must not become a part of a command. */
function isHarmless(value: string): boolean {
  return /^[\w./:=,@+-]+$/.test(value);
}

function lineOf({ value, about }: Candidate, cut: number, shell: CompleteFlags["shell"]): string {
  if (shell === "bash") return value.slice(cut);
  return about === "" ? value : `${value}\t${printable(about).replaceAll("\n", " ")}`;
}

/** A command line up to the cursor, as a shell splits it. */
interface SplitLine {
  /** The last one is where the cursor is; `""` behind a space. */
  readonly words: readonly string[];
  /** The last word stands in quotes that are not closed. */
  readonly isQuoted: boolean;
}

/**
 * Splits a line of bash into words, and takes quotes and backslashes away. Nothing is expanded:
 * `$(…)`, variables and patterns stay as they are.
 *
 * Source: POSIX, Shell Command Language, 2.2 Quoting.
 */
export function splitLine(line: string): SplitLine {
  const words: string[] = [];
  let [word, quote, isInWord]: [string, string, boolean] = ["", "", false];
  for (let at = 0; at < line.length; at++) {
    const unit = line.charAt(at);
    if (quote === "" && /\s/.test(unit)) {
      if (isInWord) words.push(word);
      [word, isInWord] = ["", false];
      continue;
    }
    isInWord = true;
    if (unit === quote) quote = "";
    else if (quote === "" && (unit === "'" || unit === '"')) quote = unit;
    else if (unit === "\\" && isEscape(line.charAt(at + 1), quote)) word += line.charAt(++at);
    else word += unit;
  }
  return { words: [...words, word], isQuoted: quote !== "" };
}

/** Within double quotes a backslash stands for itself before most characters. */
function isEscape(next: string, quote: string): boolean {
  return quote === "" ? next !== "" : quote === '"' && /["$\\`]/.test(next);
}

/** Seen from `dist/cli`, where the bundle lies. */
const scripts = new URL("../../templates/completion/", import.meta.url);

/**
 * `crdgen completion SHELL`: prints a script that lets the shell ask `crdgen complete`. It knows no
 * command and no option itself, so it need not change with crdgen, and it never lets the shell
 * evaluate what was typed or what is proposed.
 *
 * The scripts are our own: those of `@bomb.sh/tab` 0.0.22 evaluate the words of the line, and let
 * bash expand the candidates, which here are names of CRDs that nobody vouches for. Its sources of
 * values have to answer at once, without reading files.
 */
export async function completionCommand(
  shell: "bash" | "zsh" | "fish",
  host: Host,
): Promise<ExitCode> {
  const script = await host.readFile(fileURLToPath(new URL(`crdgen.${shell}`, scripts)));
  host.print(Buffer.from(script).toString("utf8"));
  return exitCode.good;
}
