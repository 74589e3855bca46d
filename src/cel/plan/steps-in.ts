import type { PlannedMacro, PlannedStep } from "./planned-step.js";

/** A step and all steps below it. */
export function* stepsIn(step: PlannedStep): Generator<PlannedStep> {
  yield step;
  for (const below of stepsBelow(step)) yield* stepsIn(below);
}

/** The steps right below a step; of a macro the range comes first. */
export function stepsBelow(step: PlannedStep): readonly PlannedStep[] {
  switch (step.kind) {
    case "constant":
    case "path":
      return [];
    case "folded":
      return [step.step];
    case "select":
    case "presence":
      return [step.operand];
    case "operator":
    case "call":
      return step.operands;
    case "list":
      return step.elements;
    case "map":
      return step.entries.flatMap(({ key, value }) => [key, value]);
    case "struct":
      return step.fields.map(({ value }) => value);
    case "bound":
      return [step.value, step.body];
    case "macro":
      return [step.range, ...stepsOfMacro(step.macro)];
  }
}

/** What a macro evaluates for each element. */
function stepsOfMacro(macro: PlannedMacro): readonly PlannedStep[] {
  const predicate = macro.predicate === undefined ? [] : [macro.predicate];
  switch (macro.kind) {
    case "mapped":
      return [...predicate, macro.element];
    case "transformed":
      return [...predicate, ...macro.entry];
    default:
      return predicate;
  }
}
