import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { request as requestSecurely } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { readResources } from "../../src/codegen/pipeline/read-source.js";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import type { Resource, Version } from "../../src/crd/ir/resource.js";
import type { Schema } from "../../src/crd/ir/schema.js";
import { publishOpenApi } from "../../src/crd/openapi/publish.js";
import { stringifyJson } from "../../src/runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import type { ExplainOptions } from "../../src/tools/explain/explain.js";
import { explain } from "../../src/tools/explain/explain.js";
import { NoFieldError } from "../../src/tools/explain/published-node.js";
import { jsonDifferences } from "../support/json-differences.js";
import { isWhole } from "../support/scope.js";
import { buildKubectl } from "./build.js";
import { chooseCorpusCases } from "./corpus.js";
import type { ApiServer, CrdObject } from "./server.js";
import { crdPath, describeApiServer, waitUntil } from "./server.js";

/** How many CRDs of the corpus are compared. */
const count = Number(process.env["OPENAPI_COUNT"] ?? (isWhole ? "40" : "20"));

/** How many of them kubectl explains. */
const explained = Math.min(count, isWhole ? 8 : 2);

describeApiServer("OpenAPI of a real API server", (server) => {
  const cases = chooseCorpusCases(count, process.env["OPENAPI_SEED"] ?? "openapi");
  const crds = cases.map(({ crd }) => crd);
  let documents: ReadonlyMap<string, JsonObject>;
  /** What the server publishes of its own types. */
  let own: JsonObject;
  beforeAll(async () => {
    documents = publishOpenApi(await readAll(crds));
    own = await read(server(), "/openapi/v2");
    const answers = await Promise.all(
      crds.map((crd) => server().request("POST", crdPath, { ...crd, status: undefined })),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([201]));
  });

  it(`is published to the letter for ${count} CRDs of the corpus`, async () => {
    const differences: string[] = [];
    for (const [path, document] of documents) {
      if (path === "/openapi/v3") continue;
      const expected = asJson(document);
      const actual = await readWhole(server(), path, expected);
      const [ours = {}, theirs = {}] =
        path === "/openapi/v2" ? [expected, actual].map(withoutOwn(own)) : [expected, actual];
      differences.push(...jsonDifferences(ours, theirs, path));
    }
    expect(differences).toEqual([]);
    const published = Object.keys(members(await read(server(), "/openapi/v3"), "paths"));
    const listed = Object.keys(members(documents.get("/openapi/v3"), "paths"));
    const ofCrds = published.filter(
      (path) => !/^(?:apis\/apiextensions\.k8s\.io|version)/.test(path),
    );
    expect(ofCrds).toEqual([...listed].sort());
    expect(listed.length).toBeGreaterThan(count / 3);
  }, 600_000);

  it(`kubectl explains ${explained} of them in the same words`, async () => {
    const kubectl = await buildKubectl();
    const discovery = discoveryOf(crds);
    const ours = await listenForKubectl(server(), new Map([...discovery, ...documents]));
    const theirs = await listenForKubectl(server(), discovery);
    try {
      for (const { crd, version } of cases.slice(0, explained)) {
        const { group, names } = crd.spec;
        const ask = [kubectl, "explain", names.plural, `--api-version=${group}/${version}`];
        for (const options of [[], ["--recursive"]]) {
          const [printed, expected] = await Promise.all(
            [ours, theirs].map(({ url }) => run([...ask, ...options, "--server", url])),
          );
          expect(printed).toBe(expected);
          expect(printed).toMatch(/^GROUP: .*\nKIND: /);
        }
      }
      const asked = [...ours.served].filter((path) => path.startsWith("/openapi/v3/apis/"));
      expect(asked.length).toBeGreaterThan(1);
    } finally {
      ours.close();
      theirs.close();
    }
  }, 900_000);

  it(`crdgen explains ${explained} of them to the byte as kubectl does`, async () => {
    const kubectl = await buildKubectl();
    const theirs = await listenForKubectl(server(), discoveryOf(crds));
    const different: string[] = [];
    let compared = 0;
    try {
      for (const { crd, version } of cases.slice(0, explained)) {
        const { group, names } = crd.spec;
        const resource = (await readAll([crd]))[0];
        const found = resource?.versions.find(({ name }) => name === version);
        if (resource === undefined || found === undefined) throw new Error(crd.metadata.name);
        for (const path of pathsInto(found)) {
          for (const { output, depth } of explainForms) {
            const name = [names.plural, ...path].join(".");
            const flags = depth === undefined ? [] : ["--recursive", `--max-depth=${depth}`];
            const explainIt = [kubectl, "explain", name, `--api-version=${group}/${version}`];
            const args = [...explainIt, "--output", output, ...flags, "--server", theirs.url];
            const ours = explainOurselves(resource, found, path, output, depth);
            const expected = await run(args).catch(
              (error: unknown) => (error as { stderr: string }).stderr, // as execFile rejects
            );
            compared += 1;
            if (ours !== expected) different.push(args.slice(1).join(" "));
          }
        }
      }
    } finally {
      theirs.close();
    }
    expect(different).toEqual([]);
    expect(compared).toBeGreaterThan(explained * 20);
  }, 900_000);
});

