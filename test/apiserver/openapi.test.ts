import { expect, it } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import type { Resource } from "../../src/ir/resource.js";
import { publishOpenApi } from "../../src/openapi/publish.js";
import { readResources } from "../../src/pipeline/read-resources.js";
import { stringifyJson } from "../../src/runtime/v1/go/stringify-json.js";
import type { Json, JsonObject } from "../../src/runtime/v1/json/json.js";
import { isObject } from "../../src/runtime/v1/json/json.js";
import { newestMinor } from "../../src/versions/kubernetes-version.js";
import { jsonDifferences } from "../support/json-differences.js";
import { chooseCorpusCases } from "./corpus.js";
import type { ApiServer, CrdObject } from "./server.js";
import { crdPath, describeApiServer, waitUntil } from "./server.js";

/** How many CRDs of the corpus are compared. */
const count = Number(process.env["OPENAPI_COUNT"] ?? "40");

describeApiServer("OpenAPI of a real API server", (server) => {
  it(`is published to the letter for ${count} CRDs of the corpus`, async () => {
    // What the server publishes of its own types.
    const own = await read(server(), "/openapi/v2");
    const cases = chooseCorpusCases(count, process.env["OPENAPI_SEED"] ?? "openapi");
    const crds = cases.map(({ crd }) => crd);
    const documents = publishOpenApi(await readAll(crds));
    const answers = await Promise.all(
      crds.map((crd) => server().request("POST", crdPath, { ...crd, status: undefined })),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([201]));
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
    expect(
      published.filter((path) => !/^(?:apis\/apiextensions\.k8s\.io|version)/.test(path)),
    ).toEqual([...listed].sort());
    expect(listed.length).toBeGreaterThan(count / 3);
  }, 600_000);
});

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
