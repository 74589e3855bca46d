import type { Json, JsonObject } from "../../src/runtime/v1/json.js";
import { isObject } from "../../src/runtime/v1/json.js";
import type { Random } from "./random.js";

/** What was changed: the way to the value, and the new value (undefined: removed). */
export interface Mutation {
  readonly path: readonly (string | number)[];
  readonly value: Json | undefined;
}

/** Changes a CRD in one to three places, in place. Rules are never made up, only moved or removed with their nodes. */
export function mutateCrd(crd: JsonObject, random: Random): Mutation[] {
  const count = 1 + random.below(3);
  return Array.from({ length: count }, () => {
    const kind = random.next();
    if (kind < 0.6) return mutateSchema(crd, random);
    return kind < 0.85 ? mutateField(crd, random) : mutateAnything(crd, random);
  });
}

type Path = readonly (string | number)[];

function mutateSchema(crd: JsonObject, random: Random): Mutation {
  const nodes = schemaNodes(crd);
  if (nodes.length === 0) return mutateAnything(crd, random);
  const path = random.pick(nodes);
  const keyword = random.pick(Object.keys(keywordValues));
  const values = keywordValues[keyword] ?? [];
  const value = random.chance(0.12)
    ? undefined
    : random.pick(random.chance(0.08) ? oddValues : values);
  return change(crd, [...path, keyword], value);
}

function mutateField(crd: JsonObject, random: Random): Mutation {
  const [path, values] = random.pick(fieldValues);
  const versions = versionsOf(crd);
  const index = random.below(Math.max(1, versions.length));
  const steps = path.map((step) => (step === "VERSION" ? index : step));
  return change(crd, steps, random.chance(0.1) ? undefined : random.pick(values));
}

function mutateAnything(crd: JsonObject, random: Random): Mutation {
  const paths: Path[] = [];
  collectPaths(crd, [], paths);
  const fitting = paths.filter((path) => path[0] !== "apiVersion" && path[0] !== "kind");
  const path = random.pick(fitting.length > 0 ? fitting : [["metadata"]]);
  return change(crd, path, random.chance(0.4) ? undefined : random.pick(oddValues));
}

function change(root: JsonObject, path: Path, value: Json | undefined): Mutation {
  let parent: Json = root;
  for (const step of path.slice(0, -1)) {
    const next: Json | undefined = Array.isArray(parent)
      ? parent[Number(step)]
      : isObject(parent)
        ? parent[step]
        : undefined;
    if (next === undefined || next === null || typeof next !== "object") {
      if (!isObject(parent)) return { path, value };
      const made: Json = {};
      parent[step] = made;
      parent = made;
    } else {
      parent = next; // an object or a list
    }
  }
  const last = path.at(-1) ?? "";
  const copy = structuredClone(value);
  if (Array.isArray(parent)) {
    if (copy === undefined) parent.splice(Number(last), 1);
    else parent[Number(last)] = copy;
  } else if (isObject(parent)) {
    if (copy === undefined) Reflect.deleteProperty(parent, last);
    else parent[last] = copy;
  }
  return { path, value };
}

function versionsOf(crd: JsonObject): readonly Json[] {
  const spec = crd["spec"];
  const versions = isObject(spec) ? spec["versions"] : undefined;
  return Array.isArray(versions) ? versions : [];
}

/** The ways to all schema nodes. */
export function schemaNodes(crd: JsonObject): Path[] {
  const found: Path[] = [];
  versionsOf(crd).forEach((version, index) => {
    const schema = isObject(version) ? version["schema"] : undefined;
    const root = isObject(schema) ? schema["openAPIV3Schema"] : undefined;
    visit(root, ["spec", "versions", index, "schema", "openAPIV3Schema"], found);
  });
  return found;
}

function visit(node: Json | undefined, path: Path, found: Path[]): void {
  if (!isObject(node)) return;
  found.push(path);
  const fields = node["properties"];
  if (isObject(fields)) {
    for (const [name, child] of Object.entries(fields)) {
      visit(child, [...path, "properties", name], found);
    }
  }
  for (const key of ["items", "additionalProperties", "not"]) {
    visit(node[key], [...path, key], found);
  }
  for (const key of ["allOf", "anyOf", "oneOf"]) {
    const branches = node[key];
    if (!Array.isArray(branches)) continue;
    branches.forEach((branch, index) => {
      visit(branch, [...path, key, index], found);
    });
  }
}

function collectPaths(value: Json, path: Path, found: Path[]): void {
  if (path.length > 0) found.push(path);
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      collectPaths(item, [...path, index], found);
    });
  } else if (isObject(value)) {
    for (const [key, child] of Object.entries(value)) collectPaths(child, [...path, key], found);
  }
}

const oddValues: readonly Json[] = [
  null, true, false, 0, 1, -1, 1.5, 1e300, "", "x", "é\u0000", [], {}, [null], ["a", "a"], { a: null }, [[]], { type: "object" },
]; // prettier-ignore

