import { appendFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callWebhook } from "../../src/cli/serve/call-webhook.js";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import { Cluster } from "../../src/server/cluster.js";
import type { DrawnCase, DrawnRequest } from "./webhook-grammar.js";
import type { TestWebhooks } from "./webhook-server.js";
import { serveTestWebhooks } from "./webhook-server.js";
import type { SeenAnswer } from "./webhook-sides.js";
import { WebhookSide } from "./webhook-sides.js";
import { describeWholeCluster } from "./whole-cluster.js";

/** A file to which differences are added, as lines of JSON. */
const report = process.env["WHOLE_REPORT"];

const json = "application/json";
const core = "/api/v1/namespaces/NS";
const apps = "/apis/apps/v1/namespaces/NS";

function request(
  method: string,
  path: string,
  body?: object,
  query = "",
  type = json,
): DrawnRequest {
  return { method, path, query, type, body };
}

const pod = (name: string): object => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, labels: { app: name } },
  spec: {
    serviceAccountName: "default",
    containers: [{ name: "a", image: "a", resources: { requests: { cpu: "1" } } }],
  },
});
const binding = (name: string, more: object = {}): object => ({
  apiVersion: "v1",
  kind: "Binding",
  metadata: { name, annotations: { a: "b" } },
  target: { apiVersion: "v1", kind: "Node", name: "n" },
  ...more,
});
const eviction = (name: string, more: object = {}): object => ({
  apiVersion: "policy/v1",
  kind: "Eviction",
  metadata: { name },
  ...more,
});
const token = (more: object = {}): object => ({
  apiVersion: "authentication.k8s.io/v1",
  kind: "TokenRequest",
  spec: { audiences: ["a"], ...more },
});
const scale = (replicas: number): object => ({
  apiVersion: "autoscaling/v1",
  kind: "Scale",
  metadata: { name: "d", namespace: "NS" },
  spec: { replicas },
});
const merge = "application/merge-patch+json";
const strategic = "application/strategic-merge-patch+json";

const requests: readonly DrawnRequest[] = [
  request("POST", `${core}/serviceaccounts`, {
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: { name: "default" },
  }),
  ...["a", "b", "c", "d"].map((name) => request("POST", `${core}/pods`, pod(name))),
  request("POST", `${core}/pods/a/binding`, binding("a"), "dryRun=All"),
  request("POST", `${core}/pods/a/binding`, binding("b")),
  request("POST", `${core}/pods/a/binding`, binding("a", { target: { kind: "Pod", name: "" } })),
  request("POST", `${core}/pods/none/binding`, binding("none")),
  request("POST", `${core}/pods/a/binding`, binding("a"), "fieldManager=scheduler"),
  request("POST", `${core}/pods/a/binding`, binding("a")),
  request("POST", `${core}/bindings`, binding("b")),
  request("POST", `${core}/bindings`, binding("none")),
  request("GET", `${core}/pods/b`),
  request("POST", `${core}/pods/a/eviction`, eviction("b")),
  request("POST", `${core}/pods/none/eviction`, eviction("none")),
  request("POST", `${core}/pods/c/eviction`, eviction("c"), "dryRun=All"),
  request(
    "POST",
    `${core}/pods/c/eviction`,
    eviction("c", { deleteOptions: { gracePeriodSeconds: 0 } }),
  ),
  request("POST", `${core}/pods/c/eviction`, eviction("c"), "fieldValidation=Strict"),
  request("POST", `${core}/serviceaccounts/default/token`, token({ expirationSeconds: 1 })),
  request("POST", `${core}/serviceaccounts/none/token`, token()),
  request("GET", `${core}/pods/a/exec`, undefined, "command=ls&command=-l&stdin=true&container=a"),
  request("POST", `${core}/pods/none/exec`, undefined, "command=ls&stdout=false"),
  request("GET", `${core}/pods/none/attach`),
  request("GET", `${core}/pods/none/portforward`, undefined, "ports=80"),
  request("GET", `${core}/pods/none/proxy/x/y`),
  request("POST", `${core}/services/none/proxy/x`),
  request(
    "PATCH",
    `${core}/pods/a/ephemeralcontainers`,
    { spec: { ephemeralContainers: [{ name: "e", image: "e" }] } },
    "",
    strategic,
  ),
  request(
    "PATCH",
    `${core}/pods/d/resize`,
    { spec: { containers: [{ name: "a", resources: { requests: { cpu: "2" } } }] } },
    "",
    strategic,
  ),
  request("PATCH", `${core}/pods/a/status`, { status: { phase: "Running" } }, "", merge),
  request("POST", `${apps}/deployments`, {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "d" },
    spec: {
      selector: { matchLabels: { app: "d" } },
      template: {
        metadata: { labels: { app: "d" } },
        spec: { containers: [{ name: "a", image: "a" }] },
      },
    },
  }),
  request("PUT", `${apps}/deployments/d/scale`, scale(2)),
  request("PATCH", `${apps}/deployments/d/scale`, { spec: { replicas: 3 } }, "", merge),
  request("PATCH", `${apps}/deployments/d/status`, { status: { replicas: 1 } }, "", merge),
  request("POST", "/apis/authorization.k8s.io/v1/namespaces/NS/localsubjectaccessreviews", {
    apiVersion: "authorization.k8s.io/v1",
    kind: "LocalSubjectAccessReview",
    metadata: { namespace: "NS" },
    spec: { user: "a", resourceAttributes: { verb: "get", resource: "pods", namespace: "NS" } },
  }),
  request("PATCH", `${apps}/deployments/d/scale`, { spec: { replicas: 4 } }, "", strategic),
];

