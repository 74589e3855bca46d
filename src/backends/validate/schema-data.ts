import type { Expr } from "../../emit/code.js";
import { expr } from "../../emit/code.js";
import * as make from "../../emit/nodes/make.js";
import type { Member } from "../../emit/object-code.js";
import { listCode, objectCode } from "../../emit/object-code.js";
import { noValidation } from "../../ir/schema-table.js";
import { translateRe2 } from "../../patterns/translate.js";
import type { Json } from "../../runtime/v1/json/json.js";
import { jsonLiteral } from "../json-literal.js";
import { formatCheckName } from "./format-names.js";
import { asksPattern } from "./quick-scalar.js";
import type { Shape } from "./shape.js";
import type { ValidateUnit } from "./unit.js";

/*
 * What the second pass reads: each shape as a literal of the runtime's `ValueSchema`. Shapes that
 * hold others, and those in use at several places, are constants.
 */

/**
 * A shape as a literal; shapes below that have constants by their names. `quickCheck` is the
 * function that spares the second pass valid values.
 */
export function schemaLiteral(
  shape: Shape,
  quickCheck: Member | undefined,
  unit: ValidateUnit,
): Expr {
  const members = [
    ...typeMembers(shape),
    ...textMembers(shape, unit),
    ...limitMembers(shape, unit),
    ...structureMembers(shape, unit),
    ...junctorMembers(shape, unit),
    ...(quickCheck === undefined ? [] : [quickCheck]),
  ];
  return objectCode(members);
}

function typeMembers({ type, nullable }: Shape): readonly Member[] {
  const members: Member[] = [];
  if (type !== "") {
    members.push({ key: "type", value: expr`${type === "intOrString" ? "integer,string" : type}` });
  }
  if (nullable) members.push({ key: "nullable", value: expr`true` });
  return members;
}

function textMembers(shape: Shape, unit: ValidateUnit): readonly Member[] {
  const { format, validation } = shape;
  const members: Member[] = [];
  if (format !== "") members.push({ key: "format", value: expr`${format}` });
  const check = formatCheckName(format, unit.server);
  if (check !== undefined) members.push({ key: "hasFormat", value: unit.runtime(check) });
  if (asksPattern(validation.pattern)) members.push(...patternMembers(shape, unit));
  return members;
}

function patternMembers(shape: Shape, unit: ValidateUnit): readonly Member[] {
  const { pattern } = shape.validation;
  const matcher = unit.pattern(shape);
  if (matcher !== undefined) {
    return [
      { key: "pattern", value: expr`${pattern}` },
      { key: "matcher", value: matcher },
    ];
  }
  const translated = translateRe2(pattern);
  const fault = translated.kind === "error" ? translated.text : "";
  return [{ key: "pattern", value: expr`${`${pattern}, but pattern is invalid: ${fault}`}` }];
}

const limits = [
  "minLength", "maxLength", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "minItems",
  "maxItems", "uniqueItems", "minProperties", "maxProperties",
] as const; // prettier-ignore

function limitMembers({ validation }: Shape, unit: ValidateUnit): readonly Member[] {
  if (validation === noValidation) return [];
  const members: Member[] = limits.flatMap((key) => {
    const value = validation[key];
    return value === undefined || value === false ? [] : [{ key, value: expr`${value}` }];
  });
  const { minimum, maximum, multipleOf } = validation;
  if ((minimum ?? maximum ?? multipleOf) !== undefined) {
    members.push({ key: "bounds", value: unit.runtime("checkBounds") });
  }
  return members;
}

function structureMembers(shape: Shape, unit: ValidateUnit): readonly Member[] {
  const { fields, values, items, validation, listType, listMapKeys } = shape;
  const members: Member[] = [];
  if (validation.required.length > 0) {
    members.push({ key: "required", value: stringList(validation.required) });
  }
  if (validation.enum.length > 0) {
    members.push({
      key: "enum",
      value: jsonLiteral([...validation.enum], (name) => unit.context.runtime(name)),
    });
  }
  if (fields.size > 0) {
    const list = [...fields].map(([key, field]) => ({ key, value: fieldSchema(key, field, unit) }));
    members.push({ key: "fields", value: objectCode(list) });
  }
  if (values !== undefined) {
    members.push({ key: "values", value: values === false ? expr`false` : unit.schema(values) });
  }
  if (shape.allowsOthers) members.push({ key: "values", value: expr`true` });
  if (items !== undefined) members.push({ key: "items", value: unit.schema(items) });
  members.push(...defaultMembers(shape, unit));
  if (listType !== "atomic") members.push({ key: "listType", value: expr`${listType}` });
  if (listMapKeys.length > 0) members.push({ key: "listMapKeys", value: stringList(listMapKeys) });
  if (shape.holdsLists) members.push({ key: "lists", value: expr`true` });
  if (shape.embeddedResource) members.push({ key: "embeddedResource", value: expr`true` });
  if (shape.preserveUnknownFields) {
    members.push({ key: "preserveUnknownFields", value: expr`true` });
  }
  return members;
}

function defaultMembers(
  { defaults, memberDefault }: Shape,
  { context }: ValidateUnit,
): readonly Member[] {
  const literal = (value: Json): Expr => jsonLiteral(value, (name) => context.runtime(name));
  const members: Member[] = [];
  if (defaults.size > 0) {
    const list = [...defaults].map(([key, value]) => ({ key, value: literal(value) }));
    members.push({ key: "defaults", value: objectCode(list) });
  }
  if (memberDefault !== undefined) {
    members.push({ key: "memberDefault", value: literal(memberDefault) });
  }
  return members;
}

/** Beside a name of Object's own, TypeScript takes that one's type for the context of a literal. */
function fieldSchema(key: string, field: Shape, unit: ValidateUnit): Expr {
  const schema = unit.schema(field);
  const isMisread = schema.kind === "object" && Object.hasOwn(Object.prototype, key);
  return isMisread ? make.as(schema, unit.schemaType) : schema;
}

function junctorMembers(shape: Shape, unit: ValidateUnit): readonly Member[] {
  const members: Member[] = [];
  for (const key of ["allOf", "anyOf", "oneOf"] as const) {
    if (shape[key].length > 0) {
      members.push({ key, value: listCode(shape[key].map((branch) => unit.schema(branch))) });
    }
  }
  if (shape.not !== undefined) members.push({ key: "not", value: unit.schema(shape.not) });
  if (members.length > 0) members.push({ key: "junctors", value: unit.runtime("checkJunctors") });
  return members;
}

function stringList(texts: readonly string[]): Expr {
  return listCode(texts.map((text) => expr`${text}`));
}
