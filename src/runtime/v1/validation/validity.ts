import type { FieldError } from "../values/field-error.js";
import { copyJson } from "../values/json/copy-json.js";
import type { Members } from "../values/json/json-object.js";
import { isPlainObject, jsonTypeOf } from "../values/json/json-object.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { isWrongName } from "../values/quick/metadata.js";
import { dropUnknown } from "./drop-unknown.js";
import { errorsAsSent } from "./errors-as-sent.js";
import { fillIn } from "./fill-defaults.js";
import { InvalidObjectError } from "./invalid-object-error.js";
import type { CheckOptions, ResourceValidation, ValidateOptions } from "./resource-validation.js";
import { asksSchemaOnly, validateDefaulted } from "./resource-validation.js";
import type { ValueSchema } from "./value-schema.js";

/**
 * Tells whether the server would accept an object as it is sent: defaults may be missing, nulls may
 * stand for nothing.
 */
export function isValidResource(
  resource: ResourceValidation,
  value: unknown,
  options: CheckOptions | undefined,
): boolean {
  if (jsonTypeOf(value) !== "object") return false;
  if (isPlainObject(value)) {
    if (asksSchemaOnly(resource, options) && resource.is(value, null)) return true;
    if (isOther(resource, value)) return false;
  }
  return validateDefaulted(resource, defaultedForm(resource, value).value, options).length === 0;
}

/**
 * The causes in the server's answer to an object as it is sent: defaults may be missing, nulls may
 * stand for nothing, and unknown fields are pruned. With `defaulted` the object is judged exactly
 * as it is.
 *
 * @throws TypeError that names the place, for an object with something in it that JSON cannot hold,
 *   unless nobody has to look there
 */
export function validateResource(
  resource: ResourceValidation,
  value: unknown,
  options: ValidateOptions = {},
): FieldError[] {
  if (options.defaulted === true) return validateDefaulted(resource, value, options);
  const errors = errorsAsSent(resource, value, options);
  if (errors === undefined)
    return validateDefaulted(resource, defaultedForm(resource, value).value, options);
  const { ruleSteps } = resource;
  if (ruleSteps === undefined || options.rules === false) return errors;
  return ruleSteps.asSent(resource, errors, value as JsonObject); // nothing else is looked at
}

/**
 * Throws unless the server would accept an object as it is sent.
 *
 * @throws InvalidObjectError that lists all faults
 */
export function assertValidResource(
  resource: ResourceValidation,
  value: unknown,
  options: ValidateOptions | undefined,
): void {
  const errors = validateResource(resource, value, options);
  if (errors.length > 0) throw new InvalidObjectError(resource.kind, errors);
}

/** An object as the server goes on with it once it was decoded. */
export interface DefaultedForm {
  /** A copy, pruned and defaulted. */
  readonly value: Json;
  /** The paths of unknown fields, sorted; without those of metadata. */
  readonly unknown: readonly string[];
}

/**
 * A copy of an object in the form in which the server validates it: rules see its defaults, and do
 * not see what was pruned. What the server could not even decode is left for validation to tell.
 *
 * @param prune gives the paths of the unknown fields that it removes
 * @throws TypeError that names the place, for an object with something in it that JSON cannot hold
 */
export function defaultedForm(
  resource: ResourceValidation,
  object: unknown,
  prune: (schema: ValueSchema, object: JsonObject) => readonly string[] = pruneSilently,
): DefaultedForm {
  const value = copyJson(object);
  // An object of another kind is validated just as it is.
  if (!isObject(value) || isOtherKind(resource, value)) return { value, unknown: [] };
  const { preserveUnknownFields, schema, coerceEmbedded } = resource;
  const pruned = preserveUnknownFields === true ? [] : prune(schema(), value);
  const coerced = coerceEmbedded?.(schema(), value) ?? [];
  fillIn(resource, value);
  const inMetadata = "reason" in coerced ? [] : coerced;
  return { value, unknown: [...pruned, ...inMetadata] };
}

function pruneSilently(schema: ValueSchema, object: JsonObject): readonly string[] {
  dropUnknown(schema, object, true);
  return [];
}

/**
 * Tells whether an object is one of another kind or version, or has a name that none may have: no
 * default mends that.
 */
function isOther(resource: ResourceValidation, object: Members): boolean {
  const { apiVersion, metadata } = object;
  if (isOtherKind(resource, object)) return true;
  const expected = `${resource.group}/${resource.version}`;
  if (typeof apiVersion === "string" && apiVersion !== expected) return true;
  return isPlainObject(metadata) && isWrongName(metadata["name"]);
}

function isOtherKind({ kind: expected }: ResourceValidation, { kind }: Members): boolean {
  return typeof kind === "string" && kind !== "" && kind !== expected;
}
