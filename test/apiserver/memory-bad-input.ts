import type { TwinRequest } from "./two-servers.js";

const group = "/apis/stable.example.com/v1";
const collection = `${group}/namespaces/wrong/crontabs`;
const object = `${collection}/a`;
const apply = "application/apply-patch+yaml";
const jsonPatch = "application/json-patch+json";
const mergePatch = "application/merge-patch+json";
const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
const limit = 3 * 1024 * 1024;

function cronTab(metadata: object, spec: object = {}, more: object = {}): string {
  return JSON.stringify({
    apiVersion: "stable.example.com/v1",
    kind: "CronTab",
    metadata,
    spec: { cronSpec: "0 3 * * *", image: "backup", ...spec },
    ...more,
  });
}

function send(method: string, path: string, body?: string, type?: string): TwinRequest {
  return { method, path, body, type };
}

/** Requests that the server refuses, and some that only look as if it had to. */
export function badInputScenarios(): readonly TwinRequest[] {
  return [
    send("POST", collection, cronTab({ name: "a", labels: { app: "web" } })),
    send("POST", collection, cronTab({ name: "b" })),
    ...paths(),
    ...bodies(),
    ...names(),
    ...applies(),
    ...patches(),
    ...lists(),
    ...deletions(),
  ];
}

function paths(): readonly TwinRequest[] {
  const gets = [
    `${collection}/A%20b`,
    `${collection}/%61`,
    `${collection}/a/`,
    `${collection}/a/status/`,
    `${group}/watch/crontabs?timeoutSeconds=1&resourceVersion=x`,
    `${group}/watch/namespaces/wrong/crontabs/a?timeoutSeconds=1&resourceVersion=x`,
    `${group}/namespaces//crontabs`,
    `${group}/namespaces/wrong`,
    `${group}/namespaces`,
    `${group}/namespaces/wrong/crontabs/a/log`,
    `${group}/namespaces/wrong/foos/a`,
    "/apis/stable.example.com/v1/CronTabs",
    "/apis/stable.example.com/v1beta7/crontabs",
    "/apis/stable.example.com/v1/namespaces/Bad_Name/crontabs",
    "/nothing",
    "/apis/",
    "/apis/stable.example.com/v1/crontab",
  ];
  return [
    ...gets.map((path) => send("GET", path)),
    ...["PATCH", "PUT", "DELETE", "POST"].map((method) => send(method, `${group}/foos/a`, "{}")),
    ...["PUT", "PATCH", "DELETE"].map((method) => send(method, group, "{}")),
    ...["POST", "PUT", "OPTIONS", "TRACE"].flatMap((method) =>
      [group, collection, object, "/version", "/readyz", "/apis/stable.example.com"].map((path) =>
        send(method, path),
      ),
    ),
    send("POST", `${object}/status`, cronTab({ name: "a" })),
    send("DELETE", `${object}/status`),
    send("DELETE", `${object}/scale`),
    send("POST", `${object}/scale`, "{}"),
    send("GET", `${object}/status?watch=1&timeoutSeconds=1`),
    { method: "GET", path: object, accept: "application/vnd.kubernetes.protobuf" },
    { method: "GET", path: object, accept: "application/vnd.kubernetes.protobuf,application/json" },
    { method: "GET", path: collection, accept: "application/json;q=0.5,application/yaml;q=0.9" },
    { method: "GET", path: collection, accept: "application/json;as=Table;v=v1" },
    { method: "GET", path: collection, accept: `${table};q=0.1,application/json` },
  ];
}

function bodies(): readonly TwinRequest[] {
  const whole = cronTab({ name: "body" });
  const wrong = [
    whole.slice(0, -1),
    whole.slice(0, 40),
    `${whole}${whole}`,
    `[${whole}]`,
    '"text"',
    "1",
    "true",
    "{}}",
    '{"apiVersion":1,"kind":"CronTab"}',
    '{"apiVersion":"stable.example.com/v1","kind":1}',
    '{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":1}',
    '{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":[]}',
    '{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"name":1}}',
    '{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"name":"x","annotations":{"a":1}}}',
    '{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"name":"x","finalizers":"a"}}',
    '{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"name":"x","creationTimestamp":"no"}}',
    '{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"name":"x","generation":"1"}}',
    '{"apiVersion":"/v1","kind":"CronTab","metadata":{"name":"x"}}',
    '{"apiVersion":"a/b/c","kind":"CronTab","metadata":{"name":"x"}}',
    '{"apiVersion":"v1","kind":"CronTab","metadata":{"name":"x"}}',
    '{"apiVersion":"stable.example.com/v1","kind":"crontab","metadata":{"name":"x"}}',
    '{"apiVersion":"stable.example.com/v1","kind":"CronTabList","items":[]}',
    '{"apiVersion":"v1","kind":"Status"}',
    '{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"name":"x"},"spec":"\ud800"}',
    '{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"name":"x"},"spec":1e400}',
    '{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"name":"x"},"spec":01}',
    '{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"name":"x"},"spec":{"a":nul}}',
  ];
  return [
    ...wrong.map((body) => send("POST", collection, body)),
    ...wrong.slice(0, 8).map((body) => send("PUT", object, body)),
    ...["application/xml", "application/json;x", "text/json", "application/vnd.kubernetes.protobuf", "a"].map(
      (type) => send("POST", collection, whole, type),
    ), // prettier-ignore
    send("PUT", object, whole, "text/plain"),
    send("POST", collection, `${whole}${" ".repeat(limit - whole.length)}`.replace("body", "full")),
    send("POST", collection, `${whole}${" ".repeat(limit - whole.length + 1)}`),
    send("PUT", object, " ".repeat(limit + 1)),
    send("PATCH", object, " ".repeat(limit + 1), mergePatch),
    send("PATCH", object, " ".repeat(limit + 1), jsonPatch),
    send("DELETE", object, " ".repeat(limit + 1)),
    send("DELETE", collection, " ".repeat(limit + 1)),
  ];
}

