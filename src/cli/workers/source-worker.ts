import { parentPort, workerData } from "node:worker_threads";
import type { EmitSource } from "../../codegen/pipeline/emit-source.js";
import { createEmitSourceFor } from "../../codegen/pipeline/emit-source.js";
import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { decodeSource } from "../../crd/source/decode.js";
import { packSource, SourceCache } from "../cache/source-cache.js";
import { processHost } from "../host.js";
import { placed } from "../read-inputs.js";
import type { WorkerAnswer, WorkerInput, WorkerResult, WorkerTask } from "./worker-task.js";
import { Claims } from "./worker-task.js";

const task = workerData as WorkerTask; // as SourceWorkers passes it
const { settings, inputs, cache } = task;
const host = processHost();
const claims = new Claims(task.claims);

const make = (): Promise<EmitSource> =>
  createEmitSourceFor(settings.map((ofOutput) => ({ settings: ofOutput })));
const emitSource =
  cache === undefined
    ? await make()
    : new SourceCache(cache.folder, cache.identity, host).through(make);

// The main thread begins at the other end.
for (const [index, input] of [...inputs.entries()].reverse()) {
  if (!claims.take(index)) continue;
  const answer: WorkerAnswer = { index, result: await resultOf(input) };
  parentPort?.postMessage(answer);
}

/** Nothing for what is no text, and for what cannot be packed: the main thread has to report it. */
async function resultOf(input: WorkerInput): Promise<WorkerResult | undefined> {
  const { path } = input;
  const content = await host.readFile(path);
  const source = decodeSource(path, content, new Diagnostics());
  if (source === undefined) return undefined;
  const file = placed(source, input);
  const packed = packSource(await emitSource(file), file);
  return packed && { content, packed };
}
