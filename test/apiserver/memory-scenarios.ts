import type { TwinRequest } from "./two-servers.js";

const group = "/apis/stable.example.com/v1";
const collection = `${group}/namespaces/scenario/crontabs`;
const jsonPatch = "application/json-patch+json";
const mergePatch = "application/merge-patch+json";
const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
const partial = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
const partialList = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";

const yaml =
  "apiVersion: stable.example.com/v1\nkind: CronTab\nmetadata:\n  name: NAME\nspec:\n  cronSpec: '* * * * *'\n  image: x\n";

function cronTab(name: string, spec: object = {}, metadata: object = {}): string {
  return JSON.stringify({
    apiVersion: "stable.example.com/v1",
    kind: "CronTab",
    metadata: { name, ...metadata },
    spec: { cronSpec: "0 3 * * *", image: "backup", ...spec },
  });
}

function get(path: string, accept?: string): TwinRequest {
  return { method: "GET", path, accept };
}

function post(path: string, body: string, type?: string): TwinRequest {
  return { method: "POST", path, body, type };
}

function put(path: string, body: string): TwinRequest {
  return { method: "PUT", path, body };
}

function patch(path: string, body: unknown, type = mergePatch): TwinRequest {
  return {
    method: "PATCH",
    path,
    type,
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

function remove(path: string, body?: unknown): TwinRequest {
  return { method: "DELETE", path, body: body === undefined ? undefined : JSON.stringify(body) };
}

/** Requests in an order in which each tells something of the state that those before it left. */
export function cronTabScenarios(): readonly TwinRequest[] {
  return [
    ...paths(),
    ...creates(),
    ...reads(),
    ...selectors(),
    ...watches(),
    ...updates(),
    ...patches(),
    ...subresources(),
    ...oddPatches(),
    ...deletions(),
  ];
}

function paths(): readonly TwinRequest[] {
  const wrong = [
    `${group}/foos`,
    "/apis/nope.io/v1/foos",
    "/apis/stable.example.com/v9/crontabs",
    `${collection}/x/foo`,
    `${collection}/x/status`,
    `${collection}/x/scale`,
    `${group}/crontabs/x`,
    "/apis/stable.example.com",
    "/apis/stable.example.com/",
    group,
    `${group}/`,
    "/apis/nope.io",
    "/apis/stable.example.com/v9",
    "/healthz",
    "/readyz",
    "/livez",
    `${collection}/x/status/more`,
    `${collection}/`,
    `${collection}//`,
    `${group}/namespaces/scenario/`,
  ];
  const methods = ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"];
  return [
    ...wrong.map((path) => get(path)),
    ...methods.flatMap((method) =>
      [
        `${group}/crontabs`,
        `${collection}/x/status`,
        `${collection}/x/foo`,
        `${collection}/x/scale`,
      ].map((path): TwinRequest => ({ method, path, body: "{}" })),
    ),
    { method: "PUT", path: collection, body: "{}" },
    { method: "PATCH", path: collection, body: "{}", type: mergePatch },
    { method: "OPTIONS", path: collection },
    { method: "OPTIONS", path: `${collection}/x` },
  ];
}

function creates(): readonly TwinRequest[] {
  const bodies = [
    "",
    "{",
    "[]",
    "null",
    "{}",
    '{"kind":"CronTab"}',
    '{"apiVersion":"stable.example.com/v1"}',
    cronTab("b").replace("stable.example.com/v1", "stable.example.com/v2"),
    cronTab("b").replace('"CronTab"', '"Other"'),
    cronTab("B_"),
    cronTab(""),
    cronTab("b", { replicas: -1 }),
    cronTab("b", { replicas: "x", odd: 1 }),
    cronTab("b", {}, { resourceVersion: "5" }),
    cronTab("b", {}, { resourceVersion: "x" }),
    cronTab("b", {}, { namespace: "other" }),
    cronTab("b", {}, { labels: { "not a label": "x" } }),
    cronTab("b", {}, { labels: 5 }),
    cronTab("b", {}, { finalizers: ["x"] }).replace('"b"', '"with-finalizer"'),
    cronTab("b", {}, { ownerReferences: [{ apiVersion: "v1", kind: "X" }] }),
    cronTab("b").replace("{", '{"kind":"Other",'),
    `${cronTab("b")} x`,
  ];
  const options = [
    "dryRun=All",
    "dryRun=Some",
    "dryRun=",
    "fieldValidation=Strict",
    "fieldValidation=Ignore",
    "fieldValidation=Foo",
    `fieldManager=${"x".repeat(129)}`,
    "fieldManager=a%0Ab",
    "pretty=true",
  ];
  return [
    ...bodies.map((body) => post(collection, body)),
    ...["Strict", "Ignore", "Warn"].map((value) =>
      post(
        `${collection}?dryRun=All&fieldValidation=${value}`,
        cronTab("c", { odd: 1 }).replace('"spec"', '"odd":1,"spec"'),
      ),
    ),
    ...options.map((option) => post(`${collection}?${option}`, cronTab(`o${option.length}`))),
    post(collection, cronTab("a", { replicas: 2 }, { labels: { app: "web", tier: "front" } })),
    post(collection, cronTab("a")),
    post(collection, cronTab("d", {}, { labels: { app: "db", n: "5" } })),
    post(`${collection}/e`, cronTab("e", { concurrency: "Forbid" })),
    post(collection, cronTab("f"), "text/plain"),
    post(collection, cronTab("f"), "application/json; charset=utf-8"),
    ...["y", "yaml"].map((name) =>
      post(collection, yaml.replace("NAME", name), "application/yaml"),
    ),
    post(`${group}/namespaces/other/crontabs`, cronTab("a")),
    { ...post(collection, cronTab("g")), accept: "text/html" },
    { ...post(collection, cronTab("g")), accept: partial },
    { ...post(collection, cronTab("h")), accept: table },
    post(collection, " ".repeat(3 * 1024 * 1024 + 1)),
  ];
}

function reads(): readonly TwinRequest[] {
  const object = `${collection}/a`;
  const accepts = [
    "",
    "*/*",
    "application/*",
    "text/html",
    "text/html, */*;q=0.1",
    "application/yaml",
    "application/json;pretty=1",
    table,
    `${table},application/json`,
    table.replace("v1", "v1beta1"),
    table.replace("v1", "v2"),
    partial,
    partialList,
    "application/json;as=Foo;v=v1;g=meta.k8s.io",
    "application/json;stream=watch",
    "application/json;stream=foo",
    "application/json;sv=x",
    "bad",
  ];
  const lists = [
    "",
    "limit=2",
    "limit=1&continue=$continue",
    "limit=100&continue=$continue",
    "limit=-1",
    "limit=x",
    "limit=",
    "limit=99999999999999999999",
    "continue=abc",
    "continue=!",
    "continue=e30",
    "continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MCwic3RhcnQiOiJhIn0",
    "continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiIifQ",
    "continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiLi4vYSJ9",
    "continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiYSJ9",
    "resourceVersion=0",
    "resourceVersion=0&limit=1",
    "resourceVersion=x",
    "resourceVersion=-1",
    "resourceVersion=$rv(a)",
    "resourceVersion=$rv(a)&limit=1",
    "resourceVersion=$rv(a)&resourceVersionMatch=Exact",
    "resourceVersion=$rv(a)&resourceVersionMatch=NotOlderThan",
    "resourceVersionMatch=Exact",
    "resourceVersion=0&resourceVersionMatch=Exact",
    "resourceVersion=1&resourceVersionMatch=Foo",
    "resourceVersionMatch=Exact&continue=x",
    "resourceVersion=99999999",
    "resourceVersion=99999999&resourceVersionMatch=Exact",
    "sendInitialEvents=true",
    "timeoutSeconds=x",
    "watch=false",
    "includeObject=Foo",
    "allowWatchBookmarks=true",
  ];
  return [
    ...accepts.flatMap((accept) => [get(object, accept), get(collection, accept)]),
    ...["None", "Object", "Metadata", "Foo"].flatMap((value) => [
      get(`${object}?includeObject=${value}`, table),
      get(`${collection}?includeObject=${value}`, table),
    ]),
    ...lists.map((query) => get(`${collection}?${query}`)),
    ...["limit=1", "", "resourceVersion=0"].map((query) => get(`${group}/crontabs?${query}`)),
    get(`${collection}?limit=2`, table),
    get(`${collection}?limit=2`, partialList),
    get(`${collection}?pretty=1`),
    ...[
      "resourceVersion=0",
      "resourceVersion=x",
      "resourceVersion=99999999",
      "resourceVersion=$rv(a)",
    ].map((query) => get(`${object}?${query}`)),
    get(`${collection}/none`),
    get(`${collection}/none`, "application/yaml"),
    get(`${collection}/none`, table),
  ];
}

function selectors(): readonly TwinRequest[] {
  const labels = [
    "app", "!app", "app=web", "app==web", "app!=web", "app in (web,db)", "app notin (web)", "app in ()", "app in (web",
    "app in web", "app=web,tier", "app,", ",app", "n>4", "n<5", "n>x", "a b", "=", "!", "!!a", "a=b=c", "a=!", "a in (,)",
    "a in (b,,c)", "a in (b c)", "bad key", "-a", "a=b c", "a=-", `a=${"x".repeat(64)}`, "a in (=)", "app = web", "app,n=5",
    "in", "notin", "in in (in)", "a/b/c", "a in(b)", "x.y/z=1", "a!b", "(a)", "a=(b)", "a>1,b<2", "a<-1", "a>+1",
  ]; // prettier-ignore
  const fields = [
    "metadata.name=a", "metadata.name==a", "metadata.name!=a", "metadata.namespace=scenario", "metadata.namespace=x",
    "spec.image=backup", "spec.image!=backup", "spec.concurrency=Forbid", "spec.concurrency=", "spec.nope=1", "a", "=",
    "metadata.name=a,spec.image=backup", "metadata.name=a,metadata.name=b", "spec.image=a\\,b", "spec.image=a\\x",
    "spec.image=a=b", "spec.image=a\\", ",", "metadata.labels=x", "spec.image", "status.phase=x", "!a=b",
  ]; // prettier-ignore
  return [
    ...labels.map((text) => get(`${collection}?labelSelector=${encodeURIComponent(text)}`)),
    ...fields.map((text) => get(`${collection}?fieldSelector=${encodeURIComponent(text)}`)),
    get(`${collection}?limit=1&labelSelector=app`),
    get(`${collection}?limit=1&continue=$continue&labelSelector=app`),
    get(`${collection}?labelSelector=app&labelSelector=n`),
  ];
}

function watches(): readonly TwinRequest[] {
  const watch = (query: string, accept?: string): TwinRequest =>
    get(`${collection}?watch=1&timeoutSeconds=1&${query}`, accept);
  return [
    watch("resourceVersion=x"),
    watch("resourceVersion=1"),
    watch("resourceVersion=$rv(a)"),
    watch(""),
    watch("", table),
    watch("", partial),
    watch("", partialList),
    watch("", "application/yaml"),
    watch("", "application/json;stream=watch"),
    watch("resourceVersion=0"),
    watch("sendInitialEvents=true"),
    watch("sendInitialEvents=true&resourceVersionMatch=NotOlderThan"),
    watch("sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true"),
    watch(
      "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true",
      table,
    ),
    watch("sendInitialEvents=false&resourceVersionMatch=NotOlderThan"),
    watch("sendInitialEvents=true&resourceVersionMatch=Exact"),
    watch("resourceVersionMatch=NotOlderThan&resourceVersion=1"),
    watch("resourceVersionMatch=Foo&resourceVersion=1&continue=x"),
    watch("labelSelector=app%3Dweb"),
    watch("fieldSelector=metadata.name%3Da"),
    watch("fieldSelector=spec.nope%3Da"),
    watch("labelSelector=a%20b"),
    watch("limit=1"),
    get(`${collection}/a?watch=1&timeoutSeconds=1`),
    get(`${collection}?watch=1&timeoutSeconds=x`),
  ];
}

function updates(): readonly TwinRequest[] {
  const object = `${collection}/a`;
  const rv = { resourceVersion: "$rv(a)" };
  return [
    get(object),
    put(object, cronTab("a")),
    put(object, cronTab("a", {}, { resourceVersion: "1" })),
    put(object, cronTab("a", {}, { resourceVersion: "x" })),
    put(object, cronTab("b", {}, rv)),
    put(object, cronTab("", {}, rv)),
    put(object, cronTab("a", {}, { ...rv, uid: "x" })),
    put(object, cronTab("a", {}, { ...rv, namespace: "other" })),
    put(object, "{}"),
    put(`${collection}/none`, cronTab("none", {}, { resourceVersion: "1" })),
    put(`${collection}/none`, cronTab("other")),
    put(`${collection}/none`, cronTab("")),
    put(`${collection}/none`, "{}"),
    put(`${object}?dryRun=All`, cronTab("a", { replicas: 9 }, rv)),
    put(`${object}?fieldValidation=Strict`, cronTab("a", { odd: 9 }, rv)),
    put(`${object}?fieldValidation=Foo&dryRun=x`, cronTab("a", { odd: 9 }, rv)),
    put(object, cronTab("a", { replicas: -1 }, rv)),
    put(object, cronTab("a", { replicas: 3 }, rv)),
    put(object, cronTab("a", { replicas: 3 }, rv)),
    put(object, cronTab("a", { replicas: 3 }, { ...rv, labels: { app: "web" } })),
    put(
      object,
      cronTab("a", { replicas: 3 }, { ...rv, labels: { app: "web" }, finalizers: ["plain"] }),
    ),
    put(object, cronTab("a", { replicas: 4 }, { ...rv, generation: 77, creationTimestamp: null })),
    { ...put(object, cronTab("a", {}, rv)), type: "text/plain" },
    { ...put(object, cronTab("a", {}, rv)), accept: table },
    get(object),
  ];
}

function patches(): readonly TwinRequest[] {
  const object = `${collection}/a`;
  const operations: unknown[] = [
    {}, null, "[", [{}], [1], [null], [{ op: "foo", path: "/a" }], [{ op: 1, path: "/a" }], [],
    [{ op: "add", path: "/spec/x", value: 1, foo: 2 }], [{ op: "remove", path: "/spec/nope" }],
    [{ op: "test", path: "/kind", value: "x" }], [{ op: "test", path: "/kind", value: "CronTab" }],
    [{ op: "test", path: "/nope", value: null }], [{ op: "test", path: "/spec/nope" }],
    [{ op: "add", path: "/spec/a/b", value: 1 }], [{ op: "add", path: "", value: {} }],
    [{ op: "add", path: "/spec/replicas", value: "x" }], [{ op: "add", path: "/metadata", value: 3 }],
    [{ op: "add", path: "/kind", value: "Foo" }], [{ op: "remove", path: "/kind" }], [{ op: "remove", path: "/apiVersion" }],
    [{ op: "add", path: "/metadata/labels", value: { a: 1 } }], [{ op: "add", path: "/apiVersion", value: "foo/v1" }],
    [{ op: "add", path: "spec", value: 1 }], [{ op: "replace", path: "/metadata/name", value: "zzz" }],
    [{ op: "replace", path: "/metadata/namespace", value: "zzz" }],
    [{ op: "add", path: "/metadata/resourceVersion", value: "1" }], [{ op: "add", path: "/metadata/uid", value: "1" }],
    [{ op: "remove", path: "/metadata/resourceVersion" }], [{ op: "replace", path: "/spec/nope", value: 1 }],
    [{ op: "add", path: "/metadata/finalizers", value: ["example.com/a"] }],
    [{ op: "add", path: "/metadata/finalizers/-", value: "example.com/b" }],
    [{ op: "add", path: "/metadata/finalizers/0", value: "example.com/c" }],
    [{ op: "add", path: "/metadata/finalizers/9", value: "x" }], [{ op: "remove", path: "/metadata/finalizers/-1" }],
    [{ op: "replace", path: "/metadata/finalizers/0", value: "example.com/d" }],
    [{ op: "copy", from: "/spec/image", path: "/spec/cronSpec" }], [{ op: "move", from: "/nope", path: "/spec/cronSpec" }],
    [{ op: "move", from: "/metadata/finalizers/0", path: "/metadata/finalizers/1" }],
    [{ op: "add", path: "/metadata/annotations", value: { "a/b": "1", "c~d": "2" } }],
    [{ op: "replace", path: "/metadata/annotations/a~1b", value: "3" }], [{ op: "remove", path: "/metadata/annotations/c~0d" }],
    [{ op: "remove", path: "/metadata/finalizers" }], [{ op: "replace", path: "", value: { kind: "X" } }],
    [{ op: "add", path: "/spec/replicas" }], [{ op: "remove", path: "/spec/replicas" }],
  ]; // prettier-ignore
  const merges: unknown[] = [
    [], "null", 1, "{", "", '{"a":1,"a":2}', { kind: null }, { apiVersion: null }, { spec: null }, { metadata: null },
    { spec: { replicas: null } }, { spec: { nope: 1 } }, { spec: { replicas: -1 } }, { metadata: { labels: { a: null, b: "c" } } },
    { metadata: { labels: null } }, { metadata: { name: "x" } }, { metadata: { resourceVersion: "1" } },
    { metadata: { resourceVersion: "$rv(a)" } }, { status: { replicas: 5 } }, { spec: { replicas: 5 } }, { spec: { replicas: 5 } },
    { kind: "Other" }, { metadata: { deletionTimestamp: "2020-01-01T00:00:00Z" } }, { metadata: { generation: 99 } },
    { metadata: { managedFields: [] } }, {},
  ]; // prettier-ignore
  const queries = [
    "fieldValidation=Strict",
    "fieldValidation=Ignore",
    "fieldValidation=Foo&dryRun=x",
    "force=true",
    "dryRun=All",
  ];
  return [
    ...operations.map((body) => patch(object, body, jsonPatch)),
    ...merges.map((body) => patch(object, body)),
    ...queries.flatMap((query) => [
      patch(`${object}?${query}`, { spec: { nope: 1 } }),
      patch(`${object}?${query}`, '{"spec":{"replicas":1},"spec":{"replicas":2}}'),
      patch(`${object}?${query}`, [{ op: "add", path: "/spec/x", value: 1, foo: 2 }], jsonPatch),
      patch(`${object}?${query}`, [], jsonPatch),
      patch(`${object}?${query}`, {}, jsonPatch),
      patch(`${object}?${query}`, []),
    ]),
    ...["application/strategic-merge-patch+json", "application/json", "text/plain", ""].map(
      (type) => patch(object, {}, type),
    ),
    patch(object, {}, "application/merge-patch+json; charset=utf-8"),
    patch(object, {}, "application/apply-patch+yaml"),
    patch(`${collection}/none`, {}),
    patch(`${collection}/none`, "{", jsonPatch),
    patch(`${collection}/none`, "{"),
    patch(`${collection}/none`, {}, jsonPatch),
    patch(`${collection}/none?dryRun=x`, "{", jsonPatch),
    patch(
      object,
      Array.from({ length: 10_001 }, () => ({ op: "test", path: "/kind", value: "CronTab" })),
      jsonPatch,
    ),
    { ...patch(object, {}), accept: table },
    get(object),
  ];
}

function subresources(): readonly TwinRequest[] {
  const object = `${collection}/a`;
  const rv = { resourceVersion: "$rv(a)" };
  const withStatus = (status: unknown, metadata: object = rv): string =>
    JSON.stringify({ ...(JSON.parse(cronTab("a", { replicas: 99 }, metadata)) as object), status });
  const scale = (spec: unknown, metadata: object = {}): string =>
    JSON.stringify({
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name: "a", namespace: "scenario", ...metadata },
      spec,
    });
  return [
    get(`${object}/status`),
    get(`${object}/status`, table),
    put(`${object}/status`, withStatus({ replicas: 1, labelSelector: "app=web" })),
    put(`${object}/status`, withStatus({ replicas: "x" })),
    put(`${object}/status`, withStatus({ replicas: 1, odd: 1 })),
    put(`${object}/status`, withStatus({ replicas: 1 }, {})),
    put(`${object}/status`, withStatus(undefined)),
    patch(`${object}/status`, {
      status: { replicas: 3, labelSelector: "a=b" },
      spec: { replicas: 7 },
    }),
    patch(`${object}/status`, { status: { replicas: -1 } }),
    patch(`${object}/status`, { metadata: { labels: { x: "y" }, annotations: { x: "y" } } }),
    patch(`${object}/status`, [{ op: "add", path: "/status/replicas", value: 4 }], jsonPatch),
    patch(`${collection}/none/status`, {}),
    put(`${collection}/none/status`, cronTab("none")),
    get(`${object}/scale`),
    get(`${object}/scale`, table),
    get(`${object}/scale`, partial),
    get(`${object}/scale`, "application/yaml"),
    put(`${object}/scale`, scale({ replicas: 2 })),
    put(`${object}/scale`, scale({ replicas: 2 })),
    put(`${object}/scale`, scale({ replicas: -2 })),
    put(`${object}/scale`, scale({ replicas: "x" })),
    put(`${object}/scale`, scale({})),
    put(`${object}/scale`, scale({ replicas: 2 }, { resourceVersion: "1" })),
    put(`${object}/scale`, scale({ replicas: 2 }, { name: "b" })),
    put(`${object}/scale`, "{}"),
    put(`${object}/scale?dryRun=All`, scale({ replicas: 8 })),
    put(`${collection}/none/scale`, scale({ replicas: 2 }, { name: "none" })),
    patch(`${object}/scale`, { spec: { replicas: 4 } }),
    patch(`${object}/scale`, { spec: { replicas: null } }),
    patch(`${object}/scale`, { spec: { replicas: 4 }, foo: 1 }),
    patch(`${object}/scale`, [{ op: "test", path: "/spec/replicas", value: 9 }], jsonPatch),
    patch(`${object}/scale`, [{ op: "replace", path: "/spec/replicas", value: 1 }], jsonPatch),
    patch(`${collection}/none/scale`, {}),
    get(object),
    get(`${object}/scale`),
  ];
}

/** Patches that make something else of an object or its Scale, and bodies of Scales with more. */
function oddPatches(): readonly TwinRequest[] {
  const object = `${collection}/a`;
  const scale = (more: object, spec: object = { replicas: 2 }): string =>
    JSON.stringify({
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name: "a", namespace: "scenario" },
      spec,
      ...more,
    });
  const bodies = [
    scale({ foo: 1 }),
    scale({}, { replicas: 2, foo: 1 }),
    scale({}).replace('"kind"', '"kind":"Scale","kind"'),
    scale({ metadata: { name: "a", odd: 1 } }),
  ];
  const ofScale = [
    { foo: 1 },
    { spec: { foo: 1 } },
    '{"spec":{"replicas":2,"replicas":3}}',
    { spec: { replicas: "x" } },
    { spec: { replicas: 1.5 } },
    { spec: { replicas: 3_000_000_000 } },
    { spec: 5 },
    { status: { selector: 5 } },
    { metadata: { odd: 1 }, foo: 1, spec: { x: 1 }, status: { y: 1 } },
    { metadata: { name: "b" } },
    { kind: "Other" },
    { kind: null },
    { apiVersion: "x/v1" },
    { apiVersion: null },
    { kind: "CronTab", apiVersion: "stable.example.com/v1" },
  ];
  const ofObject = [
    { apiVersion: "stable.example.com/v2" },
    { apiVersion: "x/v1" },
    { apiVersion: "x/v1", kind: "Y" },
    { apiVersion: "x/v1", spec: { odd: 1 } },
    { apiVersion: "v1" },
    { apiVersion: "a/b/c" },
    { apiVersion: "" },
    { apiVersion: 5 },
    { apiVersion: null },
    { kind: "Y" },
    { kind: null },
  ];
  return ["Strict", "Warn", "Ignore"].flatMap((level) => {
    const query = `dryRun=All&fieldValidation=${level}`;
    const operation = { op: "add", path: "/foo", value: 1, x: 1 };
    return [
      ...bodies.map((body) => put(`${object}/scale?${query}`, body)),
      ...ofScale.map((body) => patch(`${object}/scale?${query}`, body)),
      patch(`${object}/scale?${query}`, [operation], jsonPatch),
      ...ofObject.map((body) => patch(`${object}?${query}`, body)),
    ];
  });
}

