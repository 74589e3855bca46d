import type { Schema } from "../../../crd/ir/schema.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { setKey } from "../../../runtime/v1/values/json/json.js";
import { supportedFormat } from "../../../runtime/versions/formats.js";
import type { Expr, TypeNode } from "../../emit/code.js";
import { expr, tsType } from "../../emit/code.js";
import type { TypeDeclarationCode } from "../../emit/declaration.js";
import { jsDoc } from "../../emit/jsdoc.js";
import { flatWidth } from "../../emit/nodes/fold.js";
import * as make from "../../emit/nodes/make.js";
import type { Member } from "../../emit/object-code.js";
import { objectCode } from "../../emit/object-code.js";
import { literalType, union } from "../../emit/types/type-expression.js";
import { jsonLiteral } from "../json-literal.js";
import { choiceOf } from "../names/assign.js";
import { elementOf, isNamedShape, itemsOf, ownFields } from "../names/tree.js";
import { dropsNull, isRequired, suffixes } from "../types/flavours.js";
import type { Check } from "./scalar-code.js";
import {
  booleanCode,
  integerCode,
  intOrStringCode,
  numberCode,
  textCode,
  withChecks,
} from "./scalar-code.js";
import type { ZodUnit } from "./unit.js";
import { isTold } from "./unit.js";

/*
 * The schemas of values as they are sent. None refuses a value that the API server takes: what it
 * does before it looks, such as to drop nulls, may make good what is wrong. Where zod cannot say
 * something, the schema says less, and the resource's own check decides.
 */

/** The schemas of the fields of an object type. */
export function objectFields(writer: ZodUnit, shape: Schema): readonly Member[] {
  const isResource = shape.embeddedResource && !writer.isRoot(shape);
  return [
    ...(isResource ? typeMetaFields(writer, shape) : []),
    ...writer
      .fieldsOf(shape)
      .map(([name, field]) => ({ key: name, value: fieldCode(writer, shape, name, field) })),
  ];
}

function fieldCode(writer: ZodUnit, shape: Schema, name: string, field: Schema): Expr {
  const { z, types } = writer;
  // The server does not look at a status that has an endpoint of its own.
  if (name === "status" && writer.isRoot(shape) && types.ignoresStatus) {
    return expr`${z}.any().optional()`;
  }
  if (isRequired(shape, name, "input")) return valueCode(writer, field);
  const value = bareCode(writer, field);
  return dropsNull(field) || takesNull(field)
    ? expr`${value}.nullish()`
    : expr`${value}.optional()`;
}

/** An enum never accepts null, whatever `nullable` says; what is said of any value covers null. */
function takesNull({ kind, nullable, validation }: Schema): boolean {
  return nullable && kind !== "any" && validation.enum.length === 0;
}

/** The schema of a value, with null where that is allowed. */
function valueCode(writer: ZodUnit, schema: Schema): Expr {
  const value = bareCode(writer, schema);
  return takesNull(schema) ? expr`${value}.nullable()` : value;
}

/** From so many characters on, what is said of values at several places is said once. */
const longText = 60;

/** The schema of a value, without null. */
function bareCode(writer: ZodUnit, schema: Schema): Expr {
  const value = kindCode(writer, schema) ?? expr`${writer.z}.any()`;
  // What names an object type has to stand behind it.
  const isShared = writer.isUsedOften(schema) && !isNamedShape(elementOf(schema));
  if (!isShared || flatWidth(value) <= longText) return value;
  return writer.sharedOf(schema, () => value);
}

/** Undefined where zod cannot say what the server takes. */
function kindCode(writer: ZodUnit, schema: Schema): Expr | undefined {
  switch (schema.kind) {
    case "string":
      return textCode(schema, writer);
    case "integer":
      return integerCode(schema, writer);
    case "number":
      return numberCode(schema, writer);
    case "boolean":
      return booleanCode(schema, writer);
    case "intOrString":
      return intOrStringCode(schema, writer);
    case "any":
      return schema.validation.enum.length === 0 ? expr`${writer.z}.unknown()` : undefined;
    case "list":
      return isPlain(writer, schema, "array") ? listCodeOf(writer, schema) : undefined;
    case "map":
      return isPlain(writer, schema, "object") ? mapCode(writer, schema) : undefined;
    case "object":
      return isPlain(writer, schema, "object") ? objectCodeOf(writer, schema) : undefined;
  }
}

/**
 * Tells whether values must be of a type. Old servers let others pass where a format is asked for.
 */
function isPlain({ server }: ZodUnit, schema: Schema, type: "array" | "object"): boolean {
  const { format, enum: values } = schema.validation;
  return (
    schema.type === type && values.length === 0 && supportedFormat(type, format, server) === ""
  );
}

function listCodeOf(writer: ZodUnit, schema: Schema): Expr | undefined {
  const { z } = writer;
  const { minItems, maxItems } = schema.validation;
  const items = itemsOf(schema);
  // Null becomes the default.
  if (items?.default !== undefined && !items.nullable) return undefined;
  const item = items === undefined ? expr`${z}.unknown()` : valueCode(writer, items);
  const checks: Check[] = [];
  if (minItems !== undefined && minItems > 0) checks.push((list) => expr`${list}.min(${minItems})`);
  if (maxItems !== undefined) checks.push((list) => expr`${list}.max(${maxItems})`);
  return withChecks(expr`${z}.array(${item})`, ...checks, ...uniqueChecks(writer, schema));
}

