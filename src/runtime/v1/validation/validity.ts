import { newestDialect } from "../values/dialect.js";
import type { FieldError } from "../values/field-error.js";
import { copyJson, isParsedJson } from "../values/json/copy-json.js";
import type { Members } from "../values/json/json-object.js";
import { hasKey, isPlainObject, jsonTypeOf } from "../values/json/json-object.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { rootPlace } from "../values/place.js";
import { isWrongName } from "../values/quick/metadata.js";
import { dropUnknown, fillIn, fillValue } from "./as-sent.js";
import { collectMembers, isMissing } from "./collect-errors.js";
import { InvalidObjectError } from "./invalid-object-error.js";
import { typeMeta } from "./prune.js";
import { Report, WrongMembers } from "./report.js";
import type {
  CheckOptions,
  DefaultedOptions,
  ResourceValidation,
  ValidateOptions,
} from "./resource-validation.js";
import {
  asksCreate,
  asksSchemaOnly,
  checkCreate,
  completeMetadata,
  isKnownGood,
  scaleFaults,
  validateDefaulted,
} from "./resource-validation.js";
import type { ValueSchema } from "./value-schema.js";
import { planOf } from "./value-schema.js";

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
interface DefaultedForm {
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

/*
 * The errors of an object as it is sent, without a copy of it that is pruned and filled in: nulls
 * stand for nothing, and defaults are there without being so. What can be told of nothing but the
 * whole (numbers of members, sets, branches of junctors) is looked at in a copy of that part.
 */

/**
 * All errors but those of the rules; undefined for an object that has to be looked at in its
 * complete form.
 */
function errorsAsSent(
  resource: ResourceValidation,
  value: unknown,
  options: DefaultedOptions,
): FieldError[] | undefined {
  if (resource.seesUnknownFields === true || !asksCreate(options)) return undefined;
  if (!isPlainObject(value)) return undefined;
  const wrong = new WrongMembers();
  if (resource.is(value, null, wrong)) return [];
  if (!isPlainCase(resource, value) || !isTypeSentSo(value, wrong)) return undefined;
  return listErrors(resource, value as JsonObject, wrong); // just tested
}

/** Tells whether an object is of the right kind, and nothing is embedded in it. */
function isPlainCase(resource: ResourceValidation, object: Members): boolean {
  const { kind, schema, preserveUnknownFields, checkEmbedded } = resource;
  if (preserveUnknownFields === true || checkEmbedded !== undefined) return false;
  if (object["kind"] !== kind || typeof object["apiVersion"] !== "string") return false;
  const { seesAll, seesMembers } = planOf(schema());
  return !seesAll && !seesMembers;
}

/** Tells whether the wrong parts of the type and the metadata would be sent just like that. */
function isTypeSentSo(object: Members, wrong: WrongMembers): boolean {
  return wrong.names.every((name) => !typeMeta.includes(name) || isParsedJson(object[name]));
}

function listErrors(
  resource: ResourceValidation,
  object: JsonObject,
  wrong: WrongMembers,
): FieldError[] | undefined {
  // The server makes some.
  if ((object["metadata"] ?? null) === null) wrong.add("metadata");
  const isComplete = isKnownGood("metadata", object, wrong);
  const complete = isComplete ? object : completeMetadata(resource, object, undefined);
  // Its metadata cannot be read.
  if (complete === object && !isComplete) return undefined;
  const write = { resource, object: complete, oldObject: undefined, subresource: undefined, wrong };
  // The replicas and their selector may stand where nothing is kept, or be filled in.
  if (scaleFaults(write, resource.schema()).length > 0) return undefined;
  const report = reportOf(resource, complete, wrong);
  return report.isOdd ? undefined : checkCreate(write, report).errors;
}

function reportOf(resource: ResourceValidation, object: JsonObject, wrong: WrongMembers): Report {
  const schema = resource.schema();
  const report = new Report("", resource.dialect ?? newestDialect);
  report.completed = completed;
  collectMembers(schema, object, report, wrong);
  const plan = planOf(schema);
  for (const key of schema.required ?? []) {
    // A status that is not written along is not there, whatever its default.
    const isDropped = key === "status" && resource.status;
    const isGiven = typeMeta.includes(key) && hasKey(object, key);
    if (isDropped || (!isGiven && isMissing(plan, key, object, report))) {
      report.required(rootPlace(""), key);
    }
  }
  return report;
}

function completed(of: object, value: unknown): Json {
  const schema = of as ValueSchema; // of which a report knows nothing
  const copy = copyJson(value);
  dropUnknown(schema, copy);
  fillValue(schema, copy);
  return copy;
}
