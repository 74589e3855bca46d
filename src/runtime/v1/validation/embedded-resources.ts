import type { Dialect } from "../values/dialect.js";
import { newestDialect } from "../values/dialect.js";
import type { FieldError } from "../values/field-error.js";
import { compareUtf8 } from "../values/go/utf8.js";
import type { Members } from "../values/json/json-object.js";
import { hasKey, isPlainObject } from "../values/json/json-object.js";
import type { Json } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import {
  coerceEmbeddedNode,
  coerceStoredEmbeddedNode,
  validateEmbeddedNode,
} from "../values/metadata/embedded.js";
import { fieldPath } from "../values/place.js";
import { isPlainMetadata } from "../values/quick/metadata.js";
import type { ValueSchema } from "./value-schema.js";
import { memberSchema } from "./value-schema.js";

/*
 * The walk to the resources inside of a resource, `x-kubernetes-embedded-resource` (apiextensions
 * `schema/objectmeta`).
 */

/** Tells whether an embedded resource has no fault for sure. */
export function isEmbeddedResource(value: Members): boolean {
  const { apiVersion, kind, metadata } = value as Record<string, unknown>; // keys without any surprise
  if (typeof apiVersion !== "string" || !/^(?:[\w.-]+\/)?[\w.-]+$/.test(apiVersion)) return false;
  if (typeof kind !== "string" || !/^[A-Za-z][A-Za-z0-9]{0,62}$/.test(kind)) return false;
  if (metadata === undefined) return true;
  // Nobody makes the managed fields of what is embedded anew, so they are judged.
  if (!isPlainObject(metadata) || hasKey(metadata, "managedFields")) return false;
  const named = hasKey(metadata, "name") ? metadata : { ...metadata, name: "fakename" };
  return isPlainMetadata(named, hasKey(metadata, "namespace"));
}

/** The errors of the resources embedded in a value. Keys of maps stand in brackets in paths. */
export function embeddedErrors(
  schema: ValueSchema,
  value: Json,
  dialect: Dialect = newestDialect,
): FieldError[] {
  const errors: FieldError[] = [];
  walk(schema, value, "", (object, path) => {
    errors.push(...validateEmbeddedNode(object, path, dialect));
    return undefined;
  });
  return errors;
}

/** Tells whether no resource embedded in a value has an error. */
export function hasValidResources(schema: ValueSchema, value: unknown): boolean {
  return embeddedErrors(schema, value as Json).length === 0; // its walk minds only objects and lists
}

/**
 * Brings the metadata of embedded resources into the form in which the server stores it, in place.
 * Gives the paths of unknown metadata fields, sorted, or the first fault, for which the server
 * cannot decode the object.
 */
export function coerceEmbeddedResources(
  schema: ValueSchema,
  value: Json,
): readonly string[] | FieldError {
  const unknown: string[] = [];
  const fault = walk(schema, value, "", (object, path, node) => {
    dropNulls(node, object, metaKeys);
    return coerceEmbeddedNode(object, path, (name) => unknown.push(name));
  });
  return fault ?? unknown.sort(compareUtf8);
}

/**
 * The same for an object that is read from the store, where nothing is refused: what cannot be
 * decoded is dropped.
 */
export function coerceStoredResources(schema: ValueSchema, value: Json): void {
  walk(schema, value, "", (object, _path, node) => {
    dropNulls(node, object, metaKeys);
    coerceStoredEmbeddedNode(object);
    return undefined;
  });
}

/**
 * A null that the schema does not allow is gone before metadata is looked at, unless a default will
 * replace it.
 */
function dropNulls(schema: ValueSchema, value: Json, keys?: readonly string[]): void {
  const { items, fields = {}, defaults = {}, memberDefault } = schema;
  if (Array.isArray(value)) {
    if (items !== undefined) for (const item of value) dropNulls(items, item);
  } else if (isObject(value)) {
    for (const key of keys ?? Object.keys(value)) {
      const child = memberSchema(schema, key);
      const member = Object.hasOwn(value, key) ? value[key] : undefined;
      if (child === undefined || member === undefined) continue;
      const isField = Object.hasOwn(fields, key);
      const isReplaced = isField ? Object.hasOwn(defaults, key) : memberDefault !== undefined;
      if (member !== null) dropNulls(child, member);
      else if (child.nullable !== true && !isReplaced) Reflect.deleteProperty(value, key);
    }
  }
}

/** The members of an embedded resource that are read before it is filled in. */
const metaKeys: readonly string[] = ["apiVersion", "kind", "metadata"];

/** Visits every embedded resource, outer ones first; stops at the first fault. */
function walk(
  schema: ValueSchema,
  value: Json,
  path: string,
  visit: (
    object: Record<string, Json>,
    path: string,
    schema: ValueSchema,
  ) => FieldError | undefined,
): FieldError | undefined {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return undefined;
    for (const [index, item] of value.entries()) {
      const fault = walk(items, item, `${path}[${index}]`, visit);
      if (fault !== undefined) return fault;
    }
  } else if (isObject(value)) {
    const fault = schema.embeddedResource === true ? visit(value, path, schema) : undefined;
    if (fault !== undefined) return fault;
    for (const key of Object.keys(value)) {
      const child = childOf(schema, key, path);
      const member = value[key];
      if (child === undefined || typeof member !== "object") continue;
      const below = walk(child.schema, member, child.path, visit);
      if (below !== undefined) return below;
    }
  }
  return undefined;
}

/** The schema at a key, and the path there. */
function childOf(
  { fields, values }: ValueSchema,
  key: string,
  path: string,
): { readonly schema: ValueSchema; readonly path: string } | undefined {
  if (fields !== undefined && Object.hasOwn(fields, key)) {
    const schema = fields[key];
    return schema === undefined ? undefined : { schema, path: fieldPath(path, key) };
  }
  if (typeof values !== "object") return undefined;
  return { schema: values, path: `${path}[${key}]` };
}
