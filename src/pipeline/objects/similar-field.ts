import { nearest } from "../../diagnostics/similar.js";
import { childSchema } from "../../ir/child-schemas.js";
import type { Schema } from "../../ir/schema.js";
import type { Path } from "../../source/document.js";

/** The field of a schema that was perhaps meant by one that it does not have. */
export function similarField(root: Schema | undefined, path: Path): string | undefined {
  const name = path.at(-1);
  let schema = root;
  for (const step of path.slice(0, -1)) {
    if (schema === undefined) return undefined;
    schema = typeof step === "number" ? schema.items : childSchema(schema, step);
  }
  if (schema === undefined || typeof name !== "string") return undefined;
  return nearest(name, schema.fields.keys());
}
