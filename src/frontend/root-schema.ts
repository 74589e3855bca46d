import type { Schema } from "../ir/schema.js";
import type { SchemaTable } from "../ir/schema-table.js";
import type { JsonObject } from "../runtime/v1/json.js";

const known = new WeakMap<SchemaTable, WeakMap<JsonObject, Schema>>();

/** The hash-consed schema of a version; made once per table, however often it is asked for. */
export function rootSchema(raw: JsonObject, table: SchemaTable): Schema {
  let schemas = known.get(table);
  if (schemas === undefined) known.set(table, (schemas = new WeakMap<JsonObject, Schema>()));
  let schema = schemas.get(raw);
  if (schema === undefined) schemas.set(raw, (schema = table.schema(raw)));
  return schema;
}
