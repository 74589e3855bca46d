import { checkNumber } from "./check-number.js";
import type { Correlation } from "./correlation.js";
import { correlateItems, correlateKey, isUnchanged } from "./correlation.js";
import { deepEqual } from "./deep-equal.js";
import { enumTexts, isOneOf } from "./enum-values.js";
import { goJson } from "./go/json.js";
import { quote } from "./go/quote.js";
import type { Json } from "./json.js";
import { toDouble } from "./json.js";
import type { JsonType, Members } from "./json-object.js";
import { hasKey, isPlainObject, jsonType, keysOf } from "./json-object.js";
import type { JsonNumber } from "./numbers.js";
import { isJsonInteger } from "./numbers.js";
import type { Report } from "./report.js";
import { codePoints } from "./strings.js";
import type { ValueSchema } from "./value-schema.js";

/*
 * Says why a value is invalid, once a quick check said that it is not valid: all errors of kube-openapi's
 * `validation/validate`, in its order. Parts that their own quick check finds valid are passed over.
 *
 * The numbers returned tell how well a value fits; they choose the branch of a junctor whose errors are reported
 * (`MatchCount` of kube-openapi's `Result`).
 */

/**
 * Reports the errors of a value. Where an update is validated, `correlation` is the value beside its old one: errors at
 * nodes that did not change are dropped (apiextensions `apiserver/validation/ratcheting.go`).
 */
export function collectErrors(
  schema: ValueSchema,
  value: unknown,
  path: string,
  report: Report,
  correlation?: Correlation,
): number {
  if (correlation === undefined) return collect(schema, value, path, report, undefined);
  const own = report.fork();
  const matches = collect(schema, value, path, own, correlation);
  if (!own.isEmpty && !isUnchanged(correlation)) report.merge(own);
  return matches;
}

function collect(
  schema: ValueSchema,
  value: unknown,
  path: string,
  report: Report,
  correlation: Correlation | undefined,
): number {
  const type = jsonType(value, path);
  if (type === "null") return collectNull(schema, path, report);
  // One for each part that applies (the enum always does), and one in the end.
  let matches = 2;
  if (schema.type !== undefined || schema.format !== undefined) {
    matches += 1 + checkType(schema, value, type, path, report);
  }
  matches += 1 + checkJunctors(schema, value, path, report);
  if (typeof value === "string") matches += 1 + checkText(schema, value, path, report);
  if (type === "integer" || type === "number") {
    checkNumber(value as JsonNumber, numberType(schema), schema, path, report); // by its type
    matches += 2;
  }
  if (Array.isArray(value)) matches += 1 + checkList(schema, value, path, report, correlation);
  checkEnum(schema, value, path, report);
  if (type === "object") {
    matches += 1 + checkObject(schema, value as Members, path, report, correlation); // by its type
  }
  return matches;
}

function collectNull(schema: ValueSchema, path: string, report: Report): number {
  const isAllowed = schema.type === undefined || schema.nullable === true;
  if (!isAllowed) reportType(schema.type ?? "", "null", path, report);
  checkEnum(schema, null, path, report);
  return isAllowed ? 1 : 0;
}

function checkType(
  schema: ValueSchema,
  value: unknown,
  actual: JsonType,
  path: string,
  report: Report,
): number {
  const { type = "", format } = schema;
  const isInteger = type === "integer" || type === "integer,string";
  const fits = fitsType(type, isInteger, value, actual, report);
  if (format !== undefined) {
    if (actual === "string" || actual === "array") {
      // A format of strings lets lists pass, too.
      if (!isInteger && type !== "number") return 1;
    } else if (!fits) {
      const inferred = actual === "integer" ? "int64" : actual === "number" ? "float64" : "";
      return reportType(
        inferred === format ? type : format,
        inferred === format ? actual : inferred,
        path,
        report,
      );
    }
  }
  return fits ? 1 : reportType(type, actual, path, report);
}

