// A program with a generated client, on the cluster of your kubeconfig: `npm run demo` runs it on
// `crdgen serve`.
import assert from "node:assert/strict";
import {
  assertCronTab,
  CronTabClient,
} from "./out/generated/stable.example.com/v1/crontabs/index.js";
import { isInvalid } from "./out/generated/runtime/v1/index.js";
import { connect } from "./out/generated/runtime/v1/node.js";

const nightly = {
  apiVersion: "stable.example.com/v1",
  kind: "CronTab",
  metadata: { name: "nightly" },
  spec: { cronSpec: "0 3 * * *", image: "example.com/backup" },
};
assertCronTab(nightly); // throws what a server would answer

const client = new CronTabClient(await connect());
const { metadata: before } = await client.list();

await step("create", async () => {
  const { spec } = await client.create(nightly);
  assert.deepEqual([spec.replicas, spec.concurrency], [1, "Allow"]);
  return `nightly; the defaults: replicas ${spec.replicas}, concurrency ${spec.concurrency}`;
});

await step("read", async () => {
  const { metadata, spec } = await client.get("nightly");
  assert.equal(spec.cronSpec, "0 3 * * *");
  return `nightly: "${spec.cronSpec}", generation ${metadata.generation}`;
});

await step("scale", async () => {
  await client.scale.patch("nightly", { merge: { spec: { replicas: 3 } } });
  const { spec } = await client.get("nightly");
  assert.equal(spec.replicas, 3);
  return `nightly: replicas ${spec.replicas}`;
});

await step("refuse", async () => {
  const many = client.patch("nightly", { merge: { spec: { replicas: 8 } } });
  const error = await many.then(
    () => assert.fail("it was accepted"),
    (thrown) => thrown,
  );
  assert(isInvalid(error), error);
  return error.causes.map(({ message }) => message).join("; ");
});

await step("watch", async () => {
  const { resourceVersion } = before;
  const texts = [];
  for await (const { type, object } of client.watch({ resourceVersion, timeout: 10_000 })) {
    texts.push(`${type} with replicas ${object.spec.replicas}`);
    if (texts.length === 2) break;
  }
  assert.deepEqual(texts, ["ADDED with replicas 1", "MODIFIED with replicas 3"]);
  return texts.join(", ");
});

async function step(name, work) {
  const begin = performance.now();
  const what = await work();
  const took = `${Math.round(performance.now() - begin)} ms`;
  console.log(`${name.padEnd(10)} ${what.padEnd(60)} ${took.padStart(7)}`);
}
