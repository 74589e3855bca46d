import { copyJson } from "../../src/crd/ir/apply-defaults.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { Float64, isObject, setKey } from "../../src/runtime/v1/values/json/json.js";
import type { Random } from "./random.js";

/*
 * Values by chance: such that fit a schema, nearly fit it, or have nothing to do with it.
 */

const texts: readonly string[] = [
  "", "a", "ab", "abc", "b", "AB", "é", "🦄", "0", "12", "foo", "a.b", "-a", "a".repeat(70), "2024-01-02", "x y",
  "2024-01-02T03:04:05Z", "10.0.0.1", "10.0.0.0/8", "::1", "a@b.c", "http://example.com", "aGVsbG8=", "1h30m", "\n", "\u2028", "<&>",
]; // prettier-ignore

const numbers: readonly (number | bigint | Float64)[] = [
  0, 1, 2, 3, -1, 7, 1.5, 2.5, 0.1, 65, 1e21, 1e-7, 2 ** 31, -(2 ** 31), 2 ** 53,
  9007199254740993n, 9223372036854775807n,
  new Float64(0), new Float64(1), new Float64(2), new Float64(-0), 3.5e38, 2.9999999999999996,
]; // prettier-ignore

const keys: readonly string[] = [
  "a", "b", "c", "name", "kind", "apiVersion", "metadata", "constructor", "__proto__", "x/y", "d.e", "f[0]", "", "other",
]; // prettier-ignore

/** Any value. */
export function randomJson(random: Random, depth = 2): Json {
  const chance = random.next();
  if (depth > 0 && chance < 0.15) {
    return Array.from({ length: random.below(4) }, () => randomJson(random, depth - 1));
  }
  if (depth > 0 && chance < 0.35) {
    return randomObject(random, () => randomJson(random, depth - 1));
  }
  if (chance < 0.6) return random.pick(texts);
  if (chance < 0.85) return random.pick(numbers);
  return random.pick<Json>([null, true, false, null]);
}

function randomObject(random: Random, child: () => Json): JsonObject {
  const object: JsonObject = {};
  for (let count = random.below(4); count > 0; count--) setKey(object, random.pick(keys), child());
  return object;
}

/** A value that a raw schema describes, with a fault now and then. */
export function valueFor(schema: Json, random: Random, faults = 0.06): Json {
  if (!isObject(schema)) return randomJson(random);
  if (random.chance(faults)) return random.chance(0.3) ? null : randomJson(random);
  const { default: preset, enum: entries, nullable } = schema;
  if (nullable === true && random.chance(0.2)) return null;
  if (Array.isArray(entries) && random.chance(0.7)) return copyJson(random.pick(entries));
  if (preset !== undefined && random.chance(0.2)) return copyJson(preset);
  if (schema["x-kubernetes-int-or-string"] === true) {
    return random.chance(0.5) ? random.pick(numbers) : random.pick(texts);
  }
  return valueOfType(schema, random, faults);
}

function valueOfType(schema: JsonObject, random: Random, faults: number): Json {
  switch (schema["type"]) {
    case "string":
      return random.pick(texts);
    case "integer":
      return random.chance(0.8) ? random.below(5) : random.pick(numbers);
    case "number":
      return random.pick(numbers);
    case "boolean":
      return random.chance(0.5);
    case "array":
      return listFor(schema, random, faults);
    case "object":
      return objectFor(schema, random, faults);
    default:
      return valueOfParts(schema, random, faults);
  }
}

/** For a schema without a type: of what it has something to say about, as a rule. */
function valueOfParts(schema: JsonObject, random: Random, faults: number): Json {
  const { items, properties, additionalProperties } = schema;
  if (random.chance(0.2)) return randomJson(random);
  if (items !== undefined) return listFor(schema, random, faults);
  const isObjects = properties !== undefined || additionalProperties !== undefined;
  return isObjects ? objectFor(schema, random, faults) : randomJson(random);
}

function listFor({ items = {} }: JsonObject, random: Random, faults: number): Json {
  const list = Array.from({ length: random.below(4) }, () => valueFor(items, random, faults));
  // Something that is there twice is a duplicate to some lists.
  if (list.length > 0 && random.chance(0.2)) list.push(copyJson(random.pick(list)));
  return list;
}

