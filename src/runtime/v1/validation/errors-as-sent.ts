import { newestDialect } from "../values/dialect.js";
import type { FieldError } from "../values/field-error.js";
import { copyJson, isParsedJson } from "../values/json/copy-json.js";
import type { Members } from "../values/json/json-object.js";
import { hasKey, isPlainObject } from "../values/json/json-object.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { rootPlace } from "../values/place.js";
import { collectMembers, isMissing } from "./collect-errors.js";
import { dropUnknown } from "./drop-unknown.js";
import { fillValue } from "./fill-defaults.js";
import { typeMeta } from "./prune.js";
import { Report } from "./report.js";
import type { DefaultedOptions, ResourceValidation } from "./resource-validation.js";
import {
  asksCreate,
  checkCreate,
  completeMetadata,
  isKnownGood,
  scaleFaults,
} from "./resource-validation.js";
import { planOf } from "./schema-plan.js";
import type { ValueSchema } from "./value-schema.js";
import { WrongMembers } from "./wrong-members.js";

/*
 * The errors of an object as it is sent, without a copy of it that is pruned and filled in: nulls
 * stand for nothing, and defaults are there without being so. What can be told of nothing but the
 * whole (numbers of members, sets, branches of junctors) is looked at in a copy of that part.
 */

/**
 * All errors but those of the rules; undefined for an object that has to be looked at in its
 * complete form.
 */
export function errorsAsSent(
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
