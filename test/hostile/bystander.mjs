// Another client of a server under attack: asks for a URL again and again, in a thread of its own,
// and sends how long each answer took, in ms. `workerData` is the URL.
import { get as getPlainly } from "node:http";
import { get as getByTls } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const get = workerData.startsWith("https:") ? getByTls : getPlainly;
const options = { agent: false, rejectUnauthorized: false };

function ask() {
  return new Promise((resolve, reject) => {
    const request = get(workerData, options, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode));
    });
    request.once("error", reject);
  });
}

for (;;) {
  const begin = performance.now();
  const outcome = await ask().catch((error) => error.message);
  parentPort.postMessage({ outcome, begin, duration: performance.now() - begin });
  await sleep(5);
}
