import { CommanderError } from "commander";
import { OptionError } from "../codegen/pipeline/settings.js";
import type { Diagnostic } from "../crd/diagnostics/diagnostics.js";
import { Diagnostics } from "../crd/diagnostics/diagnostics.js";
import { printableLines, printableName } from "../crd/diagnostics/render/printable.js";
import {
  renderConcise,
  renderGithub,
  renderJson,
  toData,
} from "../crd/diagnostics/render/render.js";
import {
  bugsUrl,
  factLines,
  logDebug,
  maskCommandLine,
  maskUrls,
  optionsOf,
  programFacts,
  runFacts,
} from "./facts/run-facts.js";
import type { Host } from "./host.js";
import { errorCode } from "./host.js";
import type { ReportContent } from "./report/content.js";
import type { Format } from "./report/options.js";
import { formats, isDocument } from "./report/options.js";
import type { ColourChoice } from "./terminal/appearance.js";
import { appearanceOf, painterFor } from "./terminal/appearance.js";
import type { ExitCode } from "./usage-error.js";
import { exitCode, UsageError } from "./usage-error.js";

/**
 * Prints what ended a command: one line for a fault of use, in the style asked for; all that is
 * known for a bug. Help and version are no faults, and were printed already.
 */
export function reportError(error: unknown, style: UsageStyle, host: Host): ExitCode {
  if (error instanceof CommanderError && error.exitCode === 0) return exitCode.good;
  if (error instanceof CommanderError && error.code === "commander.help") return exitCode.usage;
  if (isFaultOfUse(error)) {
    reportUsage(messageOfUse(error), helpOfUse(error), style, host);
    logDebug(() => error.stack ?? "");
    return exitCode.usage;
  }
  reportBug(error, process.argv.slice(2), host);
  return exitCode.bug;
}

/**
 * Likewise, and in a document where the command line asks for one: that cannot be made at once. It
 * goes to a file, so that whoever reads the log of a run is told, too.
 */
export async function reportInForm(
  error: unknown,
  style: UsageStyle,
  host: Host,
): Promise<ExitCode> {
  const { command, format, spareOutput } = style;
  const isTold = command !== undefined && isDocument(format) && !spareOutput;
  if (!isTold || !isFaultOfUse(error)) return reportError(error, style, host);
  const others = usageDiagnostics(messageOfUse(error), helpOfUse(error)).map(toData);
  const { printDocument } = await import("./report/documents.js");
  await printDocument({ command, subjects: [], others, endedEarly: true }, format, host);
  return reportError(error, style, host);
}

/**
 * Tells whether an error is no bug. Also what the system refuses where nobody thought of it, such
 * as to list a folder; its message names the path.
 */
export function isFaultOfUse(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  // What commander finds is said in our words, but for what nobody thought of.
  if (error instanceof CommanderError) return error.exitCode !== 0;
  if (error instanceof UsageError || error instanceof OptionError) return true;
  if (error.name === "CodeGenerationForbiddenError") return true;
  const code = errorCode(error);
  if (code === "ERR_ACCESS_DENIED") return true; // by Node's own --permission
  return code !== undefined && "syscall" in error && ("path" in error || isLostFolder(error));
}

/** The working folder was removed while a shell stood in it. */
function isLostFolder(error: Error): boolean {
  return "syscall" in error && error.syscall === "uv_cwd";
}

/**
 * A message of the library under the name that its option has on the command line:
 * `--kubernetes-version: …`.
 */
function messageOfUse(error: Error): string {
  if (isLostFolder(error)) return "the working folder does not exist any more";
  if (error instanceof CommanderError) return error.message.replace(/^error: /, "");
  if (!(error instanceof OptionError)) return error.message;
  const flag = flags.get(error.option);
  return flag === undefined ? error.message : `${flag}: ${error.fault}`;
}

function helpOfUse(error: Error): string | undefined {
  return error instanceof UsageError ? error.help : undefined;
}

