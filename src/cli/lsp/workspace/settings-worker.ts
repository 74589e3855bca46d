import { parentPort, workerData } from "node:worker_threads";
import { processHost } from "../../host.js";
import { answerSettings } from "./answer-settings.js";
import type { SettingsTask } from "./settings-task.js";

const { flags } = workerData as SettingsTask; // as readSettings passes it
parentPort?.postMessage(await answerSettings(flags, processHost(true)));