/** Items that the server changes before it compares them are left to the resource's own check. */
function uniqueChecks(writer: ZodUnit, { listType, listMapKeys, items }: Schema): readonly Check[] {
  if (items === undefined) return [];
  if (listType === "set") {
    const isScalar = ["string", "integer", "number", "boolean"].includes(items.type);
    if (!isScalar) return [];
    return [(list) => expr`${list}.refine(${writer.runtime("isSet")}, "Duplicate item")`];
  }
  if (listType !== "map" || items.type !== "object" || listMapKeys.length === 0) return [];
  const keys = listMapKeys.map((key) => [key, items.fields.get(key)] as const);
  if (keys.some(([, field]) => field === undefined || field.nullable)) return [];
  const filled: JsonObject = {};
  for (const [key, field] of keys) {
    const value: Json | undefined = field?.default;
    if (typeof value === "object") return [];
    if (value !== undefined) setKey(filled, key, value);
  }
  return [uniqueKeysCheck(writer, listMapKeys, filled)];
}

/** `filled`: the defaults of the keys. */
function uniqueKeysCheck(writer: ZodUnit, keys: readonly string[], filled: JsonObject): Check {
  const isFilled = Object.keys(filled).length > 0;
  const more = isFilled ? [jsonLiteral(filled, (name) => writer.runtime(name))] : [];
  const check = expr`${writer.runtime("haveUniqueKeys")}(items, [${keys}], ${more})`;
  return (list) => expr`${list}.refine((items) => ${check}, ${`Duplicate ${keys.join(", ")}`})`;
}

function mapCode(writer: ZodUnit, { values }: Schema): Expr {
  const { z } = writer;
  return expr`${z}.record(${z}.string(), ${mapValue(writer, values)})`;
}

function mapValue(writer: ZodUnit, values: Schema["values"]): Expr {
  if (typeof values !== "object") return expr`${writer.z}.unknown()`;
  return dropsNull(values) || takesNull(values)
    ? expr`${bareCode(writer, values)}.nullable()`
    : bareCode(writer, values);
}

function objectCodeOf(writer: ZodUnit, schema: Schema): Expr {
  const { z, names } = writer;
  if (isNamedShape(schema)) {
    const type = names.typeName(schema) ?? names.type;
    return asSent(writer, names.shapeOf(schema), type);
  }
  if (schema.embeddedResource) return embeddedResource(writer);
  const check = writer.runtime("isPlainObject");
  return writer.shared(
    "anyObject",
    jsDoc({ text: "An object whose fields are not known." }),
    () => expr`${z}.any().refine(${check}, ${"Invalid input: expected object"})`,
  );
}

function embeddedResource(writer: ZodUnit): Expr {
  const { z } = writer;
  return writer.shared("embeddedResource", jsDoc({ text: "An object of any kind." }), () => {
    const text = expr`${z}.string()`;
    return expr`${z}.looseObject(${objectCode([
      { key: "apiVersion", value: text },
      { key: "kind", value: text },
      { key: "metadata", value: expr`${z}.any().optional()` },
    ])})`;
  });
}

/**
 * Returns the members that the server demands of every embedded resource, whether or not the schema
 * says so.
 */
function typeMetaFields(writer: ZodUnit, shape: Schema): readonly Member[] {
  const { z } = writer;
  const identity = (name: string): Member => {
    const schema = shape.fields.get(name);
    const isText = schema?.kind === "string";
    return { key: name, value: isText ? valueCode(writer, schema) : expr`${z}.string()` };
  };
  const metadata = isRequired(shape, "metadata", "input")
    ? expr`${z}.any()`
    : expr`${z}.any().optional()`;
  return [identity("apiVersion"), identity("kind"), { key: "metadata", value: metadata }];
}

/** The type `Fields` of a file, which turns the type of an object into that of its zod schemas. */
export function fieldsType(z: Expr): TypeDeclarationCode {
  const type = tsType`{} extends Pick<T, K>
    ? ${z}.ZodOptional<${z}.ZodType<Exclude<T[K], undefined>>>
    : ${z}.ZodType<T[K]>`;
  const fields = make.field("[K in keyof T as string extends K ? never : K]-?", type);
  return {
    kind: "type",
    doc: jsDoc({ text: "The schemas of an object's fields." }),
    of: make.alias("Fields", make.fieldsOf([fields]), ["T"]),
  };
}

/** The type of the schema of an object type; `shape` is undefined where nothing is known. */
export function objectType(writer: ZodUnit, shape: Schema | undefined, type: string): TypeNode {
  const { z } = writer;
  return tsType`${z}.ZodObject<Fields<${toldType(writer, shape, type)}>, ${z}.core.$loose>`;
}

function toldType({ context }: ZodUnit, shape: Schema | undefined, type: string): TypeNode {
  const choice = shape === undefined ? undefined : choiceOf(shape);
  const name = `${type}${suffixes.input}${choice === undefined ? "" : "_Fields"}`;
  const whole = tsType`${context.siblingType("types", name)}`;
  const untold = shape === undefined ? [] : untoldFields(shape);
  return untold.length === 0 ? whole : tsType`Omit<${whole}, ${union(untold.map(literalType))}>`;
}

function untoldFields(shape: Schema): readonly string[] {
  return [...ownFields(shape).keys()].filter((name) => !isTold(name));
}

/**
 * The schema of an object type where a value of that type is demanded; a type that leaves out
 * something is told to be the whole.
 */
function asSent(writer: ZodUnit, shape: Schema, type: string): Expr {
  const { z, context } = writer;
  const object = writer.objectSchema(type);
  const untold = untoldFields(shape);
  if (choiceOf(shape) === undefined && untold.length === 0) return object;
  const whole = tsType`${z}.ZodType<${context.siblingType("types", type + suffixes.input)}>`;
  // TypeScript compares `constructor` with that of all objects.
  return untold.length === 0
    ? expr`${object} as ${whole}`
    : expr`${object} as ${z}.ZodType as ${whole}`;
}
