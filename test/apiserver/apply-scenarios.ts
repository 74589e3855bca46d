import type { TwinRequest } from "./two-servers.js";

export const applyPatch = "application/apply-patch+yaml";
export const mergePatch = "application/merge-patch+json";

const group = "apply.example.com";
const namespaced = `/apis/${group}/v1/namespaces/default`;

/** The CRD of the objects: lists and maps of all kinds, both subresources, two versions. */
export const widgetCrd = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `widgets.${group}` },
  spec: {
    group,
    scope: "Namespaced",
    names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
    versions: ["v1", "v2"].map((name) => ({
      name,
      served: true,
      storage: name === "v1",
      schema: { openAPIV3Schema: widgetSchema() },
      subresources: {
        status: {},
        scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
      },
    })),
  },
};

function widgetSchema(): object {
  const port = {
    type: "object",
    required: ["port"],
    properties: {
      port: { type: "integer" },
      protocol: { type: "string", default: "TCP" },
      name: { type: "string" },
    },
  };
  return {
    type: "object",
    properties: {
      spec: {
        type: "object",
        properties: {
          replicas: { type: "integer" },
          size: { type: "number" },
          text: { type: "string" },
          flag: { type: "boolean" },
          any: { "x-kubernetes-preserve-unknown-fields": true },
          data: { type: "object", additionalProperties: { type: "string" } },
          ports: {
            type: "array",
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["port", "protocol"],
            items: port,
          },
          tags: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
          list: { type: "array", items: { type: "string" } },
          atom: {
            type: "object",
            "x-kubernetes-map-type": "atomic",
            properties: { a: { type: "string" }, b: { type: "string", default: "d" } },
          },
        },
      },
      status: {
        type: "object",
        properties: { replicas: { type: "integer" }, phase: { type: "string" } },
      },
    },
  };
}

/** A widget. */
export function widget(name: string, spec: object, metadata: object = {}, version = "v1"): object {
  return {
    apiVersion: `${group}/${version}`,
    kind: "Widget",
    metadata: { name, ...metadata },
    spec,
  };
}

function pathOf(name: string, version = "v1"): string {
  return `${namespaced.replace("/v1/", `/${version}/`)}/widgets/${name}`;
}

/** The collection of widgets in a namespace. */
export const widgets = `${namespaced}/widgets`;

/** A server-side apply. */
export function apply(
  name: string,
  body: object | string,
  manager = "kubectl",
  more = "",
): TwinRequest {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const path = `${pathOf(name)}?fieldManager=${manager}${more}`;
  return { method: "PATCH", path, body: text, type: applyPatch };
}

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** What `kubectl apply` sends where the object is not there: the annotation has the rest. */
function clientSide(name: string, spec: object, annotation?: string): TwinRequest {
  const whole = widget(name, spec, { namespace: "default", annotations: {} });
  const text = annotation ?? `${JSON.stringify(whole)}\n`;
  const body = widget(name, spec, { annotations: { [lastApplied]: text } });
  const path = `${widgets}?fieldManager=kubectl-client-side-apply`;
  return { method: "POST", path, body: JSON.stringify(body) };
}

function get(name: string): TwinRequest {
  return { method: "GET", path: pathOf(name) };
}

function merge(name: string, patch: object, manager: string): TwinRequest {
  const path = `${pathOf(name)}?fieldManager=${manager}`;
  return { method: "PATCH", path, body: JSON.stringify(patch), type: mergePatch };
}

