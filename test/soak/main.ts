import { parseArgs } from "node:util";
import { startServer } from "../apiserver/server.js";
import { hasGo } from "../support/go-program.js";
import { soak } from "./soak.js";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "30" }, seed: { type: "string" } },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error("usage: npm run soak -- [--minutes 30] [--seed 1]");
  process.exit(2);
}
if (!hasGo) {
  console.error("DID NOT RUN: there is no Go to build the API server with");
  process.exit(1);
}

console.log(`${minutes} minutes, seed ${seed}`);
const server = await startServer({ compactionInterval: "20s" });
const problems = await soak(server, {
  ...{ seed, minutes, roundSeconds: 40, idleTimeout: 5_000, withDefaults: true },
  print: (line) => {
    console.log(line);
  },
});
await server.stop();
for (const problem of problems) console.log(`WRONG: ${problem}`);
console.log(problems.length === 0 ? "all is as it should be" : `failed with seed ${seed}`);
process.exit(problems.length === 0 ? 0 : 1);
