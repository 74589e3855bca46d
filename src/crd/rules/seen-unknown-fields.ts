import { childSchemas } from "../ir/child-schemas.js";
import type { Schema } from "../ir/schema.js";
import { isCompileFault } from "./compile-rules.js";
import type { StoredRules } from "./stored-rules.js";
import { usesWholeObjects } from "./whole-objects.js";

/**
 * Whether rules can tell an object from the same with fields that the schema does not specify: they
 * know fields by the schema alone, but objects as a whole are compared with all that they hold. It
 * is about objects to create, for which transition rules do not run, and certain of a no.
 */
export function rulesSeeUnknownFields(
  schema: Schema,
  rules: StoredRules,
  isResource = true,
): boolean {
  if (!schema.hasRules) return false;
  return (
    ownRulesUseWholeObjects(schema, rules, isResource) ||
    childSchemas(schema).some((child) =>
      rulesSeeUnknownFields(child, rules, child.embeddedResource),
    )
  );
}

function ownRulesUseWholeObjects(schema: Schema, rules: StoredRules, isResource: boolean): boolean {
  const declared = rules.declaredType(schema, isResource);
  if (declared === undefined || schema.rules.length === 0) return false;
  return rules.compile(schema, declared).some(({ expression, usesOldSelf, hasOptionalOldSelf }) => {
    const runs = expression !== undefined && !isCompileFault(expression);
    const runsOnCreate = !usesOldSelf || hasOptionalOldSelf;
    return runs && runsOnCreate && usesWholeObjects(expression.checked);
  });
}
