import { printableLines } from "../../crd/diagnostics/render/printable.js";
import type { Host } from "../host.js";

let log: Host | undefined;

/** From now on `logDebug` prints. */
export function startDebugLog(host: Host): void {
  log = host;
}

/** Whether it does. */
export function isDebugLogged(): boolean {
  return log !== undefined;
}

/** With `--debug`, prints what crdgen does: a line on standard error. */
export function logDebug(text: () => string): void {
  if (log === undefined) return;
  const time = performance.now().toFixed(0).padStart(6);
  log.warn(`debug ${time} ms  ${printableLines(text())}\n`);
}

/** Whether a command line asks for it, wherever it says so, and whatever else is wrong with it. */
export function wantsDebugLog(commandLine: readonly string[]): boolean {
  const end = commandLine.indexOf("--");
  return (end === -1 ? commandLine : commandLine.slice(0, end)).includes("--debug");
}
