import { isJsonInteger } from "../values/declared-number.js";
import { goJson } from "../values/go/json.js";
import { quote } from "../values/go/quote.js";
import { isParsedJson } from "../values/json/copy-json.js";
import { deepEqual } from "../values/json/deep-equal.js";
import type { JsonNumber, JsonType, Members } from "../values/json/json-object.js";
import { hasKey, isPlainObject, jsonType, jsonTypeOf, keysOf } from "../values/json/json-object.js";
import type { Json } from "../values/json/json.js";
import { setKey, toDouble } from "../values/json/json.js";
import type { Place } from "../values/place.js";
import { pathOf, placeBelow, rootPlace } from "../values/place.js";
import { codePoints } from "../values/strings.js";
import { checkNumber } from "./check-number.js";
import type { Correlation } from "./correlation.js";
import { correlateItems, correlateKey, isUnchanged } from "./correlation.js";
import { enumTexts, isOneOf } from "./enum-values.js";
import type { Report } from "./report.js";
import { WrongMembers } from "./report.js";
import type { SchemaPlan, TextChecks, ValueSchema } from "./value-schema.js";
import { fieldPlans, isNothing, planOf } from "./value-schema.js";

/*
 * Says why a value is invalid, once a quick check said that it is not valid: all errors of
 * kube-openapi's `validation/validate`, in its order. Parts that their own quick check finds valid
 * are passed over.
 *
 * The numbers returned tell how well a value fits; they choose the branch of a junctor whose errors
 * are reported (`MatchCount` of kube-openapi's `Result`).
 */

/**
 * Reports the errors of a value. Where an update is validated, `correlation` is the value beside
 * its old one: errors at nodes that did not change are dropped (apiextensions
 * `apiserver/validation/ratcheting.go`). `wrong`: what a quick check noted, if one was asked.
 */
export function collectErrors(
  schema: ValueSchema,
  value: unknown,
  path: string,
  report: Report,
  correlation?: Correlation,
  wrong?: WrongMembers,
): number {
  return collectAt(planOf(schema), value, rootPlace(path), report, correlation, wrong);
}

/**
 * Reports the errors of an object as it is sent, of those members that a quick check noted. What is
 * said of the object as a whole is not looked at.
 */
export function collectMembers(
  schema: ValueSchema,
  object: Members,
  report: Report,
  wrong: WrongMembers,
): void {
  checkThese(wrong, planOf(schema), object, rootPlace(""), report, undefined);
}

function collectAt(
  plan: SchemaPlan,
  value: unknown,
  at: Place,
  report: Report,
  correlation: Correlation | undefined,
  wrong?: WrongMembers,
): number {
  if (correlation === undefined) return collect(plan, value, at, report, undefined, wrong);
  const own = report.fork();
  const matches = collect(plan, value, at, own, correlation, wrong);
  if (!own.isEmpty && !isUnchanged(correlation)) report.merge(own);
  return matches;
}

/** The same where old values do not matter, or are compared by the caller. */
export function collect(
  plan: SchemaPlan,
  value: unknown,
  at: Place,
  report: Report,
  correlation: Correlation | undefined,
  wrong?: WrongMembers,
): number {
  if (report.completed !== undefined) {
    if (!isSentSo(plan, value)) {
      report.isOdd = true;
      return 0;
    }
    if (plan.seesAll && typeof value === "object" && value !== null) {
      return collectCompleted(plan, value, at, report);
    }
  }
  const type = jsonTypeOf(value) ?? jsonType(value, pathOf(at));
  if (type === "null") return collectNull(plan, at, report);
  // One for each part that applies (the enum and the junctors always do), and one in the end.
  let matches = 4;
  if (plan.checksType) matches += 1 + checkType(plan, value, type, at, report);
  const isShown = type === "object" && plan.seesMembers && report.completed !== undefined;
  const shown = isShown ? presentMembers(plan, value as Members) : value; // by its type
  const { junctors } = plan.schema;
  if (junctors !== undefined) {
    // They ask for nothing that is not complete by now.
    matches += report.whileComplete(() => junctors.report(plan.schema, shown, at, report));
  }
  if (type === "string") {
    matches += 1 + checkText(plan, value as string, at, report); // by its type
  } else if (type === "integer" || type === "number") {
    if (plan.number !== undefined) {
      checkNumber(value as JsonNumber, plan.number, plan.schema, at, report); // by its type
    }
    matches += 2;
  } else if (type === "array") {
    matches += 1 + checkList(plan, value as readonly unknown[], at, report, correlation); // by its type
  }
  if (plan.enum !== undefined) checkEnum(plan.enum, value, at, report);
  if (type === "object") {
    if (plan.checksSize) checkSize(plan.schema, shown as Members, at, report); // by its type
    matches += 1 + checkObject(plan, value as Members, at, report, correlation, wrong); // by its type
  }
  return matches;
}