function fitsType(
  type: string,
  isInteger: boolean,
  value: unknown,
  actual: JsonType,
  report: Report,
): boolean {
  if (actual === type) return true;
  if (actual === "integer") return isInteger || type === "number";
  if (actual === "string") return type === "integer,string";
  if (actual !== "number" || !isInteger) return false;
  return isJsonInteger(toDouble(value as JsonNumber), report.dialect); // by its type
}

function reportType(expected: string, actual: string, path: string, report: Report): 0 {
  const detail = `${path} in body must be of type ${expected}: ${quote(actual)}`;
  report.typeInvalid(path, actual, detail);
  return 0;
}

function numberType({ type, format = "" }: ValueSchema): {
  type: "integer" | "number" | "";
  format: string;
} {
  switch (type) {
    case "integer":
      return { type, format: format === "int32" || format === "int64" ? format : "" };
    case "number":
      return { type, format: format === "float" || format === "double" ? format : "" };
    default:
      return { type: "", format: "" };
  }
}

function checkJunctors(schema: ValueSchema, value: unknown, path: string, report: Report): number {
  const { anyOf, oneOf, allOf, not } = schema;
  let matches = 1;
  if (anyOf !== undefined) matches += checkAnyOf(anyOf, value, path, report);
  if (oneOf !== undefined) matches += checkOneOf(oneOf, value, path, report);
  if (allOf !== undefined) matches += checkAllOf(allOf, value, path, report);
  if (not !== undefined && attempt(not, value, path, report).errors.isEmpty) {
    report.unplaced(`${quote(path)} must not validate the schema (not)`);
  }
  return matches;
}

/** What a branch of a junctor makes of a value. */
interface Attempt {
  readonly errors: Report;
  readonly matches: number;
}

/** Inside junctors nothing is compared with old values. */
function attempt(branch: ValueSchema, value: unknown, path: string, report: Report): Attempt {
  const errors = report.fork();
  return { errors, matches: collect(branch, value, path, errors, undefined) };
}

function checkAnyOf(
  branches: readonly ValueSchema[],
  value: unknown,
  path: string,
  report: Report,
): number {
  let best: Attempt | undefined;
  for (const branch of branches) {
    const next = attempt(branch, value, path, report);
    if (next.errors.isEmpty) return next.matches;
    if (best === undefined || next.matches > best.matches) best = next;
  }
  report.unplaced(`${quote(path)} must validate at least one schema (anyOf)`);
  return takeOver(best, report);
}

function checkOneOf(
  branches: readonly ValueSchema[],
  value: unknown,
  path: string,
  report: Report,
): number {
  let best: Attempt | undefined;
  let valid: Attempt | undefined;
  let count = 0;
  for (const branch of branches) {
    const next = attempt(branch, value, path, report);
    if (next.errors.isEmpty) {
      valid ??= next;
      count++;
    } else if (best === undefined || next.matches > best.matches) best = next;
  }
  if (valid !== undefined && count === 1) return valid.matches;
  const found = count === 0 ? "none valid" : `${count} valid alternatives`;
  report.unplaced(`${quote(path)} must validate one and only one schema (oneOf). Found ${found}`);
  return count === 0 ? takeOver(best, report) : 0;
}

function checkAllOf(
  branches: readonly ValueSchema[],
  value: unknown,
  path: string,
  report: Report,
): number {
  let matches = 0;
  let valid = 0;
  for (const branch of branches) {
    const next = attempt(branch, value, path, report);
    matches += takeOver(next, report);
    if (next.errors.isEmpty) valid++;
  }
  if (valid < branches.length) {
    const none = valid === 0 ? ". None validated" : "";
    report.unplaced(`${quote(path)} must validate all the schemas (allOf)${none}`);
  }
  return matches;
}

function takeOver(best: Attempt | undefined, report: Report): number {
  if (best === undefined) return 0;
  report.merge(best.errors);
  return best.matches;
}

