import type { Scenario } from "./memory-crds-scenarios.js";
import {
  apply,
  definition,
  get,
  object,
  patch,
  pathOf,
  post,
  put,
  remove,
  version,
} from "./memory-crds-scenarios.js";
import type { TwinRequest } from "./two-servers.js";

/*
 * What becomes of those who use a CRD while it changes, and of requests that few make.
 */

/** How long the server may take to end a watch, in ms. */
const patience = 5000;

/** All scenarios. */
export function lifeScenarios(): readonly Scenario[] {
  return [
    ...watchEndings(),
    unreadableBundle(),
    foregroundDeletion(),
    collectionVersions(),
    exports(),
    largeObjects(),
  ];
}

/** A watch of each version, and a change of the CRD; some changes end the watches. */
function watchEndings(): readonly Scenario[] {
  const string = {
    openAPIV3Schema: { type: "object", properties: { note: { type: "string" } } },
  };
  const both = (more: object = {}): object => ({
    spec: { versions: [version("v1", more), version("v2", { storage: false })] },
  });
  const changes: { readonly [name: string]: object } = {
    "a label": { metadata: { labels: { a: "b" } } },
    "its schema": both({ schema: string }),
    "short names": { spec: { names: { shortNames: ["en"] } } },
    categories: { spec: { names: { categories: ["all"] } } },
    "a version that is served no more": {
      spec: { versions: [version("v1"), version("v2", { storage: false, served: false })] },
    },
    "a version more": {
      spec: {
        versions: [
          version("v1"),
          version("v2", { storage: false }),
          version("v3", { storage: false }),
        ],
      },
    },
    "the stored version": {
      spec: { versions: [version("v1", { storage: false }), version("v2", { storage: true })] },
    },
    nothing: both(),
  };
  return Object.entries(changes).map(([name, change], index): Scenario => {
    const group = `ending-${index}.example.com`;
    const versions = [version("v1"), version("v2", { storage: false })];
    const made = definition(group, "ends", "End", { versions });
    const collection = (of: string): string => `/apis/${group}/${of}/namespaces/default/ends`;
    return {
      name: `watches and ${name}`,
      steps: [
        post(made),
        post(object(group, "End", "a"), "", collection("v1")),
        { watch: "v1", path: `${collection("v1")}?watch=1` },
        { watch: "v2", path: `${collection("v2")}?watch=1` },
        patch(pathOf(made), change),
        { stop: "v1", patience },
        { stop: "v2", patience },
        get(collection("v1")),
        get(`${collection("v2")}?watch=1&timeoutSeconds=1`),
        post(object(group, "End", "b", { note: "x" }), "", collection("v1")),
      ],
    };
  });
}

/** A webhook whose certificates cannot be read. */
function unreadableBundle(): Scenario {
  const group = "bundles.example.com";
  const webhook = (caBundle: string): object => ({
    conversion: {
      strategy: "Webhook",
      webhook: {
        clientConfig: { url: "https://127.0.0.1:1/convert", caBundle },
        conversionReviewVersions: ["v1"],
      },
    },
  });
  const bad = Buffer.from("no certificate").toString("base64");
  const versions = [version("v1"), version("v2", { storage: false })];
  const made = definition(group, "bundles", "Bundle", { ...webhook(bad), versions });
  const path = pathOf(made);
  const collection = (of: string): string => `/apis/${group}/${of}/namespaces/default/bundles`;
  return {
    name: "a bundle that cannot be read",
    steps: [
      post(made),
      get(path),
      get(`/apis/${group}`),
      get(`/apis/${group}/v1`),
      get(collection("v1")),
      post(object(group, "Bundle", "a"), "", collection("v1")),
      get(`${collection("v1")}/a`),
      get(`${collection("v2")}/a`),
      apply(`${collection("v1")}/b`, object(group, "Bundle", "b")),
      patch(path, { metadata: { labels: { a: "b" } } }),
      get(path),
      patch(path, { spec: { conversion: { strategy: "None", webhook: null } } }),
      get(path),
      get(`/apis/${group}/v1`),
      post(object(group, "Bundle", "a"), "", collection("v1")),
      get(`${collection("v2")}/a`),
      patch(path, { spec: webhook(bad) }),
      remove(path),
    ],
  };
}

