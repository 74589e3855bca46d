import type { Dialect } from "../values/dialect.js";
import { newestDialect } from "../values/dialect.js";
import type { FieldError } from "../values/field-error.js";
import { invalidError } from "../values/field-errors.js";
import type { JsonObject } from "../values/json/json.js";
import type { Correlation } from "./correlation.js";

/**
 * The seam between validation and CEL: what code generated for `x-kubernetes-validations` offers to
 * the validator and to admission. Rules are checked last, on the whole object, and only where no
 * other error stands in the way.
 */
export type CheckRules = (
  object: JsonObject,
  oldObject: JsonObject | undefined,
  options: CheckRulesOptions,
) => RulesOutcome;

/** The facts besides the objects that checking rules depends on. */
export interface CheckRulesOptions {
  /**
   * The object beside the old one, where failures of rules at nodes that the update left unchanged
   * become warnings; undefined: all failures are errors.
   */
  readonly correlation?: Correlation | undefined;
}

/** The result of checking the rules at and below the root of an object. */
export interface RulesOutcome {
  readonly errors: readonly FieldError[];
  /** Failures at unchanged nodes: the server sends `<field>: <message>` as a warning. */
  readonly warnings: readonly FieldError[];
}

/** The server's message in place of the rules. */
export const uncheckedRulesDetail =
  "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";

/**
 * The error that stands for all rules where others keep them from running: rules rely on values of
 * the right shape (apiextensions `registry/customresource/strategy.go`). Undefined where the rules
 * can run.
 */
export function blockingError(
  errors: readonly FieldError[],
  { enumErrorStopsRules = true, words }: Dialect = newestDialect,
): FieldError | undefined {
  const blocks = ({ reason }: FieldError): boolean =>
    blocking.has(reason) || (enumErrorStopsRules && reason === "FieldValueNotSupported");
  if (!errors.some(blocks)) return undefined;
  const error = invalidError("<nil>", null, uncheckedRulesDetail);
  return words?.ofValues(error) ?? error;
}

/** Errors of values that rules cannot read; others may follow. */
const blocking = /* @__PURE__ */ new Set<FieldError["reason"]>([
  "FieldValueRequired",
  "FieldValueTypeInvalid",
  "FieldValueTooLong",
  "FieldValueTooMany",
]);
