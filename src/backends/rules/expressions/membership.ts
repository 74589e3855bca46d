import type { Call, Expr } from "../../../cel/syntax/ast.js";
import type { Code } from "../../../emit/code.js";
import { code, join } from "../../../emit/code.js";
import { listCode } from "../../../emit/object-code.js";
import { isMapSchema, scalarReader } from "../facts/readers.js";
import type { Operand } from "../writing/operand.js";
import { bool, composite, operand, simple, widened } from "../writing/operand.js";
import type { ExpressionWriter } from "../writing/writer.js";
import { hasEntryOperand, itemsOf } from "./data-access.js";
import { comparedCode } from "./widening.js";

/** Up to this many constants are compared one by one. */
const maxComparedConstants = 4;

/** `element in container`. */
export function emitIn(
  writer: ExpressionWriter,
  expr: Call,
  elementExpr: Expr,
  containerExpr: Expr,
): Operand {
  // Nothing is in an empty list, not even an error.
  if (containerExpr.kind === "list" && containerExpr.elements.length === 0) {
    return simple(code`false`, bool);
  }
  const element = writer.emit(elementExpr);
  const constants = constantsOf(containerExpr);
  if (constants?.kind === element.form.kind) {
    const { items } = constants;
    if (!writer.findings.decided.has(expr)) return emitInConstants(writer, element, items);
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
        operand(code`${writer.runtime("includesText")}(${it.code}, ${key.code})`, bool, true),
      );
    }
  }
  const boxed = [writer.box(element), writer.box(container)];
  return writer.strict(boxed, ([key = element, it = container]) =>
    operand(code`${writer.runtime("valueIn")}(${key.code}, ${it.code})`, bool, true),
  );
}

function constantsOf(
  expr: Expr,
): { readonly kind: string; readonly items: readonly Code[] } | undefined {
  if (expr.kind !== "list" || expr.optionalIndices.length > 0) return undefined;
  const items: Code[] = [];
  const kinds = new Set<string>();
  for (const element of expr.elements) {
    if (element.kind !== "literal") return undefined;
    const { value: constant } = element;
    if (constant.type !== "string" && constant.type !== "int" && constant.type !== "bool") {
      return undefined;
    }
    if (constant.type === "int" && !Number.isSafeInteger(Number(constant.value))) return undefined;
    kinds.add(constant.type);
    items.push(constant.type === "int" ? code`${Number(constant.value)}` : code`${constant.value}`);
  }
  const [kind] = kinds;
  return kinds.size === 1 && kind !== undefined ? { kind, items } : undefined;
}

function emitInConstants(
  writer: ExpressionWriter,
  element: Operand,
  constants: readonly Code[],
): Operand {
  if (constants.length > maxComparedConstants) {
    const text = join(constants, ", ");
    const type = writer.file.type(element.form, false);
    const items = listCode(constants);
    const made = (): Code => code`/* @__PURE__ */ new Set${code`<${type}>`}(${items})`;
    const set = writer.file.constant(`set ${text.text}`, "allowed", made);
    return writer.strict([element], ([it = element]) =>
      operand(code`${set}.has(${it.code})`, bool),
    );
  }
  return writer.strict([element], ([it = element]) => {
    if (it.simple || constants.length === 1) return oneOf(writer, it, constants);
    const { assign, held } = writer.hold(it);
    const [first, ...rest] = constants;
    const chain = [
      code`${assign} === ${first}`,
      ...rest.map((item) => code`${held.code} === ${item}`),
    ];
    return composite(join(chain, " || "), bool, "||");
  });
}

function oneOf(writer: ExpressionWriter, it: Operand, constants: readonly Code[]): Operand {
  const left = comparedCode(writer, it, constants);
  const chain = constants.map((item) => code`${left} === ${item}`);
  return composite(join(chain, " || "), bool, constants.length === 1 ? "other" : "||");
}