/**
 * Tells whether a value would be sent just like that, as far as it is looked at here: its members
 * have their turn, unless they are looked at as a whole, or not at all.
 */
function isSentSo({ type, looksInside }: SchemaPlan, value: unknown): boolean {
  const isOwn =
    (type === "object" && isPlainObject(value)) || (type === "array" && Array.isArray(value));
  return (isOwn && !looksInside) || isParsedJson(value);
}

/** Of a value as it is sent, whose errors depend on all that is in it. */
function collectCompleted(plan: SchemaPlan, value: unknown, at: Place, report: Report): number {
  const whole = report.completed?.(plan.schema, value);
  return report.whileComplete(() => collect(plan, whole, at, report, undefined));
}

/**
 * An object as it is sent with those members that it has in the end: what is in them is as it was.
 */
function presentMembers(plan: SchemaPlan, object: Members): Members {
  const { schema } = plan;
  const present: Record<string, unknown> = {};
  for (const key of keysOf(object)) {
    const member = fieldPlans(plan).get(key) ?? plan.values;
    const isKept = member !== undefined || (schema.values ?? schema.preserveUnknownFields) === true;
    const isGone = object[key] === null && isDropped(member);
    if (isKept && !isGone) setKey(present, key, object[key]);
  }
  for (const [key, value] of Object.entries(schema.defaults ?? {})) {
    if (!hasKey(present, key)) setKey(present, key, value);
  }
  return present;
}

/** An item of a set or a map list as it is compared: its keys may be filled in. */
function presentItem(plan: SchemaPlan, item: unknown, report: Report): unknown {
  const { items, keys, schema } = plan;
  if (typeof item !== "object" || item === null || items === undefined) return item;
  const members = isPlainObject(item) && keys !== undefined ? item : undefined;
  const isFlat = keys?.every((key) => typeof members?.[key] !== "object") === true;
  if (members !== undefined && isFlat) return presentMembers(items, members);
  return report.completed?.(schema.items ?? {}, item);
}

function collectNull(plan: SchemaPlan, at: Place, report: Report): number {
  const isAllowed = plan.type === "" || plan.schema.nullable === true;
  if (!isAllowed) reportType(plan.type, "null", at, report);
  if (plan.enum !== undefined) checkEnum(plan.enum, null, at, report);
  return isAllowed ? 1 : 0;
}

function checkType(
  { type, schema }: SchemaPlan,
  value: unknown,
  actual: JsonType,
  at: Place,
  report: Report,
): number {
  if (actual === type) return 1;
  const isInteger = type === "integer" || type === "integer,string";
  const fits = fitsType(type, isInteger, value, actual, report);
  const { format } = schema;
  if (format !== undefined) {
    if (actual === "string" || actual === "array") {
      // A format of strings lets lists pass, too.
      if (!isInteger && type !== "number") return 1;
    } else if (!fits) {
      const inferred = actual === "integer" ? "int64" : actual === "number" ? "float64" : "";
      return reportType(
        inferred === format ? type : format,
        inferred === format ? actual : inferred,
        at,
        report,
      );
    }
  }
  return fits ? 1 : reportType(type, actual, at, report);
}

function fitsType(
  type: string,
  isInteger: boolean,
  value: unknown,
  actual: JsonType,
  report: Report,
): boolean {
  if (actual === "integer") return isInteger || type === "number";
  if (actual === "string") return type === "integer,string";
  if (actual !== "number" || !isInteger) return false;
  return isJsonInteger(toDouble(value as JsonNumber), report.dialect.roundsIntegersDown); // by its type
}

