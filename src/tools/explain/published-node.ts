import { compareUtf8 } from "../../runtime/v1/values/go/utf8.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";

/** A schema of a published document; null and whatever is no schema stand for none. */
export function nodeAt(parent: JsonObject, key: string): JsonObject | undefined {
  return Object.hasOwn(parent, key) ? filled(parent[key]) : undefined;
}

/** The branches of `allOf`. */
export function branchesOf(node: JsonObject): readonly JsonObject[] {
  const { allOf } = node;
  return Array.isArray(allOf) ? allOf.filter(isObject) : [];
}

/** The fields of a schema, sorted by name as Go sorts. */
export function fieldsOf(node: JsonObject): readonly (readonly [string, JsonObject])[] {
  const { properties } = node;
  if (!isObject(properties)) return [];
  return Object.entries(properties)
    .map(([name, field]) => [name, isObject(field) ? field : {}] as const)
    .sort(([left], [right]) => compareUtf8(left, right));
}

/** A schema, or an empty one. */
export function asNode(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Tells whether a schema demands a field. */
export function requires(node: JsonObject, name: string): boolean {
  const { required } = node;
  return Array.isArray(required) && required.includes(name);
}

/** Go's templates take an empty map for nothing. */
function filled(value: Json | undefined): JsonObject | undefined {
  return isObject(value) && Object.keys(value).length > 0 ? value : undefined;
}

/** A path leads to no field. */
export class NoFieldError extends Error {
  override readonly name = "NoFieldError";
  /** The name that leads nowhere. */
  readonly field: string;
  /** The fields that there are in its place. */
  readonly known: readonly string[];
  /** The text that kubectl prints before it finds that out. */
  readonly printed: string;

  /**
   * `named` is the field that kubectl names: OpenAPI v3 is explained with the last field of the
   * path, v2 with the first that is not there.
   */
  constructor(named: string, field: string, known: readonly string[], printed = "") {
    super(`field "${named}" does not exist`);
    this.field = field;
    this.known = known;
    this.printed = printed;
  }
}
