import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { createNames } from "../../src/codegen/backends/names.js";
import { maxNameLength } from "../../src/codegen/backends/names/assign.js";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { addOptionalProperty } from "../support/add-optional-property.js";
import { readCorpus, readCorpusIndex } from "../support/corpus.js";
import { jsonDocument } from "../support/json-document.js";
import { Random } from "../support/random.js";
import { schemaResource } from "../support/schema-resource.js";
import { isWhole, sample, sampleSeed } from "../support/scope.js";
import { describeShared } from "../support/shared.js";

const wanted = isWhole ? 300 : 15;
const changesOfEach = 5;

describeShared("names of types over the corpus", () => {
  it("none is lost, and none goes to another field, when fields are added anywhere", () => {
    const random = new Random(sampleSeed);
    const all = readCorpus(sample(readCorpusIndex(), 12)).flatMap(({ path, text }) =>
      schemasOf(text).map((root) => ({ path, root })),
    );
    const lost: string[] = [];
    let kept = 0;
    for (let count = 0; count < wanted; count++) {
      const { path, root } = random.pick(all);
      const changed = structuredClone(root);
      for (let change = 0; change < changesOfEach; change++) addOptionalProperty(changed, random);
      const after = pathsByName(changed);
      for (const [name, place] of pathsByName(root)) {
        kept++;
        if (after.get(name) !== place) lost.push(`${path}: ${name} (${place})`);
      }
    }
    console.log(`${kept} names of ${wanted} CRDs`);
    expect(lost).toEqual([]);
    expect(kept).toBeGreaterThan(wanted);
  }, 1_800_000);
});

describeShared("names of types over the corpus", () => {
  it("are short, and no two of a resource are equal", () => {
    let shortened = 0;
    for (const { path, text } of readCorpus(sample(readCorpusIndex(), 12))) {
      for (const [kind, root] of kindsAndSchemas(text)) {
        const { resource, version } = schemaResource(root);
        const names = { ...resource.names, kind };
        const unit = { ...resource, names, document: jsonDocument(null) };
        const { types, enums } = createNames(unit, version, new Diagnostics());
        const [type = "", ...nested] = [...types, ...enums].map(({ name }) => name);
        expect(new Set([type, ...nested]).size, path).toBe(nested.length + 1);
        expect(nested.filter((name) => name.length > maxNameLength)).toEqual([]);
        shortened += nested.filter((name) => /_[0-9a-z]{4}_/.test(name)).length;
      }
    }
    expect(shortened).toBeGreaterThan(isWhole ? 500 : 20);
  }, 180_000);
});

/** The schemas of the last version of each CRD. */
function schemasOf(text: string): readonly JsonObject[] {
  return kindsAndSchemas(text).map(([, root]) => root);
}

function kindsAndSchemas(text: string): readonly (readonly [string, JsonObject])[] {
  return parseAllDocuments(text).flatMap((document) => {
    const crd = document.toJS() as {
      spec?: {
        names?: { kind?: string };
        versions?: { schema?: { openAPIV3Schema?: Json } }[];
      };
    } | null; // as CRDs are
    const root = crd?.spec?.versions?.at(-1)?.schema?.openAPIV3Schema;
    if (root === undefined || !isObject(root)) return [];
    return [[crd?.spec?.names?.kind ?? "Sample", root] as const];
  });
}

/** The fields that the names of all types and enums stand for. */
function pathsByName(root: JsonObject): ReadonlyMap<string, string> {
  const { resource, version } = schemaResource(root);
  const document = jsonDocument(null);
  const { types, enums } = createNames({ ...resource, document }, version, new Diagnostics());
  return new Map([...types, ...enums].map(({ name, path }) => [name, path.join(".")]));
}
