import { newestDialect } from "../values/dialect.js";
import { collectErrors } from "./collect-errors.js";
import { listTypeErrors } from "./list-types.js";
import type { FoundList } from "./report.js";
import { Report } from "./report.js";
import type { ValueSchema } from "./value-schema.js";

/**
 * The lists of type set and map in a value that may have items in common: those that no quick check
 * passed over.
 */
export function listsOf(schema: ValueSchema, value: unknown): readonly FoundList[] {
  if (schema.lists !== true) return [];
  const report = new Report("", newestDialect);
  collectErrors(schema, value, "", report);
  return report.lists;
}

/** Tells whether no list of type set or map in a value has an error by its type. */
export function hasValidLists(schema: ValueSchema, value: unknown): boolean {
  return listTypeErrors(listsOf(schema, value)).length === 0;
}