function names(): readonly TwinRequest[] {
  const given = [
    ".",
    "..",
    "a/b",
    "a%b",
    "-a",
    "a-",
    "a..b",
    "a".repeat(253),
    "a".repeat(254),
    "é",
    " ",
    "1",
  ];
  const prefixes = ["", "A", "a/", "-", "a.", "é", "a".repeat(300)];
  return [
    ...given.map((name) => send("POST", collection, cronTab({ name }))),
    ...prefixes.map((generateName) => send("POST", `${collection}?dryRun=All`, cronTab({ generateName }))),
    send("POST", collection, cronTab({ name: "named", generateName: "BAD" })),
    send("POST", collection, cronTab({ name: "named", generateName: "good-" })),
    send("POST", collection, cronTab({ name: "n", namespace: "Bad" })),
    send("POST", collection, cronTab({ name: "n", finalizers: ["a b"] })),
    send("POST", collection, cronTab({ name: "n", finalizers: ["orphan", "foregroundDeletion"] })),
    send("POST", collection, cronTab({ name: "n", annotations: { "a b": "" } })),
    send("POST", collection, cronTab({ name: "n", annotations: { a: "x".repeat(262_145) } })),
    send("POST", collection, cronTab({ name: "n", labels: { a: "x".repeat(64) } })),
    send("POST", collection, cronTab({ name: "n", managedFields: [{ operation: "No" }] })),
    send("POST", `${group}/namespaces/Bad_Name/crontabs`, cronTab({ name: "n" })),
  ]; // prettier-ignore
}

function applies(): readonly TwinRequest[] {
  const own = (body: string, query = "fieldManager=me", path = object): TwinRequest =>
    send("PATCH", `${path}?${query}`, body, apply);
  const valid = cronTab({ name: "a" });
  const again = (metadata: object): TwinRequest =>
    own(cronTab({ name: "again", ...metadata }), "fieldManager=me", `${collection}/again`);
  return [
    ...[{}, {}, { resourceVersion: null }, { resourceVersion: null }].map(again),
    ...[{ creationTimestamp: null }, { creationTimestamp: null }, {}].map(again),
    send("DELETE", `${collection}/again`),
    own(valid, ""),
    own(valid, "fieldManager="),
    own(valid, `fieldManager=${"m".repeat(129)}`),
    own(valid, "fieldManager=a%0Ab"),
    own(valid, "fieldManager=me&force=x"),
    own(valid, "fieldManager=me&dryRun=x&fieldValidation=y"),
    own(""),
    own("{"),
    own("[]"),
    own("null"),
    own("1"),
    own("text"),
    own("a: b: c"),
    own("- a"),
    own("a: 1\na: 2"),
    own("{}"),
    own('{"kind":"CronTab"}'),
    own('{"apiVersion":"stable.example.com/v1"}'),
    own(valid.replace("stable.example.com/v1", "stable.example.com/v2")),
    own(valid.replace("CronTab", "Other")),
    own(cronTab({ name: "other" })),
    own(cronTab({})),
    own(cronTab({ name: "a", namespace: "other" })),
    own(cronTab({ name: "a", managedFields: [] })),
    own(cronTab({ name: "a", managedFields: null })),
    own(cronTab({ name: "a", uid: "x" })),
    own(cronTab({ name: "a", resourceVersion: "1" })),
    own(cronTab({ name: "a", labels: [] })),
    own(cronTab({ name: "a" }, { nope: 1 })),
    own(cronTab({ name: "a" }, { nope: 1 }), "fieldManager=me&fieldValidation=Strict"),
    own(cronTab({ name: "a" }, { replicas: "x" })),
    own(cronTab({ name: "a" }, { replicas: -1 })),
    own(cronTab({ name: "a" }, { image: null })),
    own(cronTab({ name: "a" }, { image: "mine" })),
    own(cronTab({ name: "a" }, { image: "mine" }), "fieldManager=me&force=true&dryRun=All"),
    own(cronTab({ name: "a" }, { image: "mine" }), "fieldManager=me&force=true"),
    own(cronTab({ name: "a" }, { image: "yours" }), "fieldManager=you"),
    own(cronTab({ name: "a" }, {}, { status: { replicas: 2 } }), "fieldManager=s", `${object}/status`),
    own(cronTab({ name: "a" }, {}, { status: 1 }), "fieldManager=s", `${object}/status`),
    own('{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"a"},"spec":{"replicas":2}}', "fieldManager=h", `${object}/scale`),
    own(valid, "fieldManager=h", `${object}/scale`),
    own(valid, "fieldManager=me", `${object}/nothing`),
    own(cronTab({ name: "none" }), "fieldManager=me", `${collection}/none/status`),
    own(cronTab({ name: "new", uid: "5" }), "fieldManager=me", `${collection}/new`),
    own(cronTab({ name: "new", resourceVersion: "5" }), "fieldManager=me", `${collection}/new`),
    own(cronTab({}), "fieldManager=me", `${collection}/new`),
    own(cronTab({ name: "Bad_" }), "fieldManager=me", `${collection}/Bad_`),
    own(valid, "fieldManager=me", collection),
    send("GET", object),
  ]; // prettier-ignore
}

