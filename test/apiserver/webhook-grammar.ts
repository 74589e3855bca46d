import type { Random } from "../support/random.js";
import type { Behaviour } from "./webhook-server.js";

/** A configuration before its webhooks have addresses. */
export interface DrawnConfiguration {
  readonly isMutating: boolean;
  readonly name: string;
  readonly webhooks: readonly DrawnWebhook[];
}

/** A webhook, and where it is. */
export interface DrawnWebhook {
  readonly body: { readonly [key: string]: unknown };
  readonly place: "there" | "refused" | "untrusted" | "no service";
  readonly behaviour: Behaviour;
}

/** A request of a case; paths are within its namespace. */
export interface DrawnRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly type?: string;
  readonly body?: unknown;
}

/** Configurations, and what is asked of a server that has them. */
export interface DrawnCase {
  readonly configurations: readonly DrawnConfiguration[];
  readonly requests: readonly DrawnRequest[];
}

const group = "hooks.example.com";

/** The CRD of the cases: two versions without a converter, a status and a scale. */
export function widgetDefinition(): object {
  const integer = { type: "integer" };
  const spec = {
    type: "object",
    properties: {
      size: { type: "integer", default: 3, maximum: 9 },
      replicas: integer,
      color: { type: "string", enum: ["red", "green"] },
      parts: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
    },
  };
  const status = {
    type: "object",
    properties: { replicas: integer, phase: { type: "string" }, selector: { type: "string" } },
  };
  const version = (name: string, storage: boolean): object => ({
    name,
    served: true,
    storage,
    schema: { openAPIV3Schema: { type: "object", properties: { spec, status } } },
    subresources: {
      status: {},
      scale: {
        specReplicasPath: ".spec.replicas",
        statusReplicasPath: ".status.replicas",
        labelSelectorPath: ".status.selector",
      },
    },
  });
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
      versions: [version("v1", true), version("v2", false)],
    },
  };
}

/** Draws a case. */
export function drawCase(random: Random, id: string, namespace: string): DrawnCase {
  const count = 1 + random.below(3);
  const configurations = Array.from({ length: count }, (_, index) =>
    drawConfiguration(random, `${id}-${random.pick(["a", "b", "c"])}${index}`, namespace),
  );
  return { configurations: withOneRefusal(configurations), requests: drawRequests(random) };
}

/** Validating webhooks are asked at once: which of several refusals is told is chance. */
function withOneRefusal(
  configurations: readonly DrawnConfiguration[],
): readonly DrawnConfiguration[] {
  let isThere = false;
  return configurations.map((configuration) => {
    if (configuration.isMutating) return configuration;
    const webhooks = configuration.webhooks.map((webhook) => {
      const { place, behaviour } = webhook;
      const isAllowing = behaviour.response?.["allowed"] === true && !broken.includes(behaviour);
      const isGood = place === "there" && isAllowing;
      const isFirst = !isGood && !isThere;
      isThere ||= !isGood;
      if (isGood || isFirst) return webhook;
      return { ...webhook, place: "there" as const, behaviour: { response: { allowed: true } } };
    });
    return { ...configuration, webhooks };
  });
}

function drawConfiguration(random: Random, name: string, namespace: string): DrawnConfiguration {
  const isMutating = random.chance(0.55);
  const count = 1 + random.below(2);
  const webhooks = Array.from({ length: count }, (_, index) =>
    drawWebhook(random, `w${index}.${name}.example.com`, namespace, isMutating),
  );
  return { isMutating, name, webhooks };
}

