import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import type { Random } from "./random.js";

/*
 * Schemas by chance with all that server-side apply looks at, and values of them of which many are
 * equal.
 */

/** The schema of a resource with a spec, a status, and `spec.replicas`. */
export function randomApplySchema(random: Random): JsonObject {
  const spec = objectSchema(random, 3, 7);
  const properties = { ...(spec["properties"] as JsonObject), replicas: { type: "integer" } }; // an object
  const status = objectSchema(random, 2, 4);
  const counted = { ...(status["properties"] as JsonObject), replicas: { type: "integer" } }; // an object
  return {
    type: "object",
    properties: {
      spec: { ...granular(spec), properties },
      status: { ...granular(status), properties: counted },
      ...(random.chance(0.3) ? { extra: valueSchema(random, 2) } : {}),
    },
    ...(random.chance(0.05) ? { "x-kubernetes-preserve-unknown-fields": true } : {}),
  };
}

function granular(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => key !== "x-kubernetes-map-type" && key !== "default"),
  );
}

const names = ["a", "b", "c", "d", "e", "f<g", "h.i"];

function objectSchema(random: Random, depth: number, fields = 3): JsonObject {
  const properties: JsonObject = {};
  for (let count = 1 + random.below(fields); count > 0; count--) {
    properties[random.pick(names)] = valueSchema(random, depth - 1);
  }
  return {
    type: "object",
    properties,
    ...(random.chance(0.15) ? { "x-kubernetes-map-type": "atomic" } : {}),
    ...(random.chance(0.1) ? { "x-kubernetes-preserve-unknown-fields": true } : {}),
  };
}

function scalarSchema(random: Random): JsonObject {
  return random.pick<() => JsonObject>([
    () => ({ type: "string" }),
    () => ({ type: "integer" }),
    () => ({ type: "number" }),
    () => ({ type: "boolean" }),
    () => ({ type: "string", format: random.pick(["password", "byte"]) }),
    () => ({ "x-kubernetes-int-or-string": true }),
  ])();
}

function valueSchema(random: Random, depth: number): JsonObject {
  const schema = plainSchema(random, depth);
  const filled = random.chance(0.15) ? { default: exactValue(schema, random) } : {};
  const nullable = random.chance(0.12) ? { nullable: true } : {};
  return { ...schema, ...nullable, ...filled };
}

function plainSchema(random: Random, depth: number): JsonObject {
  if (depth <= 0 || random.chance(0.2)) return scalarSchema(random);
  return random.pick<() => JsonObject>([
    () => ({
      type: "array",
      "x-kubernetes-list-type": "set",
      items: random.pick<JsonObject>([{ type: "string" }, { type: "integer" }, { type: "number" }]),
    }),
    () => listMapSchema(random, depth),
    () => listMapSchema(random, depth),
    () => ({
      type: "array",
      ...(random.chance(0.5) ? { "x-kubernetes-list-type": "atomic" } : {}),
      items: plainSchema(random, depth - 1),
    }),
    () => objectSchema(random, depth),
    () => objectSchema(random, depth),
    () => ({
      type: "object",
      additionalProperties: plainSchema(random, depth - 1),
      ...(random.chance(0.25) ? { "x-kubernetes-map-type": "atomic" } : {}),
    }),
    () => ({
      "x-kubernetes-preserve-unknown-fields": true,
      ...(random.chance(0.5) ? { type: "object" } : {}),
    }),
    () => ({ type: "object" }),
    () => ({
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    }),
    () => ({
      type: "array",
      "x-kubernetes-list-type": "set",
      items: { ...objectSchema(random, 1), "x-kubernetes-map-type": "atomic" },
    }),
  ])();
}

function listMapSchema(random: Random, depth: number): JsonObject {
  const keys = ["k1", "k2", "k3"].slice(0, 1 + random.below(3));
  const required: string[] = [];
  const inner = granular(objectSchema(random, depth - 1));
  const properties = { ...(inner["properties"] as JsonObject) }; // an object
  for (const key of keys) {
    const schema = random.pick<JsonObject>([
      { type: "string" },
      { type: "integer" },
      { type: "boolean" },
    ]);
    const filled = random.chance(0.4);
    properties[key] = filled ? { ...schema, default: exactValue(schema, random) } : schema;
    if (!filled) required.push(key);
  }
  return {
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": keys,
    items: { ...inner, properties, ...(required.length === 0 ? {} : { required }) },
  };
}

