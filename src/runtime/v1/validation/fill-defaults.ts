import { copyJson } from "../values/json/copy-json.js";
import { hasKey } from "../values/json/json-object.js";
import type { Json } from "../values/json/json.js";
import { setKey } from "../values/json/json.js";
import type { MutableMembers } from "./prune.js";
import { isMembers, typeMeta } from "./prune.js";
import type { ValueSchema } from "./value-schema.js";
import { memberSchema } from "./value-schema.js";

/*
 * Null handling and defaults by the schema as data, as generated `default…` functions have them
 * (apiextensions `schema/defaulting`). Slower than those: for objects that are filled in on the
 * side.
 */

/** The facts that say how objects of a resource are filled in. */
export interface Filling {
  readonly schema: () => ValueSchema;
  /** The generated function, where it is in use anyway. */
  readonly fill?: (object: unknown) => void;
}

/** Drops nulls of an object that the schema does not allow, and fills in its defaults, in place. */
export function fillIn({ schema, fill }: Filling, object: unknown): void {
  if (fill !== undefined) fill(object);
  else if (isMembers(object)) fillMembers(schema(), object, typeMeta);
}

/** The same for a value inside of one. */
export function fillValue(schema: ValueSchema, value: unknown): void {
  if (Array.isArray(value)) fillItems(schema, value);
  else if (isMembers(value)) fillMembers(schema, value, []);
}

function fillItems({ items, memberDefault }: ValueSchema, list: unknown[]): void {
  if (items === undefined) return;
  for (let index = 0; index < list.length; index++) {
    const isReplaced = list[index] === null && items.nullable !== true;
    if (!isReplaced) fillValue(items, list[index]);
    else if (memberDefault !== undefined) list[index] = copyJson(memberDefault);
  }
}

function fillMembers(
  schema: ValueSchema,
  object: MutableMembers,
  ignored: readonly string[],
): void {
  const { fields = {}, defaults = {}, memberDefault } = schema;
  for (const key of Object.keys(object)) {
    const member = ignored.includes(key) ? undefined : memberSchema(schema, key);
    if (member === undefined) continue;
    if (object[key] !== null || member.nullable === true) fillValue(member, object[key]);
    else if (isRefused(schema, key)) continue;
    else if (Object.hasOwn(fields, key) || memberDefault === undefined) delete object[key];
    else put(object, key, memberDefault);
  }
  for (const key of Object.keys(defaults)) {
    if (!ignored.includes(key) && !hasKey(object, key)) put(object, key, defaults[key] ?? null);
  }
}

/**
 * Tells whether a null is the fault of an embedded resource, even though there is a default: the
 * server asks for texts before it fills in anything (apiextensions `schema/objectmeta/coerce.go`).
 * Other nulls were dropped by then.
 */
function isRefused(schema: ValueSchema, key: string): boolean {
  if (schema.embeddedResource !== true || (key !== "apiVersion" && key !== "kind")) return false;
  const { fields = {}, defaults = {}, memberDefault } = schema;
  return Object.hasOwn(fields, key) ? Object.hasOwn(defaults, key) : memberDefault !== undefined;
}

function put(object: MutableMembers, key: string, value: Json): void {
  setKey(object, key, copyJson(value));
}
