import { Worker } from "node:worker_threads";
import type { Connection } from "vscode-languageserver";
import { reasonOf } from "../../../crd/diagnostics/wording.js";
import type { BackgroundAnswer, BackgroundTask } from "./background-task.js";
import { BackgroundProgress } from "./progress.js";

const script = new URL("./background-worker.js", import.meta.url);

/** Megabytes: without bounds, garbage is collected so late that it takes twice as much. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 192 };

/** A file that was judged. */
export type JudgedFile = Extract<BackgroundAnswer, { readonly kind: "judged" }>;

/** What a run needs, and whom it tells. */
export interface RunSurroundings {
  readonly connection: Connection;
  /** Aborts when the run is to end early. */
  readonly signal: AbortSignal;
  readonly onJudged: (file: JudgedFile) => void;
}

/**
 * Judges files in a thread of its own, with a report of how far it is, which the person can cancel.
 * Settles when all are judged, or the run ends early; never rejects.
 */
export async function runBackground(
  workerData: BackgroundTask,
  { connection, signal, onJudged }: RunSurroundings,
): Promise<void> {
  if (signal.aborted) return;
  const worker = new Worker(script, { workerData, stdout: true, resourceLimits });
  const progress = new BackgroundProgress(connection, signal);
  await new Promise<void>((resolve) => {
    const end = (): void => {
      resolve();
    };
    signal.addEventListener("abort", end, { once: true });
    progress.onCancel(end);
    worker.on("message", (answer: BackgroundAnswer) => {
      if (signal.aborted) return;
      if (answer.kind === "begin") progress.begin(answer.count);
      else if (answer.kind === "end") end();
      else {
        onJudged(answer);
        progress.step();
      }
    });
    worker.once("error", (error: unknown) => {
      const reason = `the files that nobody has open could not be judged: ${reasonOf(error)}`;
      if (!signal.aborted) connection.console.error(`crdgen: ${reason}`);
      end();
    });
    worker.once("exit", end);
  });
  progress.end();
  await worker.terminate();
}
