import { text } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { findConfigs } from "../../config/find.js";
import type { Host } from "../../host.js";
import type { CrdFlags } from "../../read-config.js";
import { answerSettings } from "./answer-settings.js";
import type { SettingsAnswer, SettingsTask } from "./settings-task.js";

/** Seconds that a configuration may take: it can be code, which need not end. */
const patience = 10;

const script = new URL("./settings-worker.js", import.meta.url);

/**
 * Reads where CRDs are, as the flags and the configuration say. A configuration is read in a thread
 * of its own: code in it may run for ever, end the process, or print to standard output, which is
 * the protocol's. Never throws.
 */
export async function readSettings(flags: CrdFlags, host: Host): Promise<SettingsAnswer> {
  const files = await configsOf(flags);
  if (files.length === 0) return answerSettings(flags, host);
  const workerData: SettingsTask = { flags };
  const worker = new Worker(script, { workerData, stdout: true });
  void text(worker.stdout).then(
    (printed) => {
      host.warn(printed);
    },
    () => undefined,
  );
  const answer = await answerOf(worker, `'${files.join(", ")}'`);
  await worker.terminate();
  return answer;
}

function configsOf({ config }: CrdFlags): Promise<readonly string[]> | readonly string[] {
  if (config === false) return [];
  return config === undefined ? findConfigs() : [config];
}

function answerOf(worker: Worker, name: string): Promise<SettingsAnswer> {
  return new Promise((resolve) => {
    const fail = (reason: string): void => {
      clearTimeout(timer);
      resolve({ diagnostics: [], reason: `${name}: ${reason}` });
    };
    const timer = setTimeout(fail, patience * 1_000, `it does not end within ${patience} seconds`);
    worker.once("message", (answer: SettingsAnswer) => {
      clearTimeout(timer);
      resolve(answer);
    });
    worker.once("error", (error: unknown) => {
      fail(error instanceof Error ? error.message : String(error));
    });
    worker.once("exit", (code) => {
      fail(`it ends the process (exit code ${code})`);
    });
  });
}
