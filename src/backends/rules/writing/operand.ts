import type { CelType } from "../../../cel/type.js";
import type { Expr, TypeNode } from "../../../emit/code.js";
import { expr, isFalse, isTrue, keyOf } from "../../../emit/code.js";
import { binary, conditional } from "../../../emit/nodes/fold.js";
import * as make from "../../../emit/nodes/make.js";
import type { Schema } from "../../../ir/schema.js";
import type { LibraryClass, LibraryValue, RuntimeValue } from "../../../runtime/contract.js";

/**
 * How a value is held by the code that computes it. What CEL's types leave open is `value`:
 * whatever the runtime's `Value` is. Doubles are plain numbers here, and objects of the `Double`
 * class as a `value`. Data of the object that is checked is used as it is (`object`, `array`) until
 * a function needs a value.
 */
export type Form =
  | { readonly kind: "bool" | "int" | "string" | "list" | "value" }
  /** `ordered`: it is no NaN, whose comparison is an error. Neither JSON nor literals have one. */
  | { readonly kind: "double"; readonly ordered?: boolean }
  /** An instance of a class of the runtime: `Timestamp`, `Uint8Array`, `MapValue`. */
  | { readonly kind: "class"; readonly name: LibraryClass | "Uint8Array" }
  /** JSON data of a schema, already known to be an object or an array. */
  | {
      readonly kind: "object";
      readonly schema: Schema;
      readonly isResource: boolean;
      /** Not looked at yet: it may be anything, and reading a field of it tells. */
      readonly unseen?: boolean;
    }
  /**
   * The same of an array, with the schema of its items; without one of its own it is what a
   * comprehension made, which compares and adds as any list.
   */
  | {
      readonly kind: "array";
      readonly schema: Schema | undefined;
      readonly items: Schema | undefined;
    };

/** JSON data that is used as an object. */
export type ObjectForm = Extract<Form, { readonly kind: "object" }>;

/** JSON data that is used as an array. */
export type ArrayForm = Extract<Form, { readonly kind: "array" }>;

/** Data whose type a look at it tells. */
export interface Look {
  readonly data: Expr;
  /** Of the variable that holds it. */
  readonly type: TypeNode;
  /** A test for the wrong type, of the data or of what it was assigned to. */
  readonly isWrong: (data: Expr) => Expr;
  /** The error of the wrong type. */
  readonly fault: Expr;
}

/** A piece of an expression. */
export interface Operand {
  readonly code: Expr;
  readonly form: Form;
  /** It may be a CelError instead. */
  readonly fails: boolean;
  /** A name or literal: it can be repeated. */
  readonly simple: boolean;
  /** A condition the other way round, where that is simpler than `!`. */
  readonly negated?: Expr;
  /** Data that only has to be looked at. */
  readonly look?: Look;
  /**
   * The same in a short expression without assignments, which works out all of its parts: errors go
   * through functions of the runtime (`isSame`, `allHold`).
   */
  readonly brief?: Operand;
  /** How it reads as statements, where it is more than an expression without assignments. */
  readonly plan?: Plan;
  /** What a variable that holds it may be called. */
  readonly hint?: string;
  /** Of an int: no value is farther from zero. */
  readonly bound?: number;
}

/**
 * How an operand is put together, for those that print it as statements instead of as one
 * expression.
 */
export type Plan =
  /** The first guard that meets an error gives the result. */
  | { readonly kind: "strict"; readonly guards: readonly Guard[]; readonly result: Operand }
  | {
      readonly kind: "logical";
      readonly operator: "&&" | "||";
      readonly left: Operand;
      readonly right: Operand;
    }
  /** The condition cannot be an error. */
  | {
      readonly kind: "choice";
      readonly condition: Operand;
      readonly yes: Operand;
      readonly no: Operand;
    }
  | {
      readonly kind: "binding";
      readonly name: Expr;
      readonly value: Operand;
      readonly result: Operand;
    };

/** A value that may be an error, by the name that it has from here on. */
export type Guard =
  | { readonly kind: "known"; readonly name: Expr }
  | { readonly kind: "held"; readonly name: Expr; readonly from: Operand }
  | { readonly kind: "seen"; readonly name: Expr; readonly look: Look };

/** An expression that is more than a name or literal. */
export function operand(code: Expr, form: Form, fails = false): Operand {
  return { code, form, fails, simple: false };
}

/** A test with an operator and its opposite. */
export function test(left: Expr, sign: string, opposite: string, right: Expr): Operand {
  return { ...operand(binary(sign, left, right), bool), negated: binary(opposite, left, right) };
}

/** What is true where a condition that cannot fail is not. */
export function oppositeOf({ code, negated }: Operand): Expr {
  return negated ?? expr`!${code}`;
}

/** A test for an error, and that error. */
export interface Check {
  readonly test: Expr;
  readonly error: Expr;
}

/** The error of the first check that finds one, else the rest. */
export function checkedCode(checks: readonly Check[], rest: Expr): Expr {
  return checks.reduceRight(
    (code, { test: found, error }) => conditional(found, error, code),
    rest,
  );
}

/** What code calls errors. */
export interface ErrorNames {
  /** A value of the runtime. */
  readonly runtime: (name: RuntimeValue | LibraryValue) => Expr;
  readonly errorType: TypeNode;
}

