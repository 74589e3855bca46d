import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../src/runtime/v1/values/json/json.js";
import { oddValues } from "./mutation-values.js";
import type { Random } from "./random.js";

/** A value of nearly the shape that a schema asks for. */
export function madeUpValue(schema: JsonObject, random: Random, depth = 0): Json {
  if (random.chance(0.06)) return structuredClone(random.pick(oddValues));
  const values = schema["enum"];
  if (Array.isArray(values) && values.length > 0 && random.chance(0.8)) return random.pick(values);
  switch (schema["type"]) {
    case "string":
      return random.pick(texts);
    case "integer":
      return random.pick([0, 1, -1, 80, 65536, 2 ** 31, 2 ** 53, 1.5]);
    case "number":
      return random.pick([0, 0.5, -1, 1e21, 3, 1e-7]);
    case "boolean":
      return random.chance(0.5);
    case "array":
      return madeUpList(schema, random, depth);
    case "object":
      return madeUpObject(schema, random, depth);
    default:
      return random.pick([1, "a", "50%", {}, { a: { b: [] } }]);
  }
}

const texts = [
  "", "a", "A", "1h", "10Mi", "a.b.c", "2020-01-01T00:00:00Z", "10.0.0.0/8", "::1", "http://a/b", "YQ==", "v1", "é😀", "a\nb",
  "x".repeat(70), "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "a@b.c", "#fff", "-1", "true",
]; // prettier-ignore

function madeUpList(schema: JsonObject, random: Random, depth: number): Json {
  const items = isObject(schema["items"]) ? schema["items"] : {};
  const length = depth > 6 ? 0 : random.below(4);
  return Array.from({ length }, () => madeUpValue(items, random, depth + 1));
}

function madeUpObject(schema: JsonObject, random: Random, depth: number): Json {
  const made: JsonObject = {};
  const fields = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  for (const [name, field] of Object.entries(fields)) {
    if (!random.chance(required.includes(name) ? 0.95 : 0.25)) continue;
    setKey(made, name, madeUpValue(isObject(field) ? field : {}, random, depth + 1));
  }
  const values = schema["additionalProperties"];
  if (isObject(values)) setKey(made, "a key", madeUpValue(values, random, depth + 1));
  if (schema["x-kubernetes-embedded-resource"] === true && random.chance(0.8)) {
    Object.assign(made, random.pick(resources));
  }
  if (random.chance(0.1)) made["unknown"] = random.pick([1, "x", {}]);
  return made;
}

const resources: readonly JsonObject[] = [
  { apiVersion: "v1", kind: "Pod" },
  { apiVersion: "a/b/c", kind: "Pod", metadata: { name: "a b" } },
  { apiVersion: "v1", kind: "", metadata: { labels: { "a b": "c" }, finalizers: ["x"] } },
  { apiVersion: "v1", kind: "Pod", metadata: { creationTimestamp: "never", name: "a" } },
  { apiVersion: "v1", kind: "Pod", metadata: { ownerReferences: [{ kind: "A" }] } },
];
