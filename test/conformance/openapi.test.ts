import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import { readResources } from "../../src/codegen/pipeline/read-source.js";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import type { Resource } from "../../src/crd/ir/resource.js";
import { publishOpenApi } from "../../src/crd/openapi/publish.js";
import { stringifyJson } from "../../src/runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { readCorpus } from "../support/corpus.js";
import { jsonDifferences } from "../support/json-differences.js";
import { sample } from "../support/scope.js";
import { describeShared, sharedPath } from "../support/shared.js";

/** A document of OpenAPI v3, as far as the tests look into it. */
interface Document {
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

/** A rule that the recording added to a CRD while it read the document of another one. */
const recordedUnderChange = [
  'hosts.forklift.konveyor.io.v1beta1.json.gz/components/schemas/io.konveyor.forklift.v1beta1.NetworkMap/properties/spec/properties/provider/properties/destination/x-kubernetes-validations: missing, [{"rule":"false","message":"tightened","reason":"FieldValueForbidden"}]',
];

describeShared("OpenAPI of the corpus", () => {
  let resources: readonly Resource[];
  beforeAll(async () => {
    resources = await readResources(readCorpus(), newestMinor, true, new Diagnostics());
  }, 120_000);

  it("is what the recorded server published", () => {
    const folder = sharedPath("conformance/apiserver/openapi");
    const files = readdirSync(folder);
    const differences = files.flatMap((file) => {
      const bytes = gunzipSync(readFileSync(`${folder}/${file}`));
      const recorded = JSON.parse(bytes.toString()) as JsonObject & Document; // a document
      const [path, ofDocument] = inDocument(resources, recorded);
      const published = asJson(publishOpenApi(ofDocument).get(`/openapi/v3/${path}`));
      return jsonDifferences(published, recorded, file);
    });
    expect(files).toHaveLength(20);
    expect(differences).toEqual(recordedUnderChange);
  });

  it("is published for every CRD, with references that lead somewhere", () => {
    const some = sample(resources, 5);
    const documents = publishOpenApi(some);
    const lost: string[] = [];
    for (const [path, document] of documents) {
      const text = stringifyJson(document);
      const root = JSON.parse(text) as Json; // just written
      const references = text.matchAll(/"\$ref":("#[^"]*")/g);
      for (const reference of new Set([...references].map(([, found = ""]) => found))) {
        if (!leadsSomewhere(root, JSON.parse(reference) as string))
          lost.push(`${path}: ${reference}`);
      }
    }
    expect(lost).toEqual([]);
    expect(resources.length).toBeGreaterThan(1400);
    expect(documents.size).toBeGreaterThan(some.length / 3);
  });
});

function leadsSomewhere(root: Json, reference: string): boolean {
  let at: Json | undefined = root;
  for (const step of reference.split("/").slice(1)) {
    at = isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }
  return at !== undefined;
}

/** What a client reads. */
function asJson(document: JsonObject | undefined): Json {
  return JSON.parse(stringifyJson(document ?? null)) as Json; // just written
}

/** The kinds of the same group that existed when a document was recorded, and its path. */
function inDocument(
  resources: readonly Resource[],
  { paths }: Document,
): readonly [path: string, resources: readonly Resource[]] {
  const [, apis = "", group = "", version = ""] = Object.keys(paths)[0]?.split("/") ?? [];
  const names = Object.keys(paths).map((path) => path.split("/").slice(4));
  const found = resources.filter(
    (resource) =>
      resource.group === group &&
      names.some(([first, , third]) => [first, third].includes(resource.names.plural)),
  );
  return [[apis, group, version].join("/"), found];
}
