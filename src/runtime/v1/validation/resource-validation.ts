import type { Dialect } from "../values/dialect.js";
import { inWords, newestDialect } from "../values/dialect.js";
import type { FieldError } from "../values/field-error.js";
import { invalidError } from "../values/field-errors.js";
import type { Members } from "../values/json/json-object.js";
import { hasKey, isPlainObject, jsonType } from "../values/json/json-object.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { setKey } from "../values/json/json.js";
import { decodeObjectMeta, MetaFault } from "../values/metadata/decode.js";
import {
  createdMetadata,
  metadataErrors,
  metadataOf,
  metadataUpdateErrors,
  updatedMetadata,
} from "../values/metadata/resource-metadata.js";
import { pathSegmentNames, subdomainNames, textOf } from "../values/metadata/rules.js";
import { mergeMetadataErrors } from "../values/metadata/validate.js";
import { apiVersionOf } from "../values/names.js";
import { isPlainMetadata } from "../values/quick/metadata.js";
import type { ScalePaths } from "../values/resource-definition.js";
import type { CheckRules, RulesOutcome } from "./check-rules.js";
import { collectErrors } from "./collect-errors.js";
import { hasValidLists, listsOf, listTypeErrors } from "./list-types.js";
import { Report, WrongMembers } from "./report.js";
import type { MemberCheck, ValueSchema } from "./value-schema.js";

/** The facts about a resource that its validation needs. */
export interface ResourceValidation {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** The version has the status subresource: only that writes the status. */
  readonly status: boolean;
  readonly scale?: ScalePaths;
  /** Looks at them: `scaleErrors`, where there is a scale. */
  readonly checkScale?: (
    object: Members,
    paths: ScalePaths,
    subresource: "status" | undefined,
    schema?: ValueSchema,
  ) => FieldError[];
  /** Made when it is first asked for: that an object is valid can be said without it. */
  readonly schema: () => ValueSchema;
  /**
   * Looks at the resources that the schema has embedded in it: `embeddedErrors`, where there are
   * any.
   */
  readonly checkEmbedded?: (schema: ValueSchema, value: Json, dialect?: Dialect) => FieldError[];
  /**
   * Brings their metadata into the form in which it is stored, in place: `coerceEmbeddedResources`.
   */
  readonly coerceEmbedded?: (schema: ValueSchema, value: Json) => readonly string[] | FieldError;
  /** `spec.preserveUnknownFields` of old CRDs: nothing is pruned. */
  readonly preserveUnknownFields?: boolean;
  /**
   * A quick check of an object to create, of everything but rules: true only if there is no error.
   * With `absent` the object is taken as it is sent: nulls may still stand for nothing, and
   * defaults be missing; unknown fields are passed over. A status that is not written along is not
   * among the wrong members.
   */
  readonly is: MemberCheck;
  /**
   * Handles nulls and fills in defaults, in place; if absent, the schema says what is to be done.
   */
  readonly fill?: (object: unknown) => void;
  readonly checkRules?: CheckRules;
  /** `ruleSteps`, where there are rules. */
  readonly ruleSteps?: RuleSteps;
  /**
   * The rules can tell whether defaults are filled in: with the defaults missing they may say
   * something else.
   */
  readonly rulesSeeDefaults?: boolean;
  /**
   * Unknown fields can change the verdict as long as they are not pruned: they count, or are
   * compared.
   */
  readonly seesUnknownFields?: boolean;
  /** Of the server; the newest one if absent. */
  readonly dialect?: Dialect;
}

/** The steps of validation for a resource that has rules. */
export interface RuleSteps {
  /** The errors of rules in an object to create, pruned and defaulted, that has no others. */
  ofGood(resource: ResourceValidation, object: JsonObject): readonly FieldError[];
  /** The errors of an object as it is sent, with those of its rules. */
  asSent(
    resource: ResourceValidation,
    errors: readonly FieldError[],
    object: JsonObject,
  ): FieldError[];
  /**
   * Returns the errors that rules find in what is about to be stored, or the error that they could
   * not run. `own`: the other errors that the resource's own validation found.
   */
  prepared(write: Write, own: readonly FieldError[]): RulesOutcome;
}

