import type { Code } from "../../emit/code.js";
import { code, empty } from "../../emit/code.js";
import { jsDoc } from "../../emit/jsdoc.js";
import { listCode } from "../../emit/object-code.js";
import { translateRe2 } from "../../emit/regexp.js";
import type { Schema, ValueValidation } from "../../ir/schema.js";
import type { Json } from "../../runtime/v1/json/json.js";
import { has } from "../../versions/changes.js";
import { formatCheck, supportedFormat } from "../../versions/formats.js";
import { matcherCode } from "../matcher-code.js";
import { enumValues } from "../names/enum-values.js";
import type { ZodUnit } from "./unit.js";

/** The schema of a string, without null. */
export function textCode(schema: Schema, writer: ZodUnit): Code {
  const { z } = writer;
  const { validation } = schema;
  if (hasEnum(schema)) return textEnum(enumValues(schema) ?? validation.enum, writer);
  const text = code`${z}.string()${textChecks(schema, writer)}`;
  const format = supportedFormat("string", validation.format, writer.server);
  if (format === "") return text;
  const check = formatCheck(format, writer.server);
  const formatted =
    check === undefined
      ? text
      : code`${text}.refine(${writer.runtime(check)}, ${`Invalid ${validation.format}`})`;
  return code`${formatted}.or(${anyList(writer)})`;
}

function anyList(writer: ZodUnit): Code {
  const doc = "The API server lets lists pass where a format of strings is asked for.";
  return writer.shared(
    "anyList",
    jsDoc({ text: doc }),
    () => code`${writer.z}.any().refine(Array.isArray, { abort: true })`,
  );
}

function textEnum(values: readonly Json[], { z }: ZodUnit): Code {
  const texts = values.filter((value) => typeof value === "string");
  if (texts.length === 0) return code`${z}.never()`;
  return code`${z}.enum(${listCode([...new Set(texts)].map((text) => code`${text}`))})`;
}

/** Lengths and the pattern of a string. */
function textChecks(schema: Schema, writer: ZodUnit): Code {
  const { minLength, maxLength } = schema.validation;
  const shortest =
    minLength === undefined || minLength <= 0
      ? empty
      : minLength === 1
        ? code`.min(1)`
        : lengthCheck("small", ">=", minLength, writer);
  const longest =
    maxLength === undefined
      ? empty
      : maxLength === 0
        ? code`.max(0)`
        : lengthCheck("big", "<=", maxLength, writer);
  return code`${shortest}${longest}${patternCheck(schema, writer)}`;
}

/** The server counts code points, zod the halves of surrogate pairs. */
function lengthCheck(
  fault: "small" | "big",
  comparison: ">=" | "<=",
  limit: number,
  writer: ZodUnit,
): Code {
  const message = `Too ${fault}: expected string to have ${comparison}${limit} characters`;
  const count = code`${writer.runtime("codePoints")}(text)`;
  const condition = comparison === ">=" ? code`${count} >= ${limit}` : code`${count} <= ${limit}`;
  return code`.refine((text) => ${condition}, ${message})`;
}

function patternCheck(schema: Schema, writer: ZodUnit): Code {
  const { pattern } = schema.validation;
  if (pattern === "") return empty;
  const translated = translateRe2(pattern);
  // No text matches a pattern that does not compile, which the resource's own check tells.
  if (translated.kind === "error") return empty;
  const matcher = matcherCode(pattern, translated, (name) => writer.runtime(name));
  if (translated.kind === "literal") return code`.regex(${matcher})`;
  const message = `Invalid string: must match pattern ${pattern}`;
  const constant = writer.matcher(schema, () => matcher);
  return code`.refine((text) => ${constant}.test(text), ${message})`;
}

