import type { Schema } from "../../../../crd/ir/schema.js";
import type { LibraryValue } from "../../../../runtime/contract.js";
import { has } from "../../../../runtime/versions/changes.js";
import type { Expr } from "../../../emit/code.js";
import { expr } from "../../../emit/code.js";
import { isUnhashable, presentReaderCode, readerCode, scalarReader } from "../readers.js";
import { UnsupportedExpression } from "../rule-file.js";
import type { DataForm, Form, MaybeForm, Operand, QuickWriter } from "./operand.js";
import { bool, double, int, list, operand, optional, string, value } from "./operand.js";

/** How data of a schema is looked at: the form in which it then is, and the runtime's functions. */
interface Look {
  /** Undefined: it stays data. */
  readonly form: Form | undefined;
  /** Gives the data, and gives up where it is something else. */
  readonly assert: LibraryValue;
  /** Tells whether the data is present; gives up where it is something else. */
  readonly has: LibraryValue;
}

const looks: Readonly<Record<string, Look>> = {
  readString: { form: string, assert: "aText", has: "someText" },
  readInt: { form: int, assert: "anInt", has: "someInt" },
  readDouble: { form: double, assert: "aNumber", has: "someNumber" },
  readBool: { form: bool, assert: "aBool", has: "someBool" },
  object: { form: undefined, assert: "anObject", has: "someObject" },
  array: { form: undefined, assert: "anArray", has: "someArray" },
};

/** How data with a reader of its own, such as a time, is held. */
const readForms: Readonly<Record<string, Form>> = {
  readDate: { kind: "class", name: "Timestamp" },
  readDateTime: { kind: "class", name: "Timestamp" },
  readDuration: { kind: "class", name: "Duration" },
};

/** Turns an operand that is data into a value: a value in its form. */
export function known(writer: QuickWriter, from: Operand): Operand {
  const { form, code } = from;
  if (form.kind === "maybe") return operand(optionalCode(writer, code, form), optional);
  if (form.kind !== "data" || isStructure(writer, form)) return from;
  const look = lookOf(writer, form.schema);
  if (look?.form !== undefined) {
    return operand(expr`${writer.runtime(look.assert)}(${code})`, look.form);
  }
  const reader = scalarReader(form.schema, writer.file.kubernetes) ?? "";
  const read = expr`${writer.runtime("readOf")}(${code}, ${typeReader(writer, form.schema)})`;
  return operand(read, readForms[reader] ?? value);
}

/** Data of an object or a list that is looked at: it is one. */
export function structureCode(writer: QuickWriter, { code, form, isChecked }: Operand): Expr {
  if (isChecked === true || form.kind !== "data") return code;
  return expr`${writer.runtime(form.schema.type === "array" ? "anArray" : "anObject")}(${code})`;
}

/** Tests whether a field of an object is present. */
export function hasData(writer: QuickWriter, { code, form }: Operand): Expr {
  if (form.kind !== "data") return expr`${true}`;
  const look = lookOf(writer, form.schema);
  return look === undefined
    ? expr`${writer.runtime("someReadable")}(${code}, ${typeReader(writer, form.schema)})`
    : expr`${writer.runtime(look.has)}(${code})`;
}

/** Data of which `has` holds; undefined where this says no more of it. */
export function present(writer: QuickWriter, data: Operand): Operand | undefined {
  if (data.form.kind !== "data") return undefined;
  if (isStructure(writer, data.form)) return { ...data, isChecked: true };
  const form = lookOf(writer, data.form.schema)?.form;
  return form === undefined || form === double ? undefined : operand(data.code, form);
}

/** Tests whether optional data is present. */
export function isPresent(writer: QuickWriter, data: Expr, schema: Schema): Expr {
  const look = lookOf(writer, schema);
  const assert = look === undefined ? typeReader(writer, schema) : writer.runtime(look.assert);
  return expr`${writer.runtime("isPresent")}(${data}, ${assert})`;
}