function drawWebhook(
  random: Random,
  name: string,
  namespace: string,
  isMutating: boolean,
): DrawnWebhook {
  const body = {
    name,
    rules: Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => drawRule(random)),
    sideEffects: random.pick(["None", "NoneOnDryRun"]),
    admissionReviewVersions: random.pick([
      ["v1"],
      ["v1"],
      ["v1beta1"],
      ["v1beta1", "v1"],
      ["v9", "v1"],
    ]),
    timeoutSeconds: random.pick([1, 5, 10]),
    namespaceSelector: {
      matchLabels: { "kubernetes.io/metadata.name": namespace },
      ...(random.chance(0.1) && { matchExpressions: [{ key: "tier", operator: "Exists" }] }),
    },
    ...(random.chance(0.3) && { failurePolicy: random.pick(["Fail", "Ignore"]) }),
    ...(random.chance(0.3) && { matchPolicy: random.pick(["Exact", "Equivalent"]) }),
    ...(random.chance(0.2) && { objectSelector: drawObjectSelector(random) }),
    ...(random.chance(0.35) && { matchConditions: drawConditions(random) }),
    ...(isMutating && random.chance(0.4) && { reinvocationPolicy: "IfNeeded" }),
  };
  const place = random.chance(0.88)
    ? ("there" as const)
    : random.pick(["refused", "untrusted", "no service"] as const);
  return { body, place, behaviour: drawBehaviour(random, isMutating) };
}

function drawRule(random: Random): object {
  return {
    apiGroups: random.pick([["*"], ["*"], ["", group], [group], [""]]),
    apiVersions: random.pick([["*"], ["*"], ["v1"], ["v2"], ["v1", "v2"]]),
    operations: random.pick([
      ["*"],
      ["*"],
      ["CREATE"],
      ["UPDATE"],
      ["DELETE"],
      ["CREATE", "UPDATE"],
    ]),
    resources: random.pick([
      ["*/*"],
      ["*"],
      ["*", "*/scale"],
      ["widgets", "configmaps"],
      ["widgets/status", "configmaps"],
      ["widgets/*"],
      ["configmaps"],
      ["configmaps", "secrets", "namespaces"],
      ["namespaces", "namespaces/*"],
    ]),
    ...(random.chance(0.3) && { scope: random.pick(["*", "Namespaced", "Cluster"]) }),
  };
}

function drawObjectSelector(random: Random): object {
  return random.pick<object>([
    { matchLabels: { app: "x" } },
    { matchExpressions: [{ key: "app", operator: "NotIn", values: ["x"] }] },
    { matchExpressions: [{ key: "touched", operator: "Exists" }] },
    { matchExpressions: [{ key: "touched", operator: "DoesNotExist" }] },
  ]);
}

const conditions = [
  "request.operation != 'DELETE'",
  "request.operation == 'CREATE' || oldObject != null",
  "object.metadata.name.startsWith('a')",
  "has(object.metadata.labels) && 'app' in object.metadata.labels",
  "object.spec.size > 3",
  "!has(object.data) || size(object.data) < 3",
  "oldObject == null || object == null || oldObject != object",
  "has(request.subResource) && request.subResource == 'status'",
  "request.resource.version == 'v1'",
  "request.kind.kind in ['Widget', 'ConfigMap']",
  "request.requestKind == request.kind",
  "request.dryRun",
  "has(request.options.fieldManager)",
  "request.userInfo.groups.exists(g, g == 'system:authenticated')",
  "authorizer.requestResource.check('create').allowed()",
  "authorizer.group('').resource('pods').namespace(request.namespace).check('list').allowed()",
  "authorizer.path('/healthz').check('get').allowed()",
  "request.name != ''",
  "string(object.spec.size) == '3'",
  "object.metadata.labels['app'] == 'x'",
  "namespaceObject == null",
  "true",
  "false",
];

function drawConditions(random: Random): readonly object[] {
  const count = 1 + random.below(2);
  return Array.from({ length: count }, (_, index) => ({
    name: `c${index}`,
    expression: random.pick(conditions),
  }));
}

const goodPatches: readonly (readonly object[])[] = [
  [{ op: "add", path: "/metadata/labels", value: { touched: "yes" } }],
  [{ op: "add", path: "/metadata/annotations", value: { "example.com/by": "w" } }],
  [{ op: "replace", path: "/metadata/labels", value: { app: "y", touched: "yes" } }],
  [{ op: "add", path: "/spec", value: { color: "green" } }],
  [{ op: "add", path: "/spec", value: { size: 4, unknown: true, replicas: 2 } }],
  [{ op: "add", path: "/data", value: { from: "webhook" } }],
  [{ op: "add", path: "/metadata/finalizers", value: ["example.com/hold"] }],
  [{ op: "remove", path: "/metadata/managedFields" }],
  [],
  [
    { op: "test", path: "/metadata/name", value: "a" },
    { op: "add", path: "/metadata/labels", value: { tested: "yes" } },
  ],
  [
    { op: "copy", from: "/metadata/name", path: "/metadata/annotations" },
    { op: "remove", path: "/metadata/annotations" },
  ],
  [{ op: "add", path: "/status", value: { phase: "Patched" } }],
];

