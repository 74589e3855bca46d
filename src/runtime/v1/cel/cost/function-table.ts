import { noTrait } from "../operators/dispatch.js";
import { CelError, noSuchOverload } from "../values/error.js";
import type { List, Value } from "../values/value.js";
import { isList, MapValue, typeNameOf } from "../values/value.js";

/** The functions of a library by their names, each with the kinds of arguments it takes. */
export type FunctionTable = ReadonlyMap<string, readonly Candidate[]>;

/** A function for arguments of certain types. */
export interface Candidate {
  readonly name: string;
  readonly parameters: readonly TestArgument[];
  readonly call: (args: readonly Value[], overload: string) => Outcome;
}

/** Tells whether a parameter takes a value. */
type TestArgument = (value: Value) => boolean;

type Guard<T extends Value> = (value: Value) => value is T;

/**
 * Call a function with values that are no errors, whatever their types; no overload for them is an
 * error.
 *
 * Functions find out by the values what they have to do, as cel-go does when types are not known at
 * compile time. `isPlanned`: cel-go calls a function of its own for it, which takes any values.
 */
export function callFunction(
  tables: readonly FunctionTable[],
  name: string,
  overload: string,
  args: readonly Value[],
  isPlanned = false,
): Outcome {
  const trait = isPlanned ? undefined : operatorTraits.get(name);
  const [first = null] = args;
  if (trait !== undefined && args.length > 0 && !trait.split(" ").includes(typeNameOf(first))) {
    return noTrait(name, first);
  }
  for (const table of tables) {
    for (const candidate of table.get(overload) ?? table.get(name) ?? []) {
      if (takes(candidate, args)) return candidate.call(args, overload);
    }
  }
  const types = args.map(typeNameOf).join(", ");
  return trait === undefined && !nameless.has(name)
    ? new CelError(`no such overload: ${name}(${types})`)
    : noSuchOverload();
}

function takes(candidate: Candidate, args: readonly Value[]): boolean {
  return (
    candidate.parameters.length === args.length &&
    candidate.parameters.every((parameter, index) => parameter(args[index] ?? null))
  );
}

const numbers = "int uint double";
const summable = `${numbers} google.protobuf.Timestamp google.protobuf.Duration`;
const ordered = `${summable} bool string bytes`;

/** Types whose values have an operator at all (cel-go's traits). */
const operatorTraits: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["_+_", `${summable} string bytes list`],
  ["_-_", summable],
  ["_*_", numbers],
  ["_/_", numbers],
  ["_%_", "int uint"],
  ["-_", "int double google.protobuf.Duration bool"],
  ["_<_", ordered],
  ["_<=_", ordered],
  ["_>_", ordered],
  ["_>=_", ordered],
  ["size", "string bytes list map"],
  ["matches", "string"],
  ["sort", "list"],
  ["@sortByAssociatedKeys", "list"],
]);

/** Functions that answer wrong types without their names. */
const nameless: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "!_",
  "@in",
  "matches",
  "cel.@mapInsert",
  "contains",
  "startsWith",
  "endsWith",
  "find",
  "findAll",
]);

/** Puts functions into a table; the first that takes the arguments is called. */
export function functionTable(list: () => readonly Candidate[]): FunctionTable {
  const table = new Map<string, Candidate[]>();
  for (const candidate of list()) {
    const known = table.get(candidate.name);
    if (known === undefined) table.set(candidate.name, [candidate]);
    else known.push(candidate);
  }
  return table;
}

/** A function without arguments. */
export function nullary(name: string, call: () => Outcome): Candidate {
  return { name, parameters: [], call };
}

/** A function of one argument. */
export function unary<A extends Value>(
  name: string,
  a: Guard<A> | TestArgument,
  call: (a: A, overload: string) => Outcome,
): Candidate {
  return { name, parameters: [a], call: (args, overload) => call(args[0] as A, overload) }; // checked as a parameter
}

/** A function of two arguments. */
export function binary<A extends Value, B extends Value>(
  name: string,
  a: Guard<A> | TestArgument,
  b: Guard<B> | TestArgument,
  call: (a: A, b: B) => Outcome,
): Candidate {
  return { name, parameters: [a, b], call: (args) => call(args[0] as A, args[1] as B) }; // checked as parameters
}

/** A function of three arguments. */
export function ternary<A extends Value, B extends Value, C extends Value>(
  name: string,
  parameters: readonly [Guard<A> | TestArgument, Guard<B> | TestArgument, Guard<C> | TestArgument],
  call: (a: A, b: B, c: C) => Outcome,
): Candidate {
  return { name, parameters, call: (args) => call(args[0] as A, args[1] as B, args[2] as C) }; // checked as parameters
}

/** Takes anything. */
export function isAny(): boolean {
  return true;
}

/** Takes strings, for parameters of CEL's type `string`. */
export function isText(value: Value): value is string {
  return typeof value === "string";
}

/** Takes bools, for parameters of CEL's type `bool`. */
export function isBool(value: Value): value is boolean {
  return typeof value === "boolean";
}

/** Takes lists, whatever their elements: functions find out about those themselves. */
export function isListValue(value: Value): value is List {
  return isList(value);
}

/** Takes maps and objects, for parameters of CEL's type `map`. */
export function isMapValue(value: Value): value is MapValue {
  return value instanceof MapValue;
}

type ClassOf<T> = abstract new (...args: never[]) => T;

/** Takes the instances of a class. */
export function isA<T>(type: ClassOf<T>): (value: Value) => value is T & Value {
  return (value): value is T & Value => value instanceof type;
}

/** The result of an evaluation. */
export type Outcome = Value | CelError;
