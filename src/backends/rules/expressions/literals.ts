import type {
  Constant,
  Expr as CelExpr,
  ListLiteral,
  MapLiteral,
} from "../../../cel/syntax/ast.js";
import type { Expr } from "../../../emit/code.js";
import { expr } from "../../../emit/code.js";
import * as make from "../../../emit/nodes/make.js";
import { listCode } from "../../../emit/object-code.js";
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
      return simple(expr`null`, value);
    case "bool":
      return simple(expr`${constant.value}`, bool);
    case "int": {
      const short = Number(constant.value);
      const isShort = Number.isSafeInteger(short);
      const literal = simple(isShort ? expr`${short}` : expr`${constant.value}`, int);
      return bounded(literal, isShort ? Math.abs(short) : undefined);
    }
    case "double":
      return simple(expr`${constant.value}`, orderedDouble);
    case "string":
      return simple(expr`${constant.value}`, string);
    case "uint": {
      const made = (): Expr =>
        expr`/* @__PURE__ */ new ${writer.runtime("Uint")}(${constant.value})`;
      return simple(writer.file.constant(`uint ${constant.value}`, "uint", made), instance("Uint"));
    }
    case "bytes": {
      const bytes = Array.from(constant.value, (byte) => expr`${byte}`);
      const made = (): Expr => expr`/* @__PURE__ */ new Uint8Array([${bytes}])`;
      const key = `bytes ${Array.from(constant.value).join(" ")}`;
      return simple(writer.file.constant(key, "bytes", made), instance("Uint8Array"));
    }
  }
}

/** `[a, ?b]`. */
export function emitList(writer: ExpressionWriter, node: ListLiteral): Operand {
  const optional = new Set(node.optionalIndices);
  const elements = node.elements.map((element, index) =>
    optional.has(index)
      ? writer.coerce(writer.emit(element), instance("Optional"))
      : writer.box(writer.emit(element)),
  );
  return writer.strict(elements, (items) =>
    operand(
      listCode(
        items.map(({ code }, index) =>
          optional.has(index)
            ? make.spread(expr`${writer.runtime("presentValues")}(${code})`)
            : code,
        ),
      ),
      list,
    ),
  );
}

/** `{k: v, ?o: w}`. */
export function emitMap(writer: ExpressionWriter, node: MapLiteral): Operand {
  const parts = node.entries.flatMap((entry) => [
    writer.box(writer.emit(entry.key)),
    entry.optional
      ? writer.coerce(writer.emit(entry.value), instance("Optional"))
      : writer.box(writer.emit(entry.value)),
  ]);
  return writer.strict(parts, (values) => {
    const entries = node.entries.map((entry, index) => {
      const key = values[2 * index]?.code ?? expr`null`;
      const item = values[2 * index + 1];
      if (item === undefined) throw new UnsupportedExpression("map");
      if (!entry.optional) return expr`[${key}, ${item.code}]`;
      return make.spread(expr`${writer.runtime("presentEntries")}(${key}, ${item.code})`);
    });
    return operand(expr`${writer.runtime("mapOf")}([${entries}])`, instance("MapValue"));
  });
}

/** A literal of a message: wrappers are what they hold, but for those of 32 bits. */
export function emitStruct(
  writer: ExpressionWriter,
  node: Extract<CelExpr, { kind: "struct" }>,
): Operand {
  const [field] = node.fields;
  const isWrapper = /\.(?:Bool|Bytes|Double|String|U?Int64)Value$/.test(node.name);
  if (!isWrapper || field === undefined || field.optional || node.fields.length > 1) {
    throw new UnsupportedExpression(node.name);
  }
  return writer.emit(field.value);
}
