// `npm run demo`: what crdgen is for, in one screen. It runs the built command line and the client
// that this writes, as a user of both would, and ends with 1 if a step does not do what it says.
import { execFile, spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const crdgen = join(import.meta.dirname, "../../dist/cli/main.js");
const out = "out";

process.chdir(import.meta.dirname);
rmSync(out, { recursive: true, force: true });
mkdirSync(out);

try {
  demand(existsSync(crdgen), "crdgen is not built; `npm ci` builds it");
  await demo();
} catch (error) {
  console.error(`demo: ${error.message}`);
  process.exitCode = 1;
}

async function demo() {
  const begin = performance.now();
  console.log("crdgen, without a cluster and without a network, in examples/crontab:\n");
  await compile();
  await judgeGood();
  await judgeBad();
  const server = await serve();
  try {
    await useClient();
  } finally {
    server.kill();
  }
  console.log(`\nAll of it took ${seconds(begin)}. See examples/crontab/${out}:`);
  console.log("  generated      the code that client.js uses: types, validator, rules, client");
  console.log("  bad.txt        what crdgen says of bad.yaml, with lines and columns");
  console.log("  requests.txt   what the server was asked");
}

async function compile() {
  const begin = performance.now();
  const args = ["crontab.yaml", "--out", `${out}/generated`, "--emit", "js"];
  const { code, err } = await run("generate", ...args);
  const [, files] = /: 1 version of 1 resource: (\d+) files written/.exec(err) ?? [];
  demand(code === 0 && files !== undefined, `generate:\n${err}`);
  tell("compile", `crontab.yaml: types, validator, rules and client in ${files} files`, begin);
}

async function judgeGood() {
  const begin = performance.now();
  const { code, out: faults, err } = await run("validate", "--crd", "crontab.yaml", "good.yaml");
  demand(code === 0, `validate good.yaml:\n${faults}${err}`);
  tell("judge", "good.yaml: a server would accept it", begin);
}

async function judgeBad() {
  const begin = performance.now();
  const args = ["--crd", "crontab.yaml", "bad.yaml"];
  const { code, out: text, err } = await run("validate", ...args);
  writeFileSync(join(out, "bad.txt"), text + err);
  const faults = [...text.matchAll(/^(error|warning)\[\S+\]: (.*)$/gm)];
  demand(code === 1 && faults.length > 0, `validate bad.yaml:\n${text}${err}`);
  tell("judge", "bad.yaml: a server would refuse it, in these words", begin);
  for (const [, severity, message] of faults) {
    for (const line of wrapped(message, `${severity}: `)) console.log(`           ${line}`);
  }
}

/** Starts a server; its requests are logged. */
async function serve() {
  const begin = performance.now();
  const args = ["serve", "crontab.yaml", "--port", "0", "--log"];
  const kubeconfig = ["--kubeconfig", join(out, "kubeconfig")];
  const server = spawn(process.execPath, [crdgen, ...args, ...kubeconfig]);
  const log = (text) => appendFileSync(join(out, "requests.txt"), text);
  server.stderr.on("data", log);
  const address = await new Promise((resolve, reject) => {
    createInterface(server.stdout).on("line", (line) => {
      const [, url] = /listens at (\S+)$/.exec(line) ?? [];
      if (url !== undefined) resolve(url);
      else if (/^[A-Z]+ \//.test(line)) log(`${line}\n`);
    });
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`crdgen serve ended with ${code}`)));
  });
  tell("serve", `a Kubernetes API server in memory, at ${address}`, begin);
  return server;
}

async function useClient() {
  const environment = { ...process.env, KUBECONFIG: join(out, "kubeconfig") };
  const { code, out: text, err } = await runNode(["client.js"], environment);
  process.stdout.write(text);
  demand(code === 0, `client.js:\n${err}`);
}

function run(...args) {
  return runNode([crdgen, ...args], process.env);
}

async function runNode(args, env) {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
      env,
      timeout: 60_000,
    });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    return { code: error.code, out: error.stdout ?? "", err: error.stderr ?? error.message };
  }
}

function demand(isTrue, fault) {
  if (!isTrue) throw new Error(fault);
}

function tell(step, what, begin) {
  console.log(`${step.padEnd(10)} ${what.padEnd(60)} ${seconds(begin).padStart(7)}`);
}

function seconds(begin) {
  return `${((performance.now() - begin) / 1000).toFixed(2)} s`;
}

/** A message in lines of a terminal; those after the first stand below what is before the message. */
function wrapped(message, before) {
  const lines = [before];
  for (const word of message.split(" ")) {
    const line = lines.at(-1);
    const longer = line === before || line.trim() === "" ? line + word : `${line} ${word}`;
    if (longer.length <= 68) lines[lines.length - 1] = longer;
    else lines.push(" ".repeat(before.length) + word);
  }
  return lines;
}
