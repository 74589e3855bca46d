import { expect, it } from "vitest";
import { ServeFolder } from "../support/serve.js";
import type { Answer, AttackedServer } from "./attacked-server.js";
import { serveThings, thing, things } from "./things.js";

/* While thousands of objects are listed, watched or deleted, others are served. */

const folder = new ServeFolder();
/** How long another client may wait, in ms. */
const patience = 100;
/**
 * The same for Protocol Buffers: the length of all stands at the beginning, so it is one piece,
 * which takes 140 ms on a machine that does nothing else.
 */
const patienceForAll = 800;
/** The same for what cannot be tried again, on a machine that does other things too. */
const patienceOnce = 400;
/** A busy machine makes all longer: the least wait of some is that of the server. */
const attempts = 4;

const configMaps = "/api/v1/namespaces/default/configmaps";
const text = "x".repeat(100);

function configMap(name: string, metadata: object): string {
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, ...metadata } };
  return JSON.stringify({ ...object, data: { text } });
}

async function fill(
  server: AttackedServer,
  count: number,
  path: string,
  bodyOf: (name: string, metadata: object) => string,
): Promise<void> {
  const create = async (first: number): Promise<void> => {
    for (let index = first; index < count; index += 16) {
      const body = bodyOf(`n${index}`, { labels: { a: "b" } });
      expect((await server.ask("POST", path, { body })).status).toBe(201);
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, index) => create(index)));
}

const table = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
const yaml = { accept: "application/yaml" };
const transform = "as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
const partial = { accept: `application/json;${transform}` };
const protobuf = "application/vnd.kubernetes.protobuf";
const binary = { accept: `${protobuf}, ${protobuf};${transform}` };

it.each([
  [
    20_000,
    "custom objects",
    things,
    (name: string, more: object) => thing(name, { map: { text } }, more),
  ],
  [10_000, "built-in objects", configMaps, configMap],
])("%d %s keep nobody waiting", async (count, _, path, bodyOf) => {
  const server = await serveThings(folder);
  await fill(server, count, path, bodyOf);
  const steps: Readonly<Record<string, () => Promise<Answer>>> = {
    list: () => server.ask("GET", path),
    table: () => server.ask("GET", path, { headers: table }),
    yaml: () => server.ask("GET", path, { headers: yaml }),
    pretty: () => server.ask("GET", `${path}?pretty=1`),
    protobuf: () => server.ask("GET", path, { headers: binary }),
    metadata: () => server.ask("GET", path, { headers: partial }),
    labels: () => server.ask("GET", `${path}?labelSelector=a%3Db,!c`),
    watch: () => server.ask("GET", `${path}?watch=1&resourceVersion=0&timeoutSeconds=2`),
  };
  const waitFor = (step: string, run: () => Promise<Answer>): Promise<number> =>
    server.longestWait(async () => {
      const { status, text: answer } = await run();
      expect(status, step).toBe(200);
      expect(answer.match(/\bn\d/g)?.length, step).toBeGreaterThan(count / 2);
    });
  for (const [step, run] of Object.entries(steps)) {
    const most = step === "protobuf" ? patienceForAll : patience;
    let least = Infinity;
    for (let attempt = 0; attempt < attempts && least >= most; attempt++) {
      least = Math.min(least, await waitFor(step, run));
    }
    expect(least, step).toBeLessThan(most);
  }
  const deletion = await waitFor("deletion", () => server.ask("DELETE", path));
  expect(deletion, "deletion").toBeLessThan(patienceOnce);
  server.checkMemory();
});
