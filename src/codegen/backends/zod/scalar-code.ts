import type { Schema, ValueValidation } from "../../../crd/ir/schema.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { has } from "../../../runtime/versions/changes.js";
import { formatCheck, supportedFormat } from "../../../runtime/versions/formats.js";
import type { Expr } from "../../emit/code.js";
import { expr } from "../../emit/code.js";
import { jsDoc } from "../../emit/jsdoc.js";
import { translateRe2 } from "../../patterns/translate.js";
import { matcherCode } from "../json-literal.js";
import { enumValues } from "../names/enum-values.js";
import type { ZodUnit } from "./unit.js";

/** The schema of a string, without null. */
export function textCode(schema: Schema, writer: ZodUnit): Expr {
  const { z } = writer;
  const { validation } = schema;
  if (hasEnum(schema)) return textEnum(enumValues(schema) ?? validation.enum, writer);
  const text = withChecks(expr`${z}.string()`, ...textChecks(schema, writer));
  const format = supportedFormat("string", validation.format, writer.server);
  if (format === "") return text;
  const check = formatCheck(format, writer.server);
  const formatted =
    check === undefined
      ? text
      : expr`${text}.refine(${writer.runtime(check)}, ${`Invalid ${validation.format}`})`;
  return expr`${formatted}.or(${anyList(writer)})`;
}

function anyList(writer: ZodUnit): Expr {
  const doc = "The API server lets lists pass where a format of strings is asked for.";
  return writer.shared(
    "anyList",
    jsDoc({ text: doc }),
    () => expr`${writer.z}.any().refine(Array.isArray, { abort: true })`,
  );
}

function textEnum(values: readonly Json[], { z }: ZodUnit): Expr {
  const texts = values.filter((value) => typeof value === "string");
  if (texts.length === 0) return expr`${z}.never()`;
  return expr`${z}.enum([${[...new Set(texts)]}])`;
}

/** Lengths and the pattern of a string. */
function textChecks(schema: Schema, writer: ZodUnit): readonly Check[] {
  return [...lengthChecks(schema.validation, writer), ...patternChecks(schema, writer)];
}

function* lengthChecks(
  { minLength = 0, maxLength }: ValueValidation,
  writer: ZodUnit,
): Iterable<Check> {
  if (minLength === 1) yield (text) => expr`${text}.min(1)`;
  else if (minLength > 1) yield lengthCheck("small", ">=", minLength, writer);
  if (maxLength === 0) yield (text) => expr`${text}.max(0)`;
  else if (maxLength !== undefined) yield lengthCheck("big", "<=", maxLength, writer);
}

/** The server counts code points, zod the halves of surrogate pairs. */
function lengthCheck(
  fault: "small" | "big",
  comparison: ">=" | "<=",
  limit: number,
  writer: ZodUnit,
): Check {
  const message = `Too ${fault}: expected string to have ${comparison}${limit} characters`;
  const count = expr`${writer.runtime("codePoints")}(text)`;
  const condition = comparison === ">=" ? expr`${count} >= ${limit}` : expr`${count} <= ${limit}`;
  return (text) => expr`${text}.refine((text) => ${condition}, ${message})`;
}

function patternChecks(schema: Schema, writer: ZodUnit): readonly Check[] {
  const { pattern } = schema.validation;
  if (pattern === "") return [];
  const translated = translateRe2(pattern);
  // No text matches a pattern that does not compile, which the resource's own check tells.
  if (translated.kind === "error") return [];
  const matcher = matcherCode(pattern, translated, (name) => writer.runtime(name));
  if (translated.kind === "literal") return [(text) => expr`${text}.regex(${matcher})`];
  const message = `Invalid string: must match pattern ${pattern}`;
  const constant = writer.matcher(schema, () => matcher);
  return [(text) => expr`${text}.refine((text) => ${constant}.test(text), ${message})`];
}

/** The schema of an integer, without null; undefined where zod cannot be told. */
export function integerCode(schema: Schema, writer: ZodUnit): Expr | undefined {
  const { z, server } = writer;
  const { validation } = schema;
  if (!has(server, "typedFormats"))
    return isPlainFormat(validation.format) ? expr`${z}.number()` : undefined;
  if (hasEnum(schema)) return literals(enumValues(schema), Number.isSafeInteger, writer);
  const bounds = boundChecks(schema);
  if (validation.format === "int32") return withChecks(expr`${z}.int32()`, ...bounds);
  if (isWithinSafe(validation)) return withChecks(expr`${z}.int()`, ...bounds);
  return withChecks(integer(writer), ...bounds);
}

