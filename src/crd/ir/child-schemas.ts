import type { Schema } from "./schema.js";

/** The schemas right below one: of its fields, its values, its items. */
export function childSchemas(
  schema: Pick<Schema, "fields" | "values" | "items">,
): readonly Schema[] {
  const children = [...schema.fields.values()];
  const values = valuesSchema(schema);
  if (values !== undefined) children.push(values);
  if (schema.items !== undefined) children.push(schema.items);
  return children;
}

/** The schema of `additionalProperties`; none where that is a boolean or absent. */
export function valuesSchema(schema: Pick<Schema, "values"> | undefined): Schema | undefined {
  return typeof schema?.values === "object" ? schema.values : undefined;
}

/** Tells whether a resource is embedded at or below a schema. */
export function hasEmbeddedResource(schema: Schema): boolean {
  return schema.embeddedResource || childSchemas(schema).some(hasEmbeddedResource);
}

/** The schema of the value at a key: a field's, else that of additionalProperties. */
export function childSchema(schema: Schema | undefined, key: string): Schema | undefined {
  return schema?.fields.get(key) ?? valuesSchema(schema);
}

/** The schema of a place in an object, as far as the schema specifies it. */
export function schemaAt(
  root: Schema | undefined,
  path: readonly (string | number)[],
): Schema | undefined {
  let schema = root;
  for (const step of path) {
    schema = typeof step === "number" ? schema?.items : childSchema(schema, step);
  }
  return schema;
}