/** The forms in which a field is explained. */
const explainForms = (["plaintext", "plaintext-openapiv2"] as const).flatMap((output) =>
  [undefined, 0, 1].map((depth) => ({ output, depth })),
);

function explainOurselves(
  resource: Resource,
  version: Version,
  path: readonly string[],
  output: ExplainOptions["output"],
  depth: number | undefined,
): string {
  try {
    return explain(resource, version, path, { output, depth, details: false });
  } catch (error) {
    if (error instanceof NoFieldError) return `error: ${error.message}\n`;
    throw error;
  }
}

/** Some paths: the kind, fields that every kind has, ways down, and one that leads nowhere. */
function pathsInto(version: Version): readonly (readonly string[])[] {
  const paths: (readonly string[])[] = [[], ["metadata", "ownerReferences"], ["spec", "none", "x"]];
  for (const last of [true, false]) {
    let [schema, path] = [version.schema, [] as readonly string[]];
    while (schema !== undefined && path.length < 5) {
      const inner: Schema | boolean | undefined = schema.items ?? schema.values;
      if (inner !== undefined && typeof inner !== "boolean") {
        schema = inner;
        continue;
      }
      const names = [...schema.fields.keys()].filter((name) => /^\w+$/.test(name));
      const name = last ? names.at(-1) : names[0];
      if (name === undefined) break;
      path = [...path, name];
      schema = schema.fields.get(name);
      paths.push(path);
    }
  }
  return paths;
}

/** What a whole API server has, and its part for CRDs has not: the groups that there are. */
function discoveryOf(crds: readonly CrdObject[]): ReadonlyMap<string, JsonObject> {
  const versions = new Map<string, Set<string>>();
  for (const { spec } of crds) {
    const known = versions.get(spec.group) ?? new Set();
    for (const { name, served } of spec.versions) if (served) known.add(name);
    versions.set(spec.group, known);
  }
  const groups = [...versions].map(([name, ofGroup]) => {
    const list = [...ofGroup].map((version) => ({ groupVersion: `${name}/${version}`, version }));
    return { name, versions: list, preferredVersion: list[0] ?? null };
  });
  return new Map<string, JsonObject>([
    ["/api", { kind: "APIVersions", versions: [], serverAddressByClientCIDRs: [] }],
    ["/apis", { kind: "APIGroupList", apiVersion: "v1", groups }],
  ]);
}

/** A server that has documents of ours, and gives everything else as the API server does. */
interface Proxy {
  readonly url: string;
  /** The paths of the documents that it was asked for. */
  readonly served: ReadonlySet<string>;
  close(): void;
}