const badPatches: readonly (readonly object[])[] = [
  [{ op: "add", path: "/nothing/there", value: 1 }],
  [{ op: "remove", path: "/nothing" }],
  [{ op: "replace", path: "/spec/color", value: "blue" }],
  [{ op: "add", path: "/spec/size", value: 12 }],
  [{ op: "test", path: "/metadata/name", value: "other" }],
  [{ op: "jump", path: "/spec" }],
  [{ op: "add", path: "/metadata/name", value: "renamed" }],
  [{ op: "add", path: "/metadata/namespace", value: "elsewhere" }],
  [{ op: "add", path: "/data", value: { n: 1 } }],
  [{ op: "add", path: "/metadata/labels", value: { "bad key!": "x" } }],
  [{ op: "remove", path: "/kind" }],
  [{ op: "add", path: "/spec/parts/5", value: {} }],
  [{ op: "move", from: "/gone", path: "/spec" }],
  [{ op: "add", value: {} }],
  [
    {
      op: "replace",
      path: "/metadata/managedFields",
      value: [{ manager: "m", operation: "Jump" }],
    },
  ],
];

function drawBehaviour(random: Random, isMutating: boolean): Behaviour {
  const warnings = random.chance(0.2)
    ? { warnings: random.pick([["careful"], ["one", "two"]]) }
    : {};
  if (random.chance(0.08)) return random.pick(broken);
  if (random.chance(isMutating ? 0.12 : 0.4)) {
    return { response: { allowed: false, ...warnings, ...random.pick(refusals) } };
  }
  const audit = random.chance(0.1) ? { auditAnnotations: { key: "value" } } : {};
  const response = { allowed: true, ...warnings, ...audit };
  if (!isMutating || random.chance(0.2)) return { response };
  return { response, patch: random.pick(random.chance(0.85) ? goodPatches : badPatches) };
}

const refusals: readonly object[] = [
  {},
  { status: { message: "no" } },
  { status: { message: "not now", code: 409, reason: "Conflict" } },
  { status: { reason: "Forbidden", code: 403 } },
  {
    status: { message: "too large", code: 413, status: "Failure", reason: "RequestEntityTooLarge" },
  },
  {
    status: {
      message: "spec is wrong",
      code: 422,
      reason: "Invalid",
      details: {
        name: "n",
        kind: "K",
        causes: [{ field: "spec.x", message: "bad", reason: "FieldValueInvalid" }],
      },
    },
  },
  { status: { code: 200, status: "Success", message: "well" } },
  { status: { message: "later", code: 429, details: { retryAfterSeconds: 2 } } },
];

const broken: readonly Behaviour[] = [
  {},
  { response: { allowed: true }, uid: "other" },
  { response: { allowed: true }, apiVersion: "admission.k8s.io/v7" },
  { response: { allowed: true }, apiVersion: "admission.k8s.io/v1beta1" },
  { response: { allowed: true }, apiVersion: "admission.k8s.io/v1" },
  { response: { allowed: true }, apiVersion: "" },
  { response: { allowed: "yes" } },
  { response: { allowed: true, warnings: "w" } },
  { response: { allowed: true, patch: "bm8=" } },
  { response: { allowed: true, patch: "bm8=", patchType: "JSONPatch" } },
  { response: { allowed: true, patch: "W10=", patchType: "MergePatch" } },
  { response: { allowed: true, patchType: "JSONPatch" } },
  { response: { allowed: true, patch: "%%", patchType: "JSONPatch" } },
  { response: { allowed: true, auditAnnotations: { a: 1 } } },
  { raw: { status: 500, type: "text/plain", body: "it broke\n" } },
  { raw: { status: 503, type: "text/html", body: "<p>busy</p>" } },
  { raw: { status: 404, type: "text/plain", body: "404 page not found" } },
  { raw: { status: 403, type: "text/plain", body: "go away" } },
  { raw: { status: 400, type: "application/json", body: "{}" } },
  { raw: { status: 418, type: "application/json", body: '{"a":1}' } },
  { raw: { status: 200, type: "application/json", body: "" } },
  { raw: { status: 200, type: "application/json", body: "not json" } },
  { raw: { status: 200, type: "application/json", body: "[]" } },
  { raw: { status: 200, type: "text/html", body: "<html>: x: y" } },
  { raw: { status: 200, type: "application/json", body: '{"kind":' } },
  { raw: { status: 200, type: "application/json", body: '{"kind":"Pod","apiVersion":"v1"}' } },
  { raw: { status: 200, type: "application/json", body: "kind: AdmissionReview" } },
  { raw: { status: 204, type: "text/plain", body: "" } },
  { raw: { status: 301, type: "text/plain", body: "moved" } },
  {
    raw: {
      status: 200,
      type: "application/json",
      body: '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"said so","code":500}',
    },
  },
  {
    raw: {
      status: 500,
      type: "application/json",
      body: '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"said so","code":500}',
    },
  },
];

