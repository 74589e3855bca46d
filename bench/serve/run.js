// The API server in memory, as a transport and behind `crdgen serve`, beside a real one on the same
// machine: `npm run bench:serve`. Without Go the figures that need the real one are left out, and
// without `../shared` those of the corpus; both are said.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { memoryApiServer } from "../../dist/runtime/v1/testing.js";
import { defineResource, ResourceClient } from "../../dist/runtime/v1/index.js";
import { fromKubeconfig } from "../../dist/runtime/v1/node.js";
import { compile } from "../../dist/index.js";
import { installCrd, startServer } from "../../test/apiserver/server.ts";
import { hasGo } from "../../test/support/go-program.ts";
import { median, row } from "../figures.js";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../..");
const main = join(root, "dist/cli/main.js");
const samples = join(root, "generated-samples");
const crdFile = join(samples, "crontab/crd.yaml");
const corpus = join(root, "../shared/corpus/crds");
const scratch = mkdtempSync(join(tmpdir(), "crdgen-bench-serve-"));
const bounds = [];

const cronTab = defineResource({
  group: "stable.example.com",
  version: "v1",
  kind: "CronTab",
  plural: "crontabs",
  scope: "Namespaced",
  subresources: { status: true, scale: true },
});

try {
  startOfMemory();
  await startOfServe();
  await writes();
  await manyObjects();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(bounds.every(Boolean) ? 0 : 1);

/** A program that begins with a server of ten generated resources, in a process of its own. */
function startOfMemory() {
  const out = join(scratch, "generated");
  const inputs = readdirSync(samples).map((name) => join(samples, name, "crd.yaml"));
  const parts = ["--parts", "types,admit,client,testing", "--emit", "js"];
  const made = spawnSync(process.execPath, [main, "generate", ...inputs, "--out", out, ...parts], {
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(made.stderr);
  const files = readdirSync(out, { recursive: true })
    .filter((file) => file.endsWith("/testing.js") && !file.startsWith("runtime"))
    .sort()
    .slice(0, 10);
  const imports = files.map((file, index) => `import * as r${index} from "./${file}";`);
  const program = `${imports.join("\n")}
    import { memoryApiServer } from "./runtime/v1/testing.js";
    const all = [${files.map((_, index) => `r${index}`)}].flatMap((one) => Object.values(one));
    const versions = all.filter((value) => typeof value?.admit === "function" && value.storage);
    const start = performance.now();
    const server = memoryApiServer(versions);
    const { status } = await server.send({ method: "GET", path: "/apis", headers: [] });
    if (status !== 200) throw new Error("no answer");
    console.log(JSON.stringify([performance.now() - start, performance.now(), versions.length]));`;
  const times = Array.from({ length: 5 }, () => {
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      cwd: out,
      encoding: "utf8",
    });
    if (stdout === "") throw new Error(stderr);
    return JSON.parse(stdout);
  });
  const count = times[0][2];
  const [started, whole] = [0, 1].map((at) => median(times.map((time) => time[at])));
  console.log(
    `memoryApiServer with ${count} resources: ${whole.toFixed(0)} ms with Node.js itself`,
  );
  bounds.push(row(`start of memoryApiServer, ${count} resources, in ms`, started, 30));
}

/** Until the line that says where it listens. */
async function startOfServe() {
  if (!existsSync(corpus)) {
    console.log("start of crdgen serve: NOT MEASURED, ../shared is not there");
    return;
  }
  const folder = join(scratch, "corpus");
  const files = readdirSync(corpus, { recursive: true }).filter((file) => /\.ya?ml$/.test(file));
  const chosen = files.sort().filter((_, index) => index % Math.floor(files.length / 60) === 0);
  for (const file of chosen) cpSync(join(corpus, file), join(folder, file.replaceAll("/", "_")));
  const times = [];
  let count = 0;
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    const served = await serve(folder);
    times.push(performance.now() - start);
    const list = await served.transport.send({
      method: "GET",
      path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
      headers: [["accept", "application/json"]],
    });
    count = JSON.parse(await list.text()).items.length;
    served.end();
  }
  const per100 = (median(times) / count) * 100;
  console.log(`crdgen serve with ${count} CRDs of the corpus: ${median(times).toFixed(0)} ms`);
  bounds.push(row("start of crdgen serve, by 100 CRDs, in ms", per100, 1500));
}

async function serve(input, ...options) {
  const kubeconfig = join(scratch, "kubeconfig");
  const given = ["serve", input, "--port", "0", "--kubeconfig", kubeconfig, ...options];
  const child = spawn(process.execPath, [main, ...given], { cwd: scratch });
  let text = "";
  child.stderr.on("data", (part) => (text += part));
  await new Promise((resolve, reject) => {
    child.stdout.on("data", (part) => {
      if ((text += part).includes("listens at")) resolve();
    });
    child.once("exit", () => reject(new Error(text)));
  });
  const transport = await fromKubeconfig({ path: kubeconfig });
  return {
    transport,
    end() {
      transport.close();
      child.kill("SIGKILL");
    },
  };
}

