import type { AnyCountedTable } from "../libraries/counted-tables.js";
import type { CallCostName, StepMaker } from "../libraries/runtime-names.js";
import type { Constant, Expr } from "../syntax/ast.js";

/**
 * A step of a counted rule, as data: `interpret` makes the runtime's step of it, `backends/rules`
 * prints the code that does. The names of kinds are those of the runtime's functions
 * (`runtime/v1/cel/cost/plan.ts`, `macros.ts`).
 */
export type PlannedStep =
  | ConstantStep
  | FoldedStep
  | PathStep
  | SelectStep
  | PresenceStep
  | OperatorStep
  | CallStep
  | ListStep
  | MapStep
  | StructStep
  | BoundStep
  | MacroStep;

/** A value that the expression contains. */
export interface ConstantStep {
  readonly kind: "constant";
  readonly value: Constant | TypeName;
  readonly expr: Expr;
}

/** The name of a type, as a value. */
interface TypeName {
  readonly type: "type";
  readonly name: string;
}

/** A step that is worked out once, from constants alone: a list, a map, a conversion. */
export interface FoldedStep {
  readonly kind: "folded";
  readonly step: PlannedStep;
  readonly expr: Expr;
}

/** A variable, and fields behind it. */
interface PathStep {
  readonly kind: "path";
  /** With a leading dot: past the variables of macros. */
  readonly variable: string;
  readonly fields: readonly string[];
}

/** A field of anything else. */
interface SelectStep {
  readonly kind: "select";
  readonly operand: PlannedStep;
  readonly field: string;
}

/** `has(operand.field)` */
export interface PresenceStep {
  readonly kind: "presence";
  readonly operand: PlannedStep;
  readonly field: string;
  /** True if it costs 1 besides the operand. */
  readonly costs: boolean;
}

/** An operation that has a step of its own: logic, equality, indices, look-ups. */
export interface OperatorStep {
  readonly kind: "operator";
  readonly maker: StepMaker;
  readonly operands: readonly [PlannedStep, PlannedStep, ...PlannedStep[]];
}

/** A call of a function. */
export interface CallStep {
  readonly kind: "call";
  readonly name: string;
  /** cel-go's, where the types of the operands tell it; else empty. */
  readonly overload: string;
  readonly operands: readonly PlannedStep[];
  /** Where to look for the function. */
  readonly tables: readonly AnyCountedTable[];
  /** Its cost at run time; undefined: 1. */
  readonly cost: CallCostName | undefined;
  /** The second operand, if it is a pattern that can be compiled once. */
  readonly pattern: Expr | undefined;
}

/** A list literal that is no constant. */
interface ListStep {
  readonly kind: "list";
  readonly elements: readonly PlannedStep[];
  /** Indices of optional elements. */
  readonly optional: readonly number[];
}

/** An entry of a map literal. */
interface PlannedEntry {
  readonly key: PlannedStep;
  readonly value: PlannedStep;
  readonly optional: boolean;
}

/** A map literal that is no constant. */
interface MapStep {
  readonly kind: "map";
  readonly entries: readonly PlannedEntry[];
}

/** A field of a literal of a message. */
interface PlannedField {
  readonly name: string;
  readonly value: PlannedStep;
  readonly optional: boolean;
}

/** A literal of a well-known type of protobuf. */
interface StructStep {
  readonly kind: "struct";
  readonly name: string;
  readonly fields: readonly PlannedField[];
}

/** `value` under a name in `body`. */
interface BoundStep {
  readonly kind: "bound";
  readonly name: string;
  readonly value: PlannedStep;
  readonly body: PlannedStep;
}

/** A macro over a list or a map. */
export interface MacroStep {
  readonly kind: "macro";
  readonly range: PlannedStep;
  /** One name for elements or keys, two for indices or keys and their elements. */
  readonly variables: readonly [string] | readonly [string, string];
  readonly macro: PlannedMacro;
}

/** The work of a macro on each element. */
export type PlannedMacro =
  | { readonly kind: "all" | "exists" | "existsOne"; readonly predicate: PlannedStep }
  | {
      readonly kind: "mapped";
      readonly element: PlannedStep;
      readonly predicate: PlannedStep | undefined;
    }
  | {
      readonly kind: "transformed";
      /** A key and a value, or a map. */
      readonly entry: readonly PlannedStep[];
      readonly predicate: PlannedStep | undefined;
    };

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

/** Returns the steps that a macro evaluates for each element. */
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