function objectFor(schema: JsonObject, random: Random, faults: number): JsonObject {
  const { properties, additionalProperties } = schema;
  const object: JsonObject = {};
  if (schema["x-kubernetes-embedded-resource"] === true) Object.assign(object, identity(random));
  for (const [name, child] of Object.entries(isObject(properties) ? properties : {})) {
    const isMeta = name === "metadata" && Object.hasOwn(object, name);
    if (!isMeta && random.chance(0.7)) setKey(object, name, valueFor(child, random, faults));
  }
  if (additionalProperties !== undefined) {
    Object.assign(
      object,
      randomObject(random, () => valueFor(additionalProperties, random, faults)),
    );
  }
  if (random.chance(0.1)) setKey(object, random.pick(keys), randomJson(random));
  return object;
}

/** Of an embedded resource, now and then with a fault. */
function identity(random: Random): JsonObject {
  if (random.chance(0.15)) return {};
  return {
    apiVersion: random.chance(0.9) ? "v1" : randomJson(random),
    kind: random.chance(0.9) ? "Kind" : randomJson(random),
    metadata: randomMetadata(random),
  };
}

/** Metadata without a name, with faults. */
export function randomMetadata(random: Random): JsonObject {
  const metadata: JsonObject = {
    name: random.pick(["sample", "sample", "sample", "A", "a.b", "-"]),
  };
  const parts: readonly (readonly [string, Json])[] = [
    ["labels", { a: "b", "x/y": "z" }],
    ["labels", { "a b": "c", d: "e f" }],
    ["annotations", { "a/b/c": "d" }],
    ["finalizers", ["a", "example.com/b"]],
    ["ownerReferences", [{ apiVersion: "v1", kind: "K", name: "n", uid: "u" }]],
    ["ownerReferences", [{ apiVersion: "", kind: "", name: "n", uid: "" }]],
    ["generateName", "x-"],
    ["creationTimestamp", "2024-01-02T03:04:05+01:00"],
    ["creationTimestamp", null],
    ["unknown", 1],
    ["namespace", ""],
    ["deletionGracePeriodSeconds", -1],
  ];
  for (const [key, value] of parts) if (random.chance(0.06)) metadata[key] = copyJson(value);
  return metadata;
}

/** A copy of a value with one to three changes, in which the schema has a say or not. */
export function mutateValue(value: Json, schema: Json, random: Random): Json {
  const root: JsonObject = { value: copyJson(value) };
  for (let count = 1 + random.below(3); count > 0; count--)
    mutateBelow(root, "value", schema, random);
  return root["value"] ?? null;
}

/** Changes something at a key or below. */
function mutateBelow(
  parent: JsonObject | Json[],
  key: string | number,
  schema: Json,
  random: Random,
): void {
  const value = (parent as JsonObject)[key] ?? null; // lists are read the same way
  const raw = isObject(schema) ? schema : {};
  const below = Array.isArray(value)
    ? [...value.keys()]
    : isObject(value)
      ? Object.keys(value)
      : [];
  if (below.length > 0 && random.chance(0.75)) {
    const child = random.pick<string | number>(below);
    mutateBelow(value as JsonObject, child, childOf(raw, child), random); // it has members
  } else if (Array.isArray(value) && random.chance(0.5)) {
    value.splice(random.below(value.length + 1), 0, valueFor(raw["items"] ?? {}, random));
  } else if (isObject(value) && random.chance(0.5)) {
    const { properties } = raw;
    const names = isObject(properties) ? Object.keys(properties) : [];
    const name = random.pick(names.length > 0 && random.chance(0.8) ? names : keys);
    setKey(value, name, valueFor(childOf(raw, name), random));
  } else if (random.chance(0.2)) {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else Reflect.deleteProperty(parent, key);
  } else {
    const changed = random.chance(0.6) ? valueFor(schema, random, 0.3) : randomJson(random);
    if (Array.isArray(parent)) parent[Number(key)] = changed;
    else setKey(parent, String(key), changed);
  }
}

function childOf(schema: JsonObject, key: string | number): Json {
  if (typeof key === "number") return schema["items"] ?? {};
  const { properties, additionalProperties } = schema;
  const own = isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
  return own ?? additionalProperties ?? {};
}
