import type { AstBuilder } from "./ast-builder.js";
import type { Expr, MacroCall } from "./ast.js";
import { operators } from "./ast.js";

/** A macro whose arguments are not what it needs. */
export interface MacroFault {
  readonly kind: "fault";
  readonly offset: number;
  readonly message: string;
}

/**
 * Where `has`, `map` and `filter` report an argument that is not what they need: up to cel-go 0.16
 * (servers of 1.28) they name no place, and it is that of the call. All other macros always name
 * the argument's.
 */
export type ArgumentFaults = "at call" | "at argument";

/** The features of the language that decide how calls expand. */
export interface MacroOptions {
  readonly macros: Macros;
  /** Name of the accumulator variable. */
  readonly accumulator: string;
  readonly argumentFaults: ArgumentFaults;
  /**
   * The treatment of the receiver of `optMap` and `optFlatMap`, which stands twice in what they
   * expand to: it is copied for that, or is one node that is checked twice (up to cel-go 0.20,
   * servers of 1.31).
   */
  readonly optionalReceiver: "copied" | "shared";
}

/** The tools of an expansion. */
export interface MacroContext extends Omit<MacroOptions, "macros"> {
  readonly builder: AstBuilder;
  /** Where the macro call lies; where all that it expands to lies. */
  readonly offset: number;
  readonly call: MacroCall;
}

/** Turns a call into what it stands for. */
export type Expand = (context: MacroContext) => Expr | MacroFault;

/**
 * Macros by `name:arguments:receiver`, as `map:2:member` (cel-go `parser/macro.go`, makeMacroKey).
 */
export type Macros = ReadonlyMap<string, Expand>;

/**
 * Returns the expansion of a call; `undefined` where no macro has its name, number of arguments and
 * kind of receiver.
 */
export function expandCall(
  { macros, ...options }: MacroOptions,
  builder: AstBuilder,
  offset: number,
  call: MacroCall,
): Expr | MacroFault | undefined {
  const receiver = call.target === undefined ? "global" : "member";
  const expand = macros.get(`${call.name}:${call.args.length}:${receiver}`);
  return expand?.({ ...options, builder, offset, call });
}

/** The macros of every environment (cel-go `parser/macro.go`). */
export const standardMacros: Macros = new Map<string, Expand>([
  ["has:1:global", expandHas],
  ["all:2:member", expandAll],
  ["exists:2:member", expandExists],
  ["exists_one:2:member", expandExistsOne],
  ["map:2:member", expandMap],
  ["map:3:member", expandMap],
  ["filter:2:member", expandFilter],
]);

/** Macros of the optionals library (cel-go `cel/library.go`). */
export const optionalMacros: Macros = new Map<string, Expand>([
  ["optMap:2:member", expandOptMap],
  ["optFlatMap:2:member", expandOptFlatMap],
]);

/** Comprehensions over keys and values (cel-go `ext/comprehensions.go`). */
export const twoVariableMacros: Macros = new Map<string, Expand>([
  ["all:3:member", expandAll],
  ["exists:3:member", expandExists],
  ["existsOne:3:member", expandExistsOne],
  ["exists_one:3:member", expandExistsOne],
  ["transformList:3:member", expandTransformList],
  ["transformList:4:member", expandTransformList],
  ["transformMap:3:member", expandTransformMap],
  ["transformMap:4:member", expandTransformMap],
  ["transformMapEntry:3:member", expandTransformMapEntry],
  ["transformMapEntry:4:member", expandTransformMapEntry],
]);

/** The macro of the lists extension (cel-go `ext/lists.go`). */
export const listMacros: Macros = new Map<string, Expand>([["sortBy:2:member", expandSortBy]]);

/** Name of the list that `sortBy` sorts, inside its expansion. */
const sortInput = "@__sortBy_input__";

/** Iteration variable of bindings, which iterate over nothing. */
const unusedVariable = "#unused";

interface Loop {
  readonly range: Expr;
  readonly iterVar: string;
  readonly iterVar2: string | undefined;
  /** The arguments after the variables. */
  readonly rest: readonly Expr[];
}

function isFault(value: Expr | Loop | MacroFault): value is MacroFault {
  return "kind" in value && value.kind === "fault";
}

/** The receiver of a call to a macro of members. */
function receiverOf({ target }: MacroCall): Expr {
  if (target === undefined) throw new Error("macros of members have receivers");
  return target;
}

/** An argument of a call; how many a macro has is part of its key. */
function argumentOf({ args }: MacroCall, index: number): Expr {
  const arg = args[index];
  if (arg === undefined) throw new Error("macros have as many arguments as their keys say");
  return arg;
}

function fault(at: Expr, message: string): MacroFault {
  return { kind: "fault", offset: at.offset, message };
}

/**
 * Split the arguments of a comprehension into its variables and the rest; a fault where a variable
 * is no simple name, or one that the expansion itself needs (cel-go `ext/comprehensions.go`,
 * extractIterVars).
 */
