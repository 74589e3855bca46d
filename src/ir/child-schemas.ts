import type { Schema } from "./schema.js";

/** The schemas right below one: of its fields, its values, its items. */
export function childSchemas({
  fields,
  values,
  items,
}: Pick<Schema, "fields" | "values" | "items">): readonly Schema[] {
  const children = [...fields.values()];
  if (typeof values === "object") children.push(values);
  if (items !== undefined) children.push(items);
  return children;
}

/** Whether a resource is embedded at or below a schema. */
export function hasEmbeddedResource(schema: Schema): boolean {
  return schema.embeddedResource || childSchemas(schema).some(hasEmbeddedResource);
}

/** The schema of the value at a key: a field's, else that of additionalProperties. */
export function childSchema(schema: Schema | undefined, key: string): Schema | undefined {
  if (schema === undefined) return undefined;
  const values = typeof schema.values === "object" ? schema.values : undefined;
  return schema.fields.get(key) ?? values;
}
