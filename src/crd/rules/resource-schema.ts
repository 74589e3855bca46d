import type { Schema } from "../ir/schema.js";

/**
 * Whether the schema of a resource declares as strings all that rules may see of any resource:
 * kind, apiVersion, and the two names of metadata. It is taken as it is then; what other schemas
 * lack is added (apiextensions `schema/cel/model`, `WithTypeAndObjectMeta`).
 */
export function declaresResource({ fields }: Schema): boolean {
  const metadata = fields.get("metadata");
  return (
    isString(fields.get("kind")) &&
    isString(fields.get("apiVersion")) &&
    metadata?.type === "object" &&
    isString(metadata.fields.get("name")) &&
    isString(metadata.fields.get("generateName"))
  );
}

function isString(schema: Schema | undefined): boolean {
  return schema?.type === "string";
}
