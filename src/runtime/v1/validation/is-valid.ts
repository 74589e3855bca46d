import type { Dialect } from "../values/dialect.js";
import { newestDialect } from "../values/dialect.js";
import { collectErrors } from "./collect-errors.js";
import { Report } from "./report.js";
import type { ValueSchema } from "./value-schema.js";

/**
 * Tells whether a value has no error by a schema: exact, where generated code does not know a
 * quicker way.
 */
export function isValid(
  schema: ValueSchema,
  value: unknown,
  dialect: Dialect = newestDialect,
): boolean {
  const report = new Report("", dialect);
  collectErrors(schema, value, "", report);
  return report.isEmpty;
}
