import type { Random } from "../support/random.js";

/** Draws a configuration of webhooks, most of which a server refuses. */
export function drawConfigurationBody(random: Random, isMutating: boolean, name: string): object {
  const count = random.pick([0, 1, 1, 1, 2]);
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: `${isMutating ? "Mutating" : "Validating"}WebhookConfiguration`,
    metadata: { name: random.chance(0.05) ? `${name}.static.k8s.io` : name },
    webhooks: Array.from({ length: count }, () => drawWebhookBody(random)),
  };
}

const good = {
  name: "one.example.com",
  clientConfig: { url: "https://example.com/path" },
  rules: [{ apiGroups: [""], apiVersions: ["v1"], resources: ["pods"], operations: ["CREATE"] }],
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
};

function drawWebhookBody(random: Random): object {
  const body: Record<string, unknown> = { ...good };
  const count = 1 + random.below(3);
  for (let index = 0; index < count; index++) {
    const [key, values] = random.pick(Object.entries(fields));
    const value = random.pick(values);
    if (value === gone) delete body[key];
    else body[key] = value;
  }
  return body;
}

const gone = "(gone)";

const rule = good.rules[0];

/** Values of the fields of a webhook, right and wrong ones. */
const fields: Readonly<Record<string, readonly unknown[]>> = {
  name: ["two.example.com", "a.b", "", "UPPER.example.com", "x..y.z", gone],
  clientConfig: [
    gone,
    {},
    { url: "http://example.com" },
    { url: "example.com" },
    { url: "https://" },
    { url: "https://user:pass@example.com/a?b=c#d" },
    { url: "https://exa mple.com" },
    { url: ":" },
    { url: "https://a.b", service: { name: "a", namespace: "b" } },
    { service: { name: "a", namespace: "b" } },
    { service: { name: "", namespace: "" } },
    { service: { name: "a", namespace: "b", port: 70000 } },
    { service: { name: "a", namespace: "b", port: 0, path: "no/slash" } },
    { service: { name: "a", namespace: "b", path: "//" } },
    { service: { name: "a", namespace: "b", path: "/A/b//c_d/" } },
    { url: "https://a.b", caBundle: "bm90IGEgY2VydA==" },
    { url: "https://a.b", caBundle: "%%" },
  ],
  rules: [
    gone,
    [],
    [{}],
    [{ ...rule, apiGroups: ["*", "apps"] }],
    [{ ...rule, apiGroups: [] }],
    [{ ...rule, apiVersions: ["*", "v1", ""] }],
    [{ ...rule, operations: ["*", "CREATE"] }],
    [{ ...rule, operations: ["GET", "CONNECT"] }],
    [{ ...rule, resources: ["*/*", "pods"] }],
    [{ ...rule, resources: ["*", "pods", "pods/*", "pods/status"] }],
    [{ ...rule, resources: ["*/status", "pods/status", ""] }],
    [{ ...rule, resources: ["pods", "*"] }],
    [{ ...rule, scope: "Everywhere" }],
    [{ ...rule, scope: "Namespaced" }],
    [{ ...rule, apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews", "pods"] }],
  ],
  failurePolicy: ["Fail", "Ignore", "Explode", ""],
  matchPolicy: ["Exact", "Equivalent", "Roughly"],
  sideEffects: ["None", "NoneOnDryRun", "Some", "Unknown", "Many", gone],
  timeoutSeconds: [0, 1, 30, 31, -1, "5"],
  admissionReviewVersions: [gone, [], ["v1"], ["v2"], ["v1", "v1"], ["V_1", "v1"], ["v1beta1"]],
  reinvocationPolicy: ["Never", "IfNeeded", "Always"],
  namespaceSelector: [
    {},
    { matchLabels: { "bad key!": "x" } },
    { matchLabels: { a: "bad value!" } },
    { matchExpressions: [{ key: "a", operator: "In" }] },
    { matchExpressions: [{ key: "a", operator: "Exists", values: ["x"] }] },
    { matchExpressions: [{ key: "", operator: "Near", values: ["x!"] }] },
    { matchExpressions: [{ key: "a", operator: "NotIn", values: ["x"] }] },
  ],
  objectSelector: [{}, { matchExpressions: [{ key: "a" }] }, { matchLabels: { a: "b" } }],
  matchConditions: [
    [],
    [{ name: "a", expression: "true" }],
    [
      { name: "a", expression: "true" },
      { name: "a", expression: " " },
    ],
    [{ name: "", expression: "1 + 1" }],
    [{ name: "bad name!", expression: "object.metadata.name" }],
    [{ name: "a", expression: "request.object == null" }],
    [{ name: "a", expression: "params.x == 1 || nothing" }],
    [{ name: "a", expression: "object.x ==" }],
    [{ name: "a", expression: "authorizer.group('').resource('pods').check('get')" }],
    [{ name: "a", expression: "authorizer.path('/x').check('get').allowed()" }],
    [{ name: "a", expression: "namespaceObject.metadata.name == 'x'" }],
    [{ name: "a", expression: "namespaceObject.metadata.managedFields == null" }],
    [{ name: "a", expression: "request.kind.kind.matches('[')" }],
    [{ name: "example.com/a", expression: "  request.dryRun  " }],
    Array.from({ length: 65 }, (_, index) => ({ name: `c${index}`, expression: "true" })),
  ],
  unknown: [1],
};
