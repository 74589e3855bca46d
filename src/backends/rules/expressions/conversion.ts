import { expr } from "../../../emit/code.js";
import * as make from "../../../emit/nodes/make.js";
import { presentReaderCode, readerCode } from "../facts/readers.js";
import { UnsupportedExpression } from "../unsupported.js";
import type { Form, Operand } from "../writing/operand.js";
import { double, instance, isSameForm, operand, value } from "../writing/operand.js";
import type { ExpressionWriter } from "../writing/writer.js";

/**
 * The same operand in another form. Not for operands that may be errors, unless they stay as they
 * are.
 */
export function coerce(writer: ExpressionWriter, from: Operand, to: Form): Operand {
  if (isSameForm(from.form, to)) return from;
  if (from.fails) return writer.strict([from], ([it = from]) => coerce(writer, it, to));
  if (to.kind === "value") return box(writer, from);
  switch (from.form.kind) {
    case "value":
      return unbox(writer, from, to);
    case "array":
    case "object":
      return cast(writer, box(writer, from), to);
    case "double":
      return to.kind === "class" ? box(writer, from) : from;
    case "class":
      if (from.form.name === "Double" && to.kind === "double") return unbox(writer, from, to);
      return cast(writer, from, to);
    default:
      return cast(writer, from, to);
  }
}

/** As a `Value`. */
export function box(writer: ExpressionWriter, from: Operand): Operand {
  if (from.fails) return writer.strict([from], ([it = from]) => box(writer, it));
  switch (from.form.kind) {
    case "double":
      return operand(expr`new ${writer.runtime("Double")}(${from.code})`, value);
    case "object": {
      const { schema, isResource } = from.form;
      const reader = presentReaderCode(writer.file, schema, isResource);
      return operand(expr`${reader}(${from.code})`, value, true);
    }
    case "array": {
      if (from.form.schema === undefined) {
        const { items } = from.form;
        if (items === undefined) throw new UnsupportedExpression("untyped list");
        const reader = readerCode(writer.file, items, items.embeddedResource);
        return operand(expr`${writer.runtime("readItems")}(${from.code}, ${reader})`, value);
      }
      const reader = presentReaderCode(writer.file, from.form.schema, false);
      return operand(expr`${reader}(${from.code})`, value, true);
    }
    default:
      return { ...from, form: value };
  }
}

function unbox(writer: ExpressionWriter, from: Operand, to: Form): Operand {
  if (to.kind !== "double") return cast(writer, from, to);
  const boxed = cast(writer, from, instance("Double"));
  return operand(expr`${boxed.code}.value`, double);
}

/** The checker knows the type, which TypeScript cannot see. */
function cast(writer: ExpressionWriter, from: Operand, to: Form): Operand {
  if (from.fails) {
    return writer.strict([from], ([it = from]) => cast(writer, it, to));
  }
  return operand(make.as(from.code, writer.file.type(to, false)), to);
}
