import { release } from "node:os";
import { version } from "../../codegen/pipeline/settings.js";
import { printable, printableLines } from "../../crd/diagnostics/render/printable.js";
import type { Environment } from "../../runtime/v1/node/proxy-environment.js";
import type { Host } from "../host.js";

/** The facts that a run has found so far, for bug reports. */
interface RunFacts {
  /** The file of the configuration. */
  readonly config: string | undefined;
  readonly inputs: number;
}

let known: RunFacts = { config: undefined, inputs: 0 };

/** Notes which configuration is used, before it is read. */
export function noteConfig(path: string | undefined): void {
  known = { ...known, config: path };
  logDebug(() => `configuration: ${path ?? "none"}`);
}

/** Notes that an argument stands for so many inputs. */
export function noteInputs(argument: string, count: number): void {
  known = { ...known, inputs: known.inputs + count };
  logDebug(() => `inputs of '${argument}': ${count}`);
}

/** All of it. */
export function runFacts(): RunFacts {
  return known;
}

/** Where bugs are reported: `bugs` of package.json (a test compares them). */
export const bugsUrl = "https://github.com/crdgen/crdgen/issues";

/** A name, and what there is to say of it. */
export type Fact = readonly [name: string, value: string];

/** Lists the program and the system that it runs on. */
export function programFacts(environment: Environment): readonly Fact[] {
  return [
    ["crdgen", version],
    ["Node.js", process.version],
    ["system", `${process.platform} ${process.arch} ${release()}`],
    ["package manager", packageManager(environment)],
  ];
}

/** npm, pnpm, yarn and bun say who they are in `npm_config_user_agent`. */
function packageManager(environment: Environment): string {
  const [first] = (environment["npm_config_user_agent"] ?? "").split(" ");
  return first === undefined || first === "" ? "not known" : first.replace("/", " ");
}

/** A line for each, one below the other. */
export function factLines(facts: readonly Fact[]): string {
  const width = Math.max(...facts.map(([name]) => name.length));
  return facts
    .map(([name, value]) => `${name.padEnd(width)}  ${printable(value).replaceAll("\n", " ")}\n`)
    .join("");
}

let log: Host | undefined;

/** From now on `logDebug` prints. */
export function startDebugLog(host: Host): void {
  log = host;
}

/** Tells whether `logDebug` prints. */
export function logsDebug(): boolean {
  return log !== undefined;
}

/** With `--debug`, prints what crdgen does: a line on standard error. */
export function logDebug(text: () => string): void {
  if (log === undefined) return;
  const time = performance.now().toFixed(0).padStart(6);
  log.warn(`debug ${time} ms  ${printableLines(text())}\n`);
}

/**
 * Tells whether a command line asks for the debug log, in whatever place, and whatever else is
 * wrong with it.
 */
export function wantsDebugLog(commandLine: readonly string[]): boolean {
  return optionsOf(commandLine).includes("--debug");
}

/** Tells likewise whether it asks for errors only. */
export function wantsQuiet(commandLine: readonly string[]): boolean {
  return optionsOf(commandLine).some((word) => word === "--quiet" || word === "-q");
}

/** Returns the words of a command line before `--`, behind which none is an option. */
export function optionsOf(commandLine: readonly string[]): readonly string[] {
  const end = commandLine.indexOf("--");
  return end === -1 ? commandLine : commandLine.slice(0, end);
}

/** The text in place of a secret. */
const mask = "***";

/** A command line without what is secret in it: the value of `--token`, and secrets in URLs. */
export function maskCommandLine(words: readonly string[]): readonly string[] {
  return words.map((word, index) => {
    if (words[index - 1] === "--token") return mask;
    return maskUrls(word.replace(/^--token=.*/s, `--token=${mask}`));
  });
}

/** Options as they were read, without what is secret in them. */
export function maskOptions(options: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(options, (key, value: unknown) => {
    if (key === "token" && value !== undefined) return mask;
    return typeof value === "string" ? maskUrls(value) : value;
  });
}

/** The user and the password of a URL, and all values of its query. */
export function maskUrls(text: string): string {
  return text.replace(/https?:\/\/\S+/gi, (url) =>
    url
      .replace(/^(https?:\/\/)[^/?#]*@/i, `$1${mask}@`)
      .replace(/([?&][^=&#]*=)[^&#]*/g, `$1${mask}`),
  );
}