function patches(): readonly TwinRequest[] {
  const many = (count: number): string =>
    JSON.stringify(
      Array.from({ length: count }, () => ({ op: "test", path: "/kind", value: "CronTab" })),
    );
  const copies = (count: number, from = "/spec/image"): string =>
    JSON.stringify([
      { op: "replace", path: "/spec/image", value: "é".repeat(1_000) + "<".repeat(100) },
      { op: "add", path: "/metadata/annotations", value: {} },
      ...Array.from({ length: count }, () => ({
        op: "copy",
        from,
        path: "/metadata/annotations/c",
      })),
    ]);
  return [
    // A copy counts as Go writes it: 2,602 bytes here, of 3 MiB.
    send("PATCH", `${object}?dryRun=All`, copies(1_208), jsonPatch),
    send("PATCH", `${object}?dryRun=All`, copies(1_209), jsonPatch),
    send("PATCH", `${object}?dryRun=All`, copies(26, "/metadata"), jsonPatch),
    send("PATCH", `${object}?dryRun=All`, many(10_000), jsonPatch),
    send("PATCH", `${object}?dryRun=All`, many(10_001), jsonPatch),
    send("PATCH", `${object}/status`, many(10_001), jsonPatch),
    send("PATCH", `${collection}/none`, many(10_001), jsonPatch),
    send("PATCH", object, '[{"op":"add","path":"/spec/image"', jsonPatch),
    send("PATCH", object, '{"spec":{"image"', mergePatch),
    send("PATCH", object, '{"metadata":{"labels":{"a b":"c"}}}', mergePatch),
    send("PATCH", object, '{"metadata":{"uid":"x"}}', mergePatch),
    send("PATCH", object, '{"metadata":{"namespace":"x"}}', mergePatch),
    send("PATCH", object, '{"metadata":{"ownerReferences":[{"kind":"X"}]}}', mergePatch),
    send("PATCH", object, '{"metadata":{"creationTimestamp":null}}', mergePatch),
    send("PATCH", `${object}?fieldManager=${"x".repeat(200)}`, "{}", mergePatch),
    send("PATCH", `${object}/status`, '{"status":{"replicas":"x"}}', mergePatch),
    send("PATCH", `${object}/status`, '{"status":{"nope":1}}', mergePatch),
    send("PATCH", `${object}/status?fieldValidation=Strict`, '{"status":{"nope":1}}', mergePatch),
    send("PATCH", `${object}/scale`, '{"metadata":{"resourceVersion":"1"}}', mergePatch),
    send("PATCH", `${object}/scale`, "{}", "application/strategic-merge-patch+json"),
    send("PATCH", collection, "{}", jsonPatch),
    { ...send("PATCH", object, "{}", mergePatch), accept: "text/html" },
  ]; // prettier-ignore
}

