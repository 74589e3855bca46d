import type { FieldError } from "../values/field-error.js";
import type { JsonObject } from "../values/json/json.js";
import { isPlainMetadata } from "../values/quick/metadata.js";
import { seenByRules } from "./as-sent.js";
import { blockingError } from "./check-rules.js";
import type { Correlation } from "./correlation.js";
import type { ResourceValidation, RuleSteps, Write } from "./resource-validation.js";
import { completeMetadata, prepare } from "./resource-validation.js";

/**
 * The steps of validation for rules. The validation of a resource that has rules names it, so that
 * others do without.
 */
export const ruleSteps: RuleSteps = {
  ofGood: rulesErrors,
  asSent(resource, errors, object) {
    const blocked = blockingError(errors, resource.dialect);
    const more =
      blocked === undefined ? rulesErrors(resource, seenByRules(resource, object)) : [blocked];
    return [...errors, ...more];
  },
  prepared(write, own) {
    const { resource, object, oldObject } = write;
    const blocked = blockingError(own, resource.dialect);
    if (blocked !== undefined) return { errors: [blocked], warnings: [] };
    const options = { correlation: correlationOf(write) };
    return resource.checkRules?.(object, oldObject, options) ?? { errors: [], warnings: [] };
  },
};

/**
 * Returns the errors of rules in an object to create, pruned and defaulted, that has no other
 * errors.
 */
export function rulesErrors(
  resource: ResourceValidation,
  object: JsonObject,
): readonly FieldError[] {
  const prepared = prepare(resource, object, undefined, undefined);
  const created = isPlainMetadata(prepared["metadata"], resource.namespaced)
    ? prepared
    : completeMetadata(resource, prepared, undefined);
  return resource.checkRules?.(created, undefined, {}).errors ?? [];
}

function correlationOf(write: Write): Correlation | undefined {
  const { resource, object, oldObject, subresource } = write;
  const { dialect = {} } = resource;
  const ratchets = subresource === "status" ? dialect.ratchetsStatus : dialect.ratchets;
  return ratchets !== false && oldObject !== undefined
    ? { value: object, old: oldObject, schema: resource.schema() }
    : undefined;
}