/** Server-side applies after applies by the client. */
export function applyAfterApply(): readonly TwinRequest[] {
  const spec = {
    text: "a",
    data: { x: "1" },
    ports: [{ port: 1, name: "one" }],
    tags: ["t"],
    list: ["l"],
  };
  const changed = { ...spec, text: "b", ports: [{ port: 1, name: "two" }], list: ["m"] };
  const odd = (name: string, annotation: string): TwinRequest[] => [
    clientSide(name, spec, annotation),
    apply(name, widget(name, changed)),
    get(name),
  ];
  const json = (value: object): string => JSON.stringify(value);
  return [
    clientSide("plain", spec),
    apply("plain", widget("plain", changed)),
    apply("plain", widget("plain", changed)),
    get("plain"),
    apply("plain", widget("plain", { text: "c" })),
    clientSide("other", spec),
    apply("other", widget("other", changed), "other"),
    apply("other", widget("other", changed), "kubectl-edit"),
    apply("other", widget("other", spec), "other"),
    get("other"),
    clientSide("shared", spec),
    merge("shared", { spec: { text: "edited", data: { x: "2" } } }, "kubectl-edit"),
    apply("shared", widget("shared", changed)),
    apply("shared", widget("shared", { list: ["new"] })),
    apply("shared", widget("shared", { list: ["new"], text: "mine" }), "kubectl", "&force=true"),
    get("shared"),
    clientSide("dry", spec),
    apply("dry", widget("dry", changed), "kubectl", "&dryRun=All"),
    get("dry"),
    ...odd("no-json", "{"),
    ...odd("empty", ""),
    ...odd("list", "[]"),
    ...odd("no-kind", json({ ...widget("no-kind", spec), kind: "" })),
    ...odd("other-kind", json({ ...widget("other-kind", spec), kind: "Gadget" })),
    ...odd("v2", json(widget("v2", spec, {}, "v2"))),
    ...odd("wrong-type", json(widget("wrong-type", { ...spec, text: 1 }))),
    ...odd("unknown", json(widget("unknown", { ...spec, unknown: 1 }))),
    ...odd("duplicates", json(widget("duplicates", { ...spec, tags: ["t", "t"] }))),
    ...odd("stale", json(widget("stale", { ...spec, text: "stale" }))),
    ...odd("whole", json(widget("whole", spec))),
    apply(
      "large",
      widget("large", spec, { annotations: { [lastApplied]: "{}", big: "x".repeat(262_000) } }),
    ),
    get("large"),
    apply("given", widget("given", spec, { annotations: { [lastApplied]: "{}", own: "<&>" } })),
    get("given"),
    apply("nulls", widget("nulls", spec, { annotations: null, creationTimestamp: null })),
    merge("nulls", { metadata: { annotations: { [lastApplied]: "x" } } }, "someone"),
    apply(
      "nulls",
      widget("nulls", { size: 1e21, replicas: 3 }, { annotations: null, creationTimestamp: null }),
    ),
    get("nulls"),
  ];
}

/** Bodies that YAML and JSON read in odd ways: the part of the spec that is asked about. */
export const oddSpecs: readonly string[] = [
  'text: "\\/"',
  'text: "\\ud800"',
  'text: "\\ud83d\\ude00"',
  'text: "\\x41\\u0042\\U00000043\\e\\0"',
  "text: 'it''s'",
  "text: &a x\n  any: *a",
  "any: &a {b: *a}",
  "any: *none",
  "any: &a {x: 1}\n  data: {<<: *a}",
  "data: &a {x: '1'}\n  any: {<<: *a, x: 2}",
  "any: {<<: [{a: 1}, {a: 2, b: 3}]}",
  "any: {<<: 1}",
  "any: !!str 1",
  "any: !!int '1'",
  "any: !!int x",
  "any: !!float 1",
  "any: !!bool yes",
  "any: !!null x",
  "any: !!binary YQ==",
  "any: !!binary x",
  "any: !!binary gICA",
  "any: !!timestamp 2001-01-01",
  "any: 2001-01-01T00:00:00Z",
  "any: !!set {a, b}",
  "any: !foo bar",
  "any: !<x> bar",
  "any: !e!x bar",
  "any: [010, 0o10, 0x10, 0b10, 1_000, +1, -0, 1e3, 1.0, .5, 1., 1:30, 0.1e-7]",
  "any: [9007199254740993, 9223372036854775807, 9223372036854775808, -9223372036854775809, 18446744073709551616]",
  "any: [1e400, 123456789012345678901234567890]",
  "any: .inf",
  "any: -.INF",
  "any: .nan",
  "any: [y, Y, yes, on, n, off, True, ~, null, Null, '~', <<]",
  "any: {y: 1, 1: 2, 1.5: 3, true: 4}",
  "any: {~: 1}",
  "any: {? [a, b] : 1}",
  "any: {? {a: b} : 1}",
  "any: {18446744073709551615: 1}",
  "any: {a, b: , : c}",
  "any: [a, b: c, ? d : e]",
  "any: |\n    a\n     b\n\n  text: >-\n    a\n    b\n",
  "any: |2\n    a",
  "any: |0\n    a",
  "any: |+x\n    a",
  "any:\t1",
  "\tany: 1",
  "any: a\n\tb",
  "any: a: b",
  "any: [a",
  "any: {a: b",
  "any: 'a",
  "any: @a",
  "any: %a",
  "any: `a",
  "any: - a",
  "any:\n  - a\n  text: x",
  "any: \u0085x",
  "any: \u2028x",
  "any: \u0001",
  "any: \u007f",
  "any: \ufeffx",
  "any: 1\n---\nany: 2",
  "any: 1\n...\nany: 2",
  "text: a\n  text: b",
  "text: a\n  any: {a: 1, a: 2, b: {c: 1, c: 2}}\n  text: b",
  "any: {a: 1, a: {b: 1, b: 2}}",
  'any: {1: 1, 1: 2, 1.5: 1, 1.5: 2, true: 1, yes: 2, "q\\"": 1, "q\\"": 2}',
  "Text: a\n  TEXT: b",
  "replicas: 2000000\n  size: 2e6\n  text: 2000000",
  "replicas: 1.5",
  "replicas: 1e400",
  "replicas: 0.1e1",
  "size: 1e21",
  "ports: [{port: 1}, {port: 1}]",
  "ports: [{port: 2000000, name: 1}]",
  "tags: [a, a]",
  "tags: a",
  "unknown: 1",
  "text: 1\n  flag: x\n  replicas: y",
  "data: {a: 1, b: true, c: null}",
];

