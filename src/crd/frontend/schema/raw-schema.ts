import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import { listAt, objectAt, valueAt } from "../raw-fields.js";

/*
 * Reading the keywords of a raw schema as the server's decoder does. Null children are empty
 * schemas in maps and lists, and absent elsewhere.
 */

/**
 * The one schema under `items`: undefined where there is none, or a list, or anything else that
 * decodes to nothing.
 */
export function itemsOf(schema: JsonObject): JsonObject | undefined {
  return objectAt(schema, "items");
}

/** `properties`, empty where absent. */
export function propertiesOf(schema: JsonObject): JsonObject {
  return objectAt(schema, "properties") ?? noProperties;
}

/** One property; undefined where there is none of that name. */
export function propertyOf(schema: JsonObject, name: string): JsonObject | undefined {
  const properties = propertiesOf(schema);
  return Object.hasOwn(properties, name) ? asSchema(properties[name]) : undefined;
}

/** The schema under `additionalProperties`, undefined for booleans and where absent. */
export function valuesOf(schema: JsonObject): JsonObject | undefined {
  return objectAt(schema, "additionalProperties");
}

/** The elements of `allOf`, `anyOf` or `oneOf`. */
export function branchesOf(schema: JsonObject, junctor: Junctor): readonly JsonObject[] {
  return listAt(schema, junctor).map(asSchema);
}

type Junctor = "allOf" | "anyOf" | "oneOf";

/** A default; null cannot be one. */
export function defaultOf(schema: JsonObject): Json | undefined {
  return valueAt(schema, "default");
}

/** Whether a keyword whose value is a map has anything in it. */
export function hasMembers(schema: JsonObject, keyword: string): boolean {
  return Object.keys(objectAt(schema, keyword) ?? {}).length > 0;
}

/** A child as a schema: null stands for an empty one. */
export function asSchema(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

const noProperties: JsonObject = Object.freeze({});
