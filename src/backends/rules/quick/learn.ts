import type { PlannedStep } from "../../../cel/plan/planned-step.js";
import { operators } from "../../../cel/syntax/ast.js";
import { present } from "./known.js";
import type { Operand } from "./operand.js";
import type { QuickWriter, Scope } from "./writer.js";

/**
 * What an evaluated condition tells of the variables of a scope: an object of which a field was
 * read, or asked for by `has`, is one; a field that `has` found is of its type.
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
  if (step.kind === "presence") {
    const { operand, field } = step;
    if (operand.kind !== "path" || operand.fields.length > 0) return;
    const name = operand.variable;
    const owner = learnt.get(name) ?? writer.scope.get(name);
    const member = owner?.members?.get(field);
    if (owner?.members === undefined || owner.form.kind !== "data") return;
    const found = member && outcome === true ? present(writer, member) : undefined;
    const members = found === undefined ? owner.members : new Map(owner.members).set(field, found);
    learnt.set(name, { ...owner, isChecked: true, members });
  } else if (step.kind === "operator") {
    if (step.maker !== "and" && step.maker !== "or") return;
    const [first, second] = step.operands;
    // The first operand alone may have decided: then its own outcome is not known.
    const ofBoth = outcome === (step.maker === "and") ? outcome : undefined;
    learnFrom(writer, first, ofBoth, learnt);
    if (ofBoth !== undefined) learnFrom(writer, second, ofBoth, learnt);
  } else if (step.kind === "call" && step.name === operators.logicalNot) {
    const [operand] = step.operands;
    if (operand !== undefined) {
      learnFrom(writer, operand, outcome === undefined ? undefined : !outcome, learnt);
    }
  }
}
