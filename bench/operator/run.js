// An operator of this runtime beside the same with controller-runtime, on a whole Kubernetes:
// `npm run bench:operator [OBJECTS] [ROUNDS]`. Each works on 2,000 objects, which get a finalizer,
// a ConfigMap by apply and a status. Then 10,000 objects with one request each, against `crdgen
// serve`. The process ends with 1 if a bound is not held.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Controller } from "../../dist/runtime/v1/controller.js";
import { defineResource, ResourceClient } from "../../dist/runtime/v1/index.js";
import { connect, fromKubeconfig } from "../../dist/runtime/v1/node.js";
import { median, row } from "../figures.js";

const objects = Number(process.argv[2] ?? 2_000);
const rounds = Number(process.argv[3] ?? 1);
const folder = mkdtempSync(join(tmpdir(), "crdgen-bench-operator-"));
const root = join(import.meta.dirname, "../..");
const script = join(process.env["CRDGEN_SHARED"] ?? join(root, "../shared"), "kubernetes/cluster");
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

const widget = defineResource({
  group: "bench.example.com",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  scope: "Namespaced",
  subresources: { status: true },
});
const crd = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.bench.example.com" },
  spec: {
    group: "bench.example.com",
    scope: "Namespaced",
    names: { kind: "Widget", plural: "widgets" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            required: ["spec"],
            properties: {
              spec: { type: "object", properties: { color: { type: "string" } } },
              status: { type: "object", properties: { ready: { type: "boolean" } } },
            },
          },
        },
      },
    ],
  },
};

const bounds = [];
try {
  if (process.env["SKIP_WHOLE"] === undefined) await besideControllerRuntime();
  await onServe();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = bounds.every(Boolean) ? 0 : 1;

async function besideControllerRuntime() {
  const goFolder = join(import.meta.dirname, "go");
  const program = process.env["BENCH_GO"] ?? join(folder, "operator");
  if (process.env["BENCH_GO"] === undefined) {
    execFileSync("go", ["build", "-o", program, "."], { cwd: goFolder, stdio: "inherit" });
  }
  const port = process.env["BENCH_PORT"] ?? "29443";
  const cluster = join(folder, "cluster");
  execFileSync(script, ["start", cluster, "--port", port], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const kubeconfig = join(cluster, "kubeconfig");
  const transport = await fromKubeconfig({ path: kubeconfig });
  try {
    await send(transport, "POST", definitions, crd);
    await until(() => send(transport, "GET", "/apis/bench.example.com/v1/widgets"));
    // As the image of the operator's template starts it.
    const flags = ["--single-threaded", "--max-semi-space-size=1"];
    const operator = join(import.meta.dirname, "operator.js");
    const ours = [process.execPath, [...flags, operator, kubeconfig]];
    const theirs = [program, [kubeconfig]];
    const figures = { ours: [], theirs: [] };
    for (let round = 0; round < rounds; round++) {
      figures.ours.push(await measure(transport, `ours${round}`, ...ours));
      figures.theirs.push(await measure(transport, `theirs${round}`, ...theirs));
    }
    // What Node.js itself takes for TLS is more than Go's for all: 54 MB, and half of the CPU.
    for (const [name, limit] of [
      ["seconds", 1.4],
      ["cpu", 1.8],
      ["megabytes", 1.9],
    ]) {
      const of = (who) => median(figures[who].map((each) => each[name]));
      const title = `${name}, ${of("ours").toFixed(1)} beside ${of("theirs").toFixed(1)}`;
      bounds.push(row(title, of("ours") / of("theirs"), limit));
    }
    const passes = median(figures.ours.map(({ reconciles }) => reconciles)) / objects;
    bounds.push(row("reconciles per object", passes, 1.01));
  } finally {
    transport.close();
    execFileSync(script, ["stop", cluster], { stdio: "ignore" });
  }
}

/** Objects of a namespace of its own, until all have their status; then a quiet time. */
async function measure(transport, namespace, command, args) {
  await send(transport, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  const widgets = new ResourceClient(widget, transport, { namespace });
  await inParallel(20, objects, (at) =>
    widgets.create({
      apiVersion: "bench.example.com/v1",
      kind: "Widget",
      metadata: { name: `w${at}` },
      spec: { color: "blue" },
    }),
  );
  const began = performance.now();
  const env = { ...process.env, NODE_ENV: "production" };
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"], env });
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += chunk));
  const isDone = async () => {
    for await (const { status } of widgets.listAll({ resourceVersion: "0" })) {
      if (status?.ready !== true) return false;
    }
    return true;
  };
  for (; !(await isDone()); await sleep(500));
  const seconds = (performance.now() - began) / 1_000;
  await sleep(3_000);
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
  const figures = { ...JSON.parse(printed.trim().split("\n").at(-1)), seconds };
  console.log(namespace, figures);
  // What comes next has these objects in none of its caches.
  await inParallel(20, objects, (at) =>
    widgets.patch(`w${at}`, { merge: { metadata: { finalizers: null } } }),
  );
  await widgets.deleteCollection();
  await send(transport, "DELETE", `/api/v1/namespaces/${namespace}/configmaps`);
  return figures;
}

/** Reconciles of 10,000 objects, with one request each. */
async function onServe() {
  const count = 10_000;
  const kubeconfig = join(folder, "served");
  const args = ["serve", "--kubeconfig", kubeconfig, "--port", "0"];
  const child = spawn(process.execPath, [join(root, "dist/cli/main.js"), ...args], {
    stdio: "ignore",
  });
  try {
    const transport = await untilValue(() => connect({ path: kubeconfig }));
    await until(() => send(transport, "POST", definitions, crd));
    const widgets = new ResourceClient(widget, transport, { namespace: "default" });
    await until(() => widgets.list());
    await inParallel(50, count, (at) =>
      widgets.create({
        apiVersion: "bench.example.com/v1",
        kind: "Widget",
        metadata: { name: `w${at}` },
        spec: { color: "blue" },
      }),
    );
    let done = 0;
    const finished = {};
    finished.promise = new Promise((resolve) => (finished.resolve = resolve));
    const controller = new Controller(widgets, {
      concurrency: 20,
      async reconcile({ metadata }, { signal }) {
        const patch = { merge: { metadata: { labels: { seen: "yes" } } } };
        await widgets.patch(metadata.name, patch, { signal });
        if (++done === count) finished.resolve();
      },
      predicate: (_, old) => old === undefined,
    });
    const began = performance.now();
    const running = controller.run();
    await finished.promise;
    const perSecond = (count / (performance.now() - began)) * 1_000;
    console.log(`reconciles per second against crdgen serve: ${perSecond.toFixed(0)}`);
    bounds.push(row("1,000 reconciles per second", 1_000 / perSecond, 1));
    await controller.stop();
    await running;
    transport.close();
  } finally {
    child.kill("SIGTERM");
  }
}

async function send(transport, method, path, body) {
  const headers = [
    ["accept", "application/json"],
    ["content-type", "application/json"],
  ];
  const response = await transport.send({
    method,
    path,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${text}`);
}

async function inParallel(width, count, work) {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

async function untilValue(make) {
  for (const end = Date.now() + 60_000; ; await sleep(100)) {
    try {
      return await make();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

async function until(work) {
  await untilValue(work);
}
