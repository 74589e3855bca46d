import { Diagnostics } from "../crd/diagnostics/diagnostics.js";
import { printableLines } from "../crd/diagnostics/render/printable.js";
import { renderJson } from "../crd/diagnostics/render/render-data.js";
import { renderGithub } from "../crd/diagnostics/render/render-github.js";
import type { Host } from "./host.js";

/** How a fault of use is told: there may be no options yet, for the fault may be one of them. */
export interface UsageStyle {
  readonly format: "text" | "json" | "github";
  /** Standard output is for objects, such as with `validate --print`. */
  readonly spareOutput: boolean;
}

/**
 * What a command line asks for with `--format`, wherever it stands, and whatever else is wrong with
 * the line.
 */
export function usageStyle(commandLine: readonly string[]): UsageStyle {
  const end = commandLine.indexOf("--");
  const options = end === -1 ? commandLine : commandLine.slice(0, end);
  let format: UsageStyle["format"] = "text";
  for (const [index, option] of options.entries()) {
    const value = option === "--format" ? options[index + 1] : /^--format=(.*)$/.exec(option)?.[1];
    if (value === "json" || value === "github" || value === "text") format = value;
  }
  const spareOutput =
    options[0] === "validate" && options.some((option) => /^(?:--print$|--output|-o)/.test(option));
  return { format, spareOutput };
}

/**
 * Prints a fault of use: `error: …` on standard error, or data in place of the diagnostics that
 * there would have been.
 */
export function reportUsage(
  reason: string,
  help: string | undefined,
  { format, spareOutput }: UsageStyle,
  host: Host,
): void {
  if (format === "text") {
    const hint = help === undefined ? "" : `(${printableLines(help)})\n`;
    host.warn(`error: ${printableLines(reason)}\n${hint}`);
    return;
  }
  const diagnostics = new Diagnostics();
  diagnostics.report("usage/invalid", undefined, { reason }, { help });
  const render = format === "json" ? renderJson : renderGithub;
  const text = diagnostics.list.map((diagnostic) => `${render(diagnostic)}\n`).join("");
  if (spareOutput) host.warn(text);
  else host.print(text);
}
