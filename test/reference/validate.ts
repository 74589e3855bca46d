import type { Reading } from "../../src/crd/interpret/value-schema.js";
import { patternOf, registeredFormat } from "../../src/crd/interpret/value-schema.js";
import type { NestedValidation, Schema, ValueValidation } from "../../src/crd/ir/schema.js";
import type { FieldError } from "../../src/runtime/v1/values/field-error.js";
import { quote } from "../../src/runtime/v1/values/go/quote.js";
import { isNumber } from "../../src/runtime/v1/values/json/deep-equal.js";
import type { JsonNumber } from "../../src/runtime/v1/values/json/json-object.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isInt64, isObject, toDouble } from "../../src/runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { Re2Error } from "../../src/runtime/v1/values/re2/node.js";
import { codePoints } from "../../src/runtime/v1/values/strings.js";
import { dialectOf } from "../../src/runtime/versions/dialects.js";
import { supportedFormat } from "../../src/runtime/versions/formats.js";
import { enumTexts, hasEqualItems, isInEnum } from "./comparisons.js";
import type { Correlation } from "./correlation.js";
import { childAt, isUnchanged, itemAt } from "./correlation.js";
import { Errors } from "./errors.js";
import { checkNumber, isIntegral } from "./numbers.js";

/** Where and how a value is validated. */
export interface ValidateOptions {
  readonly kubernetes: KubernetesMinor;
  readonly reading: Reading;
  /** Path that stands before every field: `""`, `status`, or that of a default. */
  readonly prefix: string;
}

/**
 * The errors of a value by its schema: types, keywords, formats, patterns and junctors; no list
 * types, no metadata, no rules. Walks schema and value side by side as kube-openapi's
 * `validation/validate` does, one function per part.
 */
export function validateValue(schema: Schema, value: Json, options: ValidateOptions): FieldError[] {
  const report = new Errors(options.prefix, dialectOf(options.kubernetes));
  checkValue(nodeOf(schema, options), value, "", { report, options, correlation: undefined });
  return report.list;
}

/**
 * As `validateValue`, for an update: errors at nodes that did not change are dropped (KEP-4008,
 * apiextensions `apiserver/validation/ratcheting.go`).
 */
export function validateValueUpdate(
  schema: Schema,
  correlation: Correlation,
  options: ValidateOptions,
): FieldError[] {
  const report = new Errors(options.prefix, dialectOf(options.kubernetes));
  checkRatcheted(nodeOf(schema, options), correlation.value, "", { report, options, correlation });
  return report.list;
}

/** What validation needs of a schema or of a branch of a junctor. */
interface Node {
  /** One type, or integer and string, or none. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly format: string;
  readonly checks: ValueValidation;
  readonly fields: ReadonlyMap<string, Schema | NestedValidation>;
  readonly values: Schema | NestedValidation | boolean | undefined;
  readonly items: Schema | NestedValidation | undefined;
}

interface Context {
  readonly report: Errors;
  readonly options: ValidateOptions;
  /** The node's old value; undefined where there is none to compare with. */
  readonly correlation: Correlation | undefined;
}

function nodeOf(schema: Schema | NestedValidation, options: ValidateOptions): Node {
  const { type, nullable, validation, fields, values, items } = schema;
  const isServed = options.reading === "served";
  const intOrString = isServed && "intOrString" in schema && schema.intOrString;
  const types = intOrString ? ["integer", "string"] : type === "" ? [] : [type];
  const isKept =
    !isServed ||
    supportedFormat(types.length === 1 ? type : "", validation.format, options.kubernetes) !== "";
  const format = isKept ? validation.format : "";
  return { types, nullable, format, checks: validation, fields, values, items };
}

/**
 * Validates one value and what lies below it. The number returned tells how well it fits: it
 * chooses the branch of a junctor whose errors are reported (`MatchCount` of kube-openapi's
 * `Result`).
 */
function checkValue(node: Node, value: Json, path: string, context: Context): number {
  if (value === null) {
    const matches = checkNull(node, path, context);
    checkEnum(node, value, path, context);
    return matches;
  }
  // One for each part that applied (the enum always does), and one in the end.
  let matches = 2;
  if (node.types.length > 0 || node.format !== "")
    matches += 1 + checkType(node, value, path, context);
  matches += checkJunctors(node, value, path, context) + 1;
  if (typeof value === "string") matches += 1 + checkText(node, value, path, context);
  if (isNumber(value)) matches += 1 + checkNumberOf(node, value, path, context);
  if (Array.isArray(value)) matches += 1 + checkList(node, value, path, context);
  checkEnum(node, value, path, context);
  if (isObject(value)) matches += 1 + checkObject(node, value, path, context);
  return matches;
}

