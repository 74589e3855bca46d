import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { CallEstimate, CostModel, SizedCall } from "../cost-model.js";
import type { CelType } from "../type.js";
import { parametersOf } from "../type.js";
import type {
  Body,
  CallCostName,
  CountedTable,
  OlderBody,
  OlderCountedTable,
  StepMaker,
} from "./runtime-names.js";

/**
 * Functions that came to Kubernetes together: one table, from which the checker, the estimate of
 * costs, the planner of counted rules and the emitter take what they need to know.
 */
export interface Library {
  readonly name: string;
  /**
   * Minor version of the compatibility version that has it, as in Kubernetes'
   * `environment/base.go`; 0 = always. A server lets new expressions use what its compatibility
   * version has, one below its own by default.
   */
  readonly introduced: number;
  /** The first compatibility version that does without it. */
  readonly removed?: number;
  /**
   * Minor version of the first server whose binary has it, where that is no matter of compatibility
   * versions.
   */
  readonly firstServer?: number;
  /** Where counted rules find its functions; undefined: they call none of them. */
  readonly counted?: CountedTable;
  readonly functions: readonly FunctionRow[];
  /** The overloads of all functions, in the order of the rows. */
  readonly overloads: readonly Overload[];
}

/** One function of a library, with its overloads. */
export interface FunctionRow extends FunctionFacts {
  /** Name in an expression: `size`, `_+_`, `sets.contains`. */
  readonly name: string;
  readonly overloads: readonly Overload[];
}

/** The facts about a function, whatever its overload. */
export interface FunctionFacts {
  /**
   * The static cost of overloads that have no estimate of their own; a call without one costs 1 and
   * its arguments.
   */
  readonly estimate?: Estimate;
  /**
   * The cost at run time of overloads that have none of their own, and where it is open which is
   * called; by default 1.
   */
  readonly cost?: CallCostName;
  /**
   * The function of the runtime that finds out about its operands by itself, for operands whose
   * types are not known.
   */
  readonly dynamic?: Body;
  /** The error for wrong operands does not tell the function's name. */
  readonly nameless?: boolean;
  /** A constant operand makes the call a constant (cel-go `interpreter/planner.go`). */
  readonly folds?: boolean;
  /**
   * The second operand is a pattern; a constant one is compiled once (cel-go
   * `interpreter/optimizations.go`).
   */
  readonly pattern?: boolean;
  /** Not all operands are always evaluated, so the estimate counts their costs itself. */
  readonly lazy?: boolean;
  /** Where counted rules find it, if not where its library is. */
  readonly counted?: CountedTable;
  /** The maker of the step of the call in a counted rule, where that is no plain call. */
  readonly step?: StepMaker;
}

/** One overload of a function: what the checker may choose for a call. */
export interface Overload extends OverloadFacts {
  /** Name of the function in an expression. */
  readonly function: string;
  /** cel-go's overload id. */
  readonly id: string;
  readonly style: "member" | "global";
  /** For members the receiver comes first. */
  readonly parameters: readonly CelType[];
  readonly result: CelType;
  /** Names of the type parameters in the signature, in the order in which they occur. */
  readonly typeParameters: readonly string[];
  /** As of the function. */
  readonly lazy?: boolean;
}

/** The facts about an overload besides its signature. */
export interface OverloadFacts {
  /** The plain call that stands for it in generated code. */
  readonly call?: BodyCall;
  /**
   * The code that stands for it instead where that is possible; for operators see
   * `backends/rules/quick/operators.ts`.
   */
  readonly inline?: Inline;
  /** The behaviour of servers before a version; the first that fits counts. */
  readonly older?: readonly OlderBehaviour[];
  /** Its static cost, where it is not that of the function. */
  readonly estimate?: Estimate;
  /**
   * The compatibility version from which on the checker may choose it; before, it is declared only.
   */
  readonly chosenSince?: KubernetesMinor;
  /** Most characters of its result, which no estimate of a server knows. */
  readonly longest?: number;
  /** The table in which counted rules find it alone, by its id, where its types are known. */
  readonly counted?: CountedTable;
  /** Its cost at run time, where it is not that of the function. */
  readonly cost?: CallCostName;
  /** Its cost at run time on servers before a version; without `cost` it is 1. */
  readonly olderCost?: { readonly before: KubernetesMinor; readonly cost?: CallCostName };
}

/** How to call a function of the runtime. */
export interface BodyCall {
  /** A function of the runtime, or a global one. */
  readonly body: Body | "String" | "Number";
  /** True if the result may be an error. */
  readonly fails: boolean;
  /** How it takes its operands, where that does not follow from the types of the overload. */
  readonly takes?: readonly Taken[];
  /** How the result is held, where that does not follow from its type. */
  readonly gives?: Held;
}

