// The API server in memory and `crdgen serve` against the real API server on the same machine:
// `npm run bench:serve`. Each case runs in turn on each server; the figures are medians. The
// process ends with 1 if a bound is not held.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "yaml";
import { compile, lint } from "../../dist/index.js";
import { connect } from "../../dist/runtime/v1/node.js";
import { memoryApiServer } from "../../dist/runtime/v1/testing.js";
import { median, row } from "../figures.js";
import { http2Transport } from "./http2-transport.js";
import { startRealServer } from "./real-server.js";

const rounds = Number(process.argv[2] ?? 3);
const root = join(import.meta.dirname, "../..");
const samples = join(root, "generated-samples");
const corpus = join(root, "../shared/corpus/crds");
const crdFile = join(samples, "crontab/crd.yaml");
const crdText = readFileSync(crdFile, "utf8");
const collection = "/apis/stable.example.com/v1/namespaces/default/crontabs";
const bounds = [];

await starts();
await rates();
await manyObjects();
process.exitCode = bounds.every(Boolean) ? 0 : 1;

async function servedOf(path, text) {
  const { resources } = await compile({ sources: [{ path, text }] });
  return resources.flatMap(({ versions }) => Object.values(versions).map(({ served }) => served));
}

async function starts() {
  const served = (
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        servedOf(crdFile, crdText.replaceAll("crontab", `crontab${at}`)),
      ),
    )
  ).flat();
  const memory = [];
  for (let round = 0; round < 5 * rounds; round++) {
    const start = performance.now();
    const server = memoryApiServer(served);
    await ask(server, "GET", collection.replace("crontabs", "crontab0s"));
    memory.push(performance.now() - start);
    server.close();
  }
  bounds.push(row("start of memoryApiServer with 10 resources, in ms", memory[0], 30));
  const crds = await corpusFiles(100);
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    const server = await startServe(crds);
    times.push(performance.now() - start);
    await server.stop();
  }
  bounds.push(row("start of crdgen serve with 100 CRDs, in ms", median(times), 1_500));
}

/** Files from all over the corpus whose CRDs the API server takes. */
async function corpusFiles(count) {
  const files = readdirSync(corpus, { recursive: true })
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .sort();
  const step = Math.max(1, Math.floor(files.length / count / 1.2));
  const found = [];
  for (let at = 0; at < files.length && found.length < count; at += step) {
    const path = join(corpus, files[at]);
    const text = readFileSync(path, "utf8");
    if (text.includes("apiextensions.k8s.io/v1beta1")) continue;
    const diagnostics = await lint({ sources: [{ path, text }] });
    if (!diagnostics.some(({ severity }) => severity === "error")) found.push(path);
  }
  return found;
}

async function startServe(crds, ...options) {
  const folder = mkdtempSync(join(tmpdir(), "crdgen-bench-serve-"));
  const kubeconfig = join(folder, "kubeconfig");
  const main = join(root, "dist/cli/main.js");
  const args = [main, "serve", "--port", "0", "--kubeconfig", kubeconfig, ...options, ...crds];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  const take = (part) => (text += part);
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  while (!text.includes("listens at")) {
    if (child.exitCode !== null) throw new Error(text);
    await sleep(5);
  }
  const transport = await connect({ path: kubeconfig });
  return {
    child,
    transport,
    kubeconfig: parse(readFileSync(kubeconfig, "utf8")),
    async stop() {
      transport.close?.();
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true });
    },
  };
}

async function ask(transport, method, path, body, query) {
  const headers = [
    ["content-type", "application/json"],
    ["user-agent", "bench/1"],
  ];
  const response = await transport.send({ method, path, query, headers, body });
  const text = await response.text();
  if (response.status >= 400) throw new Error(`${method} ${path}: ${text}`);
  return text;
}

function objectText(name, replicas, more = {}) {
  const metadata = { name, ...more };
  const spec = { cronSpec: "0 3 * * *", image: "backup:1.0", replicas };
  return JSON.stringify({ apiVersion: "stable.example.com/v1", kind: "CronTab", metadata, spec });
}

/** Requests per second, by verbs. */
async function ratesOf(transport, round, count) {
  const versions = [];
  const nameOf = (index) => `of-${round}-${index}`;
  const noteVersion = (index, text) => {
    versions[index] = JSON.parse(text).metadata.resourceVersion;
  };
  const create = await rate(count, async (index) => {
    noteVersion(index, await ask(transport, "POST", collection, objectText(nameOf(index), 1)));
  });
  const get = await rate(count, (index) => ask(transport, "GET", `${collection}/${nameOf(index)}`));
  const update = await rate(count, (index) => {
    const body = objectText(nameOf(index), 2, { resourceVersion: versions[index] });
    return ask(transport, "PUT", `${collection}/${nameOf(index)}`, body);
  });
  return { create, get, update };
}