/** How an object is validated. */
export interface ValidateOptions {
  /**
   * The object is pruned and defaulted already, as `prune…` and `default…` do it, or as the server
   * stores it: it is judged exactly as it is, so that a required field without its default is
   * missing. The default is an object as it is sent.
   */
  readonly defaulted?: boolean | undefined;
  /** The object that is replaced: validates an update. Null is none. */
  readonly oldObject?: unknown;
  /** `status`: only the status is written, everything else is that of the old object. */
  readonly subresource?: "status" | undefined;
  /** False leaves out the rules (CEL). */
  readonly rules?: boolean | undefined;
}

/** How an object is checked. */
export type CheckOptions = Pick<ValidateOptions, "rules">;

/** How an object that is pruned and defaulted is validated. */
export type DefaultedOptions = Omit<ValidateOptions, "defaulted">;

/** The findings of a validation. */
export interface ValidationOutcome {
  readonly errors: FieldError[];
  /** Failures of rules at nodes that the update left unchanged. */
  readonly warnings: readonly FieldError[];
}

/**
 * The errors of an object that was pruned and defaulted, as the causes in the server's answer.
 * Whatever the write cannot touch is taken from the old object first: the status, or everything but
 * the status.
 */
export function validateDefaulted(
  resource: ResourceValidation,
  object: unknown,
  options: DefaultedOptions = {},
): FieldError[] {
  const { subresource, rules = true } = options;
  const oldObject = options.oldObject ?? undefined;
  const steps = rules ? resource.ruleSteps : undefined;
  const isCreate = asksCreate(options);
  const wrong = isCreate && isPlainObject(object) ? new WrongMembers() : undefined;
  if (isCreate && resource.is(object, undefined, wrong)) {
    return [...(steps?.ofGood(resource, object as JsonObject) ?? [])]; // nothing else passes
  }
  if (jsonType(object, "") !== "object") return typeErrors(resource, object);
  const old = oldObject === undefined ? undefined : (oldObject as JsonObject); // of the API, by contract
  const prepared = prepare(resource, object as JsonObject, old, subresource); // by its type
  // The server makes some.
  if (prepared["metadata"] === undefined) wrong?.add("metadata");
  // Where nobody looks for faults in it, and rules would see nothing else.
  const isComplete =
    isKnownGood("metadata", prepared, wrong) &&
    (steps === undefined || isPlainMetadata(prepared["metadata"], resource.namespaced));
  const complete =
    isComplete || subresource === "status" ? prepared : completeMetadata(resource, prepared, old);
  return validatePrepared(resource, complete, old, subresource, rules, wrong).errors;
}

/** Tells whether a member is there, and not among those that the quick check calls wrong. */
export function isKnownGood(
  key: string,
  object: JsonObject,
  wrong: WrongMembers | undefined,
): boolean {
  return wrong !== undefined && object[key] !== undefined && !wrong.names.includes(key);
}

/**
 * Tells whether an object to create is asked about as it is sent, and neither rules have to be
 * checked nor unknown fields removed before: what the quick check can answer.
 */
export function asksSchemaOnly(
  { checkRules, seesUnknownFields }: ResourceValidation,
  options: DefaultedOptions = {},
): boolean {
  if (seesUnknownFields === true) return false;
  return asksCreate(options) && (checkRules === undefined || options.rules === false);
}

/** Tells whether an object is to be created whole. */
export function asksCreate({ oldObject, subresource }: DefaultedOptions): boolean {
  return (oldObject ?? undefined) === undefined && subresource === undefined;
}

/**
 * The object with the metadata that a request leaves to the server; as it is where the metadata has
 * the wrong shape.
 */
export function completeMetadata(
  { namespaced }: ResourceValidation,
  object: JsonObject,
  old: JsonObject | undefined,
): JsonObject {
  const decoded = decodeObjectMeta(object["metadata"] ?? null);
  if (decoded instanceof MetaFault) return object;
  const oldMetadata = old === undefined ? undefined : metadataOf(old);
  const metadata =
    oldMetadata === undefined
      ? createdMetadata(decoded.metadata, namespaced, "default")
      : updatedMetadata(
          decoded.metadata,
          oldMetadata,
          namespaced,
          textOf(oldMetadata, "namespace"),
        );
  return { ...object, metadata };
}

