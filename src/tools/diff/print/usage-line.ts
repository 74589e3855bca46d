import { printableName } from "../../../crd/diagnostics/render/printable.js";
import { githubCommand, githubFile } from "../../../crd/diagnostics/render/render-github.js";
import type { Position } from "../../../crd/source/source-file.js";

/** A line of a program that has to do with a change. */
export interface UsageLine {
  readonly source: string;
  readonly start: Position;
  readonly access: "reads" | "writes" | "names" | "passes it on";
  /** What the compiler says of the line with the new types. */
  readonly error?: string;
}

/** `src/a.ts:3:5 reads it, and stops compiling: …`. */
export function usageText({ source, start, access, error }: UsageLine): string {
  const what = access === "passes it on" ? access : `${access} it`;
  const consequence = error === undefined ? "" : `, and stops compiling: ${printableName(error)}`;
  return `${printableName(source)}:${start.line}:${start.column} ${what}${consequence}`;
}

/** An annotation beside the line. */
export function usageGithub(code: string, usage: UsageLine): string {
  const { source, start, error } = usage;
  const place = `${githubFile(source)}line=${start.line},col=${start.column},`;
  return githubCommand(error === undefined ? "notice" : "error", place, code, usageText(usage));
}
