import { unescapeProperty } from "../../runtime/v1/cel/data/data.js";
import type { Schema } from "../ir/schema.js";

/**
 * The field that an expression spells: `my__dash__key`, or `my-key` in backticks; `undefined` where
 * the schema has none of that name. What every resource has whatever its schema says is not among
 * them.
 */
export function spelledField(schema: Schema, spelling: string): Schema | undefined {
  return schema.fields.get(unescapeProperty(spelling) ?? spelling);
}