/** As `checkValue`, with the errors dropped if the value did not change. */
function checkRatcheted(node: Node, value: Json, path: string, context: Context): number {
  const own = { ...context, report: context.report.another() };
  const matches = checkValue(node, value, path, own);
  const { correlation } = context;
  const dropped = correlation !== undefined && !own.report.isEmpty && isUnchanged(correlation);
  if (!dropped) context.report.addAll(own.report);
  return matches;
}

function checkNull(node: Node, path: string, context: Context): number {
  if (node.types.length === 0 || node.nullable) return 1;
  reportType(path, node.types.join(), "null", context);
  return 0;
}

function checkType(node: Node, value: Json, path: string, context: Context): number {
  const { types, format } = node;
  const actual = typeName(value);
  const isFloatInteger =
    actual === "number" &&
    types.includes("integer") &&
    isIntegral(toDouble(value as JsonNumber), context.report.dialect.roundsIntegersDown !== false); // of type number
  const fits =
    types.includes(actual) || isFloatInteger || (actual === "integer" && types.includes("number"));
  const isTextOrList = typeof value === "string" || Array.isArray(value);
  if (!isTextOrList && format !== "" && !fits && format !== goFormat(value)) {
    reportType(path, format, goFormat(value), context);
    return 0;
  }
  const isNumeric = types.includes("number") || types.includes("integer");
  // A format of strings lets lists pass, too.
  if (isTextOrList && format !== "" && !isNumeric) return 1;
  if (fits) return 1;
  reportType(path, types.join(), actual, context);
  return 0;
}

function reportType(path: string, expected: string, actual: string, { report }: Context): void {
  const detail = `${path} in body must be of type ${expected}: ${quote(actual)}`;
  report.typeInvalid(path, actual, detail);
}

function typeName(value: Json): string {
  if (isNumber(value)) return isInt64(value) ? "integer" : "number";
  return Array.isArray(value) ? "array" : typeof value;
}

/** The format that the server infers from a decoded value. */
function goFormat(value: Json): string {
  if (!isNumber(value)) return "";
  return isInt64(value) ? "int64" : "float64";
}

function checkJunctors(node: Node, value: Json, path: string, context: Context): number {
  const { anyOf, oneOf, allOf, not } = node.checks;
  let matches = 1;
  if (anyOf.length > 0) matches += checkAnyOf(anyOf, value, path, context);
  if (oneOf.length > 0) matches += checkOneOf(oneOf, value, path, context);
  if (allOf.length > 0) matches += checkAllOf(allOf, value, path, context);
  if (not !== undefined && tryBranch(not, value, path, context).report.isEmpty) {
    context.report.general(`${quote(path)} must not validate the schema (not)`);
  }
  return matches;
}

interface Attempt {
  readonly report: Errors;
  readonly matches: number;
}

/** Validates by one branch. Inside junctors nothing is compared with old values. */
function tryBranch(
  branch: NestedValidation,
  value: Json,
  path: string,
  { report, options }: Context,
): Attempt {
  const own = report.another();
  const context = { report: own, options, correlation: undefined };
  return { report: own, matches: checkValue(nodeOf(branch, options), value, path, context) };
}

function checkAnyOf(
  branches: readonly NestedValidation[],
  value: Json,
  path: string,
  context: Context,
): number {
  const failures: Attempt[] = [];
  for (const branch of branches) {
    const attempt = tryBranch(branch, value, path, context);
    if (attempt.report.isEmpty) return attempt.matches;
    failures.push(attempt);
  }
  context.report.general(`${quote(path)} must validate at least one schema (anyOf)`);
  return mergeBest(failures, context);
}

function checkOneOf(
  branches: readonly NestedValidation[],
  value: Json,
  path: string,
  context: Context,
): number {
  const attempts = branches.map((branch) => tryBranch(branch, value, path, context));
  const valid = attempts.filter(({ report }) => report.isEmpty);
  if (valid.length === 1) return valid[0]?.matches ?? 0;
  const found = valid.length === 0 ? "none valid" : `${valid.length} valid alternatives`;
  context.report.general(
    `${quote(path)} must validate one and only one schema (oneOf). Found ${found}`,
  );
  return valid.length === 0 ? mergeBest(attempts, context) : 0;
}

function checkAllOf(
  branches: readonly NestedValidation[],
  value: Json,
  path: string,
  context: Context,
): number {
  const attempts = branches.map((branch) => tryBranch(branch, value, path, context));
  for (const { report } of attempts) context.report.addAll(report);
  const valid = attempts.filter(({ report }) => report.isEmpty).length;
  if (valid < branches.length) {
    const none = valid === 0 ? ". None validated" : "";
    context.report.general(`${quote(path)} must validate all the schemas (allOf)${none}`);
  }
  return attempts.reduce((sum, { matches }) => sum + matches, 0);
}