/** Integers of 64 bits; those of zod end at 2^53. */
function integer(writer: ZodUnit): Expr {
  const { z } = writer;
  return writer.shared(
    "integer",
    jsDoc({ text: "An integer of 64 bits; `z.int()` ends at 2^53." }),
    () =>
      expr`${z}.number().refine(${writer.runtime("isInteger")}, ${"Invalid input: expected int"})`,
  );
}

/** Formats of numbers, of which servers of old do not let anything else pass. */
function isPlainFormat(format: string): boolean {
  return ["", "int32", "int64", "float", "double"].includes(format);
}

function isWithinSafe({ minimum, maximum }: ValueValidation): boolean {
  return Number.isSafeInteger(minimum) && Number.isSafeInteger(maximum);
}

/** The schema of a number, without null; undefined where zod cannot be told. */
export function numberCode(schema: Schema, { z, server }: ZodUnit): Expr | undefined {
  const { validation } = schema;
  if (hasEnum(schema)) return undefined;
  if (!has(server, "typedFormats") && !isPlainFormat(validation.format)) return undefined;
  return withChecks(expr`${z}.number()`, ...boundChecks(schema));
}

/** Bounds that the server may read in another way than they are written are left out. */
function* boundChecks({ type, validation }: Schema): Iterable<Check> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, format } = validation;
  const isPlain = (bound: number | undefined): bound is number =>
    Number.isSafeInteger(bound) &&
    (type !== "integer" || format !== "int32" || (Number(bound) | 0) === bound);
  if (isPlain(minimum)) {
    yield (number) =>
      exclusiveMinimum ? expr`${number}.gt(${minimum})` : expr`${number}.min(${minimum})`;
  }
  if (isPlain(maximum)) {
    yield (number) =>
      exclusiveMaximum ? expr`${number}.lt(${maximum})` : expr`${number}.max(${maximum})`;
  }
}

/** The schema of a boolean, without null; undefined where zod cannot be told. */
export function booleanCode(schema: Schema, writer: ZodUnit): Expr | undefined {
  const { z, server } = writer;
  const { validation } = schema;
  if (supportedFormat("boolean", validation.format, server) !== "") return undefined;
  if (!hasEnum(schema)) return expr`${z}.boolean()`;
  return literals(enumValues(schema), (value) => typeof value === "boolean", writer);
}

/** Tells whether the type of a value is that of an enum. */
function hasEnum(schema: Schema): boolean {
  return schema.validation.enum.length > 0 || enumValues(schema) !== undefined;
}

/** An enum whose values are compared as JavaScript does; undefined for any other. */
function literals(
  values: readonly Json[] | undefined,
  isPlain: (value: unknown) => boolean,
  { z }: ZodUnit,
): Expr | undefined {
  if (values?.every(isPlain) !== true) return undefined;
  const plain = [...new Set(values)] as readonly (number | boolean)[]; // as `isPlain` says
  if (plain.length === 0) return expr`${z}.never()`;
  return expr`${z}.literal([${plain}])`;
}

/** The schema of an integer or a string, without null; undefined where zod cannot be told. */
export function intOrStringCode(schema: Schema, writer: ZodUnit): Expr | undefined {
  const { z, server } = writer;
  const { validation } = schema;
  if (hasEnum(schema)) return undefined;
  if (supportedFormat("", validation.format, server) !== "") return undefined;
  const number = has(server, "exactIntegers") ? nearInteger(writer) : expr`${z}.number()`;
  const text = withChecks(expr`${z}.string()`, ...textChecks(schema, writer));
  return expr`${z}.union([${number}, ${text}])`;
}

function nearInteger(writer: ZodUnit): Expr {
  const { z } = writer;
  const check = writer.runtime("isNearInteger");
  return writer.shared(
    "nearInteger",
    jsDoc({ text: "An integer as the API server takes it where a string could stand, too." }),
    () => expr`${z}.number().refine(${check}, ${"Invalid input: expected int"})`,
  );
}

/** Makes of a schema one that checks more: a call of one of its methods. */
export type Check = (schema: Expr) => Expr;

/** A schema with further checks, in their order. */
export function withChecks(schema: Expr, ...checks: readonly Check[]): Expr {
  return checks.reduce((checked, check) => check(checked), schema);
}
