// Another client of a server under attack: asks for a URL again and again, in a thread of its own,
// and sends how long each answer took, in ms. `workerData` is the URL.
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

function ask() {
  return new Promise((resolve, reject) => {
    const request = get(workerData, { agent: false }, (response) => {
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
