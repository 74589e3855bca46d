import { childSchema } from "../../../crd/ir/child-schemas.js";
import type { Schema } from "../../../crd/ir/schema.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";

/** Fields that a known object has, by the schemas around them: rules may ask for them. */
export type UsualFields = ReadonlyMap<Schema, ReadonlySet<string>>;

/** The fields of a small object that the API server accepts. */
export function usualFields(object: Json, schema: Schema | undefined): UsualFields {
  const found = new Map<Schema, Set<string>>();
  const visit = (value: Json, at: Schema | undefined): void => {
    if (at === undefined) return;
    if (Array.isArray(value)) for (const item of value) visit(item, at.items);
    if (!isObject(value)) return;
    const names = found.get(at) ?? new Set<string>();
    found.set(at, names);
    for (const name of Object.keys(value)) {
      names.add(name);
      visit(value[name] ?? null, childSchema(at, name));
    }
  };
  visit(object, schema);
  return found;
}