/** Of the namespace itself, which counts as being in itself. */
function drawNamespacePatch(random: Random): DrawnRequest {
  const body = random.pick<object>([
    { metadata: { labels: { tier: "one" } } },
    { metadata: { annotations: { note: "n" } } },
    { metadata: { labels: { tier: null } } },
  ]);
  const path = "/api/v1/namespaces/NS";
  return {
    method: "PATCH",
    path,
    query: drawQuery(random),
    type: "application/merge-patch+json",
    body,
  };
}

const bases = [
  `/apis/${group}/v1/namespaces/NS/widgets`,
  `/apis/${group}/v2/namespaces/NS/widgets`,
];
const maps = "/api/v1/namespaces/NS/configmaps";
const deployments = "/apis/apps/v1/namespaces/NS/deployments";

function deploymentOf(random: Random, metadata: object): object {
  const labels = { run: "x" };
  const container = { name: "c", image: "example.com/image:1" };
  const template = { metadata: { labels }, spec: { containers: [container] } };
  const replicas = random.pick([null, 1, 4]);
  const spec = { selector: { matchLabels: labels }, template, ...(replicas && { replicas }) };
  return { apiVersion: "apps/v1", kind: "Deployment", metadata, spec };
}

const secrets = "/api/v1/namespaces/NS/secrets";

function drawRequests(random: Random): readonly DrawnRequest[] {
  const requests = [drawCreate(random)];
  const count = 3 + random.below(4);
  while (requests.length < count) requests.push(drawRequest(random));
  return requests;
}

function drawRequest(random: Random): DrawnRequest {
  return random.pick([
    drawCreate,
    drawPatch,
    drawPatch,
    drawApply,
    drawPut,
    drawPart,
    drawDelete,
    drawNamespacePatch,
  ])(random);
}

function drawQuery(random: Random): string {
  const parts = [
    ...(random.chance(0.15) ? ["dryRun=All"] : []),
    ...(random.chance(0.3) ? [`fieldManager=${random.pick(["me", "you"])}`] : []),
    ...(random.chance(0.2) ? [`fieldValidation=${random.pick(["Strict", "Warn", "Ignore"])}`] : []),
  ];
  return parts.join("&");
}

/** Of few names, so that requests meet. */
function drawName(random: Random): string {
  return random.pick(["a", "a", "b"]);
}

function drawMetadata(random: Random, name: string): object {
  const labels = random.pick([null, { app: "x" }, { app: "y" }]);
  const annotations = random.chance(0.2) ? { note: "n" } : undefined;
  return { name, ...(labels && { labels }), ...(annotations && { annotations }) };
}