/** A guard as a check, which names what it looks at as it goes. */
export function checkOf(guard: Guard, { runtime, errorType }: ErrorNames): Check {
  const { name } = guard;
  switch (guard.kind) {
    case "known":
      // Where the name is known to be no error, TypeScript does not know what this makes of it.
      return { test: expr`${runtime("isError")}(${name})`, error: make.as(name, errorType) };
    case "held": {
      const assigned = make.assign("=", name, guard.from.code);
      return { test: expr`${assigned} instanceof ${runtime("CelError")}`, error: name };
    }
    case "seen": {
      const { look } = guard;
      return { test: look.isWrong(make.assign("=", name, look.data)), error: look.fault };
    }
  }
}

/**
 * What a guard looks at. Two of the same content check the same value: nothing that a rule calls
 * has side effects.
 */
export function contentOf(guard: Guard): string {
  switch (guard.kind) {
    case "known":
      return keyOf(guard.name);
    case "seen":
      return keyOf(guard.look.fault);
    case "held":
      return keyOf(guard.from.code);
  }
}

/** The operands of a chain of `&&` or `||`. */
export function partsOf(from: Operand, operator: "&&" | "||"): readonly Operand[] {
  const { plan } = from;
  if (plan?.kind !== "logical" || plan.operator !== operator) return [from];
  return [...partsOf(plan.left, operator), ...partsOf(plan.right, operator)];
}

/** The short expression for an operand; undefined where it takes more. */
export function briefOf(from: Operand): Operand | undefined {
  if (from.brief !== undefined) return from.brief;
  return from.fails || from.plan !== undefined ? undefined : from;
}

/** An int with a bound. */
export function bounded(from: Operand, bound: number | undefined): Operand {
  return bound === undefined ? from : { ...from, bound };
}

/**
 * Whether an operand is a constant, whose value code must not test: compilers would take the rest
 * for unreachable.
 */
export function isConstant({ code }: Operand, wanted: boolean): boolean {
  return wanted ? isTrue(code) : isFalse(code);
}

/**
 * A literal as any value of its type: compilers refuse to compare what can never be equal, or to
 * ask for its class.
 */
export function widened(it: Operand, type: TypeNode): Operand {
  return it.simple && isLiteral(it.code) ? { ...it, code: make.as(it.code, type) } : it;
}

/** Whether a name or literal is a literal. */
export function isLiteral(of: Expr): boolean {
  if (of.kind === "unary") return of.operator === "-" && isLiteral(of.operand);
  return of.kind === "literal" || (of.kind === "name" && words.has(of.text));
}

const words: ReadonlySet<string> = new Set(["true", "false", "null"]);

/** Whether an expression is the variable of a name that the source gives it, such as `self`. */
export function isNamed(of: Expr, name: string): boolean {
  if (of.kind === "local") return of.local.name === name;
  return of.kind === "name" && of.text === name;
}

/**
 * A variable that may be an error as one of two ways; `type` is that of both. What an earlier check
 * made of its type must not become that of what it is assigned to, which is checked as well.
 */
export function openWay(it: Operand, type: TypeNode): Operand {
  return it.simple && it.fails ? { ...it, code: make.as(it.code, type) } : it;
}

/** A name or literal. */
export function simple(code: Expr, form: Form, fails = false): Operand {
  return { code, form, fails, simple: true };
}

/** A JavaScript boolean. */
export const bool: Form = { kind: "bool" };
/** A number, or a bigint beyond 2^53: the runtime's `Int`. */
export const int: Form = { kind: "int" };
/** A plain number that may be NaN. */
export const double: Form = { kind: "double" };
/** A plain number that is no NaN, so that it compares with every other. */
export const orderedDouble: Form = { kind: "double", ordered: true };
/** A JavaScript string. */
export const string: Form = { kind: "string" };
/** The runtime's `List`, whose elements are values. */
export const list: Form = { kind: "list" };
/** Any of the runtime's values. */
export const value: Form = { kind: "value" };

/** An instance of a class. */
export function instance(name: LibraryClass | "Uint8Array"): Form {
  return { kind: "class", name };
}

const classes: Readonly<Record<string, LibraryClass>> = {
  optional_type: "Optional",
  "net.IP": "Ip",
  "net.CIDR": "Cidr",
  "kubernetes.URL": "UrlValue",
  "kubernetes.Quantity": "Quantity",
  "kubernetes.Semver": "Semver",
  "kubernetes.NamedFormat": "NamedFormat",
};

/** The form that values of a type have where nothing better is known. */
export function formOf(type: CelType | undefined): Form {
  switch (type?.kind) {
    case "bool":
    case "int":
    case "double":
    case "string":
    case "list":
      return { kind: type.kind };
    case "uint":
      return instance("Uint");
    case "bytes":
      return instance("Uint8Array");
    case "timestamp":
      return instance("Timestamp");
    case "duration":
      return instance("Duration");
    case "map":
      return instance("MapValue");
    case "type":
      return instance("TypeValue");
    case "opaque":
    case "object": {
      const name = classes[type.name];
      return instance(name ?? "MapValue");
    }
    default:
      return value;
  }
}

/** Whether two forms are held alike. */
export function isSameForm(left: Form, right: Form): boolean {
  if (left.kind !== right.kind) return false;
  if (left.kind === "class") return right.kind === "class" && left.name === right.name;
  if (left.kind === "object") {
    return (
      right.kind === "object" &&
      left.schema === right.schema &&
      left.isResource === right.isResource
    );
  }
  if (left.kind !== "array") return true;
  return right.kind === "array" && left.schema === right.schema && left.items === right.items;
}