function lookOf(writer: QuickWriter, schema: Schema): Look | undefined {
  const reader = scalarReader(schema, writer.file.kubernetes);
  return looks[reader ?? (schema.type === "array" ? "array" : "object")];
}

/** The reader that tells whether data is of the type of a schema; null is of none. */
export function typeReader(writer: QuickWriter, schema: Schema): Expr {
  const structure = schema.type === "array" ? "anArray" : "anObject";
  return writer.runtime(scalarReader(schema, writer.file.kubernetes) ?? structure);
}

/** Objects and lists, which are looked into rather than read. */
export function isStructure(writer: QuickWriter, { schema }: DataForm | MaybeForm): boolean {
  return scalarReader(schema, writer.file.kubernetes) === undefined;
}

/** The same operand in another form. */
export function as(writer: QuickWriter, from: Operand, to: Form): Operand {
  const it = known(writer, from);
  if (it.form.kind === to.kind && (it.form.kind !== "class" || isClass(to, it.form.name))) {
    return it;
  }
  const boxed = box(writer, it);
  return to.kind === "value" ? boxed : asserted(writer, boxed.code, to);
}

function isClass(form: Form, name: string): boolean {
  return form.kind === "class" && form.name === name;
}

/** A value of the runtime, or an error, as what it has to be. */
export function asserted(writer: QuickWriter, code: Expr, to: Form): Operand {
  switch (to.kind) {
    case "string":
      return operand(expr`${writer.runtime("aText")}(${code})`, to);
    case "int":
      return operand(expr`${writer.runtime("anInt")}(${code})`, to);
    case "bool":
      return operand(expr`${writer.runtime("aBool")}(${code})`, to);
    case "double":
      return operand(expr`${writer.runtime("aDouble")}(${code})`, to);
    case "list":
      return operand(expr`${writer.runtime("aList")}(${code})`, to);
    case "class":
      return operand(
        expr`${writer.runtime("instanceOf")}(${writer.runtime(to.name)}, ${code})`,
        to,
      );
    default:
      return operand(expr`${writer.runtime("sound")}(${code})`, value);
  }
}

/** As a value of the runtime. */
export function box(writer: QuickWriter, from: Operand): Operand {
  const { code, form } = from;
  switch (form.kind) {
    case "double":
      return operand(expr`new ${writer.runtime("Double")}(${code})`, value);
    case "data": {
      if (!isStructure(writer, form)) return box(writer, known(writer, from));
      const read = expr`${writer.runtime("readOf")}(${code}, ${valueReader(writer, form)})`;
      return operand(read, value);
    }
    case "maybe":
      return operand(optionalCode(writer, code, form), value);
    case "array": {
      const reader = readerCode(writer.file, form.items, form.items.embeddedResource);
      return operand(expr`${writer.runtime("readItems")}(${code}, ${reader})`, list);
    }
    default:
      return operand(code, value);
  }
}

function optionalCode(writer: QuickWriter, code: Expr, form: MaybeForm): Expr {
  return expr`${writer.runtime("optionalOf")}(${code}, ${valueReader(writer, form)})`;
}

/** Reads data as a value. */
function valueReader(writer: QuickWriter, { schema, isResource }: DataForm | MaybeForm): Expr {
  const { kubernetes } = writer.file;
  // Servers up to 1.36 panic where they compare such sets.
  if (!has(kubernetes, "anySetItems") && hasUnhashableSet(schema)) {
    throw new UnsupportedExpression("a set of what has no hash");
  }
  return presentReaderCode(writer.file, schema, isResource);
}

function hasUnhashableSet({ fields, values, items, listType }: Schema): boolean {
  if (listType === "set" && items !== undefined && isUnhashable(items)) return true;
  const children = [values, items, ...fields.values()];
  return children.some((child) => typeof child === "object" && hasUnhashableSet(child));
}
