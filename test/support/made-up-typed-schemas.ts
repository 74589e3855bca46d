import { boolType, optionalType, stringType } from "../../src/cel/type.js";
import { stringifyJson } from "../../src/runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../src/runtime/v1/values/json/json.js";
import { madeUpTyped } from "./made-up-typed-rules.js";
import { asObject, celTypeOf } from "./made-up-types.js";
import { randomJson } from "./random-values.js";
import type { Random } from "./random.js";

/*
 * Schemas by chance in which everything has a type that CEL knows, with rules that check, and
 * values for them.
 */

/**
 * Names that code could stumble over; those that CEL has no spelling for lie above rules all the
 * same.
 */
const names: readonly string[] = [
  "text", "größe", "e\u0301l", "él", "日本", "🦄", "𝒳", "ﬁ", "x-y", "in", "constructor", "absent", "üabsent", "éwrong",
  "size", "left", "self", "a__b", "K\u212A", "ınt",
]; // prettier-ignore

const scalars: readonly JsonObject[] = [
  { type: "string", maxLength: 20 },
  { type: "string" },
  { type: "integer" },
  { type: "integer", format: "int32", maximum: 9 },
  { type: "number" },
  { type: "boolean" },
  { type: "string", format: "date" },
  { type: "string", format: "date-time" },
  { type: "string", format: "duration" },
  { type: "string", format: "byte" },
  { type: "string", enum: ["a", "b", "1"] },
  { "x-kubernetes-int-or-string": true },
];

/** The schema of a `spec`, with rules at some of its nodes. */
export function madeUpTypedSchema(random: Random): JsonObject {
  const schema = objectSchema(random, 3);
  const { properties } = schema;
  if (isObject(properties)) properties["text"] = { type: "string" };
  addRules(schema, random, true);
  return schema;
}

function madeUpSchema(random: Random, depth: number): JsonObject {
  if (depth <= 0 || random.chance(0.45)) {
    const scalar = { ...random.pick(scalars) };
    return random.chance(0.08) ? { ...scalar, nullable: true } : scalar;
  }
  switch (random.below(5)) {
    case 0:
      return {
        type: "object",
        additionalProperties: madeUpSchema(random, depth - 1),
        maxProperties: 4,
      };
    case 1:
    case 2:
      return listSchema(random, depth);
    default:
      return objectSchema(random, depth - 1);
  }
}

function listSchema(random: Random, depth: number): JsonObject {
  if (random.chance(0.25)) {
    const properties = { key: { type: "string" }, value: madeUpSchema(random, depth - 1) };
    const items = { type: "object", required: ["key"], properties };
    const kind = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["key"] };
    return { type: "array", items, maxItems: 4, ...kind };
  }
  if (random.chance(0.25)) {
    const items = random.pick<JsonObject>([{ type: "string" }, { type: "integer" }]);
    return { type: "array", items, maxItems: 4, "x-kubernetes-list-type": "set" };
  }
  return { type: "array", items: madeUpSchema(random, depth - 1), maxItems: 4 };
}

function objectSchema(random: Random, depth: number): JsonObject {
  const properties: JsonObject = {};
  for (let count = 2 + random.below(4); count > 0; count--) {
    properties[random.pick(names)] = madeUpSchema(random, depth);
  }
  return { type: "object", properties };
}

function addRules(schema: JsonObject, random: Random, isRuled = random.chance(0.3)): void {
  if (isRuled && schema["x-kubernetes-int-or-string"] !== true && schema["nullable"] !== true) {
    const count = 1 + random.below(3);
    schema["x-kubernetes-validations"] = Array.from({ length: count }, () =>
      madeUpTypedRule(schema, random),
    );
  }
  const { properties, items, additionalProperties } = schema;
  for (const child of [
    items,
    additionalProperties,
    ...Object.values(isObject(properties) ? properties : {}),
  ]) {
    if (isObject(child)) addRules(child, random);
  }
}

/** A rule that checks, nearly always. */
export function madeUpTypedRule(schema: JsonObject, random: Random): JsonObject {
  const self = celTypeOf(schema);
  const isOptional = random.chance(0.25);
  const isTransition = isOptional || random.chance(0.25);
  const old = isOptional ? optionalType(self) : self;
  const scope = [
    { name: "self", type: self },
    ...(isTransition ? [{ name: "oldSelf", type: old }] : []),
  ];
  const depth = random.pick([1, 2, 2, 3, 3, 4]);
  const rule: JsonObject = { rule: madeUpTyped(boolType, scope, random, depth) };
  if (isOptional) rule["optionalOldSelf"] = true;
  if (random.chance(0.15)) rule["messageExpression"] = madeUpTyped(stringType, scope, random, 2);
  return rule;
}

const texts = [
  "", "a", "b", "ab", "1", "12", "größe", "🦄", "true", "1h", "2020-01-02T03:04:05Z", "10.0.0.1", "10.0.0.0/8",
  "http://a.b/c?d=e", "1Gi", "1.2.3", "x,y", "A-b",
]; // prettier-ignore

const textsOfFormats: Readonly<Record<string, readonly string[]>> = {
  date: ["2020-01-02", "2024-02-29"],
  "date-time": ["2020-01-02T03:04:05Z", "2021-06-07T08:09:10.5+02:00"],
  duration: ["1h", "90s", "1ms"],
  byte: ["YQ==", ""],
};

/** A value of a schema that `madeUpTypedSchema` made, nearly always a valid one. */
export function madeUpTypedValue(schema: JsonObject, random: Random): Json {
  if (random.chance(0.01)) return randomJson(random);
  if (schema["nullable"] === true && random.chance(0.4)) return null;
  const { type, format, enum: choices, items, properties, additionalProperties } = schema;
  switch (type) {
    case "string":
      if (Array.isArray(choices)) return random.pick(choices);
      return random.pick(textsOfFormats[String(format)] ?? texts);
    case "integer":
      return random.pick([0, 1, 2, 3, 7, -1]);
    case "number":
      return random.pick([0, 1, 1.5, 2, -3.25]);
    case "boolean":
      return random.chance(0.5);
    case "array":
      return listValue(schema, asObject(items), random);
    case "object": {
      const value: JsonObject = {};
      if (isObject(additionalProperties)) {
        for (const key of ["a", "b", "größe", "c"]) {
          if (random.chance(0.4)) value[key] = madeUpTypedValue(additionalProperties, random);
        }
        return value;
      }
      const required = Array.isArray(schema["required"]) ? schema["required"] : [];
      for (const [name, field] of Object.entries(asObject(properties))) {
        const isThere = required.includes(name) || random.chance(0.75);
        if (isThere) setKey(value, name, madeUpTypedValue(asObject(field), random));
      }
      return value;
    }
    default:
      return random.pick<Json>([1, "a", "10%", 7]);
  }
}

function listValue(schema: JsonObject, items: JsonObject, random: Random): Json {
  const list = Array.from({ length: random.below(4) }, () => madeUpTypedValue(items, random));
  const kind = schema["x-kubernetes-list-type"];
  if (kind === "set") return [...new Map(list.map((item) => [stringifyJson(item), item])).values()];
  if (kind !== "map") return list;
  list.forEach((item, index) => {
    if (isObject(item)) item["key"] = `k${index}`;
  });
  return list;
}
