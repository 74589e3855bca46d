import { ValueSchemas } from "../../src/crd/interpret/value-schema.js";
import { copyJson } from "../../src/crd/ir/apply-defaults.js";
import { SchemaTable } from "../../src/crd/ir/schema-table.js";
import { embeddedErrors } from "../../src/runtime/v1/validation/embedded-resources.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { createInterpreters } from "./judge.js";
import { randomJson, valueFor } from "./random-values.js";
import type { Random } from "./random.js";

/*
 * Schemas by chance, of all features that judge values. They are structural in shape; not all of
 * them would be accepted as a CRD (a default may be invalid, a pattern odd), which the code that is
 * made from them must bear.
 */

/** Names of fields: such that code could stumble over them, and that occur in several places. */
export const fieldNames: readonly string[] = [
  "a", "b", "c", "name", "kind", "metadata", "constructor", "__proto__", "x/y", "d.e", "f[0]", "",
]; // prettier-ignore

const patterns: readonly string[] = [
  "^a", "b$", "^(a|b)+$", "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "(?i)^AB", "^\\d+$", "\\pL", "^[[:alpha:]]*$",
  "^(?:a|b|ab)(?:c|bc)$", "^.{0,3}$", "^(a+)+$", "a\\z", "\\bfoo\\b", "[^a]", "^é", "(", "",
]; // prettier-ignore

const stringFormats: readonly string[] = [
  "date", "date-time", "byte", "email", "uri", "ipv4", "ipv6", "cidr", "hostname", "uuid", "duration", "mac", "password",
  "k8s-short-name", "nope", "int32",
]; // prettier-ignore

/** A schema of an object with some fields. */
export function randomObjectSchema(random: Random, depth = 3): JsonObject {
  const properties = randomProperties(random, depth);
  return decorate({ type: "object", properties }, random);
}

/** The schema of a resource: a spec and a status, and something for the metadata now and then. */
export function randomResourceSchema(random: Random): JsonObject {
  const properties: JsonObject = {
    spec: randomObjectSchema(random),
    status: randomObjectSchema(random, 2),
  };
  if (random.chance(0.3)) {
    properties["metadata"] = {
      type: "object",
      properties: { name: { type: "string", maxLength: 6, pattern: "^[a-z]" } },
    };
  }
  if (random.chance(0.3)) properties["extra"] = randomSchema(random, 2);
  const root: JsonObject = { type: "object", properties };
  if (random.chance(0.3)) root["required"] = [random.pick(["spec", "status", "extra", "x"])];
  if (random.chance(0.15)) Object.assign(root, randomJunctors(root, random));
  return withoutBadDefaults(root);
}

/**
 * Takes out the defaults that the API server would refuse: those that are invalid with what they
 * are filled with.
 */
function withoutBadDefaults(schema: JsonObject): JsonObject {
  const { properties, items, additionalProperties } = schema;
  for (const child of [
    items,
    additionalProperties,
    ...Object.values(isObject(properties) ? properties : {}),
  ]) {
    if (isObject(child)) withoutBadDefaults(child);
  }
  const preset = schema["default"];
  if (preset === undefined) return schema;
  const judge = createInterpreters(schema);
  const value = copyJson(preset);
  judge.fill(value);
  const unknown = judge.prune(value, "value");
  const embedded = embeddedErrors(
    new ValueSchemas(37, "served").of(new SchemaTable().schema(schema)),
    value,
  );
  const errors = [...unknown, ...embedded, ...judge.validate(preset), ...judge.validate(value)];
  errors.push(...judge.listTypes(value));
  if (errors.length > 0) delete schema["default"];
  return schema;
}

function randomSchema(random: Random, depth: number): JsonObject {
  const kinds = depth <= 0 ? scalars : [...scalars, ...composites];
  return decorate(random.pick(kinds)(random, depth), random);
}

type Maker = (random: Random, depth: number) => JsonObject;

