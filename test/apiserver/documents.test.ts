import { dirname } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import type { Transport } from "../../src/runtime/v1/client/transport.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { Cluster } from "../../src/server/cluster.js";
import { crdPath, sendRequest, waitUntil } from "./server.js";
import { runProgram, serveCluster } from "./two-clusters.js";
import { describeWholeCluster } from "./whole-cluster.js";

const group = "definitions-documents.example.com";

/** With all that discovery tells of a CRD, in the middle of other groups by name. */
const crd = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `documents.${group}` },
  spec: {
    group,
    scope: "Namespaced",
    names: {
      plural: "documents",
      kind: "Document",
      shortNames: ["doc", "dcm"],
      categories: ["all", "papers"],
    },
    versions: ["v1beta1", "v2", "v1"].map((name) => ({
      name,
      served: true,
      storage: name === "v1",
      schema: {
        openAPIV3Schema: {
          type: "object",
          properties: {
            spec: {
              type: "object",
              description: "what it is about",
              properties: { title: { type: "string" }, replicas: { type: "integer" } },
            },
          },
        },
      },
      selectableFields: [{ jsonPath: ".spec.title" }],
      subresources: { status: {}, scale: scaleOf() },
    })),
  },
};

function scaleOf(): object {
  return { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
}

const aggregated = (version: string, format = "json"): string =>
  `application/${format};g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;

const versionPath = `/openapi/v3/apis/${group}/v1`;

type Headers = readonly (readonly [name: string, value: string])[];

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Headers;
}

/** `<etag>` stands for the tag that the server gave to the same path and form before. */
const requests: readonly Asked[] = [
  ...["/openapi/v2", "/openapi/v3", versionPath].flatMap((path): Asked[] => [
    { path },
    { path, headers: [["accept", "application/json;q=0.5,text/plain"]] },
    { path, headers: [["accept", "text/plain"]] },
    { path, headers: [["accept", "application/yaml"]] },
    { path, headers: [["accept", "*/json"]] },
    { path, headers: [["if-none-match", "<etag>"]] },
    { path, headers: [["if-none-match", 'W/"x", W/<etag>']] },
    { path, headers: [["if-none-match", "*"]] },
    { path, headers: [["if-none-match", '"x"']] },
    { path, headers: [["if-modified-since", "Sat, 28 Nov 2099 02:52:06 GMT"]] },
    { path, headers: [["if-modified-since", "Sat, 28 Nov 1999 02:52:06 GMT"]] },
    { method: "POST", path },
    { method: "POST", path, headers: [["if-none-match", "<etag>"]] },
    { method: "HEAD", path },
  ]),
  { path: `${versionPath}?hash=0123` },
  { path: `${versionPath}?hash=` },
  { path: `${versionPath}?hash=<hash>` },
  { path: `${versionPath}?hash=<hash>`, headers: [["if-none-match", "<etag>"]] },
  { path: `${versionPath}?hash=0123`, headers: [["if-none-match", "<etag>"]] },
  { path: "/openapi/v3/none" },
  { path: "/openapi/v3/apis/none.example.com/v1?hash=1" },
  ...["/api", "/apis"].flatMap((path): Asked[] => [
    { path, headers: [["accept", aggregated("v2")]] },
    { path, headers: [["accept", aggregated("v2", "yaml")]] },
    { path, headers: [["accept", aggregated("v2beta1")]] },
    { path, headers: [["accept", `application/json,${aggregated("v2")}`]] },
    { path, headers: [["accept", `${aggregated("v2beta1")},application/json`]] },
    { path, headers: tagged("<etag>") },
    { path, headers: tagged("W/<etag>") },
    { path, headers: tagged("*") },
    { path },
    { path, headers: [["if-none-match", "<etag>"]] },
  ]),
];

function tagged(value: string): Headers {
  return [
    ["accept", aggregated("v2")],
    ["if-none-match", value],
  ];
}

const compared = ["content-type", "cache-control", "etag", "vary", "location", "expires"];

describeWholeCluster("documents of the server in memory and a whole one", (whole) => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.create({ minor: newestMinor, namespaces: true });
    for (const transport of [cluster, whole().transport]) {
      await sendRequest(transport, "POST", crdPath, crd);
      await waitUntil("the CRD is published", async () => {
        const found = await Promise.all([
          sendRequest(transport, "GET", `/apis/${group}`, undefined),
          sendRequest(transport, "GET", versionPath, undefined),
        ]);
        const legacy = await sendRequest(transport, "GET", "/apis", undefined);
        const isListed = JSON.stringify(legacy.body).includes(group);
        return isListed && found.every(({ code }) => code === 200);
      });
    }
    // Discovery in one document, and the OpenAPI of all, follow a little later.
    await new Promise((resolve) => setTimeout(resolve, 5000));
  });
  afterAll(async () => {
    const held = `/apis/${group}/v1/namespaces/default/documents/a`;
    const release = { metadata: { finalizers: null } };
    await whole().request("PATCH", held, release, "application/merge-patch+json");
    await whole().request("DELETE", `${crdPath}/${crd.metadata.name}`);
    cluster.close();
  });

  it("are sent, or not, for the same requests with the same headers", async () => {
    const different: unknown[] = [];
    for (const asked of requests) {
      const theirs = await answerOf(whole().transport, asked);
      const ours = await answerOf(cluster, asked);
      if (JSON.stringify(theirs) !== JSON.stringify(ours)) different.push({ asked, theirs, ours });
    }
    expect(different).toEqual([]);
  });

  it.each(["/apis", `/apis/${group}`, `/apis/${group}/v1`, "/api/v1", "/apis/events.k8s.io/v1"])(
    "tell of what both serve in the same order, to the byte: %s",
    async (path) => {
      const [theirs, ours] = await Promise.all([
        textOf(whole().transport, path, "application/json"),
        textOf(cluster, path, "application/json"),
      ]);
      expect(JSON.stringify(ours)).toBe(JSON.stringify(shared(theirs, ours)));
    },
  );

  it("have the members of typed answers in the same order", async () => {
    const collection = `/apis/${group}/v1/namespaces/default/documents`;
    const object = {
      apiVersion: `${group}/v1`,
      kind: "Document",
      metadata: {
        name: "a",
        labels: { b: "1", a: "2", 10: "x", 9: "y" },
        annotations: { a: "<b>" },
        finalizers: ["example.com/hold"],
        ownerReferences: [
          {
            apiVersion: "none.example.com/v1",
            kind: "None",
            name: "x",
            uid: "y",
            blockOwnerDeletion: true,
          },
        ],
      },
      spec: { replicas: 1 },
    };
    const as = (form: string): string => `application/json;as=${form};v=v1;g=meta.k8s.io`;
    const asked: readonly (readonly [method: string, path: string, accept: string])[] = [
      ["GET", `${collection}/a`, as("Table")],
      ["GET", `${collection}?labelSelector=a`, as("Table")],
      ["GET", `${collection}?includeObject=Object`, as("Table")],
      ["GET", `${collection}/a`, as("PartialObjectMetadata")],
      ["GET", collection, as("PartialObjectMetadataList")],
      ["GET", `${collection}/none`, "application/json"],
      ["GET", `${collection}?limit=x`, "application/json"],
      ["GET", `${collection}?resourceVersionMatch=x`, "application/json"],
      ["DELETE", `${collection}/a?resourceVersion=1`, "application/json"],
      ["DELETE", `${collection}/none`, "application/json"],
      ["DELETE", `${collection}/b`, "application/json"],
    ];
    for (const transport of [cluster, whole().transport]) {
      await sendRequest(transport, "POST", collection, object);
      await sendRequest(transport, "POST", collection, { ...object, metadata: { name: "b" } });
    }
    for (const [method, path, accept] of asked) {
      const [theirs, ours] = await Promise.all(
        [whole().transport, cluster].map(async (transport) => {
          const { text } = await send(transport, method, path, [["accept", accept]]);
          return membersOf(
            text
              .trim()
              .split("\n")
              .map((line) => JSON.parse(line) as unknown),
          );
        }),
      );
      expect([path, accept, ours]).toEqual([path, accept, theirs]);
    }
  });

  it.each(["/api", "/apis"])("tell of it in one document: %s", async (path) => {
    const [theirs, ours] = await Promise.all([
      textOf(whole().transport, path, aggregated("v2")),
      textOf(cluster, path, aggregated("v2")),
    ]);
    expect(JSON.stringify(ours)).toBe(JSON.stringify(shared(theirs, ours)));
  });
  it("describe CRDs themselves, and selectable fields, as the other does", async () => {
    const definitions = "/openapi/v3/apis/apiextensions.k8s.io/v1";
    for (const path of [definitions, versionPath]) {
      const [theirs, ours] = await Promise.all([
        textOf(whole().transport, path, "application/json"),
        textOf(cluster, path, "application/json"),
      ]);
      const isOwn = path === definitions; // of the table, which has no sentences
      expect(isOwn ? structure(ours) : ours).toEqual(isOwn ? structure(theirs) : theirs);
    }
    const [theirs, ours] = await Promise.all([
      textOf(whole().transport, "/openapi/v2", "application/json"),
      textOf(cluster, "/openapi/v2", "application/json"),
    ]);
    const name = `${group.split(".").reverse().join(".")}.v1.Document`;
    const [known, own] = [theirs, ours].map((document) => memberOf(document, "definitions", name));
    expect(own).toEqual(known);
    expect(JSON.stringify(own)).toContain("x-kubernetes-selectable-fields");
  });

  it("are what kubectl checks objects of built-in kinds by", async () => {
    const builtIns = kindTable(newestMinor).resources;
    const served = await serveCluster([], { builtIns });
    const deployment = (more: object): string =>
      JSON.stringify({
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { name: "checked" },
        spec: {
          selector: { matchLabels: { app: "a" } },
          template: {
            metadata: { labels: { app: "a" } },
            spec: {
              containers: [{ name: "a", image: "a", ports: [{ containerPort: 80 }], ...more }],
            },
          },
        },
      });
    try {
      for (const more of [{}, { imaged: "b" }, { ports: [{ containerPort: "x" }] }, { tty: 1 }]) {
        for (const mode of ["strict", "warn", "ignore"]) {
          const [theirs, ours] = await Promise.all(
            [whole().kubeconfig, served.kubeconfig].map((kubeconfig) =>
              runProgram(
                whole().kubectl,
                ["apply", `--validate=${mode}`, "--dry-run=client", "-f", "-"],
                {
                  env: { KUBECONFIG: kubeconfig, HOME: dirname(kubeconfig) },
                  input: deployment(more),
                },
              ),
            ),
          );
          expect([more, mode, ours]).toEqual([more, mode, theirs]);
        }
      }
    } finally {
      await served.close();
    }
  });

  it("are explained alike by kubectl", async () => {
    const builtIns = kindTable(newestMinor).resources;
    const served = await serveCluster([crd], { builtIns });
    try {
      const own = ["crd.spec.names", "crd.spec.versions.schema", "deployments.spec.template.spec"];
      for (const path of own) {
        const [theirs, ours] = await Promise.all(
          [whole().kubeconfig, served.kubeconfig].map((kubeconfig) =>
            runProgram(whole().kubectl, ["explain", path, "--recursive"], {
              env: { KUBECONFIG: kubeconfig, HOME: dirname(kubeconfig) },
            }),
          ),
        );
        expect([path, fieldsOf(ours)]).toEqual([path, fieldsOf(theirs)]);
      }
      for (const path of ["documents.spec"]) {
        for (const more of [[], ["--recursive"], ["--output=plaintext-openapiv2"]]) {
          const [theirs, ours] = await Promise.all(
            [whole().kubeconfig, served.kubeconfig].map((kubeconfig) =>
              runProgram(whole().kubectl, ["explain", path, ...more], {
                env: { KUBECONFIG: kubeconfig, HOME: dirname(kubeconfig) },
              }),
            ),
          );
          expect([path, more, ours]).toEqual([path, more, theirs]);
        }
      }
    } finally {
      await served.close();
    }
  });
});

/** What stands below the heading, without what others say of it. */
function fieldsOf({ stdout = "" }: { readonly stdout?: string } = {}): string {
  return stdout.slice(stdout.indexOf("FIELDS:"));
}

/** A document without its sentences. */
function structure(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(structure);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, member]) => key !== "description" || typeof member !== "string",
  );
  return Object.fromEntries(kept.map(([key, member]) => [key, structure(member)]));
}

function memberOf(document: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((owner, key) => (isRecord(owner) ? owner[key] : undefined), document);
}

/** The members of a value in their order, without what they hold. */
function membersOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(membersOf);
  if (!isRecord(value)) return typeof value;
  return Object.entries(value).map(([key, member]) => [key, membersOf(member)]);
}

/** What is the same wherever a server listens, without its text. */
async function answerOf(transport: Transport, asked: Asked): Promise<unknown> {
  const { method = "GET", path, headers = [] } = asked;
  const accept = headers.find(([name]) => name === "accept")?.[1] ?? "application/json";
  const [pathname = ""] = path.split("?");
  const isTagged = [path, ...headers.flat()].some((text) => /<(etag|hash)>/.test(text));
  const known = isTagged ? await send(transport, "GET", pathname, [["accept", accept]]) : undefined;
  const etag = known?.headers["etag"] ?? '"none"';
  const fill = (text: string): string =>
    text.replace("<etag>", etag).replace("<hash>", etag.replaceAll('"', ""));
  const filled = headers.map(([name, value]) => [name, fill(value)] as [string, string]);
  const sent: [string, string][] = headers.some(([name]) => name === "accept")
    ? filled
    : [["accept", accept], ...filled];
  const { status, headers: found, text } = await send(transport, method, fill(path), sent);
  const shown = compared.map((name) => [name, mask(found[name] ?? "")]);
  return { status, hasText: text !== "", hasTime: "last-modified" in found, headers: shown };
}

function mask(text: string): string {
  return text
    .replace(/[0-9A-F]{128}/, "<hash>")
    .replace(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8}/, "<time>")
    .replace(/^Accept-Encoding, /, "") // who packs answers says so
    .replace(/^no-cache, private$/, ""); // who lets clients in says so
}

async function send(
  transport: Transport,
  method: string,
  target: string,
  headers: [string, string][],
): Promise<{ status: number; headers: Record<string, string>; text: string }> {
  const [path = "", query] = target.split("?");
  const response = await transport.send({ method, path, query, headers });
  const found: Record<string, string> = {};
  for (const name of [...compared, "last-modified"]) {
    const value = response.header(name);
    if (value !== null) found[name] = value;
  }
  return { status: response.status, headers: found, text: await response.text() };
}

async function textOf(transport: Transport, path: string, accept: string): Promise<unknown> {
  const { text } = await send(transport, "GET", path, [["accept", accept]]);
  return JSON.parse(text);
}

/** The part of their document that ours has too: the same members, and the same items of lists. */
function shared(theirs: unknown, ours: unknown): unknown {
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    return theirs.flatMap((one: unknown) => {
      const same: unknown = ours.find((other: unknown) => nameOf(other) === nameOf(one));
      return same === undefined ? [] : [shared(one, same)];
    });
  }
  if (!isRecord(theirs) || !isRecord(ours)) return theirs;
  return Object.fromEntries(
    Object.entries(theirs).flatMap(([key, value]): [string, unknown][] => {
      if (key === "serverAddress") return [[key, ours[key]]];
      if (key === "subresources" && !(key in ours)) return [];
      return [[key, shared(value, ours[key])]];
    }),
  );
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What an item of discovery is called. */
function nameOf(item: unknown): unknown {
  if (!isRecord(item)) return item;
  const { name, resource, version, subresource, clientCIDR, metadata } = item;
  if (isRecord(metadata)) return metadata["name"];
  return resource ?? subresource ?? name ?? version ?? clientCIDR;
}
