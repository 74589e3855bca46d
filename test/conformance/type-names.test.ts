import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { createNames } from "../../src/backends/names.js";
import { maxNameLength } from "../../src/backends/names/type-name.js";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import type { Json, JsonObject } from "../../src/runtime/v1/json/json.js";
import { isObject } from "../../src/runtime/v1/json/json.js";
import { readCorpus } from "../support/corpus.js";
import { jsonDocument } from "../support/json-document.js";
import { schemaResource } from "../support/schema-resource.js";
import { isWhole, sampleSeed } from "../support/scope.js";
import { describeShared } from "../support/shared.js";

/** A generator of its own, so that a failure can be repeated. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

const wanted = isWhole ? 300 : 15;
const changesOfEach = 5;

describeShared("names of types over the corpus", () => {
  it("none is lost, and none goes to another field, when fields are added anywhere", () => {
    const random = createRandom(sampleSeed);
    const all = readCorpus().flatMap(({ path, text }) =>
      schemasOf(text).map((root) => ({ path, root })),
    );
    const lost: string[] = [];
    let kept = 0;
    for (let count = 0; count < wanted; count++) {
      const { path, root } = all[random(all.length)] ?? { path: "", root: {} };
      const changed = structuredClone(root);
      for (let change = 0; change < changesOfEach; change++) addProperty(changed, random);
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
    for (const { path, text } of readCorpus()) {
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
    expect(shortened).toBeGreaterThan(500);
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

/**
 * Adds an optional property at a random place of a random object, before or behind others: a text,
 * an enum, an object, or a copy of what another property holds.
 */
function addProperty(root: JsonObject, random: (below: number) => number): void {
  const objects: JsonObject[] = [];
  collectObjects(root, objects);
  const properties = objects[random(objects.length)]?.["properties"];
  const others = objects[random(objects.length)]?.["properties"];
  if (properties === undefined || !isObject(properties) || !isObject(others ?? null)) return;
  const copies = Object.values(others as JsonObject); // as just tested
  const added: readonly Json[] = [
    { type: "string" },
    { type: "string", enum: ["a", "b"] },
    { type: "object", properties: { mode: { type: "string", enum: ["a"] } } },
    structuredClone(copies[random(copies.length)] ?? { type: "string" }),
  ];
  const name = ["aaa", "addedLater", "zzz"][random(3)] ?? "";
  const entries = Object.entries(properties).filter(([key]) => key !== name);
  if (entries.length < Object.keys(properties).length) return;
  entries.splice(random(entries.length + 1), 0, [name, added[random(added.length)] ?? {}]);
  for (const key of Object.keys(properties)) delete properties[key];
  Object.assign(properties, Object.fromEntries(entries));
}

function collectObjects(schema: Json | undefined, into: JsonObject[]): void {
  if (!isObject(schema)) return;
  const properties = schema["properties"];
  if (isObject(properties)) {
    if (Object.keys(properties).length > 0) into.push(schema);
    for (const field of Object.values(properties)) collectObjects(field, into);
  }
  collectObjects(schema["items"], into);
  collectObjects(schema["additionalProperties"], into);
}
