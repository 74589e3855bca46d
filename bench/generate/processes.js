// What whole processes take, start-up, reading and writing included: `npm run bench:generate`
// prints it with the other rows, `node bench/generate/processes.js [SET [ROUNDS]]` alone. CPU is
// user and system time of all threads.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, readSet, row } from "../shared.js";

const main = join(import.meta.dirname, "../../dist/cli/main.js");
const parser = join(import.meta.dirname, "parse-only.js");

/**
 * The peer and the cases, in turn, so that a machine that gets busier meets all of them; true if
 * all bounds hold.
 */
export function measureProcesses(set = "large", rounds = 3) {
  const scratch = mkdtempSync(join(tmpdir(), "crdgen-bench-"));
  const inputs = readSet(set).map(({ path }) => path);
  const crdgen = (name, parts, ...more) => [
    main,
    "generate",
    ...inputs,
    "--out",
    join(scratch, name),
    "--allow-invalid",
    "--quiet",
    ...(parts === undefined ? [] : ["--parts", parts]),
    ...more,
  ];
  const cacheOf = (name) => join(scratch, `cache of ${name}`);
  const cases = { yaml: { args: [parser, ...inputs] } };
  for (const [name, parts] of [
    ["types+client", "types,client"],
    ["all parts", undefined],
  ]) {
    const out = join(scratch, name);
    cases[`${name}, one thread`] = {
      args: crdgen(name, parts, "--no-cache", "--workers", "0"),
      remove: [out],
    };
    cases[name] = { args: crdgen(name, parts, "--no-cache"), remove: [out] };
    const cached = crdgen(name, parts, "--cache-dir", cacheOf(name));
    cases[`${name}, cold cache`] = { args: cached, remove: [out, cacheOf(name)] };
    cases[`${name}, nothing changed`] = { args: cached, remove: [] };
  }
  const one = ["generate", inputs[0], "--out", join(scratch, "one"), "--parts", "types,client"];
  cases["one CRD"] = { args: [main, ...one, "--quiet"], remove: [join(scratch, "one")] };
  cases["node -e 0"] = { args: ["-e", "0"], remove: [] };

  const usages = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, { args, remove = [] }] of Object.entries(cases)) {
      for (const path of remove) rmSync(path, { recursive: true, force: true });
      usages[name].push(usageOf(args));
    }
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
  ["types+client, one thread", "cpu", 0.4],
  ["types+client", "cpu", 0.4],
  ["types+client", "wall", 0.5],
  ["types+client, cold cache", "wall", 0.5],
  ["types+client, nothing changed", "wall", 0.1],
  ["all parts, one thread", "cpu", 0.8],
  ["all parts", "cpu", 0.8],
  ["all parts", "wall", 0.5],
  ["all parts, cold cache", "wall", 0.5],
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
  return row("process, one CRD: time / node -e 0", ratio, 2.5) && good;
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