/** A value of a schema, of which parts may be missing. */
export function exactValue(schema: JsonObject, random: Random): Json {
  const { type = "", properties, items, additionalProperties } = schema;
  if (schema["nullable"] === true && random.chance(0.2)) return null;
  switch (type) {
    case "string":
      return random.pick(
        ["a", "b", "c", "<&>", 'q"', "YQ=="].slice(schema["format"] === "byte" ? 5 : 0),
      );
    case "integer":
      return random.pick([0, 1, 2, 3, 1_000_000]);
    case "number":
      return random.pick([0, 1, 2.5, 1e-7, 20_000_000]);
    case "boolean":
      return random.chance(0.5);
    case "array":
      return listValue(schema, isObject(items) ? items : {}, random);
    case "object": {
      const object = objectValue(isObject(properties) ? properties : {}, random);
      if (schema["x-kubernetes-embedded-resource"] === true)
        return { ...object, ...embedded(random) };
      const others = isObject(additionalProperties) ? additionalProperties : undefined;
      for (let count = others === undefined ? 0 : random.below(3); count > 0; count--) {
        object[random.pick(["x", "y", "z/1"])] = exactValue(others ?? {}, random);
      }
      if (schema["x-kubernetes-preserve-unknown-fields"] === true)
        object["u"] = anyValue(random, 2);
      return object;
    }
    default:
      return schema["x-kubernetes-int-or-string"] === true
        ? random.pick<Json>([1, 2, "a", "50%"])
        : anyValue(random, 3);
  }
}

function embedded(random: Random): JsonObject {
  return {
    apiVersion: random.pick(["v1", "apps/v1"]),
    kind: random.pick(["A", "B"]),
    ...(random.chance(0.5)
      ? { metadata: { name: "e", labels: { l: random.pick(["1", "2"]) } } }
      : {}),
    ...(random.chance(0.5) ? { data: anyValue(random, 1) } : {}),
  };
}

function objectValue(properties: JsonObject, random: Random): JsonObject {
  const object: JsonObject = {};
  for (const [name, schema] of Object.entries(properties)) {
    if (isObject(schema) && random.chance(0.6)) object[name] = exactValue(schema, random);
  }
  return object;
}

function listValue(schema: JsonObject, items: JsonObject, random: Random): Json {
  const keys = schema["x-kubernetes-list-map-keys"];
  const isSet = schema["x-kubernetes-list-type"] === "set";
  const list = new Map<string, Json>();
  for (let count = random.below(4); count > 0; count--) {
    let item = exactValue(items, random);
    let id = isSet ? JSON.stringify(item) : String(list.size);
    if (Array.isArray(keys) && isObject(item)) {
      const { properties } = items;
      const required = new Set(Array.isArray(items["required"]) ? items["required"] : []);
      const values = keys.map((key) => {
        const name = String(key);
        const key0 = isObject(properties) ? properties[name] : undefined;
        const own = isObject(key0) ? key0 : {};
        if (!required.has(name) && random.chance(0.5)) return own["default"] ?? null;
        return exactValue(own, random);
      });
      item = { ...item };
      for (const [index, key] of keys.entries()) item[String(key)] = values[index] ?? null;
      for (const [index, key] of keys.entries()) {
        const key0 = isObject(properties) ? properties[String(key)] : undefined;
        const preset = isObject(key0) ? key0["default"] : undefined;
        if (preset !== undefined && preset === values[index] && random.chance(0.5)) {
          delete item[String(key)];
        }
      }
      id = JSON.stringify(values);
    }
    list.set(id, item);
  }
  return [...list.values()];
}

/** Any value. */
export function anyValue(random: Random, depth: number): Json {
  if (depth > 0 && random.chance(0.5)) {
    return random.chance(0.7)
      ? Object.fromEntries(
          ["p", "q"]
            .filter(() => random.chance(0.6))
            .map((key) => [key, anyValue(random, depth - 1)]),
        )
      : [anyValue(random, depth - 1)];
  }
  return random.pick<Json>(["a", "b", 1, 2, true, null]);
}

/**
 * The schema with other owners in places: what had one owner as a whole now has one for each part,
 * and the other way round.
 */
export function changeOwnership(schema: JsonObject, random: Random): JsonObject {
  const { properties } = schema;
  if (!isObject(properties)) return schema;
  const changed = Object.entries(properties).map(([name, value]) => {
    const inner = isObject(value) ? changeOwnership(value, random) : value;
    return [name, changeNode(inner, random)] as const;
  });
  return { ...schema, properties: Object.fromEntries(changed) };
}

const roots = ["replicas", "mark"];

function changeNode(value: Json, random: Random): Json {
  if (!isObject(value)) return value;
  const { type, properties, items, additionalProperties } = value;
  const isRoot = isObject(properties) && roots.some((name) => Object.hasOwn(properties, name));
  if (isRoot) return value;
  const { "x-kubernetes-map-type": mapType, ...others } = value;
  if (type === "object" && random.chance(0.4)) {
    return mapType === "atomic" ? others : { ...value, "x-kubernetes-map-type": "atomic" };
  }
  const listType = value["x-kubernetes-list-type"];
  if (type === "array" && listType !== undefined && isObject(items) && random.chance(0.4)) {
    return { type, items };
  }
  return isObject(additionalProperties)
    ? { ...value, additionalProperties: changeNode(additionalProperties, random) }
    : value;
}
