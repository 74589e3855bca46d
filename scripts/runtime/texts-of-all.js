// The texts of all modules, by as many threads as there are processors: layout takes most of a
// build.
import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { textsOf } from "./texts.js";

if (!isMainThread) {
  for (const module of workerData) parentPort.postMessage([module.path, await textsOf(module)]);
}

/**
 * @param {readonly import("./declarations.js").Module[]} modules
 * @returns {Promise<ReadonlyMap<import("./declarations.js").Module, object>>} see `textsOf`
 */
export async function textsOfAll(modules) {
  const count = Math.min(availableParallelism(), 8);
  const largestFirst = [...modules].sort((left, right) => right.text.length - left.text.length);
  const shares = Array.from({ length: count }, (_, thread) =>
    largestFirst.filter((_, index) => index % count === thread),
  );
  const found = new Map((await Promise.all(shares.map(inThread))).flat());
  return new Map(modules.map((module) => [module, found.get(module.path)]));
}

function inThread(share) {
  return new Promise((resolve, reject) => {
    const found = [];
    const modules = share.map(({ path, text }) => ({ path, text }));
    const worker = new Worker(new URL(import.meta.url), { workerData: modules });
    worker.on("message", (one) => found.push(one));
    worker.on("error", reject);
    worker.on("exit", () => resolve(found));
  });
}
