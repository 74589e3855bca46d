import { afterAll, expect, it } from "vitest";
import { compile, generate } from "../../src/index.js";
import { stringifyJson } from "../../src/runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { Float64, isObject } from "../../src/runtime/v1/values/json/json.js";
import { kindSource } from "../support/boat.js";
import { Project, strictest } from "../support/compile.js";
import { randomResourceSchema } from "../support/random-schemas.js";
import { valueFor } from "../support/random-values.js";
import { Random } from "../support/random.js";
import { seeds } from "../support/seeds.js";

const minutes = 60_000;

/** Lists of objects that keep what their items hold: by chance there are few. */
function keepItems(schema: Json | undefined, random: Random): void {
  if (!isObject(schema)) return;
  if (schema["type"] === "array" && random.chance(0.6)) {
    schema["x-kubernetes-preserve-unknown-fields"] = true;
    if (random.chance(0.5))
      schema["items"] = { type: "object", properties: { a: { type: "string" } } };
  }
  const { properties, items, additionalProperties } = schema;
  const fields = isObject(properties) ? Object.values(properties) : [];
  for (const child of [...fields, items, additionalProperties]) keepItems(child, random);
}

/**
 * A node with fields or items has the type of those, as types have it; the server takes anything
 * where there is none.
 */
function addTypes(schema: Json | undefined): void {
  if (!isObject(schema)) return;
  const { properties, items, additionalProperties } = schema;
  if (items !== undefined) schema["type"] ??= "array";
  if (properties !== undefined || additionalProperties !== undefined) schema["type"] ??= "object";
  const fields = isObject(properties) ? Object.values(properties) : [];
  for (const child of [...fields, items, additionalProperties]) addTypes(child);
}

/** Fields that no schema names, here and there. */
function addUnknown(value: Json, random: Random): void {
  if (Array.isArray(value)) for (const item of value) addUnknown(item, random);
  if (!isObject(value) || value instanceof Float64) return;
  for (const child of Object.values(value)) addUnknown(child, random);
  if (random.chance(0.4)) value["unknown"] = random.pick<Json>([1, "a", null, { a: [{ b: 1 }] }]);
}

/** What a server fills in. */
const metadata: JsonObject = {
  name: "a",
  namespace: "default",
  uid: "0b1c",
  resourceVersion: "1",
  generation: 1,
  creationTimestamp: "2024-01-02T03:04:05Z",
};

/** Objects as the API server stores them. */
async function storedObjects(
  seed: number,
  kind: string,
): Promise<{ readonly source: { path: string; text: string }; readonly stored: JsonObject[] }> {
  const random = new Random(seed);
  const schema = randomResourceSchema(random);
  addTypes(schema);
  keepItems(schema, random);
  const source = kindSource(kind, { schema });
  // An object literal of TypeScript has a constructor, and its `__proto__` is no field.
  if (/__proto__|constructor/.test(source.text)) return { source, stored: [] };
  const { resources } = await compile({ sources: [source] }).catch(() => ({ resources: [] }));
  const unit = resources[0]?.versions["v1"];
  const stored: JsonObject[] = [];
  for (let count = unit === undefined ? 0 : 12; count > 0; count--) {
    const content = valueFor(schema, random, 0.01) as JsonObject; // of an object's schema
    addUnknown(content, random);
    const object = { ...content, apiVersion: "sea.example.com/v1", kind, metadata: { name: "a" } };
    const answer = unit?.admit(object, { fieldValidation: "Ignore" });
    if (answer?.allowed === true) stored.push({ ...answer.object, metadata });
  }
  return { source, stored };
}

const project = new Project({ ...strictest, noUnusedLocals: false });

afterAll(() => {
  project.remove();
}, minutes);

it(
  "what is stored has the type as read, and as sent",
  async () => {
    let objects = 0;
    for (const seed of seeds(250)) {
      const kind = `Boat${seed}`;
      const { source, stored } = await storedObjects(seed, kind);
      if (stored.length === 0) continue;
      objects += stored.length;
      const { files } = await generate({ sources: [source], parts: ["types"] });
      for (const { path, text } of files) project.write(path, text);
      const lines = stored.flatMap((object, index) => [
        `export const read${index}: ${kind} = ${stringifyJson(object)};`,
        `export const sent${index}: ${kind}Input = ${stringifyJson(object)};`,
      ]);
      const head = `import type { ${kind}, ${kind}Input } from "./types.js";`;
      const folder = `sea.example.com/v1/${kind.toLowerCase()}s`;
      project.write(`${folder}/objects.ts`, [head, ...lines].join("\n"));
    }
    expect(objects).toBeGreaterThan(100);
    expect(project.check("typescript-7").slice(0, 10)).toEqual([]);
  },
  3 * minutes,
);
