import type { OutputFile } from "../../codegen/emit/generated-file.js";
import type { Counts, Run } from "../../codegen/pipeline/run.js";
import { timed } from "../../codegen/pipeline/settings.js";
import { foreignReason, noteForeignCode } from "../foreign-code.js";
import type { Host } from "../host.js";
import type { OutputPlan } from "../plan-output.js";
import { planOutput } from "../plan-output.js";
import { breathe } from "../process/signals.js";
import type { Output } from "../read-config.js";
import { UsageError } from "../usage-error.js";
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