/** Whole bodies that are odd. */
export const oddBodies: readonly string[] = [
  "",
  " ",
  "\n",
  "#",
  "---",
  "--- ",
  "...",
  "null",
  "~",
  "[]",
  "- a",
  "1",
  "text",
  "'text'",
  "{",
  "}",
  "a: 1",
  "kind: Widget",
  "apiVersion: apply.example.com/v1",
  "apiVersion: 1\nkind: Widget",
  "apiVersion: apply.example.com/v1\nkind: 1",
  "apiVersion: apply.example.com/v1\nkind: [Widget]",
  "{{ .x }}: 1",
  "%YAML 1.1\n---\na: 1",
  "%YAML 1.2\n---\na: 1",
  "%FOO\n---\na: 1",
  "%TAG ! x\n---\na: !b 1",
  "<html>",
  `${"[".repeat(200)}${"]".repeat(200)}`,
];

function yamlOf(name: string, spec: string): string {
  const head = `apiVersion: ${group}/v1\nkind: Widget\nmetadata:\n  name: ${name}\n`;
  return `${head}spec:\n  ${spec}\n`;
}

/** Odd bodies of every kind of write that takes YAML, with every way to look at fields. */
export function oddYaml(): readonly TwinRequest[] {
  const validations = ["Strict", "Warn", "Ignore"];
  const create = widget("odd", {});
  return [
    { method: "POST", path: widgets, body: JSON.stringify(create) },
    ...oddSpecs.flatMap((spec) =>
      validations.flatMap((way) => oddWrites(yamlOf("odd", spec), way)),
    ),
    ...oddBodies.flatMap((body) => oddWrites(body, "Strict")),
    ...oddBodies.flatMap((body) => oddWrites(body, "Ignore")),
  ];
}

function oddWrites(body: string, validation: string): readonly TwinRequest[] {
  const query = `fieldManager=me&force=true&dryRun=All&fieldValidation=${validation}`;
  const type = "application/yaml";
  return [
    { method: "PATCH", path: `${widgets}/odd?${query}`, body, type: applyPatch },
    { method: "POST", path: `${widgets}?${query.replace("force=true&", "")}`, body, type },
    { method: "PUT", path: `${widgets}/odd?${query.replace("force=true&", "")}`, body, type },
  ];
}

