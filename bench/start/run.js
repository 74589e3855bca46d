// How long people wait for a command: `node bench/start/run.js [ROUNDS]`. Each round starts all
// commands in turn, so that a machine that gets busier meets all of them; Node.js alone is one of
// them, as no command can start faster.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, row } from "../figures.js";

const root = join(import.meta.dirname, "../..");
const main = join(root, "dist/cli/main.js");
const crd = join(root, "generated-samples/crontab/crd.yaml");
const rounds = Number(process.argv[2] ?? 25);
const folder = mkdtempSync(join(tmpdir(), "crdgen-start-"));
const object = join(folder, "object.yaml");
writeFileSync(object, "apiVersion: stable.example.com/v1\nkind: CronTab\nmetadata: { name: c }\n");

/** The command lines, with the seconds that each may take; none for what is only compared with. */
const commands = [
  ["node -e 0", ["-e", "0"]],
  ["--version", [main, "--version"], 0.15],
  ["--help", [main, "--help"], 0.25],
  ["a wrong command", [main, "genrate"], 0.25],
  ["lint of one file", [main, "lint", crd], 0.25],
  ["validate of one file", [main, "validate", "--crd", crd, object], 0.25],
  ["diff of one file", [main, "diff", crd, crd], 0.25],
  ["explain of one file", [main, "explain", "crontabs", "--crd", crd], 0.25],
  ["generate of one file, cold", [main, "generate", crd, "--no-cache"], 0.25],
];

const times = new Map(commands.map(([name]) => [name, []]));
for (let round = 0; round <= rounds; round++) {
  for (const [name, args] of commands) {
    const more = args.includes("generate") ? ["--out", join(folder, `${round}`)] : [];
    const from = performance.now();
    const { status, error } = spawnSync(process.execPath, [...args, ...more], { cwd: folder });
    const seconds = (performance.now() - from) / 1_000;
    if (error !== undefined || status > 2) throw new Error(`${name}: ${error ?? status}`);
    if (round > 0) times.get(name).push(seconds); // the first fills the caches of the disk
  }
}
rmSync(folder, { recursive: true });

const alone = median(times.get("node -e 0"));
console.log(`${rounds} rounds; node -e 0: ${alone.toFixed(3)} s`);
let isGood = true;
for (const [name, , bound] of commands.slice(1)) {
  const seconds = median(times.get(name));
  const ratio = (seconds / alone).toFixed(2);
  isGood = row(`${name}: seconds (${ratio} times node -e 0)`, seconds, bound) && isGood;
}
process.exitCode = isGood ? 0 : 1;
