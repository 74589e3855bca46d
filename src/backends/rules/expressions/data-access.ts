import type { Select } from "../../../cel/syntax/ast.js";
import type { Expr } from "../../../emit/code.js";
import { expr } from "../../../emit/code.js";
import * as make from "../../../emit/nodes/make.js";
import { SchemaTable } from "../../../ir/schema-table.js";
import type { Schema } from "../../../ir/schema.js";
import { declaresResource } from "../../../rules/resource-schema.js";
import type { LibraryValue } from "../../../runtime/contract.js";
import { escapeProperty, unescapeProperty } from "../../../runtime/v1/cel/data/property-names.js";
import { readerCode, scalarReader } from "../facts/readers.js";
import { fieldVariable } from "../facts/variable-names.js";
import { UnsupportedExpression } from "../unsupported.js";
import type { ArrayForm, Form, ObjectForm, Operand } from "../writing/operand.js";
import {
  bool,
  formOf,
  instance,
  int,
  isNamed,
  operand,
  orderedDouble,
  string,
  test,
  value,
} from "../writing/operand.js";
import type { RuleFile } from "../writing/rule-file.js";
import type { ExpressionWriter } from "../writing/writer.js";

/** How data of a schema is read, and in which form it then is. */
export interface Access {
  readonly reader: Expr;
  readonly form: Form;
}

/** For items and entries, where null is up to the schema. */
export function accessOf(file: RuleFile, schema: Schema): Access {
  if (schema.nullable) {
    return { reader: readerCode(file, schema, schema.embeddedResource), form: value };
  }
  return presentAccess(file, schema, schema.embeddedResource);
}

/** For data that is known not to be null. */
export function presentAccess(file: RuleFile, schema: Schema, isResource: boolean): Access {
  if (schema.type === "number" && !schema.intOrString) {
    return { reader: file.runtime("readNumber"), form: orderedDouble };
  }
  const scalar = scalarReader(schema, file.kubernetes);
  if (scalar !== undefined) return { reader: file.runtime(scalar), form: scalarForm(scalar) };
  if (schema.type === "array") {
    return {
      reader: file.runtime("asArray"),
      form: { kind: "array", schema, items: schema.items },
    };
  }
  return { reader: file.runtime("asObject"), form: { kind: "object", schema, isResource } };
}

function scalarForm(reader: LibraryValue): Form {
  switch (reader) {
    case "readString":
      return string;
    case "readInt":
      return int;
    case "readBool":
      return bool;
    case "readBytes":
      return instance("Uint8Array");
    case "readDate":
    case "readDateTime":
      return instance("Timestamp");
    case "readDuration":
      return instance("Duration");
    default:
      return value;
  }
}

/** `object.field`; `form` is that of the object. */
export function fieldOperand(
  writer: ExpressionWriter,
  object: Operand,
  { schema, isResource }: ObjectForm,
  { field: spelling }: Select,
): Operand {
  if (isMap(schema, isResource)) return entryOperand(writer, object, schema, keyOf(spelling));
  const { name, field } = fieldOf(schema, isResource, spelling);
  const isPlain = !inherited.has(name) && (escapeProperty(name) ?? name) === spelling;
  const quick = isPlain ? quickReader(writer, field) : undefined;
  const access = presentAccess(writer.file, field, field.embeddedResource);
  const data = memberCode(object, name);
  const last = (escapeProperty(name) ?? name) === spelling ? [] : [expr`${spelling}`];
  const text =
    quick === undefined
      ? expr`${writer.runtime("fieldOf")}(${object.code}, ${name}, ${access.reader}, ${last})`
      : expr`${writer.runtime(quick)}(${data}, ${object.code}, ${name})`;
  const isOld = isNamed(object.code, "oldSelf");
  const from = { ...operand(text, access.form, true), hint: fieldVariable(isOld, name) };
  const look = quick === undefined ? undefined : looks[quick];
  if (look === undefined) return from;
  const fault = expr`${writer.runtime(look.fault)}(${object.code}, ${name})`;
  const isArray = access.form.kind === "array";
  const type = isArray ? writer.file.type(access.form, false) : writer.file.dataType;
  const seen = isArray ? make.as(data, type) : data;
  return { ...from, look: { data: seen, type, isWrong: look.isWrong(writer), fault } };
}

interface LookMaker {
  readonly fault: LibraryValue;
  readonly isWrong: (writer: ExpressionWriter) => (data: Expr) => Expr;
}

/** Types that a look at the data tells, by the functions that read them. */
const looks: Readonly<Record<string, LookMaker>> = {
  stringField: { fault: "noString", isWrong: () => (data) => expr`typeof ${data} !== "string"` },
  boolField: { fault: "noBool", isWrong: () => (data) => expr`typeof ${data} !== "boolean"` },
  arrayField: { fault: "noArray", isWrong: () => (data) => expr`!Array.isArray(${data})` },
  intField: {
    fault: "noInt",
    isWrong: (writer) => (data) => expr`!${writer.runtime("isWhole")}(${data})`,
  },
};

/** A property of data; of what was not looked at, with care for null. */
function memberCode(object: Operand, name: string): Expr {
  const unseen = object.form.kind === "object" && object.form.unseen === true;
  return unseen ? expr`${object.code}?.[${name}]` : expr`${object.code}[${name}]`;
}