function deletions(): readonly TwinRequest[] {
  const create = (name: string, metadata: object = {}): TwinRequest =>
    post(collection, cronTab(name, {}, metadata));
  const held = { finalizers: ["example.com/hold"] };
  return [
    remove(`${collection}/none`),
    create("del"),
    remove(`${collection}/del`, { preconditions: { uid: "x" } }),
    remove(`${collection}/del`, { preconditions: { resourceVersion: "1" } }),
    remove(`${collection}/del?dryRun=All`),
    remove(`${collection}/del?dryRun=x`),
    remove(`${collection}/del`, { dryRun: ["All"] }),
    remove(`${collection}/del`, { dryRun: ["x"] }),
    remove(`${collection}/del`, { propagationPolicy: "Foo" }),
    remove(`${collection}/del`, { propagationPolicy: "Orphan", orphanDependents: true }),
    remove(`${collection}/del`, { kind: "Foo", apiVersion: "v1" }),
    remove(`${collection}/del`, { kind: "DeleteOptions", apiVersion: "v2" }),
    remove(`${collection}/del`, { gracePeriodSeconds: "x" }),
    { method: "DELETE", path: `${collection}/del`, body: "{" },
    { method: "DELETE", path: `${collection}/del`, body: "{}", type: "text/plain" },
    remove(`${collection}/del?gracePeriodSeconds=x`),
    get(`${collection}/del`),
    remove(`${collection}/del`, { kind: "DeleteOptions", apiVersion: "v1", gracePeriodSeconds: 0 }),
    create("held", held),
    remove(`${collection}/held`),
    remove(`${collection}/held`),
    create("held"),
    patch(`${collection}/held`, {
      metadata: { finalizers: ["example.com/hold", "example.com/more"] },
    }),
    patch(`${collection}/held`, { spec: { replicas: 3 } }),
    patch(`${collection}/held`, { metadata: { finalizers: null } }),
    get(`${collection}/held`),
    ...["Orphan", "Foreground", "Background"].flatMap((propagationPolicy) => [
      create("gc"),
      remove(`${collection}/gc?propagationPolicy=${propagationPolicy}`),
      get(`${collection}/gc`),
      remove(`${collection}/gc`, { propagationPolicy: "Background" }),
      patch(`${collection}/gc`, { metadata: { finalizers: null } }),
    ]),
    ...[true, false].flatMap((orphanDependents) => [
      create("gc", held),
      remove(`${collection}/gc`, { orphanDependents }),
      patch(`${collection}/gc`, { metadata: { finalizers: null } }),
    ]),
    create("c1", { labels: { set: "one" } }),
    create("c2", { labels: { set: "one" }, finalizers: ["example.com/hold"] }),
    create("c3", { labels: { set: "two" } }),
    remove(`${collection}?labelSelector=a%20b`),
    remove(`${collection}?fieldSelector=x%3Dy`),
    remove(`${collection}?labelSelector=set%3Done&dryRun=All`),
    remove(`${collection}?labelSelector=set%3Done`),
    get(collection),
    remove(`${collection}?limit=1`),
    remove(`${collection}?resourceVersionMatch=Exact`),
    remove(collection, {
      kind: "DeleteOptions",
      apiVersion: "v1",
      propagationPolicy: "Background",
    }),
    get(collection),
    patch(`${collection}/c2`, { metadata: { finalizers: [] } }),
    patch(`${collection}/with-finalizer`, { metadata: { finalizers: [] } }),
    get(collection),
    get(`${collection}?watch=1&timeoutSeconds=1&resourceVersion=$rv(c3)`),
  ];
}
