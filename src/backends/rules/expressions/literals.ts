import type { Constant, Expr, ListLiteral, MapLiteral } from "../../../cel/syntax/ast.js";
import type { Code } from "../../../emit/code.js";
import { code, join, raw } from "../../../emit/code.js";
import { UnsupportedExpression } from "../unsupported.js";
import type { Operand } from "../writing/operand.js";
import {
  bool,
  bounded,
  instance,
  int,
  list,
  operand,
  orderedDouble,
  simple,
  string,
  value,
} from "../writing/operand.js";
import type { ExpressionWriter } from "../writing/writer.js";

/**
 * A constant as a literal. Uints and bytes become constants of the file, so that each is made once.
 */
export function emitConstant(writer: ExpressionWriter, constant: Constant): Operand {
  switch (constant.type) {
    case "null":
      return simple(code`null`, value);
    case "bool":
      return simple(code`${constant.value}`, bool);
    case "int": {
      const short = Number(constant.value);
      const isShort = Number.isSafeInteger(short);
      const literal = simple(isShort ? code`${short}` : code`${constant.value}`, int);
      return bounded(literal, isShort ? Math.abs(short) : undefined);
    }
    case "double":
      return simple(doubleLiteral(constant.value), orderedDouble);
    case "string":
      return simple(code`${constant.value}`, string);
    case "uint": {
      const made = (): Code =>
        code`/* @__PURE__ */ new ${writer.runtime("Uint")}(${constant.value})`;
      return simple(writer.file.constant(`uint ${constant.value}`, "uint", made), instance("Uint"));
    }
    case "bytes": {
      const bytes = Array.from(constant.value).join(", ");
      const made = (): Code => raw(`/* @__PURE__ */ new Uint8Array([${bytes}])`);
      return simple(writer.file.constant(`bytes ${bytes}`, "bytes", made), instance("Uint8Array"));
    }
  }
}

function doubleLiteral(number: number): Code {
  if (Number.isFinite(number)) return code`${number}`;
  return raw(Number.isNaN(number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity");
}

/** `[a, ?b]`. */
export function emitList(writer: ExpressionWriter, expr: ListLiteral): Operand {
  const optional = new Set(expr.optionalIndices);
  const elements = expr.elements.map((element, index) =>
    optional.has(index)
      ? writer.coerce(writer.emit(element), instance("Optional"))
      : writer.box(writer.emit(element)),
  );
  return writer.strict(elements, (items) =>
    operand(
      code`[${join(
        items.map((item, index) =>
          optional.has(index)
            ? code`...${writer.runtime("presentValues")}(${item.code})`
            : item.code,
        ),
        ", ",
      )}]`,
      list,
    ),
  );
}

/** `{k: v, ?o: w}`. */
export function emitMap(writer: ExpressionWriter, expr: MapLiteral): Operand {
  const parts = expr.entries.flatMap((entry) => [
    writer.box(writer.emit(entry.key)),
    entry.optional
      ? writer.coerce(writer.emit(entry.value), instance("Optional"))
      : writer.box(writer.emit(entry.value)),
  ]);
  return writer.strict(parts, (values) => {
    const entries = expr.entries.map((entry, index) => {
      const key = values[2 * index]?.code ?? code`null`;
      const item = values[2 * index + 1];
      if (item === undefined) throw new UnsupportedExpression("map");
      if (!entry.optional) return code`[${key}, ${item.code}]`;
      return code`...${writer.runtime("presentEntries")}(${key}, ${item.code})`;
    });
    return operand(
      code`${writer.runtime("mapOf")}([${join(entries, ", ")}])`,
      instance("MapValue"),
    );
  });
}

/** A literal of a message: wrappers are what they hold, but for those of 32 bits. */
export function emitStruct(
  writer: ExpressionWriter,
  expr: Extract<Expr, { kind: "struct" }>,
): Operand {
  const [field] = expr.fields;
  const isWrapper = /\.(?:Bool|Bytes|Double|String|U?Int64)Value$/.test(expr.name);
  if (!isWrapper || field === undefined || field.optional || expr.fields.length > 1) {
    throw new UnsupportedExpression(expr.name);
  }
  return writer.emit(field.value);
}
