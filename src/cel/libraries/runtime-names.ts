import type { CallCost } from "../../runtime/v1/cel/cost/call-cost.js";
import type { Step } from "../../runtime/v1/cel/cost/cost-tracker.js";
import type { FunctionTable } from "../../runtime/v1/cel/cost/function-table.js";
import type * as plan from "../../runtime/v1/cel/cost/plan.js";
import type * as internal from "../../runtime/v1/internal.js";
import type * as library from "../../runtime/v1/library.js";

/*
 * Only the types of the runtime are used: the compiler checks the names in the rows, and the bundle
 * loads none of the code.
 */

/** The names among the exports of a module whose values are of a type. */
type NamesOf<Module, Type> = {
  [Name in keyof Module]: Module[Name] extends Type ? Name : never;
}[keyof Module];

/** The names of what answers as servers before a version do. */
type Older<Name> = Extract<Name, `${string}Before${number}`>;

/** A function of the runtime that can stand for an overload. */
export type Body = NamesOf<typeof internal, (...args: never) => unknown>;

/** A function of the runtime that answers as servers before a version do. */
export type OlderBody = Older<Body>;

/** A function of the runtime that makes the step of a counted rule of the steps of its operands. */
export type StepMaker = Extract<
  NamesOf<typeof plan, (left: Step, right: Step, other: Step) => Step>,
  keyof typeof library
>;

/** A function of the runtime that says what a call costs at run time. */
export type CallCostName = Extract<NamesOf<typeof library, CallCost>, `${string}Cost`>;

/** A table with what servers before a version have otherwise. */
export type OlderCountedTable = Older<NamesOf<typeof library, FunctionTable>>;

/**
 * A table of the runtime that counted rules look functions up in, with what their calls cost at run
 * time.
 */
export type CountedTable = Exclude<NamesOf<typeof library, FunctionTable>, OlderCountedTable>;
