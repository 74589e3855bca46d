import { SchemaTable } from "../../../../crd/ir/schema-table.js";
import type { Schema } from "../../../../crd/ir/schema.js";
import { declaresResource } from "../../../../crd/rules/declared-type.js";
import { unescapeProperty } from "../../../../runtime/v1/cel/data/data.js";
import type { Expr } from "../../../emit/code.js";
import { expr } from "../../../emit/code.js";
import { binary } from "../../../emit/nodes/fold.js";
import * as make from "../../../emit/nodes/make.js";
import { isMap } from "../readers.js";
import { UnsupportedExpression } from "../rule-file.js";
import {
  as,
  asserted,
  box,
  hasData,
  isPresent,
  isStructure,
  known,
  structureCode,
  typeReader,
} from "./known.js";
import type { DataForm, MaybeForm, Operand, QuickWriter } from "./operand.js";
import {
  bool,
  boundedInt,
  dataOf,
  int,
  isScalar,
  operand,
  optional,
  string,
  value,
} from "./operand.js";

/** `from.field` */
export function selectField(writer: QuickWriter, from: Operand, field: string): Operand {
  const { form } = from;
  const member = from.members?.get(field);
  if (member !== undefined) return member;
  if (isOptional(form)) return selectOptional(writer, from, textOf(field));
  if (!isObjectData(writer, form)) return indexValue(writer, from, textOf(field));
  if (isMap(form.schema, form.isResource)) return entryOf(from, form, textOf(field), writer);
  const { name, schema } = fieldOf(form, field);
  return dataOf(memberOf(writer, from, name), schema);
}

/** `has(from.field)` */
export function hasField(writer: QuickWriter, from: Operand, field: string): Operand {
  const { form } = from;
  if (isOptional(form)) return hasValue(writer, selectOptional(writer, from, textOf(field)));
  if (!isObjectData(writer, form)) {
    const has = expr`${writer.runtime("hasKeyOf")}(${box(writer, from).code}, ${field})`;
    return asserted(writer, has, bool);
  }
  if (isMap(form.schema, form.isResource)) return hasEntry(writer, from, form, textOf(field));
  const { name, schema } = fieldOf(form, field);
  const member = from.members?.get(field);
  if (from.isChecked === true || member === undefined) {
    const code = make.indexOf(structureCode(writer, from), expr`${name}`);
    return operand(hasData(writer, member ?? dataOf(code, schema)), bool);
  }
  const none = expr`${writer.runtime("noneIn")}(${from.code})`;
  return operand(binary("||", hasData(writer, member), none), bool);
}

/** A field of an object; undefined for what is none. */
export function fieldIn(
  writer: QuickWriter,
  from: Operand,
  form: DataForm,
  field: string,
): Operand | undefined {
  if (isMap(form.schema, form.isResource)) return undefined;
  const found = findField(form, field);
  return found && dataOf(memberOf(writer, from, found.name), found.schema);
}

/** `key in from`, of a map. */
export function hasEntry(
  writer: QuickWriter,
  { code }: Operand,
  { schema }: DataForm,
  key: Operand,
): Operand {
  const reader = typeReader(writer, valuesOf(schema));
  return operand(expr`${writer.runtime("hasEntry")}(${code}, ${key.code}, ${reader})`, bool);
}

/** `from[key]` */
export function selectIndex(writer: QuickWriter, from: Operand, key: Operand): Operand {
  const { form } = from;
  if (isOptional(form)) return selectOptional(writer, from, key);
  const items = itemsOf(writer, form);
  if (items !== undefined && (key.form.kind === "int" || key.form.kind === "data")) {
    const index = as(writer, key, int);
    return dataOf(make.indexOf(structureCode(writer, from), index.code), items);
  }
  if (isObjectData(writer, form) && isMap(form.schema, form.isResource)) {
    return entryOf(from, form, as(writer, key, string), writer);
  }
  return indexValue(writer, from, key);
}

/** `from.?key` and `from[?key]` */
export function selectOptional(writer: QuickWriter, from: Operand, key: Operand): Operand {
  const { form, code } = from;
  const isObject =
    (form.kind === "data" || form.kind === "maybe") &&
    isStructure(writer, form) &&
    form.schema.type === "object" &&
    !isMap(form.schema, form.isResource);
  const name = literalText(key.code);
  if (!isObject || name === undefined) {
    const it = known(writer, key);
    // A list or a map as a key is an error even where nothing has keys.
    if (!isScalar(it.form)) throw new UnsupportedExpression("a key of any type");
    const boxed = [box(writer, from).code, box(writer, it).code];
    const found = expr`${writer.runtime("selectOptional")}(${boxed})`;
    return operand(expr`${writer.runtime("sound")}(${found})`, optional);
  }
  const field = fieldOf(form, name);
  const object = writer.runtime(form.kind === "maybe" ? "maybeObject" : "anObject");
  const member = make.indexOf(expr`${object}(${code})`, expr`${field.name}`, form.kind === "maybe");
  return operand(member, { ...dataForm(field.schema), kind: "maybe" });
}

