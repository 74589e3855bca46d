import { printableLines } from "../../crd/diagnostics/render/printable.js";
import type { Host } from "../host.js";
import { maskCommandLine, maskUrls } from "./mask-secrets.js";
import { bugsUrl, factLines, programFacts } from "./program-facts.js";
import { runFacts } from "./run-facts.js";

/** Prints all that a report of a bug needs but the inputs; secrets are left out. */
export function reportBug(error: unknown, commandLine: readonly string[], host: Host): void {
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