function reportType(expected: string, actual: string, at: Place, report: Report): 0 {
  const path = pathOf(at);
  report.typeInvalid(at, actual, `${path} in body must be of type ${expected}: "${actual}"`);
  return 0;
}

function checkText(
  { text: checks, schema }: SchemaPlan,
  text: string,
  at: Place,
  report: Report,
): number {
  if (checks !== undefined) checkLength(checks, text, at, report);
  const hasFormat = checks?.hasFormat;
  // The one format that every text has counts as a check that was passed.
  if (hasFormat === undefined) return schema.format === "password" ? 1 : 0;
  if (!hasFormat(text)) {
    const path = pathOf(at);
    const detail = `${path} in body must be of type ${schema.format ?? ""}: ${quote(text)}`;
    report.typeInvalid(at, text, detail);
  }
  return 1;
}

/**
 * Of lengths and pattern the first failure counts. A text has at most as many code points as units,
 * at least half.
 */
function checkLength(checks: TextChecks, text: string, at: Place, report: Report): void {
  const { minLength, maxLength, pattern, matcher } = checks;
  if (text.length > maxLength && codePoints(text) > maxLength) {
    report.tooLong(at, maxLength);
  } else if (text.length < 2 * minLength && codePoints(text) < minLength) {
    const path = pathOf(at);
    report.invalid(at, text, `${path} in body should be at least ${minLength} chars long`);
  } else if (pattern !== undefined && matcher?.test(text) !== true) {
    const path = pathOf(at);
    report.invalid(at, text, `${path} in body should match '${pattern}'`);
  }
}

function checkList(
  plan: SchemaPlan,
  list: readonly unknown[],
  at: Place,
  report: Report,
  correlation: Correlation | undefined,
): number {
  const { schema, items, hasUniqueItems, keys } = plan;
  const { minItems, maxItems, uniqueItems } = schema;
  if (hasUniqueItems) {
    const isSent = report.completed !== undefined;
    const shown = isSent ? list.map((item) => presentItem(plan, item, report)) : list;
    report.lists.push({ list: shown, keys, at });
  }
  const matches = items === undefined ? 1 : 1 + checkItems(items, list, at, report, correlation);
  if (minItems !== undefined && list.length < minItems) {
    const path = pathOf(at);
    report.invalid(at, list.length, `${path} in body should have at least ${minItems} items`);
  }
  if (maxItems !== undefined && list.length > maxItems) {
    report.tooMany(at, list.length, maxItems);
  }
  const values = list as readonly Json[]; // what is no JSON was refused before
  if (uniqueItems === true && hasDuplicates(values)) {
    const path = pathOf(at);
    report.invalid(at, "", `${path} in body shouldn't contain duplicates`);
  }
  return matches;
}

function checkItems(
  items: SchemaPlan,
  list: readonly unknown[],
  at: Place,
  report: Report,
  correlation: Correlation | undefined,
): number {
  const { check } = items;
  // Of what is not complete, a check without `absent` knows scalars alone.
  const is = report.completed === undefined || !items.holdsMembers ? items.is : isNothing;
  const itemAt = correlation === undefined ? undefined : correlateItems(correlation);
  let wrong = check === undefined ? undefined : new WrongMembers();
  let matches = 0;
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    // What its quick check finds valid needs no second look.
    if (check === undefined ? is(item) : check(item, report.absent, wrong)) continue;
    matches += collectAt(items, item, placeBelow(at, index, false), report, itemAt?.(index), wrong);
    if (wrong !== undefined) wrong = new WrongMembers();
  }
  return matches;
}

/**
 * Tells whether two items of a list are equal, which `uniqueItems` forbids (kube-openapi
 * `validation/validate/values.go`). Items that are equal have the same text; whether those with the
 * same text are equal is looked at again.
 */
export function hasDuplicates(list: readonly Json[]): boolean {
  const byText = new Map<string, Json[]>();
  for (const item of list) {
    const text = goJson(item);
    const others = byText.get(text);
    if (others === undefined) byText.set(text, [item]);
    else if (others.some((other) => deepEqual(other, item))) return true;
    else others.push(item);
  }
  return false;
}

function checkEnum(entries: readonly Json[], value: unknown, at: Place, report: Report): void {
  if (isOneOf(value as Json, entries)) return; // its type is known
  report.notSupported(at, value, enumTexts(entries));
}

