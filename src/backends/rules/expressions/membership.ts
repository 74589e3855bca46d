import type { Call, Expr as CelExpr } from "../../../cel/syntax/ast.js";
import type { Expr } from "../../../emit/code.js";
import { expr, keyOf, operatorCode } from "../../../emit/code.js";
import { listCode } from "../../../emit/object-code.js";
import { isMapSchema, scalarReader } from "../facts/readers.js";
import type { Operand } from "../writing/operand.js";
import { bool, operand, simple, widened } from "../writing/operand.js";
import type { ExpressionWriter } from "../writing/writer.js";
import { hasEntryOperand, itemsOf } from "./data-access.js";
import { comparedCode } from "./widening.js";

/** Up to this many constants are compared one by one. */
const maxComparedConstants = 4;

/** `element in container`. */
export function emitIn(
  writer: ExpressionWriter,
  node: Call,
  elementExpr: CelExpr,
  containerExpr: CelExpr,
): Operand {
  // Nothing is in an empty list, not even an error.
  if (containerExpr.kind === "list" && containerExpr.elements.length === 0) {
    return simple(expr`false`, bool);
  }
  const element = writer.emit(elementExpr);
  const constants = constantsOf(containerExpr);
  if (constants?.kind === element.form.kind) {
    const { items } = constants;
    if (!writer.findings.decided.has(node)) return emitInConstants(writer, element, items);
    const type = writer.file.type(element.form, false);
    const shown = items.map((item) => widened(simple(item, element.form), type).code);
    return emitInConstants(writer, element, shown);
  }
  const container = writer.emit(containerExpr);
  const { form } = container;
  if (form.kind === "object" && isMapSchema(form.schema) && element.form.kind === "string") {
    return writer.strict([element, container], ([key = element, it = container]) =>
      hasEntryOperand(writer, it, form.schema, key),
    );
  }
  if (form.kind === "array" && element.form.kind === "string") {
    const items = itemsOf(form);
    if (scalarReader(items, writer.file.kubernetes) === "readString" && !items.nullable) {
      return writer.strict([element, container], ([key = element, it = container]) =>
        operand(expr`${writer.runtime("includesText")}(${it.code}, ${key.code})`, bool, true),
      );
    }
  }
  const boxed = [writer.box(element), writer.box(container)];
  return writer.strict(boxed, ([key = element, it = container]) =>
    operand(expr`${writer.runtime("valueIn")}(${key.code}, ${it.code})`, bool, true),
  );
}

function constantsOf(
  node: CelExpr,
): { readonly kind: string; readonly items: readonly Expr[] } | undefined {
  if (node.kind !== "list" || node.optionalIndices.length > 0) return undefined;
  const items: Expr[] = [];
  const kinds = new Set<string>();
  for (const element of node.elements) {
    if (element.kind !== "literal") return undefined;
    const { value: constant } = element;
    if (constant.type !== "string" && constant.type !== "int" && constant.type !== "bool") {
      return undefined;
    }
    if (constant.type === "int" && !Number.isSafeInteger(Number(constant.value))) return undefined;
    kinds.add(constant.type);
    items.push(constant.type === "int" ? expr`${Number(constant.value)}` : expr`${constant.value}`);
  }
  const [kind] = kinds;
  return kinds.size === 1 && kind !== undefined ? { kind, items } : undefined;
}

function emitInConstants(
  writer: ExpressionWriter,
  element: Operand,
  constants: readonly Expr[],
): Operand {
  if (constants.length > maxComparedConstants) {
    const type = writer.file.type(element.form, false);
    const items = listCode(constants);
    const made = (): Expr => expr`/* @__PURE__ */ new Set<${type}>(${items})`;
    const set = writer.file.constant(`set ${keyOf(items)}`, "allowed", made);
    return writer.strict([element], ([it = element]) =>
      operand(expr`${set}.has(${it.code})`, bool),
    );
  }
  return writer.strict([element], ([it = element]) => {
    if (it.simple || constants.length === 1) return oneOf(writer, it, constants);
    const { assign, held } = writer.hold(it);
    const [first, ...rest] = constants;
    const chain = [
      expr`${assign} === ${first}`,
      ...rest.map((item) => expr`${held.code} === ${item}`),
    ];
    return operand(operatorCode(chain, "||"), bool);
  });
}

function oneOf(writer: ExpressionWriter, it: Operand, constants: readonly Expr[]): Operand {
  const left = comparedCode(writer, it, constants);
  const chain = constants.map((item) => expr`${left} === ${item}`);
  return operand(operatorCode(chain, "||"), bool);
}
