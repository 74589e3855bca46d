import type { OperatorStep, PlannedStep } from "../../../../cel/plan/planned-step.js";
import { stepsBelow } from "../../../../cel/plan/planned-step.js";
import { maxComparedConstants } from "./operators.js";

/** How an expression uses a variable, or a field of one. */
export class Uses {
  /** How often its value is read. What a macro reads counts twice: it may run often. */
  reads = 0;
  /** The same of `has`. */
  asks = 0;
  /** True if each evaluation reads the field, apart from macros over nothing. */
  isCertain = false;
  /** True if each evaluation looks at the field, or looks at it for each element of something. */
  isLikely = false;

  /** How often it is looked at. */
  get count(): number {
    return this.reads + this.asks;
  }
}

/** How an expression uses a variable. */
export interface VariableUses {
  /** The variable as a whole. */
  readonly whole: Uses;
  /** Its fields, in the order of the text, by the names that the expression has for them. */
  readonly fields: ReadonlyMap<string, Uses>;
}

/** How steps that are all evaluated use a variable. */
export function usesOf(steps: readonly PlannedStep[], variable: string): VariableUses {
  const uses = { whole: new Uses(), fields: new Map<string, Uses>() };
  for (const step of steps) countUses(uses, variable, step, { isCertain: true, times: 1 });
  return uses;
}

interface Counted extends VariableUses {
  readonly fields: Map<string, Uses>;
}

/** Where a step stands. */
interface Standing {
  readonly isCertain: boolean;
  readonly times: 1 | 2;
}

function countUses(uses: Counted, variable: string, step: PlannedStep, standing: Standing): void {
  const visit = (below: PlannedStep, where = standing): void => {
    countUses(uses, variable, below, where);
  };
  switch (step.kind) {
    case "path":
      if (step.variable === variable) countRead(uses, step.fields[0], standing);
      return;
    case "presence":
      if (isVariable(step.operand, variable)) countAsk(fieldUses(uses, step.field), standing);
      else visit(step.operand);
      return;
    case "operator": {
      const [first, ...others] = step.operands;
      visit(first, comparesWithSome(step) ? { ...standing, times: 2 } : standing);
      const areCertain = standing.isCertain && (!lazyMakers.has(step.maker) || isLikeness(first));
      for (const other of others) visit(other, { ...standing, isCertain: areCertain });
      return;
    }
    case "bound":
      visit(step.value);
      if (step.name !== variable) visit(step.body);
      return;
    case "macro": {
      visit(step.range);
      if (step.variables.includes(variable)) return;
      const [, ...each] = stepsBelow(step);
      for (const [index, below] of each.entries()) {
        visit(below, { isCertain: standing.isCertain && index === 0, times: 2 });
      }
      return;
    }
    default:
      for (const below of stepsBelow(step)) visit(below);
  }
}

function countRead(uses: Counted, field: string | undefined, { isCertain, times }: Standing): void {
  const used = field === undefined ? uses.whole : fieldUses(uses, field);
  used.reads += times;
  used.isCertain ||= isCertain;
  used.isLikely ||= isCertain || times === 2;
}

function countAsk(used: Uses, { isCertain, times }: Standing): void {
  used.asks += times;
  used.isLikely ||= isCertain || times === 2;
}

function fieldUses({ fields }: Counted, name: string): Uses {
  let uses = fields.get(name);
  if (uses === undefined) fields.set(name, (uses = new Uses()));
  return uses;
}

/**
 * Tells whether an operand is searched for among several constants, and so compared with each of
 * them.
 */
function comparesWithSome({ maker, operands: [, second] }: OperatorStep): boolean {
  const list = second.kind === "folded" ? second.step : second;
  if (maker !== "among" || list.kind !== "list") return false;
  return list.elements.length > 1 && list.elements.length <= maxComparedConstants;
}

/**
 * Tells whether a step only asks if two things are equal, which says nothing of their contents: no
 * kind is asked for.
 */
function isLikeness(step: PlannedStep): boolean {
  if (step.kind !== "operator") return false;
  if (step.maker === "and") return step.operands.every((operand) => isLikeness(operand));
  return step.maker === "equal" && step.operands.every((operand) => operand.kind === "path");
}

/** Operators that may answer without their later operands. */
const lazyMakers: ReadonlySet<string> = new Set([
  "and",
  "or",
  "choose",
  "optionalOr",
  "optionalOrValue",
]);

/** Tells whether a step is a variable itself, not a field of it. */
export function isVariable(step: PlannedStep, name: string): boolean {
  return step.kind === "path" && step.variable === name && step.fields.length === 0;
}
