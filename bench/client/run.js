// Clients against a server on TLS, each case of each in a process of its own, in turn:
// `npm run bench:client`. Ratios are of medians; the process ends with 1 if a bound is not held.
import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { median, row } from "../figures.js";

const rounds = Number(process.argv[2] ?? 3);
const server = fork(join(import.meta.dirname, "server.js"));
const [{ port }] = await once(server, "message");
process.on("exit", () => server.kill());

const names = ["raw", "crdgen", "client-node"];
const figures = {
  "get, 1 in flight": await measure("get, 1 in flight", names),
  "get, 16 in flight": await measure("get, 16 in flight", names),
  "list of 50,000": await measure("list of 50,000", names),
  "30,000 events": await measure("30,000 events", names),
  "informer of 50,000": await measure("informer of 50,000", ["crdgen", "client-node"]),
};
server.disconnect();
server.kill();

const bounds = [];
for (const inFlight of ["get, 1 in flight", "get, 16 in flight"]) {
  const { raw, crdgen, "client-node": peer } = figures[inFlight];
  bounds.push(row(`${inFlight}: time relative to node:https`, crdgen.time / raw.time, 1 / 0.77));
  bounds.push(row(`${inFlight}: time relative to client-node`, crdgen.time / peer.time, 1 / 9));
}
const list = figures["list of 50,000"].crdgen;
bounds.push(row("list of 50,000: the longest block, in ms", list.block, 80));
bounds.push(row("list of 50,000: peak memory, in MB", list.peak, 350));
const events = figures["30,000 events"];
bounds.push(
  row(
    "30,000 events: time relative to splitting and parsing",
    events.crdgen.time / events.raw.time,
    1 / 0.9,
  ),
);
const { crdgen, "client-node": peer } = figures["informer of 50,000"];
bounds.push(
  row("informer of 50,000: memory relative to client-node", crdgen.kept / peer.kept, 0.6),
);
process.exitCode = bounds.every(Boolean) ? 0 : 1;

/** The median of each figure over the rounds, by clients. */
async function measure(asked, clients) {
  const all = Object.fromEntries(clients.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of clients) all[name].push(figuresOf(name, asked));
  }
  return Object.fromEntries(
    Object.entries(all).map(([name, list]) => {
      const keys = Object.keys(list[0]);
      const medians = keys.map((key) => [key, median(list.map((one) => one[key]))]);
      const shown = medians.map(([key, value]) => `${key} ${value.toFixed(value < 100 ? 1 : 0)}`);
      console.log(`${asked.padEnd(20)} ${name.padEnd(12)} ${shown.join("  ")}`);
      return [name, Object.fromEntries(medians)];
    }),
  );
}

function figuresOf(name, asked) {
  const script = join(import.meta.dirname, "measure.js");
  const args = ["--expose-gc", script, name, asked, `https://127.0.0.1:${port}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${name}, ${asked}: ${stderr}`);
  return JSON.parse(stdout);
}