/** Those that change pods. */
const disabled = [
  "ServiceAccount",
  "TaintNodesByCondition",
  "Priority",
  "DefaultTolerationSeconds",
];

const everything = {
  rules: [{ apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"], operations: ["*"] }],
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
};

function drawnCase(run: string): DrawnCase {
  const selector = { matchLabels: { "kubernetes.io/metadata.name": `parts-${run}` } };
  const allow = { response: { allowed: true, warnings: ["seen"] } };
  const patched = {
    response: { allowed: true, patchType: "JSONPatch" },
    patch: [{ op: "add", path: "/metadata/labels", value: { hooked: "yes" } }],
  };
  const refuse = { response: { allowed: false, status: { code: 418, message: "no" } } };
  const webhook = (
    name: string,
    more: object,
    behaviour: object,
  ): DrawnCase["configurations"][number]["webhooks"][number] => ({
    body: { ...everything, namespaceSelector: selector, ...more, name: `${name}.example.com` },
    behaviour,
    place: "there",
  });
  const of = (resources: readonly string[], operations = ["*"]): object => ({
    rules: [{ apiGroups: ["*"], apiVersions: ["*"], resources, operations }],
  });
  const named = { matchConditions: [{ name: "b", expression: "request.name == 'refused'" }] };
  return {
    configurations: [
      {
        isMutating: true,
        name: `parts-${run}-mutating`,
        webhooks: [
          webhook("all", {}, allow),
          webhook("patch", of(["pods/binding", "bindings", "pods/eviction"]), patched),
        ],
      },
      {
        isMutating: false,
        name: `parts-${run}-validating`,
        webhooks: [
          webhook("all", {}, allow),
          webhook("refuse", { ...of(["*/*"]), ...named }, refuse),
        ],
      },
    ],
    requests: [
      ...requests,
      request("POST", `${core}/pods`, pod("refused")),
      request("POST", `${core}/pods/refused/binding`, binding("refused")),
      request("POST", `${core}/pods/refused/eviction`, eviction("refused")),
      request("POST", `${core}/pods/refused/exec`, undefined, "command=ls"),
    ],
  }; // of the grammar
}

/** What webhooks hear of requests that do not write an object as it is sent. */
describeWholeCluster(
  "webhooks of subresources, as a whole Kubernetes calls them",
  (cluster) => {
    let webhooks: TestWebhooks;
    let sides: readonly WebhookSide[];
    beforeAll(async () => {
      webhooks = await serveTestWebhooks();
      const builtIns = kindTable(37).resources;
      const memory = await Cluster.create({ minor: 37, namespaces: true, builtIns, callWebhook });
      sides = [cluster().transport, memory].map((one) => new WebhookSide(one, webhooks));
    });
    afterAll(() => webhooks.close());

    it("bindings, evictions, tokens, connections, scales", async () => {
      const run = Date.now().toString(36);
      const drawn = drawnCase(run);
      const paths = drawn.configurations.flatMap((one) =>
        one.webhooks.map(({ behaviour }) => webhooks.add(behaviour)),
      );
      const [theirs = [], ours = []] = [
        await sides[0]?.run(drawn, `parts-${run}`, paths),
        await sides[1]?.run(drawn, `parts-${run}`, paths),
      ];
      const different = theirs.flatMap((one, index) => {
        const other = connected(ours[index], one);
        return JSON.stringify(one) === JSON.stringify(other) ? [] : [{ theirs: one, ours: other }];
      });
      for (const found of different) {
        if (report === undefined) break;
        const line = { name: "", request: { method: "", path: found.theirs.request }, ...found };
        appendFileSync(report, `${JSON.stringify(line)}\n`);
      }
      expect(theirs.length).toBe(drawn.requests.length);
      expect(different).toEqual([]);
    }, 300_000);
  },
  { controllers: false, flags: [`--disable-admission-plugins=${disabled.join()}`] },
);

/** Where a whole server finds that it cannot connect, ours says that it never does. */
function connected(ours: SeenAnswer | undefined, theirs: SeenAnswer): SeenAnswer | undefined {
  if (ours?.status !== 501) return ours;
  return { ...ours, status: theirs.status, body: theirs.body };
}