/** Faults in JSON patches and in patches that merge, in what Go's decoder makes of their order. */
export function strictPatches(): readonly TwinRequest[] {
  const jsonPatches = [
    '[{"op":"add","path":"/spec/text","value":"a","x":1,"op":"add","y":2}]',
    '[{"x":1,"op":"add","op":"add","path":"/spec/text","value":{"a":1},"x":2}]',
    '[{"op":"add","path":"/spec/any","value":{"a":{"b":2}},"path":"/spec/any"}]',
    '[{"op":"add","path":"/spec/text","value":"a"},{"z":1,"op":"test","path":"/spec/text","value":"a","a":1},{"op":"add","path":"/spec/unknown","value":1}]',
    '[{"op":"add","path":"/spec/text","value":"a","1":1,"0":2,"b":3}]',
    '[{"Op":"add","op":"add","path":"/spec/text","value":"a","PATH":"x"}]',
    '[{"op":"add","path":"/spec/u1","value":1,"x":1},{"op":"add","path":"/spec/a1","value":1,"x":1}]',
    '[{"op":"add","path":"/spec/any","value":[{"a":1},{"b":1}],"from":"x","from":"y"}]',
    '[null,{"op":"add","path":"/spec/text","value":"a","x":null}]',
    '[{"op":"add","path":"/spec/text","value":"a"}] ',
    '[{"op":"add","path":"/spec/text","value":"a"}]x',
  ];
  const mergePatches = [
    '{"spec":{"text":"a","text":"b","u":1},"spec":{"any":{"x":1,"x":2}},"z":1}',
    '{"spec":{"any":{"b":1,"b":2,"a":{"c":1,"c":2}}},"metadata":{"labels":{"a":"1","a":"2"},"odd":1}}',
    '{"SPEC":{"text":"x"},"Spec":{"text":"y"}}',
    '{"spec":{"any":"\\ud800"}}',
    '{"spec":{"any":"\\/\\u0041"}}',
    '{"spec":{"size":1e400}}',
    '{"spec":{"size":1e21}}',
    '{"spec":{"any":9007199254740993}}',
    '{"spec":{"any":18446744073709551616}}',
    '{"spec":{"any":1.0}} ',
    '{"spec":{"any":1}}{}',
    `{"spec":{"any":${"[".repeat(100)}${"]".repeat(100)}}}`,
  ];
  const send = (body: string, type: string): readonly TwinRequest[] =>
    ["Strict", "Warn", "Ignore"].map((way) => {
      const path = `${widgets}/strict?fieldManager=me&dryRun=All&fieldValidation=${way}`;
      return { method: "PATCH", path, body, type };
    });
  return [
    { method: "POST", path: widgets, body: JSON.stringify(widget("strict", {})) },
    ...jsonPatches.flatMap((body) => send(body, "application/json-patch+json")),
    ...mergePatches.flatMap((body) => send(body, mergePatch)),
    ...mergePatches.flatMap((body) =>
      send(body, "application/strategic-merge-patch+json").slice(0, 1),
    ),
    ...mergePatches.flatMap((body) => send(withHead(body), applyPatch)),
  ];
}

function withHead(body: string): string {
  return body.replace("{", `{"apiVersion":"${group}/v1","kind":"Widget",`);
}

/** Metadata that the server gives, in what is applied and in what is written otherwise. */
export function givenMetadata(): readonly TwinRequest[] {
  const time = "2020-01-02T03:04:05Z";
  const all: readonly object[] = [
    { selfLink: "/x" },
    { deletionTimestamp: time },
    { deletionTimestamp: null, deletionGracePeriodSeconds: 5 },
    { deletionGracePeriodSeconds: 5 },
    { generation: 7, creationTimestamp: time },
    { resourceVersion: "$rv(given)", uid: "$uid(given)" },
    { resourceVersion: "1" },
    { resourceVersion: null, uid: null, selfLink: null, generation: null },
    { uid: "other" },
    { generateName: "x-" },
    { clusterName: "x" },
    { unknown: 1 },
    { namespace: "default" },
    { namespace: "other" },
    {
      finalizers: ["a.io/x"],
      ownerReferences: [{ apiVersion: "v1", kind: "A", name: "a", uid: "1" }],
    },
    { finalizers: null, ownerReferences: null, labels: null },
    { finalizers: ["a.io/x", "a.io/x"] },
    {
      ownerReferences: [
        { apiVersion: "v1", kind: "A", name: "a", uid: "1" },
        { apiVersion: "v1", kind: "A", name: "b", uid: "1" },
      ],
    },
    { ownerReferences: [{ apiVersion: "v1", kind: "A", name: "a" }] },
    { ownerReferences: { __x: 1 } },
    { labels: { a: 1 } },
    { labels: { a: "b c" } },
    { annotations: [] },
    { creationTimestamp: "x" },
    { managedFields: [] },
    { managedFields: null },
    { managedFields: {} },
    { managedFields: [{}] },
  ];
  const later = (metadata: object): readonly TwinRequest[] => {
    const body = widget("given", { text: "a" }, metadata);
    return [
      apply("given", body, "me", "&force=true"),
      get("given"),
      merge("given", { metadata }, "patcher"),
      get("given"),
      put("given", widget("given", { text: "b" }, metadata), "putter"),
      get("given"),
    ];
  };
  const first = (metadata: object, index: number): readonly TwinRequest[] => {
    const name = `given-${index}`;
    return [
      apply(name, widget(name, { text: "a" }, metadata), "me"),
      get(name),
      merge(name, { metadata: { finalizers: null } }, "cleaner"),
    ];
  };
  return [
    { method: "POST", path: widgets, body: JSON.stringify(widget("given", {})) },
    ...all.flatMap(later),
    ...all.flatMap(first),
  ];
}