const branch: readonly Json[] = [
  [],
  [{}],
  [{ type: "integer" }, { type: "string" }],
  [{ type: "string" }, { type: "integer" }],
  [{ required: ["spec"] }, { properties: { spec: { minLength: 1 } } }],
  [{ properties: { nope: { pattern: "[" } } }],
  [{ description: "d", nullable: true, default: 1, title: "t" }],
  [{ items: { maximum: 1 } }, { not: { enum: ["a"] } }],
  [{ additionalProperties: { type: "string" } }, { additionalProperties: false }],
  [{ anyOf: [{ type: "integer" }, { type: "string" }] }],
  [{ properties: { metadata: {} } }, { "x-kubernetes-int-or-string": true }],
];

const schemas: readonly Json[] = [
  {},
  { type: "string" },
  { type: "object", properties: { a: { type: "string" }, b: { type: "array" } } },
  { type: "object", additionalProperties: true },
  { "x-kubernetes-preserve-unknown-fields": true },
  { type: "array", items: { type: "object" } },
  { type: "object", "x-kubernetes-embedded-resource": true },
  { not: { type: "string" } },
  true,
  false,
];

const defaults: readonly Json[] = [
  "a", "", 1, 0, -5, 1.5, true, false, {}, [], { a: 1 }, { apiVersion: "v1", kind: "K" }, { apiVersion: "v1", kind: "K", metadata: { name: "a/b", labels: { "a b": "c" } } },
  [1, 1], ["a"], [{}], { metadata: {} }, "2020-01-01", null, { metadata: { name: 1 } },
]; // prettier-ignore

const keywordValues: Readonly<Record<string, readonly Json[]>> = {
  type: ["object", "array", "string", "integer", "number", "boolean", "null", "file", "", "Object"],
  format: [
    "int32",
    "int64",
    "float",
    "date-time",
    "date",
    "email",
    "foo",
    "k8s-short-name",
    "double",
    "Date-Time",
    "byte",
  ],
  nullable: [true, false],
  default: defaults,
  description: ["", "text"],
  title: ["", "t"],
  id: ["", "x"],
  $schema: ["", "http://json-schema.org/draft-04/schema#"],
  $ref: ["", "#/definitions/a"],
  maximum: [1, 1.5, -1],
  minimum: [1, 100],
  exclusiveMaximum: [true, false, 1],
  multipleOf: [0, 2, 0.5, -1],
  maxLength: [0, 1, -1, 3],
  minLength: [1, 100],
  pattern: ["^a$", "[", "(?=a)", "a{1001}", "\\d+(", "(?P<n>a)", "a**", "\\p{Nope}", "[z-a]", ""],
  maxItems: [0, 1],
  minItems: [5],
  uniqueItems: [true, false],
  enum: [[], ["a"], [1, "a", null], [{}], ["a", "a"]],
  maxProperties: [0, 1],
  required: [[], ["a"], ["spec", "spec"], ["apiVersion"]],
  items: [...schemas, [], [{ type: "string" }]],
  allOf: branch,
  anyOf: branch,
  oneOf: branch,
  not: schemas,
  properties: [
    {},
    { a: {} },
    { metadata: { type: "object" } },
    { metadata: { type: "object", description: "d" } },
    { kind: { type: "integer" } },
    { spec: { type: "object" } },
  ],
  additionalProperties: schemas,
  patternProperties: [{}, { a: {} }],
  dependencies: [{}, { a: ["b"] }, { a: {} }],
  additionalItems: [true, false, {}],
  definitions: [{}, { a: { type: "null" } }],
  externalDocs: [{}, { url: "u" }],
  example: ["x", null],
  "x-kubernetes-preserve-unknown-fields": [true, false],
  "x-kubernetes-embedded-resource": [true, false],
  "x-kubernetes-int-or-string": [true, false],
  "x-kubernetes-list-map-keys": [[], ["a"], ["name"], ["a", "a"], ["type"]],
  "x-kubernetes-list-type": ["atomic", "set", "map", "list", ""],
  "x-kubernetes-map-type": ["atomic", "granular", "set"],
  "x-kubernetes-validations": [
    [],
    [{ rule: "" }],
    [{ rule: "true", message: " " }],
    [{ rule: "true", message: "a\nb" }],
    [{ rule: "true ||\n true" }],
    [{ rule: "true", reason: "Nope" }],
    [{ rule: "true", fieldPath: ".a" }],
    [
      { rule: "true", fieldPath: ".spec" },
      { rule: "true", fieldPath: "['a']" },
    ],
    [{ rule: "true", fieldPath: " " }],
    [{ rule: "true", messageExpression: " " }],
    [{ rule: "true", foo: 1 }],
  ],
  const: [1],
  "x-kubernetes-foo": [true],
  deprecated: [true],
};

const labels: readonly Json[] = [
  "a",
  "A",
  "",
  "a-",
  "1a",
  "a.b",
  "a".repeat(64),
  "ä",
  "a_b",
  "A-B",
];

