import { typeMetaFault } from "../admission/decode-body.js";
import { newestScheme } from "../values/dialect.js";
import type { FieldError } from "../values/field-error.js";
import {
  fieldError,
  forbiddenError,
  invalidError,
  notSupportedError,
} from "../values/field-errors.js";
import { goJson, goJsonString, jsonKind } from "../values/go/json.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import { quote } from "../values/go/quote.js";
import { parseGoDuration, quoteTime } from "../values/go/time.js";
import { writtenNumber } from "../values/json/json-object.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { Float64, isInt64, isObject } from "../values/json/json.js";
import { textOf } from "../values/metadata/rules.js";
import { validateManager } from "../values/metadata/validate.js";
import { badRequestFailure, invalidOptions } from "./failure.js";
import type { OptionName, QueryValues } from "./request-info.js";
import { optionIn, requestOptions } from "./request-info.js";
import type { AttributeTest, FieldTerm } from "./selectors.js";
import { parseFieldSelector, parseLabelSelector } from "./selectors.js";

/**
 * The settings that select the objects of a list, a watch or a deletion, and say how they are sent.
 */
export interface ListSettings {
  readonly labels: readonly AttributeTest[];
  readonly fields: readonly FieldTerm[];
  readonly isWatch: boolean;
  readonly bookmarks: boolean;
  readonly resourceVersion: string;
  readonly match: string;
  readonly timeoutSeconds: number | undefined;
  readonly limit: number;
  readonly continue: string;
  readonly sendInitialEvents: boolean | undefined;
}

/**
 * Decodes and checks the options of a list or watch (apimachinery `apis/meta/internalversion`).
 *
 * @throws Failure 400 or 422
 */
export function listSettings(query: QueryValues): ListSettings {
  const isWatch = optionIn(query, "watch");
  const timeoutSeconds = optionIn(query, "timeoutSeconds");
  const limit = optionIn(query, "limit");
  const labels = parseLabelSelector(optionIn(query, "labelSelector"));
  const fields = parseFieldSelector(optionIn(query, "fieldSelector"));
  const settings = withWatchListDefault({
    labels,
    fields,
    isWatch,
    bookmarks: optionIn(query, "allowWatchBookmarks"),
    resourceVersion: optionIn(query, "resourceVersion"),
    match: optionIn(query, "resourceVersionMatch"),
    timeoutSeconds,
    limit,
    continue: optionIn(query, "continue"),
    sendInitialEvents: optionIn(query, "sendInitialEvents"),
  });
  const errors = isWatch ? watchErrors(settings) : listErrors(settings);
  if (errors.length > 0) throw invalidOptions("ListOptions", errors);
  return settings;
}

/** A watch from any state sends that state first (`internalversion/defaults.go`). */
function withWatchListDefault(settings: ListSettings): ListSettings {
  const { isWatch, resourceVersion, match, sendInitialEvents } = settings;
  if (!isWatch || sendInitialEvents !== undefined || match !== "") return settings;
  if (resourceVersion !== "" && resourceVersion !== "0") return settings;
  return { ...settings, sendInitialEvents: true, match: "NotOlderThan" };
}