async function listenForKubectl(
  server: ApiServer,
  documents: ReadonlyMap<string, JsonObject>,
): Promise<Proxy> {
  const served = new Set<string>();
  const answer = async (url: string): Promise<readonly [number, string]> => {
    const [path = ""] = url.split("?");
    const document = documents.get(path);
    if (document === undefined) {
      const { code, body } = await server.request("GET", url);
      return [code, JSON.stringify(body)];
    }
    served.add(path);
    return [200, stringifyJson(document)];
  };
  const http = createServer((request, response) => {
    // Kubectl reads this document as protobuf.
    if (request.url?.startsWith("/openapi/v2") === true && !documents.has("/openapi/v2")) {
      forward(server, request, response);
      return;
    }
    void answer(request.url ?? "").then(([code, body]) => {
      response.writeHead(code, { "content-type": "application/json" }).end(body);
    });
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo; // it listens on a port
  return { url: `http://127.0.0.1:${port}`, served, close: () => http.close() };
}

/** Passes a request and its answer on, byte for byte. */
function forward(server: ApiServer, request: IncomingMessage, response: ServerResponse): void {
  const headers = { ...request.headers, authorization: `Bearer ${server.token}` };
  requestSecurely(new URL(request.url ?? "", server.url), { headers, ca: server.ca }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  }).end();
}

/** What a command prints. */
async function run([command = "", ...args]: readonly string[]): Promise<string> {
  // Kubectl keeps what it reads by the address of the server.
  const home = mkdtempSync(join(tmpdir(), "crdgen-kubectl-"));
  try {
    const env = { ...process.env, HOME: home, KUBECONFIG: "" };
    return (await promisify(execFile)(command, [...args], { env })).stdout;
  } finally {
    rmSync(home, { recursive: true });
  }
}

async function readAll(crds: readonly CrdObject[]): Promise<readonly Resource[]> {
  const sources = crds.map((crd) => ({
    path: `${crd.metadata.name}.json`,
    text: JSON.stringify(crd),
  }));
  return readResources(sources, newestMinor, false, new Diagnostics());
}

async function read(server: ApiServer, path: string): Promise<JsonObject> {
  const { body } = await server.request("GET", path);
  return isObject(body) ? body : {};
}

/** What a client reads. */
function asJson(document: JsonObject): JsonObject {
  return JSON.parse(stringifyJson(document)) as JsonObject; // just written
}

/** The document once all paths are in it: the server takes up CRDs one by one. */
async function readWhole(
  server: ApiServer,
  path: string,
  expected: JsonObject,
): Promise<JsonObject> {
  let document: JsonObject = {};
  await waitUntil(`${path} has all paths`, async () => {
    document = await read(server, path);
    return hasPathsOf(document, expected);
  });
  return document;
}

function hasPathsOf(actual: JsonObject, expected: JsonObject): boolean {
  const paths = members(actual, "paths");
  return Object.keys(members(expected, "paths")).every((path) => path in paths);
}

/**
 * The server puts CRDs into the document of its own types, which say in which groups options of
 * deletion may be sent: that list is left out, and so is what CRDs have no part in.
 */
function withoutOwn(own: JsonObject): (document: JsonObject) => JsonObject {
  return (document) => {
    const left: JsonObject = {};
    for (const part of ["paths", "definitions", "parameters"]) {
      left[part] = Object.fromEntries(
        Object.entries(members(document, part)).filter(
          ([name, value]) =>
            JSON.stringify(value) !== JSON.stringify(members(own, part)[name]) &&
            !name.endsWith("apis.meta.v1.DeleteOptions") &&
            !(name in members(own, part)),
        ),
      );
    }
    return left;
  };
}

function members(document: JsonObject | undefined, part: string): { readonly [key: string]: Json } {
  const value = document?.[part];
  return isObject(value) ? value : {};
}