function readLoop(context: MacroContext, variables: 1 | 2, notAName: string): Loop | MacroFault {
  const { call } = context;
  const range = receiverOf(call);
  const first = argumentOf(call, 0);
  if (first.kind !== "ident") return fault(first, notAName);
  if (variables === 1) {
    if (overwritesAccumulator(context, first.name)) return fault(first, overwriteMessage);
    return { range, iterVar: first.name, iterVar2: undefined, rest: call.args.slice(1) };
  }
  const second = argumentOf(call, 1);
  if (second.kind !== "ident") return fault(second, notAName);
  if (first.name === second.name) return fault(second, `duplicate variable name: ${first.name}`);
  if (overwritesAccumulator(context, first.name)) return fault(first, overwriteMessage);
  if (overwritesAccumulator(context, second.name)) return fault(second, overwriteMessage);
  return { range, iterVar: first.name, iterVar2: second.name, rest: call.args.slice(2) };
}

const simpleName = "argument must be a simple name";
const overwriteMessage = "iteration variable overwrites accumulator variable";

/** Servers whose accumulator is called `__result__` themselves (before 1.33) do not look. */
function overwritesAccumulator(context: MacroContext, name: string): boolean {
  const { accumulator: own } = context;
  return own !== "__result__" && (name === own || name === "__result__");
}

/** The fault of an argument, where this version of the language reports it. */
function placed({ argumentFaults, offset }: MacroContext, found: MacroFault): MacroFault {
  return argumentFaults === "at call" ? { ...found, offset } : found;
}

function expandHas(context: MacroContext): Expr | MacroFault {
  const { builder, offset, call } = context;
  const arg = argumentOf(call, 0);
  if (arg.kind === "select") return builder.presenceTest(offset, arg.operand, arg.field, call);
  return placed(context, fault(arg, "invalid argument to has() macro"));
}