/**
 * A parameter of a function of the runtime; `argument` is the operand of the call that it takes.
 */
export interface Taken {
  readonly held: Held;
  readonly argument: number;
}

/**
 * How generated code holds a value: a value of JavaScript, any value of CEL, or an instance of a
 * class of the runtime.
 */
export type Held = "value" | "list" | "Double";

/** The behaviour of servers before a version. */
export interface OlderBehaviour {
  readonly before: KubernetesMinor;
  readonly body: OlderBody;
  /** Where counted rules find it; it comes before the library's table. */
  readonly counted: OlderCountedTable;
  /** True if the result may be an error, even if that of the newest cannot. */
  readonly fails: boolean;
}

/** Code that is no plain call of a function with all operands; `backends/rules/quick` writes it. */
export type Inline =
  /** The operand itself, as it is already of the type. */
  | { readonly kind: "same" }
  /** The operand as any value. */
  | { readonly kind: "boxed" }
  /** A constant, if the text is one and can be read. */
  | { readonly kind: "duration constant" | "timestamp constant" }
  | { readonly kind: "size" }
  | { readonly kind: "absent optional" | "present optional" | "has value" }
  /** A method of JavaScript's strings. */
  | { readonly kind: "text method"; readonly method: "includes" | "startsWith" | "endsWith" }
  /** A compiled pattern, if it is a constant. */
  | { readonly kind: "matches" | "find" };

/**
 * The static cost of a call without its arguments, and the size of its result, as a server computes
 * them; undefined: it costs 1.
 */
export type Estimate = (call: SizedCall, model: CostModel) => CallEstimate | undefined;

/** A library of rows. */
export function library(facts: Omit<Library, "overloads">): Library {
  return { ...facts, overloads: facts.functions.flatMap(({ overloads }) => overloads) };
}

/** An overload that does not know its function yet. */
type Signature = Omit<Overload, "function" | "lazy">;

/** A row: a function and its overloads. */
export function row(
  name: string,
  facts: FunctionFacts,
  ...signatures: readonly Signature[]
): FunctionRow {
  const { estimate, cost, lazy } = facts;
  const shared = { ...(estimate && { estimate }), ...(cost && { cost }), ...(lazy && { lazy }) };
  const overloads = signatures.map((it) => ({ ...shared, ...it, function: name }));
  return { ...facts, name, overloads };
}

/** An overload that is called as `receiver.name(…)`; the receiver is the first parameter. */
export function member(
  id: string,
  parameters: readonly CelType[],
  result: CelType,
  facts: OverloadFacts = {},
): Signature {
  return signatureOf(id, "member", parameters, result, facts);
}

/** An overload that is called as `name(…)`, or an operator. */
export function global(
  id: string,
  parameters: readonly CelType[],
  result: CelType,
  facts: OverloadFacts = {},
): Signature {
  return signatureOf(id, "global", parameters, result, facts);
}

function signatureOf(
  id: string,
  style: "member" | "global",
  parameters: readonly CelType[],
  result: CelType,
  facts: OverloadFacts,
): Signature {
  const names = new Set<string>();
  for (const type of [...parameters, result]) collectTypeParameters(type, names);
  return { ...facts, id, style, parameters, result, typeParameters: [...names] };
}

function collectTypeParameters(type: CelType, names: Set<string>): void {
  if (type.kind === "param") names.add(type.name);
  for (const parameter of parametersOf(type)) collectTypeParameters(parameter, names);
}

/** A call of a function whose result is never an error. */
export function calls(
  body: BodyCall["body"],
  more: Omit<OverloadFacts, "call"> = {},
): OverloadFacts {
  return { ...more, call: { body, fails: false } };
}

/** A call of a function whose result may be an error. */
export function tries(
  body: BodyCall["body"],
  more: Omit<OverloadFacts, "call"> = {},
): OverloadFacts {
  return { ...more, call: { body, fails: true } };
}

/** A call that takes any value, and finds out itself what it is; the result may be an error. */
export function converts(
  body: Body,
  { gives, ...more }: Omit<OverloadFacts, "call"> & Pick<BodyCall, "gives"> = {},
): OverloadFacts {
  const call: BodyCall = { body, fails: true, takes: [{ held: "value", argument: 0 }] };
  return { ...more, call: gives === undefined ? call : { ...call, gives } };
}

/** Returns the behaviour of servers before a version. */
export function before(
  minor: KubernetesMinor,
  body: OlderBody,
  counted: OlderCountedTable,
  fails = false,
): OlderBehaviour {
  return { before: minor, body, counted, fails };
}