function listErrors(settings: ListSettings): FieldError[] {
  const { match, resourceVersion, sendInitialEvents } = settings;
  const errors: FieldError[] = [];
  const refuse = (detail: string): number =>
    errors.push(forbiddenError("resourceVersionMatch", detail));
  if (match !== "") {
    if (resourceVersion === "") {
      refuse("resourceVersionMatch is forbidden unless resourceVersion is provided");
    }
    if (settings.continue !== "") {
      refuse("resourceVersionMatch is forbidden when continue is provided");
    }
    if (match !== "Exact" && match !== "NotOlderThan") {
      errors.push(notSupportedError("resourceVersionMatch", match, ["Exact", "NotOlderThan", ""]));
    }
    if (match === "Exact" && resourceVersion === "0") {
      refuse('resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
    }
  }
  if (sendInitialEvents !== undefined) {
    errors.push(forbiddenError("sendInitialEvents", "sendInitialEvents is forbidden for list"));
  }
  return errors;
}

function watchErrors(settings: ListSettings): FieldError[] {
  const { match, sendInitialEvents } = settings;
  const errors: FieldError[] = [];
  const refuse = (detail: string): number =>
    errors.push(forbiddenError("resourceVersionMatch", detail));
  if (sendInitialEvents !== undefined && match !== "NotOlderThan") {
    refuse("sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
  }
  if (match === "") return errors;
  if (sendInitialEvents === undefined) {
    refuse("resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
  }
  if (match !== "NotOlderThan") {
    errors.push(notSupportedError("resourceVersionMatch", match, ["NotOlderThan"]));
  }
  if (settings.continue !== "") {
    refuse("resourceVersionMatch is forbidden when continue is provided");
  }
  return errors;
}

/** How a write is made. */
export interface WriteSettings {
  readonly dryRun: boolean;
  readonly fieldManager: string;
  readonly fieldValidation: "Ignore" | "Warn" | "Strict";
  readonly force: boolean | undefined;
}

/**
 * Decodes and checks the options of a write (apimachinery `apis/meta/v1/validation`).
 *
 * @param kind `CreateOptions`, `UpdateOptions` or `PatchOptions`
 * @param isApply of patches: whether it is server-side apply
 * @throws Failure 422
 */
export function writeSettings(query: QueryValues, kind: string, isApply = false): WriteSettings {
  const dryRun = optionIn(query, "dryRun");
  const fieldManager = optionIn(query, "fieldManager");
  const fieldValidation = optionIn(query, "fieldValidation");
  const force = optionIn(query, "force");
  const errors: FieldError[] = [];
  if (kind === "PatchOptions") {
    if (!isApply && force !== undefined) {
      errors.push(forbiddenError("force", "may not be specified for non-apply patch"));
    }
    if (isApply && fieldManager === "") {
      const detail = "is required for apply patch";
      errors.push(fieldError("FieldValueRequired", "fieldManager", undefined, detail));
    }
  }
  errors.push(...validateManager(fieldManager, "fieldManager"), ...dryRunErrors(dryRun));
  if (!["", "Ignore", "Warn", "Strict"].includes(fieldValidation)) {
    const supported = ["", "Ignore", "Strict", "Warn"];
    errors.push(notSupportedError("fieldValidation", fieldValidation, supported));
  }
  if (errors.length > 0) throw invalidOptions(kind, errors);
  return {
    dryRun: dryRun.length > 0,
    fieldManager,
    fieldValidation:
      fieldValidation === "Ignore" || fieldValidation === "Strict" ? fieldValidation : "Warn",
    force,
  };
}

function dryRunErrors(dryRun: readonly string[]): FieldError[] {
  const isKnown = dryRun.every((value) => value === "All");
  return isKnown ? [] : [notSupportedError("dryRun", dryRunText(dryRun), ["All"])];
}

/** Go shows the list as a list of strings. */
function dryRunText(dryRun: readonly string[]): Json {
  return [...dryRun];
}

/** How an object is deleted. */
export interface DeleteSettings {
  readonly dryRun: boolean;
  readonly gracePeriodSeconds: number | undefined;
  readonly propagationPolicy: string | undefined;
  readonly orphanDependents: boolean | undefined;
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  /** Deletes only what cannot be read: nothing here. */
  readonly isUnsafe: boolean;
}

/** The option that deletes objects which the server cannot read. */
const unsafeOption = "ignoreStoreReadErrorWithClusterBreakingPotential";

/**
 * The options of a deletion, from the body or, without one, from the query.
 *
 * @throws Failure 400 or 422
 */
export function deleteSettings(body: string, query: QueryValues): DeleteSettings {
  const given = body === "" ? queryOptions(query) : bodyOptions(body);
  const errors: FieldError[] = [];
  const { orphanDependents, propagationPolicy: policy } = given;
  if (orphanDependents !== undefined && policy !== undefined) {
    const detail = "orphanDependents and deletionPropagation cannot be both set";
    errors.push(invalidError("propagationPolicy", policy, detail));
  }
  const policies = ["Orphan", "Background", "Foreground"];
  if (policy !== undefined && !policies.includes(policy)) {
    const supported = ["Foreground", "Background", "Orphan", "nil"];
    const error = notSupportedError("propagationPolicy", policy, supported);
    // What has a type of its own is shown as JSON.
    const message = error.message.replace(quote(policy), () => goJsonString(policy));
    errors.push({ ...error, message });
  }
  errors.push(...dryRunErrors(given.dryRun), ...unsafeErrors(given));
  if (errors.length > 0) throw invalidOptions("DeleteOptions", errors);
  return { ...given, dryRun: given.dryRun.length > 0 };
}

/**
 * Collections are never deleted so (apiserver `endpoints/handlers/delete.go`).
 *
 * @throws Failure 422
 */
export function checkCollectionSettings({ isUnsafe }: DeleteSettings): void {
  if (!isUnsafe) return;
  const detail = "is not allowed with DELETECOLLECTION, try again after removing the option";
  throw invalidOptions("DeleteOptions", [invalidError(unsafeOption, true, detail)]);
}

/** apimachinery `apis/meta/v1/validation/validation.go`, ValidateIgnoreStoreReadError */
function unsafeErrors(given: GivenDeleteOptions): FieldError[] {
  if (!given.isUnsafe) return [];
  const others = [
    ["propagationPolicy", given.propagationPolicy !== undefined],
    ["orphanDependents", given.orphanDependents !== undefined],
    ["gracePeriodSeconds", given.gracePeriodSeconds !== undefined],
    ["preconditions", given.hasPreconditions],
  ] as const;
  return others
    .filter(([, isGiven]) => isGiven)
    .map(([name]) => invalidError(unsafeOption, true, `cannot be set together with .${name}`));
}

interface GivenDeleteOptions extends Omit<DeleteSettings, "dryRun"> {
  readonly dryRun: readonly string[];
  readonly hasPreconditions: boolean;
}

function queryOptions(query: QueryValues): GivenDeleteOptions {
  // Empty ones are none (apimachinery `apis/meta/v1/conversion.go`).
  const uid = optionIn(query, "uid") || undefined;
  const resourceVersion = optionIn(query, "resourceVersion") || undefined;
  return {
    dryRun: optionIn(query, "dryRun"),
    gracePeriodSeconds: optionIn(query, "gracePeriodSeconds"),
    propagationPolicy: optionIn(query, "propagationPolicy"),
    orphanDependents: optionIn(query, "orphanDependents"),
    uid,
    resourceVersion,
    hasPreconditions: uid !== undefined || resourceVersion !== undefined,
    isUnsafe: optionIn(query, unsafeOption) ?? false,
  };
}

/** The JSON and the type of Go that a field has; an object's own fields. */
type OptionField = readonly [kind: string, goType: string, fields?: OptionFields];

type OptionFields = Readonly<Record<string, OptionField>>;

const jsonKinds = { text: "string", flag: "bool", integer: "number", texts: "array" };

/** Options that are fields of a body too. */
function optionFields(...names: readonly OptionName[]): OptionFields {
  const fields = names.map((name): readonly [string, OptionField] => {
    const [kind, goType] = requestOptions[name];
    return [name, [jsonKinds[kind], goType]];
  });
  return Object.fromEntries(fields);
}

const preconditionFields = /* @__PURE__ */ optionFields("uid", "resourceVersion");

const deleteOptionFields: OptionFields = {
  .../* @__PURE__ */ optionFields("gracePeriodSeconds", "orphanDependents", "propagationPolicy"),
  .../* @__PURE__ */ optionFields("dryRun", unsafeOption),
  preconditions: ["object", "v1.Preconditions", preconditionFields],
};

/** The words of Go's decoder for the first field that is wrong. @throws Failure 400 */
function checkFields(value: JsonObject, owner: string, fields: OptionFields, body: string): void {
  for (const [name, given] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined || given === null) continue;
    const [kind, goType, inner] = field;
    if (jsonKind(given) !== kind) refuseField(jsonKind(given), `${owner}.${name}`, goType);
    const isInteger = kind !== "number" || isInt64Value(given);
    if (!isInteger) refuseField(`number ${literalOf(given, body)}`, `${owner}.${name}`, goType);
    for (const item of Array.isArray(given) ? given : []) {
      if (item !== null && typeof item !== "string") {
        refuseField(jsonKind(item), `${owner}.${name}`, "string");
      }
    }
    if (inner !== undefined && isObject(given))
      checkFields(given, `Preconditions.${name}`, inner, body);
  }
}

/** A number as it was written. */
function literalOf(value: Json, body: string): string {
  const number = value instanceof Float64 ? value.value : value;
  return writtenNumber(body, (literal) => Number(literal) === number) ?? goJson(value);
}

/** Tells whether it was written as an integer, and fits. */
function isInt64Value(value: Json): boolean {
  return (typeof value === "number" || typeof value === "bigint") && isInt64(value);
}

function refuseField(what: string, field: string, goType: string): never {
  throw badRequestFailure(
    `json: cannot unmarshal ${what} into Go struct field ${field} of type ${goType}`,
  );
}

function bodyOptions(body: string): GivenDeleteOptions {
  const parsed = parseJson(body);
  const fault = parsed instanceof JsonFault ? parsed.message : typeMetaFault(parsed);
  if (fault !== undefined) {
    throw badRequestFailure(`couldn't get version/kind; json parse error: ${fault}`);
  }
  const given = parsed instanceof JsonFault ? null : parsed.value;
  const value = isObject(given) ? given : {};
  checkOptionsType(value);
  checkFields(value, "DeleteOptions", deleteOptionFields, body);
  const { preconditions: conditions = null } = value;
  const preconditions = isObject(conditions) ? conditions : {};
  const { uid, resourceVersion } = preconditions;
  const { dryRun, gracePeriodSeconds, propagationPolicy, orphanDependents } = value;
  return {
    dryRun: Array.isArray(dryRun) ? dryRun.map(String) : [],
    gracePeriodSeconds: typeof gracePeriodSeconds === "number" ? gracePeriodSeconds : undefined,
    propagationPolicy: typeof propagationPolicy === "string" ? propagationPolicy : undefined,
    orphanDependents: typeof orphanDependents === "boolean" ? orphanDependents : undefined,
    uid: typeof uid === "string" ? uid : undefined,
    resourceVersion: typeof resourceVersion === "string" ? resourceVersion : undefined,
    hasPreconditions: conditions !== null,
    isUnsafe: value[unsafeOption] === true,
  };
}

/** @throws Failure 400 */
function checkOptionsType(options: JsonObject): void {
  const [kind, apiVersion] = [textOf(options, "kind"), textOf(options, "apiVersion")];
  if (apiVersion.split("/").length > 2) {
    throw badRequestFailure(`unexpected GroupVersion string: ${apiVersion}`);
  }
  if (kind === "" || kind === "DeleteOptions") return;
  const given = apiVersion.replace(/^\//, "");
  const version = given === "" ? "meta.k8s.io/v1" : given;
  throw badRequestFailure(
    `no kind ${quote(kind)} is registered for version ${quote(version)} in scheme ${quote(newestScheme)}`,
  );
}

/** How long a request may take, in ms, unless it asks for less. */
const longest = 60_000;

/**
 * How long a request may take, in ms, by its query (apiserver
 * `endpoints/filters/request_deadline.go`).
 *
 * @throws Failure 400
 */
export function timeLimitOf(query: QueryValues): number {
  const text = optionIn(query, "timeout");
  if (text === "") return longest;
  const nanoseconds = parseGoDuration(text);
  if (nanoseconds === undefined) {
    const fault = faultOfDuration(text);
    throw badRequestFailure(`invalid timeout specified in the request URL - time: ${fault}`);
  }
  const limit = Number(nanoseconds) / 1e6;
  return limit > 0 && limit < longest ? limit : longest;
}

const units = ["ns", "us", "\u00b5s", "\u03bcs", "ms", "s", "m", "h"];

/** Go `time/format.go`, ParseDuration */
function faultOfDuration(text: string): string {
  const all = quoteTime(text);
  for (const [, number, unit = ""] of text
    .replace(/^[+-]/, "")
    .matchAll(/(\d*(?:\.\d*)?)([^\d.]*)/g)) {
    if (number === undefined || !/\d/.test(number)) break;
    if (unit === "") return `missing unit in duration ${all}`;
    if (!units.includes(unit)) return `unknown unit ${quoteTime(unit)} in duration ${all}`;
  }
  return `invalid duration ${all}`;
}
