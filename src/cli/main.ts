#!/usr/bin/env node
import { measurePhases, phaseTable } from "../codegen/pipeline/settings.js";
import { reasonOf } from "../crd/diagnostics/wording.js";
import { startDebugLog, wantsDebugLog, wantsQuiet } from "./facts/run-facts.js";
import { foreignCode } from "./foreign-code.js";
import { errorCode, processHost } from "./host.js";
import { optimizeLater } from "./optimize-later.js";
import { endOnSignals, endProcess } from "./process/signals.js";
import { createProgram } from "./program.js";
import { reportError, reportInForm, usageStyle } from "./report-error.js";
import type { ExitCode } from "./usage-error.js";
import { exitCode, UsageError } from "./usage-error.js";

const commandLine = process.argv.slice(2);
const host = processHost(wantsQuiet(commandLine));
const style = usageStyle(commandLine);

/** Runs a command line; never throws. */
async function main(): Promise<ExitCode> {
  let code: ExitCode = exitCode.good;
  try {
    const program = createProgram(host, (finished) => {
      code = finished;
    });
    await program.parseAsync();
    return code;
  } catch (error) {
    return reportInForm(error, style, host);
  }
}

/**
 * Ends the process with an error that nobody caught: code of the user's may have left it behind,
 * such as in a timer.
 */
function endWithUncaught(error: unknown): void {
  const owner = foreignCode();
  const reason = (): string => `${owner ?? ""}: an uncaught error: ${reasonOf(error)}`;
  endProcess(reportError(owner === undefined ? error : new UsageError(reason()), style, host));
}

/** The exit code of Node where nothing is left to do but to wait for what cannot come any more. */
const unsettledAwait = 13;

/** A process that says nothing and ends with 0 would look as if all had been done. */
function noteEarlyEnd(code: number): void {
  if (run.isDone || (code !== 0 && code !== unsettledAwait)) return;
  const owner = foreignCode();
  const reason =
    "the run ended early: something ended the process, or an awaited promise never settled";
  process.exitCode = reportError(
    owner === undefined ? new Error(reason) : new UsageError(`${owner}: ${reason}`),
    style,
    host,
  );
}

/** Ends a process in which code of the user's left something running, such as a connection. */
function endWithForeignCode(): void {
  if (foreignCode() === undefined) return;
  process.stdout.write("", () => process.stderr.write("", () => process.exit()));
}

/** Nothing stays of a line that said how far a run was. */
function leaveTerminal(): void {
  host.showStatus(undefined);
  // Behind the ^C that the terminal shows.
  if (host.errorIsTerminal) host.warn("\n");
}

const run = { isDone: false };
const output = { isLost: false };

/**
 * Says once that the output does not fit, such as on a full disk. A reader that has gone, as in
 * `crdgen lint | head`, has read enough. Either way the command goes on: it may be writing files.
 */
function noteLostOutput(error: Error): void {
  if (output.isLost || errorCode(error) === "EPIPE") return;
  output.isLost = true;
  process.exitCode = exitCode.usage;
  host.warn(`error: the output cannot be written: ${error.message}\n`);
}

optimizeLater();
const isDebugged = wantsDebugLog(commandLine);
if (isDebugged) startDebugLog(host);
const isTraced = isDebugged || process.env["CRDGEN_TRACE"] === "1";
if (isTraced) measurePhases();
process.stdout.on("error", noteLostOutput);
process.stderr.on("error", () => undefined); // of which nothing can be said; the exit code still holds
process.on("uncaughtException", endWithUncaught);
process.on("exit", noteEarlyEnd);
process.on("exit", () => {
  host.showStatus(undefined);
});
endOnSignals(leaveTerminal);
const code = await main();
run.isDone = true;
if (isTraced)
  host.warn(
    `${phaseTable()}${performance.now().toFixed(1).padStart(10)} ms  since the process began\n`,
  );
process.exitCode = output.isLost ? exitCode.usage : code;
endWithForeignCode();
