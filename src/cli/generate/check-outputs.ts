import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { printableName } from "../../crd/diagnostics/render/printable.js";
import type { ExitCode } from "../exit-code.js";
import { exitCode } from "../exit-code.js";
import type { Host } from "../host.js";
import { printDiagnostics } from "../report.js";
import type { GenerateCommand } from "./generate-command.js";
import type { OutputChange } from "./output-changes.js";

/** Each output is looked at, whatever is wrong with those before it. */
export function checkAll(
  changes: readonly OutputChange[],
  command: GenerateCommand,
  host: Host,
): ExitCode {
  const codes = changes.map((change) => checkOutput(change, command, host));
  return codes.find((code) => code !== exitCode.good) ?? exitCode.good;
}

function checkOutput(
  { plan, output: { out } }: OutputChange,
  command: GenerateCommand,
  host: Host,
): ExitCode {
  if (plan.write.length + plan.remove.length === 0) {
    if (!command.quiet) host.warn(`${printableName(out)} is up to date\n`);
    return exitCode.good;
  }
  if (plan.isNew) return checkMissing(out, command, host);
  const written = plan.write.map(({ path }) => path);
  if (command.format === "text") {
    for (const path of written) host.warn(`differs: ${path}\n`);
    for (const path of plan.remove) host.warn(`stale: ${path}\n`);
  } else printDiagnostics(differences(written, plan.remove, out).list, command, host);
  host.warn(`${printableName(out)} is not up to date; run the same command without --check\n`);
  return exitCode.notGood;
}

/** One fact, not one per file that would be written. */
function checkMissing(out: string, command: GenerateCommand, host: Host): ExitCode {
  if (command.format !== "text") {
    const missing = new Diagnostics();
    const values = { path: out, state: "does not exist" };
    missing.report("output/out-of-date", undefined, values, { path: out });
    printDiagnostics(missing.list, command, host);
  }
  host.warn(
    `${printableName(out)} does not exist; run the same command without --check to write it\n`,
  );
  return exitCode.notGood;
}

function differences(
  written: readonly string[],
  removed: readonly string[],
  out: string,
): Diagnostics {
  const found = new Diagnostics();
  const report = (paths: readonly string[], state: string): void => {
    for (const path of paths) {
      const place = { path: `${out}/${path}` };
      found.report("output/out-of-date", undefined, { path, state }, place);
    }
  };
  report(written, "differs from what would be written");
  report(removed, "would no longer be written");
  return found;
}
