import type { CelType } from "../../src/cel/type.js";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  objectType,
  stringType,
  timestampType,
} from "../../src/cel/type.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";

/*
 * The types that CEL has for data of raw schemas, with the fields of objects to choose from.
 */

/** Fields of an object, by how CEL spells them. */
export type Fields = ReadonlyMap<string, CelType>;

const knownFields = new WeakMap<CelType, Fields>();

/** The fields of an object's type that `celTypeOf` made. */
export function fieldsOf(type: CelType): Fields | undefined {
  return knownFields.get(type);
}

const typesOfFormats: Readonly<Record<string, CelType>> = {
  date: timestampType,
  "date-time": timestampType,
  duration: durationType,
  byte: bytesType,
};

const knownTypes = new WeakMap<JsonObject, CelType>();

/** The type that CEL has for data of a schema. */
export function celTypeOf(schema: JsonObject): CelType {
  let type = knownTypes.get(schema);
  if (type === undefined) knownTypes.set(schema, (type = newTypeOf(schema)));
  return type;
}

function newTypeOf(schema: JsonObject): CelType {
  const { type, format, items, properties, additionalProperties } = schema;
  switch (type) {
    case "string":
      return typesOfFormats[String(format)] ?? stringType;
    case "integer":
      return intType;
    case "number":
      return doubleType;
    case "boolean":
      return boolType;
    case "array":
      return listType(celTypeOf(asObject(items)));
    case "object": {
      if (isObject(additionalProperties))
        return mapType(stringType, celTypeOf(additionalProperties));
      const made = objectType(`made up ${++madeTypes}`);
      const fields = new Map<string, CelType>();
      for (const [name, field] of Object.entries(asObject(properties))) {
        const spelling = spellings[name] ?? name;
        if (/^[\w]+$/.test(spelling)) fields.set(spelling, celTypeOf(asObject(field)));
      }
      knownFields.set(made, fields);
      return made;
    }
    default:
      return dynType;
  }
}

let madeTypes = 0;

const spellings: Readonly<Record<string, string>> = {
  "x-y": "x__dash__y",
  in: "__in__",
  a__b: "a__underscores__b",
};

/** A member of a schema that is one, or one that says nothing. */
export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