const fieldValues: readonly (readonly [Path, readonly Json[]])[] = [
  [["metadata", "name"], ["x", "", "a.b", "UPPER.example.com"]],
  [["metadata", "labels"], [{ a: "b" }, { "a b": "c" }, { a: "c d" }, { "x/y/z": "" }]],
  [["metadata", "annotations"], [{ a: "b" }, { "a b": "c" }, { "api-approved.kubernetes.io": "https://x/y" }]],
  [["metadata", "finalizers"], [["a"], ["a/b"], ["a b"]]],
  [["metadata", "ownerReferences"], [[{}], [{ apiVersion: "v1", kind: "A", name: "a", uid: "u" }]]],
  [["metadata", "generateName"], ["a-"]],
  [["metadata", "namespace"], ["", "default"]],
  [["metadata", "foo"], [1]],
  [["spec", "group"], ["", "test", "a.b", "A.b", "x.k8s.io", "a..b"]],
  [["spec", "scope"], ["", "Cluster", "Namespaced", "cluster"]],
  [["spec", "names", "plural"], labels],
  [["spec", "names", "singular"], labels],
  [["spec", "names", "kind"], labels],
  [["spec", "names", "listKind"], [...labels, "AList"]],
  [["spec", "names", "shortNames"], [[], ["a"], ["A"], ["a", "a"], [""]]],
  [["spec", "names", "categories"], [[], ["all"], ["A"]]],
  [["spec", "preserveUnknownFields"], [true, false]],
  [["spec", "versions"], [[], [{}], [{ name: "v1", served: true, storage: true }]]],
  [["spec", "versions", "VERSION", "name"], labels],
  [["spec", "versions", "VERSION", "served"], [true, false]],
  [["spec", "versions", "VERSION", "storage"], [true, false]],
  [["spec", "versions", "VERSION", "deprecated"], [true, false]],
  [["spec", "versions", "VERSION", "deprecationWarning"], ["", "old", "a\u0007b", "ü".repeat(200)]],
  [["spec", "versions", "VERSION", "schema"], [{}, { openAPIV3Schema: {} }, { openAPIV3Schema: { type: "object" } }]],
  [["spec", "versions", "VERSION", "subresources"], [{}, { status: {} }, { status: { a: 1 } }, { scale: {} }, { foo: {} }]],
  [["spec", "versions", "VERSION", "subresources", "scale"], [
    { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
    { specReplicasPath: "spec.a", statusReplicasPath: ".spec.a", labelSelectorPath: ".metadata.a" },
    { specReplicasPath: ".spec", statusReplicasPath: ".", labelSelectorPath: "" },
  ]],
  [["spec", "versions", "VERSION", "additionalPrinterColumns"], [
    [],
    [{ name: "a", type: "string", jsonPath: ".spec.a" }],
    [{}],
    [{ name: "a", type: "map", jsonPath: "spec", format: "foo", priority: 1.5 }],
    [{ name: "a", type: "date", JSONPath: ".spec", format: "int32" }],
  ]],
  [["spec", "versions", "VERSION", "selectableFields"], [
    [],
    [{ jsonPath: ".spec" }],
    [{ jsonPath: "" }, {}],
    [{ jsonPath: ".metadata.name" }, { jsonPath: ".kind" }, { jsonPath: ".kind" }],
    [{ jsonPath: ".spec[0]" }, { jsonPath: "x" }, { jsonPath: ".a." }, { jsonPath: "'" }],
  ]],
  [["spec", "conversion"], [
    { strategy: "None" },
    { strategy: "" },
    { strategy: "Hook" },
    { strategy: "Webhook" },
    { strategy: "None", webhook: { conversionReviewVersions: ["v1"] } },
    { strategy: "Webhook", webhook: { clientConfig: {}, conversionReviewVersions: ["v2", "v2", "V"] } },
    { strategy: "Webhook", webhook: { clientConfig: { url: "http://a:b@x/?q#f" }, conversionReviewVersions: ["v1"] } },
    { strategy: "Webhook", webhook: { clientConfig: { url: "https://[::1" }, conversionReviewVersions: ["v1"] } },
    { strategy: "Webhook", webhook: { clientConfig: { url: "a b:c" }, conversionReviewVersions: ["v1"] } },
    { strategy: "Webhook", webhook: { clientConfig: { service: { name: "a", path: "/a//b/C", port: 0 } }, conversionReviewVersions: ["v1"] } },
    { strategy: "Webhook", webhook: { clientConfig: { service: { namespace: "a", path: "x", port: 70000 }, caBundle: "AAAA" }, conversionReviewVersions: ["v1beta1"] } },
  ]],
  [["spec", "foo"], [1]],
  [["status"], [{ conditions: [], acceptedNames: { kind: "", plural: "" }, storedVersions: [] }, { foo: 1 }]],
]; // prettier-ignore
