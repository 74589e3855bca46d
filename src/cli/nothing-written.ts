import type { Diagnostics } from "../crd/diagnostics/diagnostics.js";
import type { Host } from "./host.js";
import type { CommonOptions } from "./report.js";
import { countText, printDiagnostics } from "./report.js";
import type { ExitCode } from "./usage-error.js";
import { exitCode } from "./usage-error.js";

/** Reports a file in an output folder that crdgen has not written and would have to replace. */
export function reportForeignFile(path: string, diagnostics: Diagnostics): void {
  const help = "move the file, or choose another folder with --out";
  diagnostics.report("output/foreign-file", undefined, { path }, { help });
}

/** Prints what stands in the way of an output, and says that it was left as it is. */
export function refuseToWrite(
  diagnostics: Diagnostics,
  command: CommonOptions,
  host: Host,
): ExitCode {
  printDiagnostics(diagnostics.list, command, host);
  const counts = countText(diagnostics.list);
  host.warn(`${counts === "" ? "" : `${counts}; `}nothing was written\n`);
  return exitCode.notGood;
}