/**
 * As the server validates what is about to be stored (apiextensions `registry/customresource`).
 * `wrong`: what the quick check found in an object to create.
 */
export function validatePrepared(
  resource: ResourceValidation,
  object: JsonObject,
  oldObject: JsonObject | undefined,
  subresource: "status" | undefined,
  rules: boolean,
  wrong?: WrongMembers,
): ValidationOutcome {
  const write = { resource, object, oldObject, subresource, wrong };
  const { before, errors } =
    oldObject === undefined ? checkCreate(write) : checkUpdate(write, oldObject);
  const all = before.length === 0 ? errors : [...before, ...errors];
  const outcome = rules ? resource.ruleSteps?.prepared(write, errors) : undefined;
  if (outcome === undefined) return { errors: all, warnings: [] };
  return { errors: [...all, ...outcome.errors], warnings: outcome.warnings };
}

/**
 * Returns the object with what a write may not change as it was: a copy of the top level, if
 * anything differs.
 */
export function prepare(
  resource: ResourceValidation,
  object: JsonObject,
  old: JsonObject | undefined,
  subresource: "status" | undefined,
): JsonObject {
  if (subresource === "status") return withStatus(old ?? object, object);
  return resource.status ? withStatus(object, old) : object;
}

/** An object with the status of another, or with none. */
function withStatus(object: JsonObject, source: JsonObject | undefined): JsonObject {
  const status =
    source !== undefined && Object.hasOwn(source, "status") ? source["status"] : undefined;
  if (status === undefined && !Object.hasOwn(object, "status")) return object;
  return status === undefined ? withoutStatus(object) : { ...object, status };
}

/** Member by member: from a copy that has lost one, members are slow to read. */
function withoutStatus(object: JsonObject): JsonObject {
  const result: JsonObject = {};
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (key !== "status" && value !== undefined) setKey(result, key, value);
  }
  return result;
}

/** A write, as it is validated. */
export interface Write {
  readonly resource: ResourceValidation;
  readonly object: JsonObject;
  readonly oldObject: JsonObject | undefined;
  readonly subresource: "status" | undefined;
  /** The wrong members of an object to create, if known. */
  readonly wrong: WrongMembers | undefined;
}

/**
 * Errors of the resource's own validation, which may keep rules from running, and those found
 * before it.
 */
export interface Checked {
  readonly before: readonly FieldError[];
  readonly errors: FieldError[];
}

/** The errors of an object to create; `report`: what the schema says, if it was asked. */
export function checkCreate(write: Write, report: Report = schemaReport(write)): Checked {
  const typeMeta = typeMetaErrors(write);
  const structure = structureErrors(write, report);
  if (typeMeta.length > 0) return { before: [], errors: [...typeMeta, ...structure] };
  const metadata = ownMetadataErrors(write);
  const scale = scaleFaults(write);
  const isSchemaOnly = metadata.length + scale.length + structure.length === 0;
  const found = ofValues(write, report.errors);
  return {
    before: [],
    errors: isSchemaOnly ? found : [...metadata, ...found, ...scale, ...structure],
  };
}

function ownMetadataErrors({ resource, object, wrong }: Write): readonly FieldError[] {
  const { dialect, namespaced } = resource;
  const { metadata } = object;
  if (isKnownGood("metadata", object, wrong)) return [];
  if (wrong === undefined && isPlainMetadata(metadata, namespaced)) return [];
  const errors = metadataErrors(metadata, namespaced, subdomainNames);
  return mergeMetadataErrors(inWords(errors, dialect?.words?.ofMetadata), dialect);
}