const scalars: readonly Maker[] = [
  () => ({ type: "string" }),
  (random) => ({ type: "string", format: random.pick(stringFormats) }),
  () => ({ type: "integer" }),
  (random) => ({ type: "integer", format: random.pick(["int32", "int64", "float", "date"]) }),
  (random) => ({ type: "number", ...some(random, { format: random.pick(["float", "double"]) }) }),
  () => ({ type: "boolean" }),
  intOrString,
  () => ({ "x-kubernetes-preserve-unknown-fields": true }),
];

const composites: readonly Maker[] = [
  (random, depth) => ({ type: "object", properties: randomProperties(random, depth - 1) }),
  (random, depth) => ({
    type: "object",
    properties: randomProperties(random, depth - 1),
    "x-kubernetes-preserve-unknown-fields": true,
  }),
  (random, depth) => ({
    type: "object",
    additionalProperties: random.chance(0.2) ? random.chance(0.5) : randomSchema(random, depth - 1),
  }),
  randomList,
  randomList,
  embeddedResource,
  withoutType,
];

/** What lies below is looked at all the same. */
function withoutType(random: Random, depth: number): JsonObject {
  const schema = random.pick(composites)(random, depth);
  // Some ask for the type.
  for (const key of typedKeywords) Reflect.deleteProperty(schema, key);
  return { ...schema, "x-kubernetes-preserve-unknown-fields": true };
}

const typedKeywords: readonly string[] = [
  "type", "x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-embedded-resource",
]; // prettier-ignore

function intOrString(random: Random): JsonObject {
  const types = [{ type: "integer" }, { type: "string" }];
  const schema: JsonObject = { "x-kubernetes-int-or-string": true };
  const form = random.next();
  if (form < 0.3) schema["anyOf"] = types;
  else if (form < 0.5) schema["allOf"] = [{ anyOf: types }, { maxLength: 3 }];
  return schema;
}

function embeddedResource(random: Random, depth: number): JsonObject {
  const properties: JsonObject = { spec: randomSchema(random, depth - 2) };
  if (random.chance(0.5)) {
    properties["metadata"] = {
      type: "object",
      properties: { name: { type: "string", minLength: 2 } },
    };
  }
  return {
    type: "object",
    "x-kubernetes-embedded-resource": true,
    properties,
    ...some(random, { "x-kubernetes-preserve-unknown-fields": true }),
  };
}

function randomList(random: Random, depth: number): JsonObject {
  if (random.chance(0.35)) return mapList(random, depth);
  const isSet = random.chance(0.4);
  const items = isSet ? randomSchema(random, 0) : randomSchema(random, depth - 1);
  return {
    type: "array",
    items,
    ...(isSet ? { "x-kubernetes-list-type": "set" } : {}),
    ...(!isSet && random.chance(0.3) ? { "x-kubernetes-list-type": "atomic" } : {}),
    ...some(random, { "x-kubernetes-preserve-unknown-fields": true }, 0.1),
  };
}

function mapList(random: Random, depth: number): JsonObject {
  const keys = random.chance(0.5) ? ["name"] : ["name", "a"];
  const properties: JsonObject = {
    ...randomProperties(random, depth - 1),
    name: { type: "string", ...some(random, { default: "a" }) },
    a: {
      type: random.pick(["string", "integer", "boolean", "number"]),
      ...some(random, { default: 1 }),
    },
  };
  const items = { type: "object", properties, ...some(random, { required: keys }) };
  return {
    type: "array",
    items,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": keys,
  };
}

function randomProperties(random: Random, depth: number): JsonObject {
  const names = Array.from({ length: random.below(5) }, () => random.pick(fieldNames));
  return Object.fromEntries(names.map((name) => [name, randomSchema(random, depth)]));
}

/** Adds what any schema can have. */
function decorate(schema: JsonObject, random: Random): JsonObject {
  if (random.chance(0.15)) schema["nullable"] = true;
  if (random.chance(0.35)) Object.assign(schema, randomLimits(schema, random));
  if (random.chance(0.2)) Object.assign(schema, randomJunctors(schema, random));
  if (random.chance(0.2)) {
    schema["default"] = random.chance(0.9) ? valueFor(schema, random) : randomJson(random);
  }
  return schema;
}

