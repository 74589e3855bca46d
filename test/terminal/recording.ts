import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { release } from "node:os";
import { join } from "node:path";
import { version } from "../../src/codegen/pipeline/settings.js";
import type { VirtualTerminal } from "../support/virtual-terminal.js";

/** One way in which a scenario is shown: which terminal, and what the environment says. */
export interface Variant {
  readonly name: string;
  readonly columns: number;
  readonly env: Readonly<Record<string, string>>;
  /** Neither stream is a terminal. */
  readonly isPiped?: boolean;
  /** Escape codes are shown as marks. */
  readonly isColourful?: boolean;
}

const widths = [60, 80, 100, 160] as const;
const plain = { NO_COLOR: "1" };

/** The variants whose screens are recorded. */
export const recordedVariants: readonly Variant[] = [
  ...widths.map((columns) => ({ name: `${columns} columns`, columns, env: plain })),
  { name: "colours", columns: 80, env: {}, isColourful: true },
  { name: "TERM=dumb", columns: 80, env: { TERM: "dumb" } },
  { name: "CI=true", columns: 80, env: { CI: "true" }, isColourful: true },
  {
    name: "GITHUB_ACTIONS=true",
    columns: 80,
    env: { CI: "true", GITHUB_ACTIONS: "true" },
    isColourful: true,
  },
  { name: "piped", columns: 80, env: {}, isPiped: true },
];

/** Those whose screens have to be those without colours, but for the colours. */
export const colourfulVariants: readonly Variant[] = widths
  .filter((columns) => columns !== 80)
  .map((columns) => ({ name: `colours, ${columns} columns`, columns, env: {} }));

/** What a run showed, as text: the rows of the screen, or what each stream was given. */
export interface Shown {
  readonly variant: string;
  readonly text: string;
  readonly ending: string;
}

/** A scenario with all that was shown, as a part of a file. */
export function sectionOf(command: string, shown: readonly Shown[]): string {
  const groups = new Map<string, string[]>();
  for (const { variant, text, ending } of shown) {
    const key = `${ending}\n${text}`;
    groups.set(key, [...(groups.get(key) ?? []), variant]);
  }
  const parts = [...groups].map(([key, variants]) => {
    const [ending = "", ...text] = key.split("\n");
    return `──── ${variants.join("; ")} ──── ${ending}\n${text.join("\n")}`;
  });
  return [`$ ${command}`, ...parts].join("\n");
}

const folder = join(import.meta.dirname, "screens");
const heading = /^════ (.*) ════$/m;

/** Where the screens of a command are recorded. */
export function fileOf(command: string): string {
  return join(folder, `${command}.txt`);
}

/** The recorded scenarios of a command, by their titles. */
export function readRecorded(command: string): ReadonlyMap<string, string> {
  let text: string;
  try {
    text = readFileSync(fileOf(command), "utf8");
  } catch {
    return new Map();
  }
  const [, ...parts] = text.split(heading);
  const sections = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2)
    sections.set(parts[at] ?? "", (parts[at + 1] ?? "").trim());
  return sections;
}

/** The file of a command. */
export function printRecorded(command: string, sections: ReadonlyMap<string, string>): string {
  const top = `What crdgen ${command} shows, recorded by npm run screens. ↳ goes on with a line that is too
wide, and rows in the middle of what is long are left out.
Terminals: NO_COLOR=1 at four widths, and at 80 columns colours as marks, TERM=dumb, CI, and pipes.`;
  const parts = [...sections].map(([title, text]) => `════ ${title} ════\n${text}\n`);
  return [`${top}\n`, ...parts].join("\n");
}

const machine = `${process.platform} ${process.arch} ${release()}`;
const gitVersion = spawnSync("git", ["--version"], { encoding: "utf8" })
  .stdout.split(" ")[2]
  ?.trim();

/** What differs from run to run: times, ports, versions, the machine, folders. */
export function masked(text: string, cwd: string): string {
  return text
    .replaceAll(cwd, "/work")
    .replaceAll(machine, "linux x64 6.0.0")
    .replaceAll(process.version, "v20.0.0")
    .replaceAll(version, "0.0.0")
    .replaceAll(gitVersion ?? "no git", "2.0.0")
    .replace(/\bin(\s+)\d+\.\d+ s\b/g, "in$1" + "0.0 s")
    .replace(/\bin \d+ min\b/g, "in 0.0 s")
    .replace(/(127\.0\.0\.1|0\.0\.0\.0):\d{4,5}/g, "$1:00000")
    .replace(/\b\d\d:\d\d:\d\d\b/g, "00:00:00");
}

const [shownFirst, shownLast] = [32, 12];

/** The middle of what is long is left out: a hundred diagnostics tell no more than ten. */
export function shortened(text: string): string {
  const rows = text.split("\n");
  const left = rows.length - shownFirst - shownLast;
  if (left < 6) return text;
  return [...rows.slice(0, shownFirst), `⋮ ${left} rows`, ...rows.slice(-shownLast)].join("\n");
}

/** The rows of a terminal, with marks for lines that go on; `isColourful`: and for colours. */
export async function shownRows(terminal: VirtualTerminal, isColourful = false): Promise<string> {
  const rows = await (isColourful ? terminal.markedRows() : terminal.rows());
  return rows.map(({ text, isWrapped }) => (isWrapped ? `↳${text}` : text)).join("\n");
}

/** Takes the marks of colours away. */
export function withoutMarks(text: string): string {
  return text.replace(/‹[a-z /]*›/g, "");
}