/** Tests whether an optional has a value. */
export function hasValue(writer: QuickWriter, from: Operand): Operand {
  if (from.form.kind === "maybe") {
    return operand(isPresent(writer, from.code, from.form.schema), bool);
  }
  return operand(expr`${as(writer, from, optional).code}.value !== undefined`, bool);
}

/** The schema of the items of a list of data; undefined for what is none. */
export function itemsOf(writer: QuickWriter, form: Operand["form"]): Schema | undefined {
  if (form.kind === "array") return form.items;
  if (form.kind !== "data" || form.schema.type !== "array" || !isStructure(writer, form)) {
    return undefined;
  }
  if (form.schema.items === undefined) throw new UnsupportedExpression("untyped list");
  return form.schema.items;
}

/** Tells whether a form is that of an optional value. */
export function isOptional(form: Operand["form"]): boolean {
  return form.kind === "maybe" || (form.kind === "class" && form.name === "Optional");
}

/** Tells whether an operand is data of type object. */
export function isObjectData(writer: QuickWriter, form: Operand["form"]): form is DataForm {
  return form.kind === "data" && form.schema.type === "object" && isStructure(writer, form);
}

/** The schema of a map's values. */
export function valuesOf(schema: Schema): Schema {
  if (typeof schema.values !== "object") throw new UnsupportedExpression("untyped map");
  return schema.values;
}

/** The number of members of data; undefined for what is no data. */
export function sizeOfData(writer: QuickWriter, from: Operand): Operand | undefined {
  if (itemsOf(writer, from.form) !== undefined) {
    return boundedInt(expr`${structureCode(writer, from)}.length`, maxSize);
  }
  if (!isObjectData(writer, from.form)) return undefined;
  return boundedInt(expr`Object.keys(${structureCode(writer, from)}).length`, maxSize);
}

/** No list or object of JavaScript has more members. */
const maxSize = 2 ** 32;

function dataForm(schema: Schema): DataForm {
  return { kind: "data", schema, isResource: schema.embeddedResource };
}

function entryOf(
  { code }: Operand,
  { schema }: DataForm,
  key: Operand,
  writer: QuickWriter,
): Operand {
  return dataOf(expr`${writer.runtime("entryIn")}(${code}, ${key.code})`, valuesOf(schema));
}

function indexValue(writer: QuickWriter, from: Operand, key: Operand): Operand {
  const boxed = [box(writer, from).code, box(writer, key).code];
  return asserted(writer, expr`${writer.runtime("indexValue")}(${boxed})`, value);
}

/**
 * A field of data. Of data of another type it is undefined, which is no field of any type, but for
 * the properties that texts, arrays and numbers in their wrapper have.
 */
function memberOf(writer: QuickWriter, from: Operand, name: string): Expr {
  if (from.isChecked === true || name === "length" || name === "value") {
    return make.indexOf(structureCode(writer, from), expr`${name}`);
  }
  return make.indexOf(from.code, expr`${name}`, from.isThere !== true);
}

/** Names that every object inherits: only an own property counts. */
const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

function textOf(text: string): Operand {
  return operand(expr`${text}`, string);
}

/** The text of a literal. */
function literalText(code: Expr): string | undefined {
  return code.kind === "literal" && code.type === "string"
    ? (JSON.parse(code.text) as string) // what the literal was made of
    : undefined;
}

/** A field that an expression names, by its own name. */
interface NamedField {
  readonly name: string;
  readonly schema: Schema;
}

function fieldOf(form: DataForm | MaybeForm, spelling: string): NamedField {
  const field = findField(form, spelling);
  if (field === undefined) throw new UnsupportedExpression(spelling);
  return field;
}

function findField(
  { schema, isResource }: DataForm | MaybeForm,
  spelling: string,
): NamedField | undefined {
  const name = unescapeProperty(spelling) ?? spelling;
  const amended = isResource && !declaresResource(schema) ? resourceField(name) : undefined;
  const field = amended ?? schema.fields.get(name);
  return field === undefined || inherited.has(name) ? undefined : { name, schema: field };
}

/** Returns a field that every resource has, whatever its schema says. */
function resourceField(name: string): Schema | undefined {
  resourceFields ??= makeResourceFields();
  return resourceFields.get(name);
}

let resourceFields: ReadonlyMap<string, Schema> | undefined;

function makeResourceFields(): ReadonlyMap<string, Schema> {
  const text = { type: "string" };
  const properties = { name: text, generateName: text };
  const raw = { kind: text, apiVersion: text, metadata: { type: "object", properties } };
  return new SchemaTable().schema({ type: "object", properties: raw }).fields;
}
