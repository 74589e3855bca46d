import type { Schema } from "../../src/crd/ir/schema.js";
import { compareUtf8 } from "../../src/runtime/v1/values/go/utf8.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";

/** What pruning takes a value's root for. */
export type PruneRoot =
  /** A custom resource: apiVersion, kind and metadata stay, whatever the schema says. */
  | "resource"
  /** Any other value, such as a default: only the schema decides. */
  | "value";

/**
 * Removes, in place, what the schema does not specify, and gives the paths of what was removed,
 * sorted by code point as the server names them in warnings (`spec.a/b[0].c`, keys unescaped). An
 * absent schema specifies nothing.
 *
 * The shape of the data decides, never `type` (apiextensions `schema/pruning/algorithm.go`).
 */
export function prune(value: Json, schema: Schema | undefined, root: PruneRoot): string[] {
  const pruned: string[] = [];
  const embedded = root === "resource" || schema?.embeddedResource === true;
  pruneValue(value, schema ?? (embedded ? noSchema : undefined), embedded, undefined, pruned);
  return pruned.sort(compareUtf8);
}

/** What pruning needs of a schema. */
type Specification = Pick<Schema, "preserveUnknownFields" | "fields" | "values" | "items">;

const noSchema: Specification = {
  preserveUnknownFields: false,
  fields: new Map(),
  values: undefined,
  items: undefined,
};

const metaKeys: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function pruneValue(
  value: Json,
  schema: Specification | undefined,
  embedded: boolean,
  path: string | undefined,
  pruned: string[],
): void {
  if (schema?.preserveUnknownFields === true) {
    pruneSpecified(value, schema, embedded, path, pruned);
  } else if (Array.isArray(value)) {
    pruneItems(value, schema?.items, path, pruned);
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      if (embedded && metaKeys.has(key)) continue;
      if (schema !== undefined && pruneChild(value, key, schema, path, pruned)) continue;
      Reflect.deleteProperty(value, key);
      if (path !== undefined || !metaKeys.has(key)) pruned.push(childPath(path, key));
    }
  }
}

/** Below preserve-unknown-fields: what is specified is pruned, everything else is kept whole. */
function pruneSpecified(
  value: Json,
  schema: Specification | undefined,
  embedded: boolean,
  path: string | undefined,
  pruned: string[],
): void {
  if (schema === undefined) return;
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      const { items } = schema;
      pruneSpecified(
        item,
        items,
        items?.embeddedResource === true,
        `${path ?? ""}[${index}]`,
        pruned,
      );
    });
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      if (!(embedded && metaKeys.has(key))) pruneChild(value, key, schema, path, pruned);
    }
  }
}

/** Prunes the value of a key that the schema specifies; whether it does. */
function pruneChild(
  object: JsonObject,
  key: string,
  schema: Specification,
  path: string | undefined,
  pruned: string[],
): boolean {
  const specified = schema.fields.has(key) || schema.values !== undefined;
  if (!specified) return false;
  // A boolean additionalProperties keeps the key, but specifies nothing below it.
  const values = typeof schema.values === "object" ? schema.values : undefined;
  const child = schema.fields.get(key) ?? values;
  const embedded = child?.embeddedResource === true;
  pruneValue(object[key] ?? null, child, embedded, childPath(path, key), pruned);
  return true;
}

function pruneItems(
  list: readonly Json[],
  items: Schema | undefined,
  path: string | undefined,
  pruned: string[],
): void {
  list.forEach((item, index) => {
    pruneValue(item, items, items?.embeddedResource === true, `${path ?? ""}[${index}]`, pruned);
  });
}

/** The path of a key; that of the root is undefined, since `""` is a key as well. */
function childPath(path: string | undefined, key: string): string {
  return path === undefined ? key : `${path}.${key}`;
}