/** A kind's path and an object of it. */
function drawObject(
  random: Random,
  name: string,
): { readonly path: string; readonly body: object } {
  const metadata = drawMetadata(random, name);
  if (random.chance(0.35)) {
    const data = random.pick([null, { k: "v" }, { k: "v", l: "w", m: "x" }]);
    if (random.chance(0.3)) {
      const stringData = random.pick([null, { k: "v" }]);
      const body = {
        apiVersion: "v1",
        kind: "Secret",
        metadata,
        ...(stringData && { stringData }),
      };
      return { path: secrets, body };
    }
    return {
      path: maps,
      body: { apiVersion: "v1", kind: "ConfigMap", metadata, ...(data && { data }) },
    };
  }
  if (random.chance(0.2)) return { path: deployments, body: deploymentOf(random, metadata) };
  const path = random.pick(bases);
  const spec = random.pick<object>([
    {},
    { size: 5 },
    { color: "red" },
    { size: 12 },
    { replicas: 1, extra: 1 },
  ]);
  const apiVersion = `${group}/${path.includes("/v1/") ? "v1" : "v2"}`;
  return { path, body: { apiVersion, kind: "Widget", metadata, spec } };
}

function drawCreate(random: Random): DrawnRequest {
  const { path, body } = drawObject(random, drawName(random));
  const query = drawQuery(random);
  if (!random.chance(0.1)) return { method: "POST", path, query, body };
  const { metadata, ...rest } = body as { metadata: { name: string } }; // as was just made
  const { name, ...others } = metadata;
  return {
    method: "POST",
    path,
    query,
    body: { ...rest, metadata: { ...others, generateName: `${name}-` } },
  };
}

function drawPut(random: Random): DrawnRequest {
  const name = drawName(random);
  const { path, body } = drawObject(random, name);
  return { method: "PUT", path: `${path}/${name}`, query: drawQuery(random), body };
}

function drawApply(random: Random): DrawnRequest {
  const name = drawName(random);
  const { path, body } = drawObject(random, name);
  const query = [
    drawQuery(random).replace(/fieldManager=\w+&?/, ""),
    "fieldManager=applier",
    "force=true",
  ];
  const type = "application/apply-patch+yaml";
  return {
    method: "PATCH",
    path: `${path}/${name}`,
    query: query
      .filter((one) => one !== "")
      .join("&")
      .replace("&&", "&"),
    type,
    body,
  };
}

function drawPatch(random: Random): DrawnRequest {
  const path = `${random.pick([...bases, maps, secrets, deployments])}/${drawName(random)}`;
  const query = drawQuery(random);
  if (random.chance(0.3)) {
    const type = "application/json-patch+json";
    const body = [{ op: "add", path: "/metadata/labels", value: { app: "z" } }];
    return { method: "PATCH", path, query, type, body };
  }
  const body = random.pick<object>([
    { metadata: { labels: { app: "x" } } },
    { metadata: { labels: { more: "m" } }, spec: { size: 7 } },
    { spec: { color: "green" } },
    { data: { k: "changed" } },
    { metadata: { finalizers: null } },
  ]);
  return { method: "PATCH", path, query, type: "application/merge-patch+json", body };
}

function drawPart(random: Random): DrawnRequest {
  const base = random.pick([...bases, deployments]);
  const version = base.includes("/v1/") ? "v1" : "v2";
  const name = drawName(random);
  const query = drawQuery(random);
  const type = "application/merge-patch+json";
  if (random.chance(0.5)) {
    const body = { status: random.pick([{ phase: "On" }, { replicas: 2 }]) };
    return { method: "PATCH", path: `${base}/${name}/status`, query, type, body };
  }
  const path = `${base}/${name}/scale`;
  if (random.chance(0.5))
    return { method: "PATCH", path, query, type, body: { spec: { replicas: 4 } } };
  const body = {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: { name },
    spec: { replicas: version === "v1" ? 3 : 6 },
  };
  return { method: "PUT", path, query, body };
}

function drawDelete(random: Random): DrawnRequest {
  const path = random.pick([...bases, maps, secrets, deployments]);
  const query = random.chance(0.15) ? "dryRun=All" : "";
  if (random.chance(0.2)) return { method: "DELETE", path, query };
  const body = random.chance(0.3)
    ? {
        kind: "DeleteOptions",
        apiVersion: "v1",
        propagationPolicy: random.pick(["Background", "Orphan"]),
      }
    : undefined;
  return {
    method: "DELETE",
    path: `${path}/${drawName(random)}`,
    query: body === undefined ? query : "",
    body,
  };
}
