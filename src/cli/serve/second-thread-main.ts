import { parentPort, workerData } from "node:worker_threads";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { ApartCluster } from "../../server/apart-cluster.js";
import type { ThreadAnswer, ThreadTask } from "./second-thread.js";

const cluster = new ApartCluster(workerData as KubernetesMinor); // as SecondThread passes it

async function answer({ definitions, ...job }: ThreadTask): Promise<ThreadAnswer> {
  try {
    if (definitions !== undefined) await cluster.define(definitions);
    return await cluster.answer(job);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

parentPort?.on("message", (task: ThreadTask) => {
  void answer(task).then((done) => {
    parentPort?.postMessage(done);
  });
});
