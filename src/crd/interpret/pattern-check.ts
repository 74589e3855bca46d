import type { TextMatcher } from "../../runtime/v1/validation/value-schema.js";
import { compileRe2 } from "../../runtime/v1/values/re2/compile.js";
import type { Re2Error } from "../../runtime/v1/values/re2/node.js";
import type { ValueValidation } from "../ir/schema.js";

/** A compiled RE2 pattern, or why Go refuses it. */
type CompiledPattern = TextMatcher | Re2Error;

const compiled = new WeakMap<ValueValidation, CompiledPattern>();

/** The pattern of a validation; each is compiled once. */
export function patternOf(validation: ValueValidation): CompiledPattern {
  let pattern = compiled.get(validation);
  if (pattern === undefined) {
    compiled.set(validation, (pattern = compileRe2(validation.pattern)));
  }
  return pattern;
}