/** The options of the library whose faults commander leaves to it. */
const flags: ReadonlyMap<string, string> = new Map([
  ["parts", "--parts"],
  ["kubernetesVersion", "--kubernetes-version"],
  ["minimumVersion", "--minimum-version"],
  ["runtimeEntries", "--runtime-entries"],
  ["importExtension", "--import-extension"],
  ["skipInvalid", "--skip-invalid"],
  ["builtIn", "--built-in"],
]);

/** Prints all that a report of a bug needs but the inputs; secrets are left out. */
function reportBug(error: unknown, commandLine: readonly string[], host: Host): void {
  const { config, inputs } = runFacts();
  const facts = factLines([
    ...programFacts(host.environment),
    ["command line", ["crdgen", ...maskCommandLine(commandLine)].map(quoted).join(" ")],
    ["configuration", config ?? "none"],
    ["inputs", String(inputs)],
  ]);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  host.warn(
    `error: this is a bug in crdgen. Please report it at ${bugsUrl}, with this text and the input that leads to it:\n\n${facts}\n${printableLines(maskUrls(stack))}\n`,
  );
}

/** As a shell takes it. */
function quoted(word: string): string {
  return /^[\w./:=,@%+*-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** How a fault of use is told: there may be no options yet, for the fault may be one of them. */
interface UsageStyle {
  readonly format: Format;
  /** Default: `auto`. */
  readonly color?: ColourChoice;
  /** The command, as far as it is one whose reports are documents. */
  readonly command: ReportContent["command"] | undefined;
  /** Standard output is for objects, such as with `validate --print`. */
  readonly spareOutput: boolean;
}

/**
 * Returns the style that a command line asks for with `--format` or `--json`, in whatever place,
 * and whatever else is wrong with the line.
 */
export function usageStyle(commandLine: readonly string[]): UsageStyle {
  const options = optionsOf(commandLine);
  let format: Format = "text";
  let color: ColourChoice = "auto";
  for (const [index, option] of options.entries()) {
    const named = option === "--format" ? options[index + 1] : /^--format=(.*)$/.exec(option)?.[1];
    const value = option === "--json" ? "json" : named?.toLowerCase();
    format = formats.find((one) => one === value) ?? format;
    color = colourOf(option, options[index + 1]) ?? color;
  }
  const command = (["lint", "validate", "diff"] as const).find((name) => name === options[0]);
  const spareOutput =
    command === "validate" && options.some((option) => /^(?:--print$|--output|-o)/.test(option));
  return { format, color, command, spareOutput };
}

function colourOf(option: string, next: string | undefined): ColourChoice | undefined {
  if (option === "--no-color") return "never";
  const value = option === "--color" ? next : /^--color=(.*)$/.exec(option)?.[1];
  return (["always", "never"] as const).find((one) => one === value?.toLowerCase());
}

/**
 * Prints a fault of use: `error: …` on standard error, or data in place of the diagnostics that
 * there would have been.
 */
function reportUsage(
  reason: string,
  help: string | undefined,
  { format, color = "auto", spareOutput }: UsageStyle,
  host: Host,
): void {
  if (format === "json" || format === "github") {
    const render = format === "json" ? renderJson : renderGithub;
    const text = usageDiagnostics(reason, help).map((one) => `${render(one)}\n`);
    if (spareOutput) host.warn(text.join(""), true);
    else host.print(text.join(""));
  } else if (format === "concise") {
    const hint = help === undefined ? "" : ` (${printableName(help)})`;
    const style = appearanceOf(color, "error", host);
    for (const one of usageDiagnostics(reason, help))
      host.warn(`${renderConcise(toData(one), style)}${hint}\n`, true);
  } else {
    const hint = help === undefined ? "" : `(${printableLines(help)})\n`;
    const paint = painterFor(color, "error", host);
    const label = paint("bold", paint("red", "error"));
    host.warn(`${label}: ${printableLines(reason)}\n${hint}`);
  }
}

function usageDiagnostics(reason: string, help: string | undefined): readonly Diagnostic[] {
  const diagnostics = new Diagnostics();
  diagnostics.report("usage/invalid", undefined, { reason }, { help });
  return diagnostics.list;
}
