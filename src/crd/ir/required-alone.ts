import { noValidation } from "./schema-table.js";
import type { NestedValidation } from "./schema.js";

/** Tells whether a branch says nothing but which fields have to be there. */
export function isRequiredAlone({
  type,
  fields,
  items,
  values,
  validation,
}: NestedValidation): boolean {
  if (type !== "" || fields.size > 0 || items !== undefined || values !== undefined) return false;
  return Object.entries({ ...validation, required: [], id: 0 }).every(
    ([keyword, value]) =>
      Array.isArray(value)
        ? value.length === 0
        : value === noValidation[keyword as keyof typeof noValidation], // of the same interface
  );
}