interface Fold {
  readonly init: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

function fold(context: MacroContext, loop: Loop, { init, condition, step, result }: Fold): Expr {
  return context.builder.comprehension(
    context.offset,
    {
      iterRange: loop.range,
      iterVar: loop.iterVar,
      iterVar2: loop.iterVar2,
      accuVar: context.accumulator,
      accuInit: init,
      loopCondition: condition,
      loopStep: step,
      result,
    },
    context.call,
  );
}

function accumulator({ builder, offset, accumulator: name }: MacroContext): Expr {
  return builder.ident(offset, name);
}

function boolLiteral({ builder, offset }: MacroContext, value: boolean): Expr {
  return builder.literal(offset, { type: "bool", value });
}

function intLiteral({ builder, offset }: MacroContext, value: bigint): Expr {
  return builder.literal(offset, { type: "int", value });
}

function operation({ builder, offset }: MacroContext, name: string, ...args: Expr[]): Expr {
  return builder.call(offset, name, args);
}

function quantifierLoop(context: MacroContext): Loop | MacroFault {
  return readLoop(context, context.call.args.length === 3 ? 2 : 1, simpleName);
}

/** The argument after the variables; how many there are is part of a macro's key. */
function body(loop: Loop, index = 0): Expr {
  const expr = loop.rest[index];
  if (expr === undefined) throw new Error("macros have as many arguments as their keys say");
  return expr;
}

function expandAll(context: MacroContext): Expr | MacroFault {
  const loop = quantifierLoop(context);
  if (isFault(loop)) return loop;
  return fold(context, loop, {
    init: boolLiteral(context, true),
    condition: operation(context, operators.notStrictlyFalse, accumulator(context)),
    step: operation(context, operators.logicalAnd, accumulator(context), body(loop)),
    result: accumulator(context),
  });
}

function expandExists(context: MacroContext): Expr | MacroFault {
  const loop = quantifierLoop(context);
  if (isFault(loop)) return loop;
  const isFalse = operation(context, operators.logicalNot, accumulator(context));
  return fold(context, loop, {
    init: boolLiteral(context, false),
    condition: operation(context, operators.notStrictlyFalse, isFalse),
    step: operation(context, operators.logicalOr, accumulator(context), body(loop)),
    result: accumulator(context),
  });
}

function expandExistsOne(context: MacroContext): Expr | MacroFault {
  const loop = quantifierLoop(context);
  if (isFault(loop)) return loop;
  const one = operation(context, operators.add, accumulator(context), intLiteral(context, 1n));
  return fold(context, loop, {
    init: intLiteral(context, 0n),
    condition: boolLiteral(context, true),
    step: operation(context, operators.conditional, body(loop), one, accumulator(context)),
    result: operation(context, operators.equals, accumulator(context), intLiteral(context, 1n)),
  });
}

/** Append `element`, under `filter` if there is one. */
function collectList(
  context: MacroContext,
  loop: Loop,
  element: Expr,
  filter: Expr | undefined,
): Expr {
  const { builder, offset } = context;
  const one = builder.list(offset, [element]);
  const appended = operation(context, operators.add, accumulator(context), one);
  return fold(context, loop, {
    init: builder.list(offset, []),
    condition: boolLiteral(context, true),
    step: filtered(context, appended, filter),
    result: accumulator(context),
  });
}

function filtered(context: MacroContext, step: Expr, filter: Expr | undefined): Expr {
  if (filter === undefined) return step;
  return operation(context, operators.conditional, filter, step, accumulator(context));
}

/** `[filter, body]` of a macro whose filter may be left out. */
function filterAndBody(loop: Loop): readonly [Expr | undefined, Expr] {
  return loop.rest.length === 2 ? [body(loop), body(loop, 1)] : [undefined, body(loop)];
}

function collectionLoop(context: MacroContext): Loop | MacroFault {
  const loop = readLoop(context, 1, "argument is not an identifier");
  return isFault(loop) ? placed(context, loop) : loop;
}

function expandMap(context: MacroContext): Expr | MacroFault {
  const loop = collectionLoop(context);
  if (isFault(loop)) return loop;
  const [filter, element] = filterAndBody(loop);
  return collectList(context, loop, element, filter);
}

function expandFilter(context: MacroContext): Expr | MacroFault {
  const loop = collectionLoop(context);
  if (isFault(loop)) return loop;
  return collectList(context, loop, argumentOf(context.call, 0), body(loop));
}

function expandTransformList(context: MacroContext): Expr | MacroFault {
  const loop = readLoop(context, 2, simpleName);
  if (isFault(loop)) return loop;
  const [filter, element] = filterAndBody(loop);
  return collectList(context, loop, element, filter);
}

function expandTransformMap(context: MacroContext): Expr | MacroFault {
  const loop = readLoop(context, 2, simpleName);
  if (isFault(loop)) return loop;
  const [filter, value] = filterAndBody(loop);
  const key = context.builder.ident(context.offset, loop.iterVar);
  return collectMap(context, loop, [key, value], filter);
}

function expandTransformMapEntry(context: MacroContext): Expr | MacroFault {
  const loop = readLoop(context, 2, simpleName);
  if (isFault(loop)) return loop;
  const [filter, entry] = filterAndBody(loop);
  return collectMap(context, loop, [entry], filter);
}

/** Insert a key and a value, or the entries of a map. */
function collectMap(
  context: MacroContext,
  loop: Loop,
  inserted: readonly Expr[],
  filter: Expr | undefined,
): Expr {
  const step = operation(context, "cel.@mapInsert", accumulator(context), ...inserted);
  return fold(context, loop, {
    init: context.builder.map(context.offset, []),
    condition: boolLiteral(context, true),
    step: filtered(context, step, filter),
    result: accumulator(context),
  });
}

function expandOptMap(context: MacroContext): Expr | MacroFault {
  return expandOptional(context, (value) => operation(context, "optional.of", value));
}

function expandOptFlatMap(context: MacroContext): Expr | MacroFault {
  return expandOptional(context, (value) => value);
}

/** `target.hasValue() ? wrap(variable bound to target.value() in body) : optional.none()`. */
function expandOptional(context: MacroContext, wrap: (value: Expr) => Expr): Expr | MacroFault {
  const { builder, offset, call, optionalReceiver } = context;
  const receiver = receiverOf(call);
  const variable = argumentOf(call, 0);
  if (variable.kind !== "ident") {
    return fault(variable, `${call.name}() variable name must be a simple identifier`);
  }
  const hasValue = builder.memberCall(offset, "hasValue", receiver, []);
  const again = optionalReceiver === "shared" ? builder.share(receiver) : builder.copy(receiver);
  const bound = builder.memberCall(offset, "value", again, []);
  const bind = binding(context, variable.name, bound, argumentOf(call, 1), undefined);
  const none = operation(context, "optional.none");
  return builder.expandedCall(offset, operators.conditional, [hasValue, wrap(bind), none], call);
}

/** `variable` bound to `init` in `result`: a comprehension over nothing. */
function binding(
  context: MacroContext,
  variable: string,
  init: Expr,
  result: Expr,
  macro: MacroCall | undefined,
): Expr {
  const { builder, offset } = context;
  return builder.comprehension(
    offset,
    {
      iterRange: builder.list(offset, []),
      iterVar: unusedVariable,
      iterVar2: undefined,
      accuVar: variable,
      accuInit: init,
      loopCondition: boolLiteral(context, false),
      loopStep: builder.ident(offset, variable),
      result,
    },
    macro,
  );
}

/**
 * The list bound to a name, and sorted by what `map` makes of it (cel-go `ext/lists.go`,
 * sortByMacro).
 */
function expandSortBy(context: MacroContext): Expr | MacroFault {
  const { builder, offset, call } = context;
  const list = receiverOf(call);
  if (list.kind === "literal" || list.kind === "map" || list.kind === "struct") {
    return fault(
      list,
      "sortBy can only be applied to a list, identifier, comprehension, call or select expression",
    );
  }
  const keyCall: MacroCall = {
    name: "map",
    target: builder.ident(offset, sortInput),
    args: call.args,
  };
  const keys = expandMap({ ...context, call: keyCall });
  if (isFault(keys)) return keys;
  const input = builder.ident(offset, sortInput);
  const sorted = builder.memberCall(offset, "@sortByAssociatedKeys", input, [keys]);
  return binding(context, sortInput, list, sorted, call);
}