/** Of lengths and pattern the first failure counts. */
function checkText(schema: ValueSchema, text: string, path: string, report: Report): number {
  const { maxLength, minLength, pattern, matcher, hasFormat } = schema;
  const length = codePoints(text);
  if (maxLength !== undefined && length > maxLength) {
    report.tooLong(path, maxLength);
  } else if (minLength !== undefined && length < minLength) {
    report.invalid(path, text, `${path} in body should be at least ${minLength} chars long`);
  } else if (pattern !== undefined && matcher?.test(text) !== true) {
    report.invalid(path, text, `${path} in body should match '${pattern}'`);
  }
  // The one format that every text has counts as a check that was passed.
  if (hasFormat === undefined) return schema.format === "password" ? 1 : 0;
  if (!hasFormat(text)) {
    const detail = `${path} in body must be of type ${schema.format ?? ""}: ${quote(text)}`;
    report.typeInvalid(path, text, detail);
  }
  return 1;
}

function checkList(
  schema: ValueSchema,
  list: readonly unknown[],
  path: string,
  report: Report,
  correlation: Correlation | undefined,
): number {
  const { items, minItems, maxItems, uniqueItems } = schema;
  const matches = items === undefined ? 1 : 1 + checkItems(items, list, path, report, correlation);
  if (minItems !== undefined && list.length < minItems) {
    const detail = `${path} in body should have at least ${minItems} items`;
    report.invalid(path, list.length, detail);
  }
  if (maxItems !== undefined && list.length > maxItems) report.tooMany(path, list.length, maxItems);
  if (uniqueItems === true && hasDuplicates(list as readonly Json[])) {
    report.invalid(path, "", `${path} in body shouldn't contain duplicates`);
  }
  return matches;
}

function checkItems(
  items: ValueSchema,
  list: readonly unknown[],
  path: string,
  report: Report,
  correlation: Correlation | undefined,
): number {
  const itemAt = correlation === undefined ? undefined : correlateItems(correlation);
  let matches = 0;
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    // What its quick check finds valid needs no second look, and no path.
    if (items.is?.(item) === true) continue;
    matches += collectErrors(items, item, `${path}[${index}]`, report, itemAt?.(index));
  }
  return matches;
}

/** Items that are equal have the same text; whether those with the same text are equal is looked at again. */
function hasDuplicates(list: readonly Json[]): boolean {
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

function checkEnum(schema: ValueSchema, value: unknown, path: string, report: Report): void {
  if (schema.enum === undefined || isOneOf(value as Json, schema.enum)) return; // its type is known
  report.notSupported(path, value, enumTexts(schema.enum));
}

function checkObject(
  schema: ValueSchema,
  object: Members,
  path: string,
  report: Report,
  correlation: Correlation | undefined,
): number {
  const { fields, values, required } = schema;
  checkSize(schema, object, path, report);
  // Of an instance of a class only its own members count.
  const isPlain: boolean = isPlainObject(object);
  const members = isPlain ? object : { ...object };
  let matches = 0;
  for (const key in members) {
    const value = members[key];
    if (value === undefined) continue;
    const isField = fields !== undefined && Object.hasOwn(fields, key);
    const member = isField ? fields[key] : values;
    if (member === undefined || (member !== false && member.is?.(value) === true)) continue;
    if (member === false) {
      report.invalid(path, key, `${path}.${key} in body is a forbidden property`);
      continue;
    }
    const memberPath = isField && path === "" ? key : `${path}.${key}`;
    // Both objects are read at the same version, so the server cannot tell whether the root's type changed.
    const isTypeMeta = path === "" && (key === "apiVersion" || key === "kind");
    const child = isTypeMeta ? undefined : correlateKey(correlation, key);
    matches += collectErrors(member, value, memberPath, report, child);
  }
  for (const key of required ?? []) {
    if (!hasKey(object, key)) report.required(`${path}.${key}`);
  }
  return matches;
}

function checkSize(schema: ValueSchema, object: Members, path: string, report: Report): void {
  const { minProperties, maxProperties } = schema;
  if (minProperties === undefined && maxProperties === undefined) return;
  const size = keysOf(object).length;
  if (minProperties !== undefined && size < minProperties) {
    report.invalid(path, size, `${path} in body should have at least ${minProperties} properties`);
  }
  if (maxProperties !== undefined && size > maxProperties) {
    report.tooMany(path, size, maxProperties);
  }
}
