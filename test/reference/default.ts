import { childSchema } from "../../src/crd/ir/child-schemas.js";
import type { Schema } from "../../src/crd/ir/schema.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";

export { applyDefaults } from "../../src/crd/ir/apply-defaults.js";

/**
 * Removes, in place, the keys whose value is null although their schema is neither nullable nor has
 * a default. Items of lists stay (apiextensions `schema/defaulting/prunenulls.go`).
 */
export function pruneNulls(value: Json, schema: Schema | undefined): void {
  if (Array.isArray(value)) {
    for (const item of value) pruneNulls(item, schema?.items);
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      const child = childSchema(schema, key);
      const isNull = value[key] === null;
      if (isNull && child !== undefined && !child.nullable && child.default === undefined) {
        Reflect.deleteProperty(value, key);
      } else {
        pruneNulls(value[key] ?? null, child);
      }
    }
  }
}