function lists(): readonly TwinRequest[] {
  const token = (value: unknown): string =>
    Buffer.from(JSON.stringify(value)).toString("base64url");
  const version = "meta.k8s.io/v1";
  const queries = [
    "limit=1&resourceVersion=1&resourceVersionMatch=Exact",
    "limit=1&resourceVersion=$rv(a)&resourceVersionMatch=NotOlderThan",
    "resourceVersionMatch=exact&resourceVersion=1",
    "resourceVersion=1.5",
    "resourceVersion=18446744073709551616",
    "resourceVersion=01",
    "resourceVersion=99999999&resourceVersionMatch=NotOlderThan",
    `continue=${token({ v: version, rv: 1, start: "a" })}&resourceVersion=$rv(a)`,
    `continue=${token({ v: "v2", rv: 1, start: "a" })}`,
    `continue=${token({ v: version, rv: 0, start: "a" })}`,
    `continue=${token({ v: version, rv: -1, start: "" })}`,
    `continue=${token({ v: version, rv: -1, start: "a/../b" })}`,
    `continue=${token({ v: version, rv: -1, start: "/a" })}`,
    `continue=${token({ v: version, rv: 99_999_999, start: "a" })}`,
    `continue=${token([])}`,
    "continue=%20",
    "labelSelector=a%3Db%3Bc",
    "labelSelector=%00",
    "labelSelector=a%20in%20(b",
    "labelSelector=a%20notin%20b",
    "labelSelector=a%20exists",
    "labelSelector=a%3E%3D1",
    "labelSelector=!a%3Db",
    `labelSelector=${"a".repeat(64)}`,
    `labelSelector=${"a".repeat(254)}%2Fb`,
    "labelSelector=a%2F",
    "labelSelector=%2Fa",
    "labelSelector=A.b%2Fc",
    "fieldSelector=metadata.name",
    "fieldSelector=metadata.name%3D%3Da,",
    "fieldSelector=metadata.uid%3Da",
    "fieldSelector=metadata.name%3Da%5Cq",
    "fieldSelector=metadata.name%20%3D%20a",
    "fieldSelector=metadata.name%3Ea",
    "limit=1.5",
    "limit=%2B1",
    "limit=0",
    "timeoutSeconds=-1",
    "watch=x&timeoutSeconds=1&resourceVersion=x",
    "watch=0",
    "watch=true&resourceVersion=99999999&timeoutSeconds=1",
    "watch=true&resourceVersion=99999999&timeoutSeconds=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
    "watch=true&resourceVersion=0&resourceVersionMatch=Exact&timeoutSeconds=1",
    "watch=true&continue=abc&timeoutSeconds=1",
    "watch=true&sendInitialEvents=x&timeoutSeconds=1",
    "watch=true&fieldSelector=nope%3D1&timeoutSeconds=1",
    "watch=true&allowWatchBookmarks=x&timeoutSeconds=1",
    "resourceVersion=$rv(a)&resourceVersion=x",
    "%zz=1",
    "a;b",
    "pretty=x",
  ];
  return queries.map((query) => send("GET", `${collection}?${query}`));
}

function deletions(): readonly TwinRequest[] {
  const options = [
    "null",
    "[]",
    "1",
    '"x"',
    '{"preconditions":1}',
    '{"preconditions":{"uid":1}}',
    '{"preconditions":{"resourceVersion":1}}',
    '{"dryRun":"All"}',
    '{"dryRun":[1]}',
    '{"gracePeriodSeconds":1.5}',
    '{"propagationPolicy":1}',
    '{"orphanDependents":"x"}',
    '{"unknown":1}',
    '{"apiVersion":"v2","kind":"DeleteOptions"}',
    '{"apiVersion":"stable.example.com/v1","kind":"DeleteOptions","dryRun":["All"]}',
    '{"apiVersion":1}',
  ];
  return [
    ...options.map((body) => send("DELETE", `${collection}/b?dryRun=All`, body)),
    ...options.slice(0, 8).map((body) => send("DELETE", `${collection}?labelSelector=x`, body)),
    send("DELETE", `${collection}/b?resourceVersion=1`),
    send("DELETE", `${collection}/b?uid=x`),
    send("DELETE", `${collection}/b?uid=x&resourceVersion=1`),
    send("DELETE", `${collection}/b?uid=&resourceVersion=&dryRun=All`),
    send("DELETE", `${collection}/b?resourceVersion=$rv(b)&dryRun=All`),
    send("DELETE", `${collection}/b?propagationPolicy=Nope`),
    send("DELETE", `${collection}/b?orphanDependents=true&propagationPolicy=Orphan`),
    send("DELETE", `${collection}?propagationPolicy=Nope`),
    send("DELETE", `${collection}?dryRun=Nope`),
    send("DELETE", `${collection}?continue=x`),
    send("DELETE", `${collection}?limit=x`),
    send("DELETE", `${collection}?watch=1`),
    send("DELETE", `${collection}?resourceVersion=x`),
    send("DELETE", `${group}/crontabs`),
    send("GET", collection),
    send("DELETE", collection),
  ];
}
