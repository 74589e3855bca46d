// What whole processes take, start-up, reading and writing included: `npm run bench:generate`
// prints it with the other rows, `node bench/generate/processes.js [SET [ROUNDS]]` alone. CPU is
// user and system time of all threads.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, readSet, row } from "../shared.js";

const main = join(import.meta.dirname, "../../dist/cli/main.js");
const parser = join(import.meta.dirname, "parse-only.js");

/** Where there is one, a folder in memory: no disk is measured. */
const memory = "/dev/shm";

/**
 * The peer and the cases, in turn, so that a machine that gets busier meets all of them; true if
 * all bounds hold. Each run writes into a new folder, and nothing is removed before the end: a file
 * system that has just removed thousands of files makes new ones ten times slower.
 */
export function measureProcesses(set = "large", rounds = 3) {
  const scratch = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), "crdgen-bench-"));
  const inputs = readSet(set).map(({ path }) => path);
  const crdgen = (out, sources, parts, ...more) => [
    main,
    "generate",
    ...sources,
    "--out",
    out,
    "--allow-invalid",
    "--quiet",
    ...(parts === undefined ? [] : ["--parts", parts]),
    ...more,
  ];
  const usages = {};
  const measure = (name, args) => (usages[name] ??= []).push(usageOf(args));
  for (let round = 0; round < rounds; round++) {
    const folder = (name) => join(scratch, `${round}`, name);
    measure("yaml", [parser, ...inputs]);
    for (const [name, parts] of [
      ["types+client", "types,client"],
      ["all parts", undefined],
    ]) {
      const run = (kind, ...more) => crdgen(folder(`${name}, ${kind}`), inputs, parts, ...more);
      measure(`${name}, one thread`, run("one thread", "--no-cache", "--workers", "0"));
      measure(name, run("threads", "--no-cache"));
      const cached = run("cached", "--cache-dir", folder(`cache of ${name}`));
      measure(`${name}, cold cache`, cached);
      measure(`${name}, nothing changed`, cached);
    }
    measure("one CRD", crdgen(folder("one"), inputs.slice(0, 1), "types,client"));
    measure("node -e 0", ["-e", "0"]);
  }
  rmSync(scratch, { recursive: true });
  const taken = Object.fromEntries(
    Object.entries(usages).map(([name, list]) => [
      name,
      { cpu: median(list.map(({ cpu }) => cpu)), wall: median(list.map(({ wall }) => wall)) },
    ]),
  );
  for (const [name, { cpu, wall }] of Object.entries(taken)) {
    console.log(`process, ${name}: ${cpu.toFixed(0)} ms CPU, ${wall.toFixed(0)} ms`);
  }
  return printRows(taken, set);
}

/**
 * What the command line is to take at most, as a share of what yaml takes to parse the same files.
 */
const bounds = [
  ["types+client, one thread", "cpu", 0.6],
  ["types+client", "wall", 0.4],
  ["types+client, cold cache", "wall", 0.5],
  ["types+client, nothing changed", "wall", 0.1],
  ["all parts, one thread", "cpu", 1.5],
  ["all parts", "wall", 0.9],
  ["all parts, cold cache", "wall", 0.9],
  ["all parts, nothing changed", "wall", 0.1],
];

function printRows({ yaml, ...taken }, set) {
  let good = true;
  for (const [name, unit, bound] of bounds) {
    const what = `process, ${set}: ${name}: ${unit === "cpu" ? "CPU" : "time"} / yaml parse only`;
    good = row(what, taken[name][unit] / yaml[unit], bound) && good;
  }
  for (const name of ["types+client, nothing changed", "all parts, nothing changed"]) {
    good = row(`process, ${set}: ${name}: seconds`, taken[name].wall / 1000, 0.5) && good;
  }
  const ratio = taken["one CRD"].wall / taken["node -e 0"].wall;
  return row("process, one CRD: time / node -e 0", ratio, 2.2) && good;
}

/** A preloaded module prints what the process took when it ends. */
function usageOf(args) {
  const script =
    'process.on("exit", () => console.log(`\\n${JSON.stringify(process.cpuUsage())}`))';
  const preload = `data:text/javascript,${encodeURIComponent(script)}`;
  const from = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", preload, ...args], {
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  const wall = performance.now() - from;
  if (status !== 0) throw new Error(stderr);
  const { user, system } = JSON.parse(stdout.trim().split("\n").at(-1));
  return { cpu: (user + system) / 1000, wall };
}

if (process.argv[1] === import.meta.filename) {
  const [set = "large", rounds = "3"] = process.argv.slice(2);
  process.exitCode = measureProcesses(set, Number(rounds)) ? 0 : 1;
}
