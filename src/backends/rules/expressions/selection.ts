import type { Expr as CelExpr, Ident, Select } from "../../../cel/syntax/ast.js";
import { optionalValue } from "../../../cel/type.js";
import type { Expr } from "../../../emit/code.js";
import { expr } from "../../../emit/code.js";
import { isMapSchema } from "../facts/readers.js";
import { UnsupportedExpression } from "../unsupported.js";
import type { Operand } from "../writing/operand.js";
import { bool, formOf, instance, operand, simple, value } from "../writing/operand.js";
import type { ExpressionWriter } from "../writing/writer.js";
import { entryOperand, fieldOperand, hasOperand, itemOperand } from "./data-access.js";
import { emitConstant } from "./literals.js";

/** A variable, a constant of the environment, or a type as a value. */
export function emitName(writer: ExpressionWriter, node: Ident | Select, name: string): Operand {
  const constant = writer.checked.constants.get(node.id);
  if (constant !== undefined) return emitConstant(writer, constant);
  const resolved = writer.checked.references.get(node.id)?.name ?? name;
  // The variable that a loop hides.
  if (resolved.startsWith(".")) throw new UnsupportedExpression(resolved);
  const variable = writer.scope.get(resolved);
  if (variable !== undefined) return variable;
  if (writer.typeOf(node)?.kind !== "type") throw new UnsupportedExpression(resolved);
  const made = (): Expr => expr`/* @__PURE__ */ new ${writer.runtime("TypeValue")}(${resolved})`;
  return simple(writer.file.constant(`type ${resolved}`, "type", made), instance("TypeValue"));
}

/** `operand.field`, and `has(operand.field)`. */
export function emitSelect(writer: ExpressionWriter, node: Select): Operand {
  if (writer.checked.references.has(node.id)) return emitName(writer, node, node.field);
  const from = writer.emit(node.operand);
  const type = writer.typeOf(node);
  if (optionalValue(writer.typeOf(node.operand) ?? { kind: "dyn" }) !== undefined) {
    const name = node.testOnly ? "hasOptional" : "selectOptional";
    const form = node.testOnly ? bool : instance("Optional");
    return writer.strict([writer.box(from)], ([it = from]) =>
      operand(expr`${writer.runtime(name)}(${it.code}, ${node.field})`, form, true),
    );
  }
  if (from.form.kind === "object") {
    const { form } = from;
    return writer.strict([from], ([it = from]) =>
      node.testOnly ? hasOperand(writer, it, form, node) : fieldOperand(writer, it, form, node),
    );
  }
  return writer.strict([writer.box(from)], ([it = from]) => {
    const name = node.testOnly ? "hasKeyOf" : "indexValue";
    const result = operand(
      expr`${writer.runtime(name)}(${it.code}, ${node.field})`,
      node.testOnly ? bool : value,
      true,
    );
    return node.testOnly ? result : writer.coerce(result, formOf(type));
  });
}

/** `container[index]`. */
export function emitIndex(
  writer: ExpressionWriter,
  node: CelExpr,
  containerExpr: CelExpr,
  indexExpr: CelExpr,
): Operand {
  const container = writer.emit(containerExpr);
  const index = writer.emit(indexExpr);
  const type = writer.typeOf(node);
  if (optionalValue(writer.typeOf(containerExpr) ?? { kind: "dyn" }) !== undefined) {
    return selectOptional(writer, container, index);
  }
  const { form } = container;
  if (form.kind === "array" && index.form.kind === "int") {
    return writer.strict([container, index], ([it = container, key = index]) =>
      itemOperand(writer, it, form, key),
    );
  }
  if (form.kind === "object" && index.form.kind === "string" && isMapSchema(form.schema)) {
    return writer.strict([container, index], ([it = container, key = index]) =>
      entryOperand(writer, it, form.schema, key),
    );
  }
  return writer.strict(
    [writer.box(container), writer.box(index)],
    ([it = container, key = index]) => {
      const found = operand(
        expr`${writer.runtime("indexValue")}(${it.code}, ${key.code})`,
        value,
        true,
      );
      return writer.coerce(found, formOf(type));
    },
  );
}

/** `value.?key` and `value[?key]`. */
export function selectOptional(writer: ExpressionWriter, from: Operand, key: Operand): Operand {
  const boxed = writer.box(key);
  return writer.strict([writer.box(from)], ([it = from]) =>
    operand(
      expr`${writer.runtime("selectOptional")}(${it.code}, ${boxed.code})`,
      instance("Optional"),
      true,
    ),
  );
}