/** A CRD whose deletion is asked for in other ways, while objects are held. */
function foregroundDeletion(): Scenario {
  const group = "foreground.example.com";
  const held = { metadata: { finalizers: ["example.com/hold"] } };
  // A patch makes the server panic while its CRD is deleted.
  const release = (plural: string, kind: string): TwinRequest =>
    put(
      `${collection(plural)}/${plural}`,
      object(group, kind, plural, { metadata: { resourceVersion: `$rv(${plural})` } }),
    );
  const of = (plural: string, kind: string): Scenario["steps"] => {
    const made = definition(group, plural, kind);
    const collection = `/apis/${group}/v1/namespaces/default/${plural}`;
    return [post(made), post(object(group, kind, plural, held), "", collection)];
  };
  const path = (plural: string): string => pathOf(definition(group, plural, "X"));
  const collection = (plural: string): string => `/apis/${group}/v1/namespaces/default/${plural}`;
  return {
    name: "held deletions with policies",
    steps: [
      ...of("fores", "Fore"),
      ...of("orphans", "Orphan"),
      ...of("queries", "Querie"),
      remove(path("fores"), { propagationPolicy: "Foreground" }),
      get(path("fores")),
      post(object(group, "Fore", "b"), "", collection("fores")),
      remove(path("orphans"), { propagationPolicy: "Orphan" }),
      get(path("orphans")),
      post(object(group, "Orphan", "b"), "", collection("orphans")),
      remove(`${path("queries")}?propagationPolicy=Background&gracePeriodSeconds=0`),
      get(path("queries")),
      put(`${collection("queries")}/b`, object(group, "Querie", "b")),
      remove(path("fores")),
      get(path("fores")),
      release("fores", "Fore"),
      release("orphans", "Orphan"),
      release("queries", "Querie"),
      get(path("fores")),
      get(path("orphans")),
      get(path("queries")),
    ],
  };
}

function collectionVersions(): Scenario {
  const group = "collections.example.com";
  const made = definition(group, "items", "Item");
  const collection = `/apis/${group}/v1/namespaces/default/items`;
  const versions = ["0", "x", "-1", "1e3", "999999999", "$rv(a)", "$rv(b)"];
  return {
    name: "collections by resource version",
    steps: [
      post(made),
      post(object(group, "Item", "a"), "", collection),
      post(object(group, "Item", "b"), "", collection),
      ...["", "&limit=1", "&resourceVersionMatch=Exact", "&resourceVersionMatch=NotOlderThan"]
        .flatMap((more) => versions.map((one) => `?resourceVersion=${one}${more}`))
        .map((query) => remove(`${collection}${query}&dryRun=All`)),
      get(collection),
      remove(`${collection}?resourceVersion=$rv(a)`),
      get(collection),
      remove(`${collection}?uid=x`),
      get(collection),
      remove(`${collection}?resourceVersion=$rv(b)`),
      get(collection),
      remove(`${collection}?limit=1`),
      remove(`${collection}?continue=x`),
      remove(`${collection}?watch=1`),
      remove(`${collection}?resourceVersionMatch=Exact`),
      get(collection),
    ],
  };
}

function exports(): Scenario {
  const group = "exports.example.com";
  const versions = [version("v1", { subresources: { status: {} } })];
  const made = definition(group, "things", "Thing", { versions });
  const collection = `/apis/${group}/v1/namespaces/default/things`;
  const values = ["true", "false", "0", "1", "", "x", "False", "exact"];
  const queries = [
    ...values.map((value) => `export=${value}`),
    "export",
    "exact=true",
    "unknown=x",
    "fieldManager=x&unknown",
    "pretty=0&limit=x",
    "resourceVersion=x&export=1",
  ];
  return {
    name: "parameters that few know",
    steps: [
      post(made),
      post(object(group, "Thing", "a"), "", collection),
      ...queries.flatMap((query) => [
        get(`${collection}/a?${query}`),
        get(`${collection}/none?${query}`),
        get(`${collection}/a/status?${query}`),
        get(`${collection}?${query}`),
        get(`${pathOf(made)}?${query}`),
        post(object(group, "Thing", "b"), `?dryRun=All&${query}`, collection),
      ]),
    ],
  };
}

/** Objects of as many bytes as the store takes, and of some more. */
function largeObjects(): Scenario {
  const group = "large.example.com";
  const any = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const versions = [version("v1", { schema: { openAPIV3Schema: any } })];
  const made = definition(group, "bigs", "Big", { versions });
  const collection = `/apis/${group}/v1/namespaces/default/bigs`;
  const of = (name: string, size: number): object => ({
    apiVersion: `${group}/v1`,
    kind: "Big",
    metadata: { name },
    text: "x".repeat(size),
  });
  const most = 1.5 * 1024 * 1024;
  return {
    name: "objects that are too large",
    steps: [
      post(made),
      post(of("a", most - 2000), "", collection),
      post(of("b", most), "", collection),
      post(of("b", most), "?dryRun=All", collection),
      get(`${collection}/b`),
      patch(`${collection}/a`, { more: "y".repeat(3000) }),
      put(`${collection}/a`, of("a", most + 100_000)),
      apply(`${collection}/c`, of("c", most)),
      get(`${collection}/c`),
      remove(`${collection}/a`),
    ],
  };
}
