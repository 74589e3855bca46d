import type { PlannedStep } from "../../../../cel/plan/planned-step.js";
import type { Expr, Local, Stmt, TypeNode } from "../../../emit/code.js";
import { stmt } from "../../../emit/code.js";
import { visit } from "../../../emit/nodes/kinds.js";
import * as make from "../../../emit/nodes/make.js";
import type { Block } from "../../../emit/nodes/nodes.js";
import { fieldIn } from "./data.js";
import type { Uses, VariableUses } from "./field-uses.js";
import { usesOf } from "./field-uses.js";
import { isStructure, known, structureCode } from "./known.js";
import type { DataForm, Operand, QuickWriter, Scope } from "./operand.js";
import { dataOf, variableName } from "./operand.js";

/** A constant at the beginning of a function. */
interface Opening {
  readonly local: Expr;
  readonly value: Expr;
  /** True if it is looked at there; the rest of the function relies on that. */
  readonly isLook: boolean;
  /** Of a scalar: a compiler that knew its type would refuse rules that contradict themselves. */
  readonly type?: TypeNode;
}

/** The body of a function of generated code, while it is written. */
export interface FunctionBody {
  /** Writes what the function evaluates. */
  readonly writer: QuickWriter;
  /** Returns the statements before a result: all that the result uses. */
  readonly opening: (result: Expr) => readonly Stmt[];
}

/**
 * Begins the body of a function with variables that evaluates steps. What these read more than once
 * of a variable is read once, at the beginning. It is looked at there too if each evaluation reads
 * it, or if the schema requires it: then the code below relies on its type.
 */
export function beginBody(
  writer: QuickWriter,
  variables: Scope,
  steps: readonly PlannedStep[],
): FunctionBody {
  const openings: Opening[] = [];
  const scope = new Map<string, Operand>();
  for (const [name, variable] of variables) {
    scope.set(name, openVariable(writer, variable, usesOf(steps, name), openings));
  }
  return {
    writer: writer.within(scope),
    opening: (result) => openingOf(openings, result),
  };
}

/** The body of an arrow function: its result, after what stands before it. */
export function arrowBody(body: FunctionBody, result: Expr): Expr | Block {
  const opening = body.opening(result);
  return opening.length === 0 ? result : make.block([...opening, stmt`return ${result};`]);
}

function openVariable(
  writer: QuickWriter,
  variable: Operand,
  uses: VariableUses,
  openings: Opening[],
): Operand {
  const { form } = variable;
  if (form.kind !== "data") return variable;
  const { schema } = form;
  if (schema.type === "object" && isStructure(writer, form)) {
    return openFields(writer, variable, form, uses, openings);
  }
  if (uses.whole.count < 2 || schema.nullable) return variable;
  return look(writer, variable, schema.type === "array" ? "list" : "value", openings);
}

/** A field that becomes a constant. */
interface FieldToOpen {
  readonly name: string;
  readonly operand: Operand;
  readonly uses: Uses;
}

function openFields(
  writer: QuickWriter,
  variable: Operand,
  form: DataForm,
  uses: VariableUses,
  openings: Opening[],
): Operand {
  const fields = [...uses.fields].flatMap(([name, used]) => {
    const operand = fieldIn(writer, variable, form, name);
    return operand === undefined ? [] : [{ name, operand, uses: used }];
  });
  const asks = fields.reduce((sum, field) => sum + field.uses.asks, 0);
  // `has` needs an object to ask: where nothing else tells of one, it is looked at once.
  const asksUnread = asks > 1 && !fields.some((field) => field.uses.isCertain);
  const members = new Map<string, Operand>();
  const checked: Operand = { ...variable, isChecked: true };
  let owner = variable;
  for (const field of fields) {
    if (field.uses.asks > 0 || field.uses.count < 2 || !isThereAlways(field, form)) continue;
    members.set(field.name, look(writer, field.operand, variableName(field.name), openings));
    owner = checked;
  }
  for (const { name, operand, uses: used } of fields) {
    if (members.has(name) || operand.form.kind !== "data") continue;
    const isLook = used.asks > 0 && asksUnread && owner.isChecked !== true;
    const object = isLook ? { ...checked, code: structureCode(writer, variable) } : owner;
    const code = fieldIn(writer, object, form, name)?.code ?? operand.code;
    if (isLook) owner = checked;
    const { schema, isResource } = operand.form;
    if (!isLook && (used.count < 2 || !used.isLikely)) {
      members.set(name, dataOf(code, schema, isResource));
      continue;
    }
    const local = writer.local(variableName(name));
    openings.push({ local, value: code, isLook });
    members.set(name, dataOf(local, schema, isResource));
  }
  return { ...owner, members };
}

/** Tells whether a rule can hardly do without a field. */
function isThereAlways({ name, operand, uses }: FieldToOpen, { schema }: DataForm): boolean {
  if (uses.isCertain) return true;
  if (operand.form.kind !== "data" || operand.form.schema.nullable) return false;
  return uses.reads > 0 && schema.validation.required.includes(name);
}

/** A constant for data that is looked at. */
function look(writer: QuickWriter, from: Operand, base: string, openings: Opening[]): Operand {
  const local = writer.local(base);
  if (from.form.kind === "data" && isStructure(writer, from.form)) {
    openings.push({ local, value: structureCode(writer, from), isLook: true });
    return { ...from, code: local, isChecked: true };
  }
  const it = known(writer, from);
  openings.push({ local, value: it.code, isLook: true, type: writer.file.dataType });
  return { ...it, code: local };
}

function openingOf(openings: readonly Opening[], result: Expr): readonly Stmt[] {
  const used = new Set<Local>();
  visit(result, (node) => {
    if (node.kind === "local") used.add(node.local);
  });
  return openings.flatMap(({ local, value, isLook, type }) => {
    const isUsed = local.kind === "local" && used.has(local.local);
    if (isUsed) return [make.variable("const", local, type, value)];
    return isLook ? [stmt`${value};`] : [];
  });
}
