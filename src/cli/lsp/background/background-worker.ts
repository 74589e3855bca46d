import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { processHost } from "../../host.js";
import type { BackgroundAnswer, BackgroundTask } from "./background-task.js";
import { judgeFiles } from "./judge-files.js";

// There it is that of this thread; elsewhere it would be that of the server, which people wait for.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const task = workerData as BackgroundTask; // as runBackground passes it
await judgeFiles(task, processHost(true), (answer: BackgroundAnswer) => {
  parentPort?.postMessage(answer);
});