function checkObject(
  plan: SchemaPlan,
  object: Members,
  at: Place,
  report: Report,
  correlation: Correlation | undefined,
  known: WrongMembers | undefined,
): number {
  const wrong = wrongMembers(plan, object, known, report.absent);
  const matches =
    wrong === undefined
      ? checkMembers(plan, object, at, report, correlation)
      : checkThese(wrong, plan, object, at, report, correlation);
  if (plan.required !== undefined) {
    for (const key of plan.required) {
      if (isMissing(plan, key, object, report)) report.required(at, key);
    }
  }
  return matches;
}

/** Tells whether a required member is not there, and not filled in either. */
export function isMissing(plan: SchemaPlan, key: string, object: Members, report: Report): boolean {
  const isThere = hasKey(object, key);
  if (report.completed === undefined) return !isThere;
  const { defaults } = plan.schema;
  if (defaults !== undefined && Object.hasOwn(defaults, key)) return false;
  return !isThere || (object[key] === null && isDropped(fieldPlans(plan).get(key) ?? plan.values));
}

/** Tells whether a null is taken for nothing. */
function isDropped(plan: SchemaPlan | false | undefined): boolean {
  return typeof plan === "object" && plan.schema.nullable !== true;
}

/** The members that may have errors; undefined where all have to be looked at. */
function wrongMembers(
  { check }: SchemaPlan,
  object: Members,
  known: WrongMembers | undefined,
  absent: null | undefined,
): WrongMembers | undefined {
  if (!isPlainObject(object)) return undefined;
  if (known !== undefined || check === undefined) return known;
  const wrong = new WrongMembers();
  check(object, absent, wrong);
  return wrong;
}

function checkThese(
  wrong: WrongMembers,
  plan: SchemaPlan,
  object: Members,
  at: Place,
  report: Report,
  correlation: Correlation | undefined,
): number {
  let matches = 0;
  for (const key of wrong.names) {
    matches += checkMember(plan, key, object[key], at, report, correlation, wrong.of(key));
  }
  return matches;
}

function checkMembers(
  plan: SchemaPlan,
  object: Members,
  at: Place,
  report: Report,
  correlation: Correlation | undefined,
): number {
  if (plan.values === undefined && fieldPlans(plan).size === 0) return 0;
  // Of an instance of a class only its own members count.
  const isPlain: boolean = isPlainObject(object);
  const members = isPlain ? object : { ...object };
  let matches = 0;
  for (const key in members) {
    const value = members[key];
    if (value !== undefined) matches += checkMember(plan, key, value, at, report, correlation);
  }
  return matches;
}

function checkMember(
  plan: SchemaPlan,
  key: string,
  value: unknown,
  at: Place,
  report: Report,
  correlation: Correlation | undefined,
  wrong?: WrongMembers,
): number {
  const field = fieldPlans(plan).get(key);
  const member = field ?? plan.values;
  if (member === undefined) return 0;
  if (value === null && report.completed !== undefined && isDropped(member)) return 0;
  if (member === false) {
    const path = pathOf(at);
    report.invalid(at, key, `${path}.${key} in body is a forbidden property`);
    return 0;
  }
  if (field === undefined && report.completed !== undefined && !isParsedJson(key)) {
    report.isOdd = true;
  }
  const child = correlation === undefined ? undefined : correlateMember(correlation, at, key);
  return collectAt(member, value, placeBelow(at, key, field !== undefined), report, child, wrong);
}

/**
 * Both objects are read at the same version, so the server cannot tell whether the root's type
 * changed.
 */
function correlateMember(
  correlation: Correlation,
  at: Place,
  key: string,
): Correlation | undefined {
  const isTypeMeta = (key === "apiVersion" || key === "kind") && pathOf(at) === "";
  return isTypeMeta ? undefined : correlateKey(correlation, key);
}

function checkSize(schema: ValueSchema, object: Members, at: Place, report: Report): void {
  const { minProperties, maxProperties } = schema;
  const size = keysOf(object).length;
  if (minProperties !== undefined && size < minProperties) {
    const path = pathOf(at);
    report.invalid(at, size, `${path} in body should have at least ${minProperties} properties`);
  }
  if (maxProperties !== undefined && size > maxProperties) {
    report.tooMany(at, size, maxProperties);
  }
}