/** Reports the errors of the branch that fits best, the first among equals. */
function mergeBest(failures: readonly Attempt[], context: Context): number {
  const most = Math.max(...failures.map(({ matches }) => matches));
  const best = failures.find(({ matches }) => matches === most);
  if (best !== undefined) context.report.addAll(best.report);
  return most;
}

/** The parts for strings: lengths and pattern, of which the first failure counts, and format. */
function checkText(node: Node, value: string, path: string, context: Context): number {
  const { report, options } = context;
  const { maxLength, minLength, pattern } = node.checks;
  const length = codePoints(value);
  if (maxLength !== undefined && length > maxLength) {
    report.tooLong(path, maxLength);
  } else if (minLength !== undefined && length < minLength) {
    report.invalid(path, value, `${path} in body should be at least ${minLength} chars long`);
  } else if (pattern !== "") {
    checkPattern(node.checks, value, path, report);
  }
  const isFormat = registeredFormat(node.format, options.kubernetes);
  if (isFormat === undefined) return 0;
  if (!isFormat(value)) {
    const detail = `${path} in body must be of type ${node.format}: ${quote(value)}`;
    report.typeInvalid(path, value, detail);
  }
  return 1;
}

function checkPattern(checks: ValueValidation, value: string, path: string, report: Errors): void {
  const compiled = patternOf(checks);
  if (compiled instanceof Re2Error) {
    const wanted = `${checks.pattern}, but pattern is invalid: ${compiled.message}`;
    report.invalid(path, value, `${path} in body should match '${wanted}'`);
  } else if (!compiled.test(value)) {
    report.invalid(path, value, `${path} in body should match '${checks.pattern}'`);
  }
}

function checkNumberOf(node: Node, value: JsonNumber, path: string, { report }: Context): number {
  const [type] = node.types;
  const isOne = node.types.length === 1 && (type === "integer" || type === "number");
  const formats = type === "integer" ? ["int32", "int64"] : ["float", "double"];
  const format = isOne && formats.includes(node.format) ? node.format : "";
  checkNumber(value, { type: isOne ? type : "", format }, node.checks, path, report);
  return 1;
}

function checkList(node: Node, list: readonly Json[], path: string, context: Context): number {
  const { report, options, correlation } = context;
  const { minItems, maxItems, uniqueItems } = node.checks;
  let matches = 1;
  if (node.items !== undefined) {
    const items = nodeOf(node.items, options);
    for (const [index, item] of list.entries()) {
      const child = { report, options, correlation: itemAt(correlation, index) };
      matches += checkChild(items, item, `${path}[${index}]`, child);
    }
  }
  if (minItems !== undefined && list.length < minItems) {
    const detail = `${path} in body should have at least ${minItems} items`;
    report.invalid(path, list.length, detail);
  }
  if (maxItems !== undefined && list.length > maxItems) report.tooMany(path, list.length, maxItems);
  if (uniqueItems && hasEqualItems(list)) {
    report.invalid(path, "", `${path} in body shouldn't contain duplicates`);
  }
  return matches;
}

function checkChild(node: Node, value: Json, path: string, context: Context): number {
  return context.correlation === undefined
    ? checkValue(node, value, path, context)
    : checkRatcheted(node, value, path, context);
}

function checkEnum(node: Node, value: Json, path: string, { report }: Context): void {
  const { enum: entries } = node.checks;
  if (entries.length > 0 && !isInEnum(value, entries)) {
    report.notSupported(path, value, enumTexts(entries));
  }
}

function checkObject(node: Node, object: JsonObject, path: string, context: Context): number {
  const { report } = context;
  const { minProperties, maxProperties, required } = node.checks;
  const size = Object.keys(object).length;
  if (minProperties !== undefined && size < minProperties) {
    report.invalid(path, size, `${path} in body should have at least ${minProperties} properties`);
  }
  if (maxProperties !== undefined && size > maxProperties) {
    report.tooMany(path, size, maxProperties);
  }
  const matches = checkMembers(node, object, path, context);
  for (const name of required) {
    if (!Object.hasOwn(object, name)) report.required(path, name);
  }
  return matches;
}

function checkMembers(node: Node, object: JsonObject, path: string, context: Context): number {
  const { report, options, correlation } = context;
  let matches = 0;
  for (const [key, value] of Object.entries(object)) {
    const field = node.fields.get(key);
    const schema = field ?? node.values;
    if (schema === false) {
      report.invalid(path, key, `${path}.${key} in body is a forbidden property`);
    } else if (typeof schema === "object") {
      const childPath = field !== undefined && path === "" ? key : `${path}.${key}`;
      // What the server reports of the root as changed or not is never its type.
      const isTypeMeta = path === "" && (key === "apiVersion" || key === "kind");
      const child = isTypeMeta ? undefined : childAt(correlation, key);
      const childContext = { report, options, correlation: child };
      matches += checkChild(nodeOf(schema, options), value, childPath, childContext);
    }
  }
  return matches;
}
