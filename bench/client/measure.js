// One case with one client, in a process of its own: prints its figures as JSON.
// node --expose-gc bench/client/measure.js CLIENT CASE URL
import { clearInterval, setInterval } from "node:timers";
import { contenders } from "./contenders.js";

const [, , name, asked, origin] = process.argv;

/** What a case asks of a client, and the objects and events of its server. */
const cases = {
  "get, 1 in flight": { objects: 1_000, work: (client) => gets(client, 4_000, 1) },
  "get, 16 in flight": { objects: 1_000, work: (client) => gets(client, 8_000, 16) },
  "list of 50,000": { objects: 50_000, work: count("listAll", 50_000) },
  "30,000 events": { objects: 10_000, events: 30_000, work: watch },
  "informer of 50,000": { objects: 50_000, work: (client) => client.informer(noteHeap) },
};

const { objects, events = 0, work } = cases[asked];
const client = await contenders[name](`${origin}/of-${objects}-${events}`);
await client.get?.("crontab-000000");
globalThis.gc();
const heapBefore = process.memoryUsage().heapUsed;
let heapWithin = heapBefore;
let peak = 0;
let longest = 0;
let last = performance.now();
const ticks = setInterval(() => {
  const now = performance.now();
  longest = Math.max(longest, now - last - 1);
  last = now;
  peak = Math.max(peak, process.memoryUsage.rss());
}, 1);
const cpuBefore = process.cpuUsage();
const start = performance.now();
await work(client);
const time = performance.now() - start;
const { user, system } = process.cpuUsage(cpuBefore);
clearInterval(ticks);
client.close();
const figures = {
  time,
  cpu: (user + system) / 1_000,
  block: longest,
  peak: peak / 1e6,
  kept: (heapWithin - heapBefore) / 1e6,
};
process.stdout.write(JSON.stringify(figures), () => process.exit(0));

async function gets({ get }, total, inFlight) {
  let next = 0;
  const one = async () => {
    while (next < total) await get(`crontab-${String(next++ % 1_000).padStart(6, "0")}`);
  };
  await Promise.all(Array.from({ length: inFlight }, one));
}

function count(verb, expected) {
  return async (client) => {
    let found = 0;
    await client[verb](() => found++);
    if (found !== expected) throw new Error(`${found} objects in place of ${expected}`);
  };
}

async function watch(client) {
  let found = 0;
  await client.watch(30_000, () => found++);
  if (found !== 30_000) throw new Error(`${found} events`);
}

function noteHeap(found) {
  if (found !== 50_000) throw new Error(`${found} objects in the cache`);
  globalThis.gc();
  heapWithin = process.memoryUsage().heapUsed;
}