/** Keywords that fit the type, as a rule. */
function randomLimits(schema: JsonObject, random: Random): JsonObject {
  const { type } = schema;
  const wanted = random.chance(0.9) ? type : random.pick(["string", "integer", "array", "object"]);
  if (random.chance(0.15)) return { enum: randomEnum(schema, random) };
  switch (wanted) {
    case "string":
      return random.pick<() => JsonObject>([
        () => ({ pattern: random.pick(patterns) }),
        () => ({ minLength: random.below(4) }),
        () => ({ maxLength: random.below(5), minLength: random.below(2) }),
        () => ({ maxLength: 0 }),
      ])();
    case "array":
      return random.pick<JsonObject>([
        { minItems: 1 },
        { maxItems: 2 },
        { minItems: 0 },
        { maxItems: 0 },
        { maxItems: 1, minItems: 1 },
      ]);
    case "object":
      return objectLimits(schema, random);
    default:
      return random.pick<JsonObject>([
        { minimum: 1 },
        { maximum: 3, exclusiveMaximum: true },
        { minimum: 0, exclusiveMinimum: true, maximum: 2.5 },
        { multipleOf: 2 },
        { multipleOf: 0.5 },
        { maximum: 2147483647 },
        { multipleOf: 0 },
        { maximum: 0 },
      ]);
  }
}

function objectLimits(schema: JsonObject, random: Random): JsonObject {
  const { properties } = schema;
  const names = typeof properties === "object" ? Object.keys(properties ?? {}) : [];
  const name =
    names.length > 0 && random.chance(0.8) ? random.pick(names) : random.pick(fieldNames);
  return random.pick<JsonObject>([
    { required: [name] },
    { required: [name, random.pick(fieldNames)] },
    { minProperties: 1 },
    { maxProperties: 2 },
    { minProperties: 0 },
    { maxProperties: 0 },
  ]);
}

function randomEnum(schema: JsonObject, random: Random): Json[] {
  return Array.from({ length: 1 + random.below(4) }, () =>
    random.chance(0.8) ? valueFor(schema, random) : randomJson(random),
  );
}

function randomJunctors(schema: JsonObject, random: Random, depth = 2): JsonObject {
  const branch = (): JsonObject => randomBranch(schema, random, depth);
  const branches = (): Json => Array.from({ length: 1 + random.below(3) }, branch);
  return random.pick<() => JsonObject>([
    () => ({ anyOf: branches() }),
    () => ({ oneOf: branches() }),
    () => ({ allOf: branches() }),
    () => ({ not: branch() }),
    () => ({ oneOf: branches(), anyOf: branches() }),
  ])();
}

/** What can stand in a junctor beside a schema: keywords, and the like for what lies below. */
function randomBranch(schema: JsonObject, random: Random, depth: number): JsonObject {
  const branch = random.chance(0.7) ? randomLimits(schema, random) : {};
  // Whatever the type is.
  if (random.chance(0.1)) branch["format"] = random.pick(stringFormats);
  const { properties, items } = schema;
  if (typeof properties === "object" && properties !== null && random.chance(0.6)) {
    const below = Object.entries(properties as JsonObject).filter(() => random.chance(0.4));
    branch["properties"] = Object.fromEntries(
      below.map(([name, child]) => [name, randomBranch(child as JsonObject, random, depth - 1)]), // a schema
    );
  }
  if (typeof items === "object" && random.chance(0.5)) {
    branch["items"] = randomBranch(items as JsonObject, random, depth - 1); // likewise
  }
  if (depth > 0 && random.chance(0.2))
    Object.assign(branch, randomJunctors(schema, random, depth - 1));
  return branch;
}

function some(random: Random, part: JsonObject, probability = 0.4): JsonObject {
  return random.chance(probability) ? part : {};
}
