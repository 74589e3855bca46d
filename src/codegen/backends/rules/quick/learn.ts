import type { OperatorStep, PlannedStep, PresenceStep } from "../../../../cel/plan/planned-step.js";
import { operators } from "../../../../cel/syntax/ast.js";
import { present } from "./known.js";
import type { Operand, QuickWriter, Scope } from "./operand.js";

/**
 * Returns the scope with all that an evaluated condition tells of its variables: an object of which
 * a field was read, or asked for by `has`, is one; a field that `has` found is of its type.
 */
export function learn(writer: QuickWriter, condition: PlannedStep, outcome: boolean): Scope {
  const learnt = new Map<string, Operand>();
  learnFrom(writer, condition, outcome, learnt);
  return learnt;
}

function learnFrom(
  writer: QuickWriter,
  step: PlannedStep,
  outcome: boolean | undefined,
  learnt: Map<string, Operand>,
): void {
  switch (step.kind) {
    case "path":
      if (step.fields.length > 0) learnOfOwner(writer, step.variable, learnt);
      return;
    case "presence":
      learnOfPresence(writer, step, outcome, learnt);
      return;
    case "macro":
      learnFrom(writer, step.range, undefined, learnt);
      return;
    case "call": {
      const isNot = step.name === operators.logicalNot && outcome !== undefined;
      for (const operand of step.operands) {
        learnFrom(writer, operand, isNot ? !outcome : undefined, learnt);
      }
      return;
    }
    case "operator":
      learnOfOperator(writer, step, outcome, learnt);
      return;
    default:
      return;
  }
}

function learnOfOperator(
  writer: QuickWriter,
  { maker, operands: [first, second] }: OperatorStep,
  outcome: boolean | undefined,
  learnt: Map<string, Operand>,
): void {
  switch (maker) {
    case "and":
    case "or": {
      // The first operand alone may have decided: then its own outcome is not known.
      const ofBoth = outcome === (maker === "and") ? outcome : undefined;
      learnFrom(writer, first, ofBoth, learnt);
      if (ofBoth !== undefined) learnFrom(writer, second, ofBoth, learnt);
      return;
    }
    case "equal":
    case "unequal":
    case "index":
      learnFrom(writer, first, undefined, learnt);
      learnFrom(writer, second, undefined, learnt);
      return;
    case "among":
    case "choose":
      learnFrom(writer, first, undefined, learnt);
      return;
    default:
      return;
  }
}

/** `has(variable.field)`, whatever it said, was asked of an object. */
function learnOfPresence(
  writer: QuickWriter,
  { operand, field }: PresenceStep,
  outcome: boolean | undefined,
  learnt: Map<string, Operand>,
): void {
  if (operand.kind !== "path") return;
  const owner = learnOfOwner(writer, operand.variable, learnt);
  const member = operand.fields.length === 0 ? owner?.members?.get(field) : undefined;
  const found = member && outcome === true ? present(writer, member) : undefined;
  if (owner === undefined || found === undefined) return;
  const members = new Map(owner.members).set(field, found);
  learnt.set(operand.variable, { ...owner, members });
}

/** A variable of which a field was looked at is an object. */
function learnOfOwner(
  writer: QuickWriter,
  name: string,
  learnt: Map<string, Operand>,
): Operand | undefined {
  const owner = learnt.get(name) ?? writer.scope.get(name);
  if (owner?.members === undefined || owner.form.kind !== "data") return undefined;
  const checked: Operand = { ...owner, isChecked: true };
  learnt.set(name, checked);
  return checked;
}
