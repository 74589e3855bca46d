import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import type { Path } from "../../source/document.js";

/*
 * The way through raw schemas by their structure: a property may be called `items` or `type`, so
 * keywords are looked for only where keywords can stand.
 */

/** Keywords whose value is a map of schemas. */
const schemaMaps: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "definitions",
  "dependencies",
]);
/** Keywords whose value is a list of schemas. */
const schemaLists: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf"]);
/** Keywords whose value is one schema, or a boolean, or (`items`) a list of schemas. */
const schemas: ReadonlySet<string> = new Set([
  "items",
  "not",
  "additionalProperties",
  "additionalItems",
]);

/** Calls `visit` for every schema directly below one, in the order of the document. */
function forEachSubschema(schema: JsonObject, visit: (child: JsonObject) => void): void {
  for (const key of Object.keys(schema)) {
    if (schemaMaps.has(key)) visitMembers(schema[key], visit);
    else if (schemaLists.has(key)) visitItems(schema[key], visit);
    else if (schemas.has(key)) {
      const value = schema[key];
      if (isObject(value)) visit(value);
      else if (key === "items") visitItems(value, visit);
    }
  }
}

function visitMembers(value: Json | undefined, visit: (child: JsonObject) => void): void {
  if (!isObject(value)) return;
  for (const name of Object.keys(value)) {
    const child = value[name];
    if (isObject(child)) visit(child);
  }
}

function visitItems(value: Json | undefined, visit: (child: JsonObject) => void): void {
  if (!Array.isArray(value)) return;
  for (const child of value) if (isObject(child)) visit(child);
}

const coreKeywords: ReadonlySet<string> = new Set(["properties", "items", "additionalProperties"]);

/**
 * The schemas directly below one that are no part of the core: in junctors, or under keywords that
 * are forbidden.
 */
export function branchSchemas(schema: JsonObject): JsonObject[] {
  const keywords = Object.entries(schema).filter(
    ([key, value]) => !coreKeywords.has(key) || (key === "items" && Array.isArray(value)),
  );
  const found: JsonObject[] = [];
  forEachSubschema(Object.fromEntries(keywords), (child) => found.push(child));
  return found;
}

/** Whether a schema, or one anywhere below it, has a property (`SchemaHas`). */
export function someSchema(schema: JsonObject, has: (schema: JsonObject) => boolean): boolean {
  if (has(schema)) return true;
  let found = false;
  forEachSubschema(schema, (child) => {
    found ||= someSchema(child, has);
  });
  return found;
}

/** The schemas that have a property, each with the way to it from the root. */
export function pathsTo(
  root: JsonObject,
  has: (schema: JsonObject) => boolean,
): { readonly node: JsonObject; readonly path: Path }[] {
  const found: { readonly node: JsonObject; readonly path: Path }[] = [];
  const visit = (node: JsonObject, path: Path): void => {
    if (has(node)) found.push({ node, path });
    forEachStep(node, (child, ...steps) => {
      visit(child, [...path, ...steps]);
    });
  };
  visit(root, []);
  return found;
}

function forEachStep(
  schema: JsonObject,
  visit: (child: JsonObject, ...steps: (string | number)[]) => void,
): void {
  for (const [key, value] of Object.entries(schema)) {
    if (schemas.has(key) && isObject(value)) visit(value, key);
    else if (schemaMaps.has(key) && isObject(value)) {
      for (const [name, child] of Object.entries(value))
        if (isObject(child)) visit(child, key, name);
    } else if ((schemaLists.has(key) || key === "items") && Array.isArray(value)) {
      value.forEach((child, index) => {
        if (isObject(child)) visit(child, key, index);
      });
    }
  }
}