/** The schema of an integer, without null; undefined where zod cannot be told. */
export function integerCode(schema: Schema, writer: ZodUnit): Code | undefined {
  const { z, server } = writer;
  const { validation } = schema;
  if (!has(server, "typedFormats"))
    return isPlainFormat(validation.format) ? code`${z}.number()` : undefined;
  if (hasEnum(schema)) return literals(enumValues(schema), Number.isSafeInteger, writer);
  const bounds = boundsCode(schema);
  if (validation.format === "int32") return code`${z}.int32()${bounds}`;
  if (isWithinSafe(validation)) return code`${z}.int()${bounds}`;
  return code`${integer(writer)}${bounds}`;
}

/** Integers of 64 bits; those of zod end at 2^53. */
function integer(writer: ZodUnit): Code {
  const { z } = writer;
  return writer.shared(
    "integer",
    jsDoc({ text: "An integer of 64 bits; `z.int()` ends at 2^53." }),
    () =>
      code`${z}.number().refine(${writer.runtime("isInteger")}, ${"Invalid input: expected int"})`,
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
export function numberCode(schema: Schema, { z, server }: ZodUnit): Code | undefined {
  const { validation } = schema;
  if (hasEnum(schema)) return undefined;
  if (!has(server, "typedFormats") && !isPlainFormat(validation.format)) return undefined;
  return code`${z}.number()${boundsCode(schema)}`;
}

/** Bounds that the server may read in another way than they are written are left out. */
function boundsCode({ type, validation }: Schema): Code {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, format } = validation;
  const isPlain = (bound: number | undefined): bound is number =>
    Number.isSafeInteger(bound) &&
    (type !== "integer" || format !== "int32" || (Number(bound) | 0) === bound);
  const lowest = isPlain(minimum)
    ? exclusiveMinimum
      ? code`.gt(${minimum})`
      : code`.min(${minimum})`
    : empty;
  const highest = isPlain(maximum)
    ? exclusiveMaximum
      ? code`.lt(${maximum})`
      : code`.max(${maximum})`
    : empty;
  return code`${lowest}${highest}`;
}

/** The schema of a boolean, without null; undefined where zod cannot be told. */
export function booleanCode(schema: Schema, writer: ZodUnit): Code | undefined {
  const { z, server } = writer;
  const { validation } = schema;
  if (supportedFormat("boolean", validation.format, server) !== "") return undefined;
  if (!hasEnum(schema)) return code`${z}.boolean()`;
  return literals(enumValues(schema), (value) => typeof value === "boolean", writer);
}

/** Whether the type of a value is that of an enum. */
function hasEnum(schema: Schema): boolean {
  return schema.validation.enum.length > 0 || enumValues(schema) !== undefined;
}

/** An enum whose values are compared as JavaScript does; undefined for any other. */
function literals(
  values: readonly Json[] | undefined,
  isPlain: (value: unknown) => boolean,
  { z }: ZodUnit,
): Code | undefined {
  if (values?.every(isPlain) !== true) return undefined;
  const plain = [...new Set(values)].map((value) => code`${value as number | boolean}`); // as `isPlain` says
  if (plain.length === 0) return code`${z}.never()`;
  return code`${z}.literal(${listCode(plain)})`;
}

/** The schema of an integer or a string, without null; undefined where zod cannot be told. */
export function intOrStringCode(schema: Schema, writer: ZodUnit): Code | undefined {
  const { z, server } = writer;
  const { validation } = schema;
  if (hasEnum(schema)) return undefined;
  if (supportedFormat("", validation.format, server) !== "") return undefined;
  const number = has(server, "exactIntegers") ? nearInteger(writer) : code`${z}.number()`;
  return code`${z}.union([${number}, ${z}.string()${textChecks(schema, writer)}])`;
}

function nearInteger(writer: ZodUnit): Code {
  const { z } = writer;
  const check = writer.runtime("isNearInteger");
  return writer.shared(
    "nearInteger",
    jsDoc({ text: "An integer as the API server takes it where a string could stand, too." }),
    () => code`${z}.number().refine(${check}, ${"Invalid input: expected int"})`,
  );
}