/** With the resource version that a server gave, unless the body has one. */
function put(name: string, body: object, manager: string): TwinRequest {
  const path = `${pathOf(name)}?fieldManager=${manager}`;
  const text = JSON.stringify(body);
  const isVersioned = text.includes("resourceVersion");
  const version = `"metadata":{"resourceVersion":"$rv(${name})",`;
  return { method: "PUT", path, body: isVersioned ? text : text.replace('"metadata":{', version) };
}

/** Applies to subresources, entries that clients make up, other versions, and many managers. */
export function entriesUnderFire(): readonly TwinRequest[] {
  const name = "fire";
  const at = (subresource: string, body: object, manager: string, more = ""): TwinRequest => ({
    method: "PATCH",
    path: `${widgets}/${name}/${subresource}?fieldManager=${manager}${more}`,
    body: JSON.stringify(body),
    type: applyPatch,
  });
  const status = (value: object, version = "v1"): object => ({
    apiVersion: `${group}/${version}`,
    kind: "Widget",
    metadata: { name },
    status: value,
  });
  const scale = (spec: object, metadata: object = { name }): object => ({
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata,
    spec,
  });
  const scalePatch = (body: object, type: string): TwinRequest => ({
    method: "PATCH",
    path: `${widgets}/${name}/scale?fieldManager=patcher`,
    body: JSON.stringify(body),
    type,
  });
  const entry = (more: object): object => ({
    manager: "made-up",
    operation: "Update",
    apiVersion: `${group}/v1`,
    fieldsType: "FieldsV1",
    fieldsV1: { "f:spec": { "f:text": {} } },
    ...more,
  });
  const entries = (managedFields: unknown): readonly TwinRequest[] => [
    merge(name, { metadata: { managedFields } }, "owner"),
    get(name),
    put(name, widget(name, { text: "entries" }, { managedFields }), "owner"),
    get(name),
    {
      method: "POST",
      path: `${widgets}?fieldManager=owner&dryRun=All`,
      body: JSON.stringify(widget("new", { text: "new" }, { managedFields })),
    },
    apply(name, widget(name, { text: "entries", flag: true }), "applier", "&force=true"),
  ];
  const long = "m".repeat(128);
  const many = Array.from({ length: 14 }, (_, index) => `manager-${index}`);
  return [
    apply(name, widget(name, { text: "a", replicas: 1 }), "one"),
    at("status", status({ phase: "x" }), "one"),
    at("status", status({ phase: "y" }), "two"),
    at("status", status({ phase: "y", replicas: 2 }), "two", "&force=true"),
    at("status", status({ phase: "z" }, "v2"), "two"),
    at("status", { ...status({ phase: "q" }), spec: { text: "no" } }, "three", "&force=true"),
    at(
      "status",
      { ...status({ phase: "q" }), metadata: { name, labels: { a: "b" } } },
      "three",
      "&force=true",
    ),
    get(name),
    at("scale", scale({ replicas: 2 }), "scaler"),
    at("scale", scale({ replicas: 2 }), "scaler", "&force=true"),
    at("scale", scale({ replicas: 3 }), "one"),
    at("scale", scale({ replicas: 3 }, { name, ownerReferences: { __x: 1 } }), "one"),
    at("scale", scale({ replicas: "3" }), "one"),
    at("scale", scale({ replicas: 3, unknown: 1 }), "one", "&fieldValidation=Strict"),
    at("scale", { apiVersion: `${group}/v1`, kind: "Widget", metadata: { name } }, "one"),
    at("scale", {}, "one"),
    ...[
      { spec: { replicas: 4 } },
      { spec: { replicas: 4 }, metadata: { ownerReferences: { __x: 1 } } },
      { spec: { replicas: "4" } },
      { metadata: { ownerReferences: [{ __x: 1 }] } },
      { metadata: { finalizers: 1 } },
      { metadata: { labels: { a: 1 } } },
      { status: { replicas: "x", selector: 1 } },
      { spec: null },
      { metadata: null },
      { unknown: 1 },
    ].flatMap((body) => [
      scalePatch(body, mergePatch),
      scalePatch([{ op: "add", path: "", value: body }], "application/json-patch+json"),
    ]),
    get(name),
    ...[long, `${long}m`, "", "a%00b", "a%E2%80%A8b", "%C3%A9", "a%7Fb", "%20", "a%09"].flatMap(
      (manager) => [
        apply(name, widget(name, { flag: true }), manager),
        merge(name, { spec: { flag: false } }, manager),
      ],
    ),
    get(name),
    ...[
      [],
      null,
      [{}],
      [entry({})],
      [entry({ operation: "Apply" }), entry({ operation: "Apply", time: "2020-01-02T03:04:05Z" })],
      [entry({ fieldsType: "FieldsV2" })],
      [entry({ fieldsType: "" })],
      [entry({ operation: "No" })],
      [entry({ apiVersion: "" })],
      [entry({ apiVersion: "other.io/v1" })],
      [entry({ apiVersion: `${group}/v9` })],
      [entry({ apiVersion: `${group}/v2` })],
      [entry({ fieldsV1: null })],
      [entry({ fieldsV1: {} })],
      [entry({ fieldsV1: 1 })],
      [entry({ fieldsV1: { "x:y": {} } })],
      [entry({ fieldsV1: { "f:spec": { "k:{": {} } } })],
      [entry({ fieldsV1: { "f:spec": { "f:gone": {}, "f:tags": { 'v:"t"': {} } } } })],
      [entry({ manager: "x".repeat(129) })],
      [entry({ manager: "" })],
      [entry({ manager: "a\nb" })],
      [entry({ subresource: "status" })],
      [entry({ subresource: "no" })],
      [entry({ time: "x" })],
      [entry({}), {}],
      "x",
    ].flatMap(entries),
    merge(name, { metadata: { managedFields: [{}] } }, "reset"),
    apply(name, widget(name, { text: "after", data: { a: "1" } }), "first"),
    get(name),
    ...many.flatMap((manager, index) => [
      merge(name, { spec: { data: { [`k${index}`]: "1" } } }, manager),
      apply(name, widget(name, { data: { [`a${index}`]: "1" } }), `${manager}-a`),
    ]),
    get(name),
    apply(name, widget(name, { text: "c", data: { k1: "2", k13: "2", a1: "2", a2: "2" } }), "last"),
    apply(
      name,
      widget(name, { text: "c", data: { k1: "2", k13: "2", a1: "2", a2: "2" } }),
      "last",
      "&force=true&dryRun=All",
    ),
    apply(
      name,
      widget(name, { text: "c", data: { k1: "2", k13: "2", a1: "2" } }),
      "last",
      "&force=true",
    ),
    {
      ...apply(name, widget(name, { text: "d" }, {}, "v2"), "last"),
      path: `${pathOf(name, "v2")}?fieldManager=last`,
    },
    {
      ...apply(name, widget(name, { text: "e" }, {}, "v2"), "new"),
      path: `${pathOf(name, "v2")}?fieldManager=new`,
    },
    {
      ...apply(name, widget(name, { text: "e" }, {}, "v1"), "new"),
      path: `${pathOf(name, "v2")}?fieldManager=new`,
    },
    get(name),
    put(name, widget(name, { text: "f" }), "putter"),
    get(name),
  ];
}
