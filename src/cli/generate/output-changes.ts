import type { OutputFile } from "../../codegen/emit/generated-file.js";
import type { Counts, Run } from "../../codegen/pipeline/run.js";
import { timed } from "../../codegen/pipeline/settings.js";
import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { printableName } from "../../crd/diagnostics/render/printable.js";
import { foreignReason, noteForeignCode } from "../foreign-code.js";
import type { Host } from "../host.js";
import type { OutputPlan } from "../plan-output.js";
import { planOutput } from "../plan-output.js";
import { breathe } from "../process/signals.js";
import type { Output } from "../read-config.js";
import { printDiagnostics } from "../report/print-diagnostics.js";
import type { ExitCode } from "../usage-error.js";
import { exitCode, UsageError } from "../usage-error.js";
import type { OutputMemory, SourceMemory } from "../watch/memory.js";
import { writeOutput } from "../write-output.js";
import type { GenerateCommand } from "./generate-command.js";

/** The changes to make in one output. */
export interface OutputChange {
  readonly output: Output;
  readonly counts: Counts;
  readonly files: readonly OutputFile[];
  readonly plan: OutputPlan;
}

export async function planChanges(
  made: Run,
  { outputs }: GenerateCommand,
  host: Host,
  memory: Memory | undefined,
): Promise<readonly OutputChange[]> {
  const changes: OutputChange[] = [];
  for (const [index, output] of outputs.entries()) {
    const { files: texts = [], counts } = made.outputs[index] ?? {};
    if (counts === undefined) throw new Error("invariant: an output was not made");
    const files = output.prettier ? await formatted(texts, output.out) : texts;
    const plan = await timed(
      "compare with the output",
      () => memory?.outputs.get(output)?.plan(files) ?? planOutput(files, output.out, host),
    );
    changes.push({ output, counts, files, plan });
  }
  return changes;
}

export async function writeChange(
  { output, files, plan }: OutputChange,
  host: Host,
  memory: Memory | undefined,
): Promise<void> {
  const write = (): Promise<void> => writeOutput(plan, output.out, host);
  await timed("write", () => memory?.outputs.get(output)?.noting(files, write) ?? write());
}

/**
 * @throws UsageError where prettier is not installed, the user's configuration of it is at fault,
 *   or one of its plugins
 */
async function formatted(
  files: readonly OutputFile[],
  out: string,
): Promise<readonly OutputFile[]> {
  noteForeignCode("--prettier");
  const { formatFile, loadPrettier } = await import("../format-file.js");
  const prettier = await loadPrettier(out);
  try {
    const done: OutputFile[] = [];
    for (const file of files) {
      done.push(await formatFile(file, out, prettier));
      await breathe();
    }
    return done;
  } catch (error) {
    throw new UsageError(`--prettier: ${foreignReason(error)}`);
  }
}

/** The memory that a run keeps for the next one, where inputs are watched. */
export interface Memory {
  readonly sources: SourceMemory;
  /** Of each output. */
  readonly outputs: ReadonlyMap<Output, OutputMemory>;
}

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