/**
 * `has(object.field)`. Data of the wrong type is an error: of `self` what runs the rule sees that
 * (`odd-fields.ts`), of `oldSelf` the rule does.
 */
export function hasOperand(
  writer: ExpressionWriter,
  object: Operand,
  { schema, isResource }: ObjectForm,
  node: Select,
): Operand {
  const { field: spelling } = node;
  if (isMap(schema, isResource)) {
    return hasEntryOperand(writer, object, schema, keyOf(spelling));
  }
  const { name, field } = fieldOf(schema, isResource, spelling);
  const access = presentAccess(writer.file, field, field.embeddedResource);
  // Of the fields of self that is known before the rule runs, which is enough for most rules.
  const isKnown = isNamed(object.code, "self") && !writer.findings.unsound.has(spelling);
  const isLateInteger = access.form.kind === "int" && !isKnown;
  if (isLateInteger && !inherited.has(name)) {
    const data = memberCode(object, name);
    return operand(expr`${writer.runtime("hasInt")}(${data}, ${object.code}, ${name})`, bool, true);
  }
  const isLate = access.form.kind === "class" || access.form.kind === "value" || isLateInteger;
  if (isLate || isOfOldSelf(node)) {
    // A format that is violated keeps no rule from running, nor does 1.0; then the presence cannot
    // be told.
    const text = expr`${writer.runtime("hasReadable")}(${object.code}, ${name}, ${access.reader})`;
    return operand(text, bool, true);
  }
  if (inherited.has(name)) {
    return operand(expr`${writer.runtime("hasField")}(${object.code}, ${name})`, bool);
  }
  const data = memberCode(object, name);
  return test(data, "!=", "==", expr`null`);
}

/** Whether it is a field of `oldSelf`, or of one below. */
function isOfOldSelf({ operand: from }: Select): boolean {
  if (from.kind === "select") return isOfOldSelf(from);
  return from.kind === "ident" && from.name === "oldSelf";
}

/** `map[key]`. */
export function entryOperand(
  writer: ExpressionWriter,
  map: Operand,
  schema: Schema,
  key: Operand,
): Operand {
  const { reader, form } = accessOf(writer.file, valuesOf(schema));
  const text = expr`${writer.runtime("entryOf")}(${map.code}, ${key.code}, ${reader})`;
  return operand(text, form, true);
}

/** `key in map`. */
export function hasEntryOperand(
  writer: ExpressionWriter,
  map: Operand,
  schema: Schema,
  key: Operand,
): Operand {
  const values = valuesOf(schema);
  const reader = readerCode(writer.file, values, values.embeddedResource);
  const text = expr`${writer.runtime("hasEntry")}(${map.code}, ${key.code}, ${reader})`;
  return operand(text, bool, true);
}

/** `list[index]`. */
export function itemOperand(
  writer: ExpressionWriter,
  list: Operand,
  array: ArrayForm,
  index: Operand,
): Operand {
  const { reader, form } = accessOf(writer.file, itemsOf(array));
  const text = expr`${writer.runtime("itemOf")}(${list.code}, ${index.code}, ${reader})`;
  return operand(text, form, true);
}

/** The schema of a list's items. */
export function itemsOf({ items }: ArrayForm): Schema {
  if (items === undefined) throw new UnsupportedExpression("untyped list");
  return items;
}

/** The schema of a map's values. */
export function valuesOf(schema: Schema): Schema {
  if (typeof schema.values !== "object") throw new UnsupportedExpression("untyped map");
  return schema.values;
}

/** Whether data is a map by its type: entries, not fields. */
export function isMap(schema: Schema, isResource: boolean): boolean {
  return !isResource && schema.fields.size === 0 && typeof schema.values === "object";
}

function keyOf(spelling: string): Operand {
  return operand(expr`${spelling}`, formOf({ kind: "string" }));
}

/** A field that an expression names, by its own name. */
export interface NamedField {
  readonly name: string;
  readonly field: Schema;
}

/** The field that an expression spells; undefined where the schema has none of that name. */
export function findField(
  schema: Schema,
  isResource: boolean,
  spelling: string,
): NamedField | undefined {
  const name = unescapeProperty(spelling) ?? spelling;
  const amended = isResource && !declaresResource(schema) ? resourceField(name) : undefined;
  const field = amended ?? schema.fields.get(name);
  return field && { name, field };
}

function fieldOf(schema: Schema, isResource: boolean, spelling: string): NamedField {
  const found = findField(schema, isResource, spelling);
  if (found === undefined) throw new UnsupportedExpression(`field ${spelling}`);
  return found;
}

/** What every resource has, whatever its schema says. */
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

function quickReader(writer: ExpressionWriter, schema: Schema): LibraryValue | undefined {
  if (schema.intOrString) return undefined;
  switch (scalarReader(schema, writer.file.kubernetes)) {
    case "readString":
      return "stringField";
    case "readInt":
      return "intField";
    case "readDouble":
      return "numberField";
    case "readBool":
      return "boolField";
    case undefined:
      return schema.type === "array" ? "arrayField" : "objectField";
    default:
      return undefined;
  }
}

/** Names that every object inherits: only an own property counts. */
const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));