/** Creates, reads and updates, 16 at a time. */
async function writes() {
  const memory = memoryApiServer(await versions());
  const ours = await rates(memory, 3000);
  show("memoryApiServer as a transport", ours);
  const served = await serve(crdFile, "--tls");
  const overHttp = await rates(served.transport, 2000);
  served.end();
  show("crdgen serve over TLS", overHttp);
  if (!hasGo) {
    console.log("the real server: NOT MEASURED, there is no Go");
    return;
  }
  const server = await startServer();
  try {
    await installCrd(server, parse(readFileSync(crdFile, "utf8")));
    await sleep(2_500);
    const theirs = await rates(server.transport, 2000);
    show("the real server over TLS", theirs);
    for (const verb of ["create", "get", "update"]) {
      const name = `${verb}: time of the real server's`;
      bounds.push(row(`${name}, as a transport`, theirs[verb] / ours[verb], 0.1));
      bounds.push(row(`${name}, over TLS`, theirs[verb] / overHttp[verb], 1));
    }
  } finally {
    await server.stop();
  }
}

async function versions() {
  const { resources } = await compile({
    sources: [{ path: crdFile, text: readFileSync(crdFile, "utf8") }],
  });
  return resources.flatMap((resource) =>
    Object.values(resource.versions).map(({ served }) => served),
  );
}

function show(name, { create, get, update }) {
  const shown = [create, get, update].map((rate) => String(Math.round(rate)).padStart(7));
  console.log(
    `${name.padEnd(32)} create ${shown[0]}, get ${shown[1]}, update ${shown[2]} a second`,
  );
}

function input(name, replicas = 1) {
  const spec = { cronSpec: "0 3 * * *", image: "backup:1.0", replicas };
  const labels = { app: `app-${name.length}` };
  return {
    ...{ apiVersion: "stable.example.com/v1", kind: "CronTab" },
    metadata: { name, labels },
    spec,
  };
}

/** Requests a second. */
async function rates(transport, total) {
  const client = new ResourceClient(cronTab, transport, { namespace: "default" });
  const names = Array.from({ length: total }, (_, index) => `crontab-${index}`);
  const stored = new Map();
  const timed = async (call) => {
    const todo = names.values();
    const start = performance.now();
    const worker = async () => {
      for (const name of todo) await call(name);
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    return (total / (performance.now() - start)) * 1000;
  };
  await client.create(input("warm"));
  const create = await timed((name) => client.create(input(name)));
  const get = await timed(async (name) => stored.set(name, await client.get(name)));
  const update = await timed((name) => {
    const object = stored.get(name);
    return client.update({ ...object, spec: { ...object.spec, replicas: 2 } });
  });
  return { create, get, update };
}

/** 50,000 objects, read in pages; 100 watchers of 1,000 changes; memory. */
async function manyObjects() {
  const server = memoryApiServer(await versions());
  const client = new ResourceClient(cronTab, server, { namespace: "default" });
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  const padding = "x".repeat(1_000);
  let bytes = 0;
  for (let index = 0; index < 50_000; index++) {
    const object = input(`crontab-${index}`);
    object.metadata.annotations = { padding };
    const created = await client.create(object);
    bytes += JSON.stringify(created).length;
  }
  globalThis.gc();
  const kept = process.memoryUsage().heapUsed - before;
  const shown = `${(kept / 1e6).toFixed(0)} MB for ${(bytes / 1e6).toFixed(0)} MB of JSON`;
  console.log(`50,000 objects: ${shown}`);
  bounds.push(row("50,000 objects: memory by their JSON", kept / bytes, 2));
  const start = performance.now();
  let found = 0;
  for await (const object of client.listAll({ limit: 500 })) found += object.kind.length > 0;
  if (found !== 50_000) throw new Error(`${found} objects`);
  console.log(`50,000 objects in pages of 500: ${(performance.now() - start).toFixed(0)} ms`);
  await watchers(client);
}

async function watchers(client) {
  const changes = 1_000;
  const lag = { longest: 0 };
  const sent = new Map();
  const follow = async () => {
    let seen = 0;
    const { metadata } = await client.list({ limit: 1 });
    for await (const { type, object } of client.watch({
      resourceVersion: metadata.resourceVersion,
    })) {
      if (type !== "MODIFIED") throw new Error(type);
      lag.longest = Math.max(lag.longest, performance.now() - sent.get(object.metadata.name));
      if (++seen === changes) return;
    }
  };
  const following = Array.from({ length: 100 }, follow);
  await sleep(200);
  const start = performance.now();
  for (let index = 0; index < changes; index++) {
    const name = `crontab-${index}`;
    sent.set(name, performance.now());
    await client.patch(name, { merge: { spec: { replicas: 3 } } });
  }
  await Promise.all(following);
  const time = performance.now() - start;
  console.log(
    `100 watchers of ${changes} changes: ${time.toFixed(0)} ms, ${lag.longest.toFixed(0)} ms behind at most`,
  );
  bounds.push(row("100 watchers: the longest time behind a change, in ms", lag.longest, 250));
}
