// How long a program waits for what it imports of an output: `node bench/client/import.js`, a part
// of `npm run bench:client`. Each case is a process of its own, in turn; the figures are medians,
// less those of a module without content. The process ends with 1 if a bound is not held.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { generate } from "../../dist/index.js";
import { median, row } from "../figures.js";

const rounds = 15;
const crd = join(import.meta.dirname, "../../generated-samples/crontab/crd.yaml");
const kubeconfig = `
current-context: here
clusters: [{ name: here, cluster: { server: "https://127.0.0.1:6443" } }]
users: [{ name: me, user: { token: secret } }]
contexts: [{ name: here, context: { cluster: here, user: me } }]
`;

const resource = "stable.example.com/v1/crontabs";
const cases = {
  nothing: ["nothing.js"],
  "client and fetch": [`${resource}/client.js`, "runtime/v1/index.js"],
  "all parts and fetch": [`${resource}/index.js`, "runtime/v1/index.js"],
  "client and node, connected": [`${resource}/client.js`, "runtime/v1/node.js"],
  "all parts and node, connected": [`${resource}/index.js`, "runtime/v1/node.js"],
};

const folder = mkdtempSync(join(tmpdir(), "crdgen-import-"));
try {
  await writeOutput();
  const times = await measure();
  const empty = median(times.nothing);
  const net = (name) => median(times[name]) - empty;
  console.log(`nothing: ${empty.toFixed(1)} ms`);
  for (const name of Object.keys(cases).slice(1)) {
    console.log(`${name.padEnd(30)} ${net(name).toFixed(1)} ms`);
  }
  const bounds = [
    row("client and fetch: time of the import, in ms", net("client and fetch"), 10),
    row("all parts and node: import and connect, in ms", net("all parts and node, connected"), 100),
  ];
  process.exitCode = bounds.every(Boolean) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

async function writeOutput() {
  const sources = [{ path: crd, text: readFileSync(crd, "utf8") }];
  const { files } = await generate({ sources, emit: "js" });
  const more = [
    { path: "package.json", text: '{ "type": "module" }' },
    { path: "nothing.js", text: "export {};\n" },
  ];
  for (const { path, text } of [...files, ...more]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

async function measure() {
  const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, paths] of Object.entries(cases)) times[name].push(timeOf(paths));
  }
  return times;
}

function timeOf(paths) {
  const urls = paths.map((path) => pathToFileURL(join(folder, path)).href);
  const script = `
    const start = performance.now();
    const all = await Promise.all(${JSON.stringify(urls)}.map((url) => import(url)));
    for (const { connect } of all) await connect?.({ text: ${JSON.stringify(kubeconfig)} });
    process.stdout.write(String(performance.now() - start));`;
  const args = ["--input-type=module", "--eval", script];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}