/** With one request in flight after the other: what one client waits for. */
async function rate(count, work) {
  const start = performance.now();
  for (let index = 0; index < count; index++) await work(index);
  return (count * 1_000) / (performance.now() - start);
}

async function rates() {
  const real = await startRealServer([parse(crdText)]);
  const serve = await startServe([crdFile]);
  const secure = await startServe([crdFile], "--tls");
  const secureHttp2 = http2Of(secure);
  const memory = memoryApiServer(await servedOf(crdFile, crdText));
  const servers = {
    real: real.transport,
    "real over HTTP/2": real.http2,
    serve: serve.transport,
    "serve over HTTP/2": secureHttp2,
    memory,
  };
  const found = Object.fromEntries(Object.keys(servers).map((name) => [name, []]));
  // The first round warms up what is compiled as it runs, on all sides.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, [name, transport]] of Object.entries(servers).entries()) {
      // Some are one server.
      const prefix = `${round}-${index}`;
      const figures = await ratesOf(transport, prefix, name === "memory" ? 3_000 : 500);
      if (round > 0) found[name].push(figures);
    }
  }
  await real.stop();
  await serve.stop();
  secureHttp2.close();
  await secure.stop();
  memory.close();
  for (const verb of ["create", "get", "update"]) {
    const medians = Object.entries(found).map(([name, figures]) => [
      name,
      median(figures.map((each) => each[verb])),
    ]);
    console.log(
      `${verb}: ${medians.map(([name, each]) => `${name} ${each.toFixed(0)}/s`).join(", ")}`,
    );
    const of = Object.fromEntries(medians);
    const ratios = [
      ["in memory", of.real / of.memory, 0.1],
      ["over HTTP/1.1", of.real / of.serve, 1],
      ["over TLS and HTTP/2", of["real over HTTP/2"] / of["serve over HTTP/2"], 1],
    ];
    for (const [how, ratio, bound] of ratios) {
      bounds.push(row(`${verb}, ${how}: time relative to the real server`, ratio, bound));
    }
  }
}

function http2Of({ kubeconfig }) {
  const [{ cluster }] = kubeconfig.clusters;
  const ca = Buffer.from(cluster["certificate-authority-data"], "base64").toString();
  return http2Transport(cluster.server, { ca });
}

async function manyObjects() {
  const count = 50_000;
  const server = memoryApiServer(await servedOf(crdFile, crdText));
  globalThis.gc();
  const before = heap();
  let size = 0;
  const start = performance.now();
  for (let index = 0; index < count; index++) {
    size += (await ask(server, "POST", collection, objectText(`of-${index}`, 1))).length;
  }
  console.log(`${count} creates in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  globalThis.gc();
  bounds.push(row("50,000 objects: memory relative to their JSON", (heap() - before) / size, 2));
  await listInPages(server, count);
  await watchWith(server, 100, 2_000);
  server.close();
}

function heap() {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function listInPages(server, count) {
  const start = performance.now();
  let found = 0;
  let longest = 0;
  for (let token = ""; token !== undefined;) {
    const begin = performance.now();
    const text = await ask(server, "GET", collection, undefined, `limit=500&continue=${token}`);
    longest = Math.max(longest, performance.now() - begin);
    const { items, metadata } = JSON.parse(text);
    found += items.length;
    token = metadata.continue || undefined;
  }
  if (found !== count) throw new Error(`${found} objects in pages`);
  bounds.push(row("50,000 objects in pages: the longest page, in ms", longest, 50));
  const seconds = (performance.now() - start) / 1_000;
  bounds.push(row("50,000 objects in pages: time with parsing, in s", seconds, 2));
}

/** All watchers get all events; how far behind the last write they end is what counts. */
async function watchWith(server, watchers, events) {
  const idle = await Promise.all(Array.from({ length: 1_000 }, () => openWatch(server, "idle")));
  const open = await Promise.all(
    Array.from({ length: watchers }, () => openWatch(server, "default")),
  );
  const done = Promise.all(open.map((response) => countEvents(response, events)));
  const start = performance.now();
  for (let index = 0; index < events; index++) {
    await ask(server, "POST", collection, objectText(`watched-${index}`, 1));
  }
  const written = performance.now();
  await done;
  const behind = performance.now() - written;
  const rateOfEvents = (watchers * events * 1_000) / (performance.now() - start);
  console.log(`${watchers} watchers: ${rateOfEvents.toFixed(0)} events/s, 1,000 idle ones beside`);
  bounds.push(row("100 watchers: behind the last write, in ms", behind, 500));
  for (const response of [...idle, ...open]) response.close();
}

function openWatch(server, namespace) {
  const path = collection.replace("default", namespace);
  return server.send({ method: "GET", path, query: "watch=true", headers: [] });
}

async function countEvents(response, expected) {
  let found = 0;
  for await (const chunk of response.chunks()) {
    for (const byte of chunk) if (byte === 10) found++;
    if (found >= expected) return;
  }
  throw new Error(`a watch ended behind ${found} events`);
}
