import { valuesSchema } from "../ir/child-schemas.js";
import type { FollowedPath, SchemaStep } from "../ir/follow-path.js";
import { followPath } from "../ir/follow-path.js";
import type { Schema } from "../ir/schema.js";

/** Below values that may be anything there is no schema, and nothing to step into. */
type Below = Schema | undefined;

/** Follows the fieldPath of a rule, from the schema that the rule belongs to. */
export function followFieldPath(path: string, schema: Schema): FollowedPath<Below> {
  return followPath<Below>(path, schema, stepInto);
}

/** Only an object without properties is a map. */
function stepInto(schema: Below, name: string): SchemaStep<Below> | undefined {
  if (schema === undefined) return undefined;
  if (schema.fields.size > 0) {
    const field = schema.fields.get(name);
    return field && { to: "property", schema: field };
  }
  if (schema.values === undefined) return undefined;
  return { to: "value", schema: valuesSchema(schema) };
}
