import { beforeEach, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../../../src/server/cluster.js";
import type { WebhookCall } from "../../../../src/server/webhooks/call-webhook.js";
import { WebhookUnreachable } from "../../../../src/server/webhooks/call-webhook.js";

interface Review {
  readonly request: { readonly uid: string; readonly [key: string]: unknown };
}

/** What the webhook at a path makes of a review: its response. */
type Respond = (review: Review) => object;

let webhooks: Record<string, Respond>;
let calls: { readonly path: string; readonly call: WebhookCall; readonly review: Review }[];
let cluster: Cluster;

beforeEach(async () => {
  webhooks = {};
  calls = [];
  cluster = await Cluster.create({
    minor: 37,
    namespaces: true,
    webhookServices: { "system/hook": "https://127.0.0.1:9443" },
    callWebhook: (call) => {
      const review = JSON.parse(call.body) as Review & { apiVersion: string }; // of the server
      const path = new URL(call.url).pathname;
      calls.push({ path, call, review });
      const respond = webhooks[path];
      if (respond === undefined) return Promise.reject(new WebhookUnreachable("nobody is there"));
      const response = { uid: review.request.uid, allowed: true, ...respond(review) };
      const answer = { kind: "AdmissionReview", apiVersion: review.apiVersion, response };
      return Promise.resolve({
        status: 200,
        contentType: "application/json",
        body: JSON.stringify(answer),
      });
    },
  });
});

interface Answer {
  readonly status: number;
  readonly body: JsonObject & { metadata: Record<string, unknown>; message?: string };
  readonly warning: string | null;
}

async function send(
  method: string,
  path: string,
  body?: object,
  type = "application/json",
): Promise<Answer> {
  const [pathname = "", query] = path.split("?");
  const answer = await cluster.send({
    method,
    path: pathname,
    query,
    headers: [["content-type", type]],
    ...(body && { body: JSON.stringify(body) }),
  });
  const read = JSON.parse(await answer.text()) as Answer["body"]; // objects alone
  return { status: answer.status, body: read, warning: answer.header("warning") };
}

function configure(type: "Mutating" | "Validating", ...hooks: readonly object[]): Promise<Answer> {
  const plural = `${type.toLowerCase()}webhookconfigurations`;
  return send("POST", `/apis/admissionregistration.k8s.io/v1/${plural}`, {
    kind: `${type}WebhookConfiguration`,
    apiVersion: "admissionregistration.k8s.io/v1",
    metadata: { name: "hooks" },
    webhooks: hooks.map((hook, index) => ({
      name: `w${index}.example.com`,
      rules: [
        { apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"], operations: ["*"] },
      ],
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      ...hook,
    })),
  });
}

const at = (path: string): object => ({ clientConfig: { url: `https://localhost${path}` } });
const maps = "/api/v1/namespaces/default/configmaps";
const map = { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "a" }, data: { k: "v" } };
const patching = (...operations: readonly object[]): object => ({
  patch: btoa(JSON.stringify(operations)),
  patchType: "JSONPatch",
});
const label = (key: string): object => ({
  op: "add",
  path: "/metadata/labels",
  value: { [key]: "" },
});
const merge = "application/merge-patch+json";

it("stores a configuration with its defaults and a generation", async () => {
  const { status, body } = await configure("Mutating", at("/m"));
  expect(status).toBe(201);
  expect(body.metadata["generation"]).toBe(1);
  expect(body["webhooks"]).toMatchObject([
    {
      failurePolicy: "Fail",
      matchPolicy: "Equivalent",
      namespaceSelector: {},
      objectSelector: {},
      timeoutSeconds: 10,
      reinvocationPolicy: "Never",
      rules: [{ scope: "*" }],
    },
  ]);
});

it("refuses a configuration that no cluster takes", async () => {
  const { status, body } = await configure("Validating", {
    name: "short",
    clientConfig: { url: "http://user@localhost?x=1#y" },
    rules: [
      { apiGroups: ["*", "a"], apiVersions: [], resources: ["*/*", "a"], operations: ["GET"] },
    ],
    sideEffects: "Some",
    admissionReviewVersions: ["v2"],
    timeoutSeconds: 31,
    matchConditions: [{ name: "a", expression: "object" }],
  });
  expect(status).toBe(422);
  const { causes } = body["details"] as unknown as { causes: { field: string }[] }; // of 422
  expect(causes.map(({ field }) => field.replace("webhooks[0].", ""))).toEqual([
    "name",
    "rules[0].operations[0]",
    "rules[0].apiGroups",
    "rules[0].apiVersions",
    "rules[0].resources",
    "sideEffects",
    "timeoutSeconds",
    "clientConfig.url",
    "clientConfig.url",
    "clientConfig.url",
    "clientConfig.url",
    "matchConditions[0].expression",
    "admissionReviewVersions",
  ]);
});

it("calls mutating webhooks in their order, then validating ones with what they made", async () => {
  webhooks["/first"] = () => ({ ...patching(label("one")), warnings: ["first"] });
  webhooks["/second"] = ({ request }) => {
    expect(request["object"]).toMatchObject({ metadata: { labels: { one: "" } } });
    return patching({ op: "add", path: "/data/x", value: "y" });
  };
  webhooks["/valid"] = () => ({ warnings: ["valid"] });
  await configure("Mutating", at("/first"), at("/second"));
  await configure("Validating", at("/valid"));
  const { status, body, warning } = await send("POST", maps, map);
  expect([status, body["data"], body.metadata["labels"]]).toEqual([
    201,
    { k: "v", x: "y" },
    { one: "" },
  ]);
  expect(warning).toBe('299 - "first", 299 - "valid"');
  expect(calls.map(({ path }) => path)).toEqual(["/first", "/second", "/valid"]);
  expect(calls[2]?.review.request["object"]).toMatchObject({ data: { k: "v", x: "y" } });
});

it("tells a webhook all about the request", async () => {
  webhooks["/v"] = () => ({});
  await configure("Validating", { ...at("/v"), timeoutSeconds: 3 });
  await send("POST", `${maps}?dryRun=All&fieldManager=me`, map);
  const [{ call, review } = { call: undefined, review: undefined }] = calls;
  expect(call?.url).toBe("https://localhost/v?timeout=3s");
  const kind = { group: "", version: "v1", kind: "ConfigMap" };
  const resource = { group: "", version: "v1", resource: "configmaps" };
  expect(review?.request).toMatchObject({
    kind,
    resource,
    requestKind: kind,
    requestResource: resource,
    name: "a",
    namespace: "default",
    operation: "CREATE",
    oldObject: null,
    dryRun: true,
    options: {
      kind: "CreateOptions",
      apiVersion: "meta.k8s.io/v1",
      dryRun: ["All"],
      fieldManager: "me",
    },
    userInfo: { username: "admin" },
  });
});

it("calls a webhook again when others behind it changed the object", async () => {
  webhooks["/a"] = () => ({});
  webhooks["/b"] = () => patching(label("b"));
  await configure("Mutating", { ...at("/a"), reinvocationPolicy: "IfNeeded" }, at("/b"));
  expect((await send("POST", maps, map)).status).toBe(201);
  expect(calls.map(({ path }) => path)).toEqual(["/a", "/b", "/a"]);
});

it("refuses with the words of the webhook", async () => {
  webhooks["/v"] = () => ({
    allowed: false,
    status: { message: "no", code: 403, reason: "Forbidden" },
  });
  await configure("Validating", at("/v"));
  const { status, body } = await send("POST", maps, map);
  expect([status, body.message, body["reason"]]).toEqual([
    403,
    'admission webhook "w0.example.com" denied the request: no',
    "Forbidden",
  ]);
  expect((await send("GET", `${maps}/a`)).status).toBe(404);
});

it("refuses what a webhook cannot be asked about, unless failures are ignored", async () => {
  await configure("Validating", at("/gone"));
  const { status, body } = await send("POST", maps, map);
  expect([status, body.message]).toEqual([
    500,
    'Internal error occurred: failed calling webhook "w0.example.com": failed to call webhook: nobody is there',
  ]);
  const path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/hooks";
  await send(
    "PATCH",
    path,
    [{ op: "replace", path: "/webhooks/0/failurePolicy", value: "Ignore" }],
    "application/json-patch+json",
  );
  expect((await send("POST", maps, map)).status).toBe(201);
});

it("asks before a deletion, for each object of a collection without its name", async () => {
  await send("POST", maps, map);
  webhooks["/v"] = ({ request }) => ({ allowed: request["name"] === undefined });
  await configure("Validating", at("/v"));
  expect((await send("DELETE", `${maps}/a`)).status).toBe(400);
  expect((await send("DELETE", maps)).status).toBe(200);
  expect(calls.map(({ review }) => review.request["operation"])).toEqual(["DELETE", "DELETE"]);
  expect(calls[0]?.review.request["oldObject"]).toMatchObject({ data: { k: "v" } });
});

it("makes up a name once mutating webhooks were asked", async () => {
  webhooks["/m"] = ({ request }) => patching(label(String(request["name"] ?? "none")));
  await configure("Mutating", at("/m"));
  const { body } = await send("POST", maps, { ...map, metadata: { generateName: "a-" } });
  expect(body.metadata["name"]).toMatch(/^a-.{5}$/);
  expect(body.metadata["labels"]).toEqual({ none: "" });
});

it("asks of patches and applies what they make", async () => {
  webhooks["/m"] = ({ request }) => patching(label(String(request["operation"])));
  await configure("Mutating", at("/m"));
  const apply = `${maps}/a?fieldManager=me`;
  const created = await send("PATCH", apply, map, "application/apply-patch+yaml");
  expect([created.status, created.body.metadata["labels"]]).toEqual([201, { CREATE: "" }]);
  const patched = await send("PATCH", `${maps}/a`, { data: { k: "w" } }, merge);
  expect(patched.body).toMatchObject({ data: { k: "w" }, metadata: { labels: { UPDATE: "" } } });
  expect(calls[1]?.review.request["oldObject"]).toMatchObject({ data: { k: "v" } });
});

it.each([
  ["//v", "/v"],
  ["/a/../v/", "/v"],
  ["/./a//v", "/a/v"],
  ["", "/"],
])("joins the path '%s' as client-go does", async (given, called) => {
  webhooks[called] = () => ({});
  await configure("Validating", at(given));
  expect((await send("POST", maps, map)).status).toBe(201);
  expect(calls.map(({ call }) => call.url)).toEqual([`https://localhost${called}?timeout=10s`]);
});

it("calls a service where it is, by its own name", async () => {
  webhooks["/v"] = () => ({});
  const service = { namespace: "system", name: "hook", path: "/v", port: 8443 };
  await configure(
    "Validating",
    { clientConfig: { service } },
    {
      clientConfig: { service: { namespace: "other", name: "hook" } },
      failurePolicy: "Ignore",
    },
  );
  expect((await send("POST", maps, map)).status).toBe(201);
  expect(calls.map(({ call }) => [call.url, call.address])).toEqual([
    ["https://hook.system.svc:8443/v?timeout=10s", "https://127.0.0.1:9443"],
  ]);
});

it("never calls webhooks for their configurations", async () => {
  const rules = [{ apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"], operations: ["*"] }];
  await configure("Validating", { ...at("/gone"), rules });
  const path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/hooks";
  expect((await send("DELETE", path)).status).toBe(200);
  expect((await send("POST", maps, map)).status).toBe(201);
  expect(calls).toEqual([]);
});

it("fails each call where nobody gave a way to call", async () => {
  cluster = await Cluster.create({ minor: 37, namespaces: true });
  await configure("Validating", at("/v"));
  expect((await send("POST", maps, map)).body.message).toMatch(/this server calls no webhooks$/);
});
