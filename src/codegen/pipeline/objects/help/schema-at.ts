import { childSchema } from "../../../../crd/ir/child-schemas.js";
import type { Schema } from "../../../../crd/ir/schema.js";
import type { Path } from "../../../../crd/source/document.js";

/** The schema of a place in an object, as far as the schema specifies it. */
export function schemaAt(root: Schema | undefined, path: Path): Schema | undefined {
  let schema = root;
  for (const step of path) {
    if (schema === undefined) return undefined;
    schema = typeof step === "number" ? schema.items : childSchema(schema, step);
  }
  return schema;
}