/** Faults of the metadata are told up to three times: the server looks at it in three places. */
function checkUpdate(write: Write, oldObject: JsonObject): Checked {
  const { resource, object } = write;
  const { dialect, namespaced } = resource;
  const { metadata } = object;
  const inOlder = dialect?.words?.ofMetadata;
  const changes = inWords(metadataUpdateErrors(metadata, oldObject["metadata"]), inOlder);
  const general = inWords(metadataErrors(metadata, namespaced, pathSegmentNames), inOlder);
  const before = [...general, ...changes];
  const typeMeta = typeMetaErrors(write);
  const merged = mergeMetadataErrors(changes, dialect);
  const report = schemaReport(write);
  const own = [...merged, ...ofValues(write, report.errors), ...scaleFaults(write)];
  return {
    before,
    errors: [...(typeMeta.length > 0 ? typeMeta : own), ...structureErrors(write, report)],
  };
}

/** Errors of values in the words of the server. */
function ofValues({ resource }: Pick<Write, "resource">, errors: FieldError[]): FieldError[] {
  return inWords(errors, resource.dialect?.words?.ofValues);
}

/** `schema`: the object is one as it is sent, so that what is filled in counts too. */
export function scaleFaults(
  { resource, object, subresource }: Write,
  schema?: ValueSchema,
): readonly FieldError[] {
  const { scale, checkScale } = resource;
  return (scale && checkScale?.(object, scale, subresource, schema)) ?? [];
}

/**
 * Returns the errors of the schema beside those of the values themselves; they are looked for even
 * in an object of another type.
 */
function structureErrors(write: Write, { lists }: Report): readonly FieldError[] {
  const { resource, object, oldObject, subresource } = write;
  const { checkEmbedded } = resource;
  const schema = resource.schema();
  const isLookedAt = checkEmbedded !== undefined && subresource === undefined;
  const embedded = isLookedAt ? checkEmbedded(schema, object, resource.dialect) : [];
  // Even where only the status is validated, all lists are looked at.
  const found = subresource === undefined ? lists : listsOf(schema, object);
  if (found.length === 0) return embedded;
  const listErrors = listTypeErrors(found, resource.dialect?.words?.valueText);
  // Where the old object has repeated items anywhere, those of the new one are let pass.
  const areNew =
    listErrors.length > 0 && (oldObject === undefined || hasValidLists(schema, oldObject));
  return areNew ? [...embedded, ...listErrors] : embedded;
}

function schemaReport(write: Write): Report {
  const { resource, object, oldObject, subresource, wrong } = write;
  const { dialect = newestDialect } = resource;
  const schema = resource.schema();
  if (subresource === "status") return statusReport(write);
  const report = new Report("", dialect);
  const ratchets = dialect.ratchets !== false && oldObject !== undefined;
  const correlation = ratchets ? { value: object, old: oldObject, schema } : undefined;
  collectErrors(schema, object, "", report, correlation, wrong);
  return report;
}

/** Of a write of the status only the status is validated, as if it were an object of its own. */
function statusReport({ resource, object, oldObject }: Write): Report {
  const { dialect = newestDialect } = resource;
  const { fields = {} } = resource.schema();
  const status = Object.hasOwn(fields, "status") ? fields["status"] : undefined;
  const report = new Report(dialect.statusPrefix ?? "status", dialect);
  if (status === undefined || !hasKey(object, "status")) return report;
  const value = object["status"] ?? null;
  const old = oldObject?.["status"] ?? null;
  const correlation = dialect.ratchetsStatus !== false ? { value, old, schema: status } : undefined;
  collectErrors(status, value, "", report, correlation);
  return report;
}

function typeMetaErrors({ resource, object, wrong }: Write): readonly FieldError[] {
  if (isKnownGood("kind", object, wrong) && isKnownGood("apiVersion", object, wrong)) return [];
  const { kind } = resource;
  const apiVersion = apiVersionOf(resource);
  const errors: FieldError[] = [];
  if (object["kind"] !== kind) {
    errors.push(invalidError("kind", object["kind"] ?? "", `must be ${kind}`));
  }
  if (object["apiVersion"] !== apiVersion) {
    const value = object["apiVersion"] ?? "";
    errors.push(invalidError("apiVersion", value, `must be ${apiVersion}`));
  }
  return ofValues({ resource }, errors);
}

/** Of a value that is no object at all. */
function typeErrors(resource: ResourceValidation, value: unknown): FieldError[] {
  const report = new Report("", newestDialect);
  collectErrors({ type: "object" }, value, "", report);
  return ofValues({ resource }, report.errors);
}
