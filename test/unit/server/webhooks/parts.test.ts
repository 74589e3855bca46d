import { beforeEach, describe, expect, it } from "vitest";
import { kindTable } from "../../../../src/runtime/v1/built-in/table/kind-table.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../../../src/server/cluster.js";

interface Heard {
  readonly name: string;
  readonly operation: string;
  readonly subResource?: string;
  readonly resource: { readonly resource: string };
  readonly kind: { readonly kind: string };
  readonly object: JsonObject | null;
}

let heard: Heard[];
let cluster: Cluster;

beforeEach(async () => {
  heard = [];
  cluster = await Cluster.create({
    minor: 37,
    builtIns: kindTable(37).resources.filter(({ group }) => group === ""),
    callWebhook: (call) => {
      const { request } = JSON.parse(call.body) as { request: Heard & { uid: string } }; // of the server
      heard.push(request);
      const isRefused = request.object?.["kind"] === "Eviction" && request.name === "kept";
      const response = { uid: request.uid, allowed: !isRefused };
      const review = { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", response };
      const body = JSON.stringify(review);
      return Promise.resolve({ status: 200, contentType: "application/json", body });
    },
  });
  await send("POST", "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
    metadata: { name: "all" },
    webhooks: [
      {
        name: "all.example.com",
        clientConfig: { url: "https://127.0.0.1:1/" },
        rules: [{ apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"], operations: ["*"] }],
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  });
});

async function send(method: string, path: string, body?: object): Promise<number> {
  const response = await cluster.send({
    method,
    path,
    headers: [["content-type", "application/json"]],
    body: body && JSON.stringify(body),
  });
  await response.text();
  return response.status;
}

const pods = "/api/v1/namespaces/default/pods";
const target = { target: { name: "n" } };

async function createPod(name: string): Promise<void> {
  const spec = { containers: [{ name: "a", image: "a" }] };
  expect(await send("POST", pods, { metadata: { name }, spec })).toBe(201);
  heard.length = 0;
}

const told = (): readonly string[] =>
  heard.map(({ operation, resource, subResource = "", kind }) =>
    [operation, resource.resource, subResource, kind.kind].join(" "),
  );

describe("webhooks of what is not written as it is sent", () => {
  it("hear of bindings by either path", async () => {
    await createPod("a");
    await createPod("b");
    expect(await send("POST", `${pods}/a/binding`, { metadata: { name: "a" }, ...target })).toBe(
      201,
    );
    const bindings = "/api/v1/namespaces/default/bindings";
    expect(await send("POST", bindings, { metadata: { name: "b" }, ...target })).toBe(201);
    expect(told()).toEqual(["CREATE pods binding Binding", "CREATE bindings  Binding"]);
  });

  it("refuse evictions, of whose deletions they never hear", async () => {
    await createPod("kept");
    const evict = (name: string): Promise<number> =>
      send("POST", `${pods}/${name}/eviction`, { metadata: { name } });
    expect(await evict("kept")).toBe(400);
    expect(await send("GET", `${pods}/kept`)).toBe(200);
    expect(told()).toEqual(["CREATE pods eviction Eviction"]);
    await createPod("a");
    expect(await evict("a")).toBe(201);
    expect(await send("GET", `${pods}/a`)).toBe(404);
    expect(told()).toEqual(["CREATE pods eviction Eviction"]);
  });

  it("hear of who connects, with the options of the query", async () => {
    expect(await send("POST", `${pods}/none/exec`)).toBe(404);
    expect(told()).toEqual(["CONNECT pods exec PodExecOptions"]);
    expect(heard[0]?.object).toEqual({ kind: "PodExecOptions", apiVersion: "v1", command: null });
  });

  it("hear of tokens before they are issued", async () => {
    const accounts = "/api/v1/namespaces/default/serviceaccounts";
    expect(await send("POST", accounts, { metadata: { name: "a" } })).toBe(201);
    heard.length = 0;
    expect(await send("POST", `${accounts}/a/token`, { spec: { audiences: ["x"] } })).toBe(201);
    expect(told()).toEqual(["CREATE serviceaccounts token TokenRequest"]);
    expect(JSON.stringify(heard[0]?.object)).not.toContain('"token":"e');
  });
});
