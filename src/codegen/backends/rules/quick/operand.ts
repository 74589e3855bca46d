import type { PlannedStep } from "../../../../cel/plan/planned-step.js";
import type { CelType } from "../../../../cel/type.js";
import type { Schema } from "../../../../crd/ir/schema.js";
import type { LibraryClass, LibraryValue, RuntimeValue } from "../../../../runtime/contract.js";
import type { Expr } from "../../../emit/code.js";
import { Local, localName } from "../../../emit/code.js";
import type { RuleFile } from "../rule-file.js";

/**
 * How quick code holds a value. What CEL's types leave open is `value`: whatever the runtime's
 * `Value` is. Ints are safe integers and doubles are no NaN: code gives up before it meets others.
 */
export type Form =
  | { readonly kind: "bool" | "int" | "double" | "string" | "list" | "value" }
  /** An instance of a class of the runtime: `Timestamp`, `Optional`. */
  | { readonly kind: "class"; readonly name: LibraryClass }
  /** JSON data of a schema, not looked at yet: it may be absent, or anything. */
  | DataForm
  /** The same as an optional value: null and undefined are none. */
  | MaybeForm
  /** A JavaScript array of such data. */
  | ArrayForm;

/** JSON data of a schema. */
export interface DataForm {
  readonly kind: "data";
  readonly schema: Schema;
  readonly isResource: boolean;
}

/** JSON data that counts as an optional value. */
export interface MaybeForm {
  readonly kind: "maybe";
  readonly schema: Schema;
  readonly isResource: boolean;
}

/** An array of data, such as what a filter leaves of one. */
interface ArrayForm {
  readonly kind: "array";
  readonly items: Schema;
}

/** A piece of an expression. */
export interface Operand {
  readonly code: Expr;
  readonly form: Form;
  /** Of an int: no value is farther from zero. */
  readonly bound?: number;
  /** Of data: it is neither null nor undefined. */
  readonly isThere?: boolean;
  /** Of an object or a list of data: it was looked at, and is one. */
  readonly isChecked?: boolean;
  /** Of an object of data: fields that are constants of the function, by their names in CEL. */
  readonly members?: ReadonlyMap<string, Operand>;
}

/** A piece of an expression in a form. */
export function operand(code: Expr, form: Form): Operand {
  return { code, form };
}

/** An int with a bound. */
export function boundedInt(code: Expr, bound: number): Operand {
  return { code, form: int, bound };
}

/** Data of a schema. */
export function dataOf(code: Expr, schema: Schema, isResource = schema.embeddedResource): Operand {
  return { code, form: { kind: "data", schema, isResource } };
}

/** A JavaScript boolean. */
export const bool: Form = { kind: "bool" };
/** A safe integer, as a number. */
export const int: Form = { kind: "int" };
/** A number that is no NaN. */
export const double: Form = { kind: "double" };
/** A JavaScript string. */
export const string: Form = { kind: "string" };
/** The runtime's `List`, whose elements are values. */
export const list: Form = { kind: "list" };
/** Any of the runtime's values. */
export const value: Form = { kind: "value" };
/** An optional value of the runtime. */
export const optional: Form = { kind: "class", name: "Optional" };

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
export function formOf(type: CelType): Form {
  switch (type.kind) {
    case "bool":
    case "int":
    case "double":
    case "string":
    case "list":
      return { kind: type.kind };
    case "timestamp":
      return { kind: "class", name: "Timestamp" };
    case "duration":
      return { kind: "class", name: "Duration" };
    case "opaque":
    case "object": {
      const name = classes[type.name];
      return name === undefined ? value : { kind: "class", name };
    }
    default:
      return value;
  }
}

/** Tells whether a form is a JavaScript value of one type. */
export function isScalar({ kind }: Form): boolean {
  return kind === "bool" || kind === "int" || kind === "double" || kind === "string";
}

/** Tells whether two forms hold their values in the same way. */
export function isSameForm(left: Form, right: Form): boolean {
  if (left.kind === "class") return right.kind === "class" && left.name === right.name;
  if (left.kind === "array") return right.kind === "array" && left.items === right.items;
  if (left.kind !== "data" && left.kind !== "maybe") return left.kind === right.kind;
  return (
    left.kind === right.kind && left.schema === right.schema && left.isResource === right.isResource
  );
}

/** The variables of an expression, by the names that CEL has for them. */
export type Scope = ReadonlyMap<string, Operand>;

/** The context in which the parts of an expression are written. */
export interface QuickWriter {
  readonly file: RuleFile;
  readonly scope: Scope;
  /** A value of the runtime. */
  runtime(name: RuntimeValue | LibraryValue): Expr;
  /** The code of a step. @throws UnsupportedExpression for what only a plan evaluates */
  emit(step: PlannedStep): Operand;
  /** A variable of its own, which is named once the function is complete. */
  local(base: string): Expr;
  /** The same expression with more variables. */
  within(variables: Scope): QuickWriter;
  /** The same expression where a condition was evaluated, with this outcome. */
  after(condition: PlannedStep, outcome: boolean): QuickWriter;
}

/** Makes the variables of one function. */
export class LocalNames {
  #count = 0;

  /** A variable, to be called so unless something else of the function is. */
  take(base: string): Expr {
    return localName(new Local(base, ++this.#count));
  }
}

/** Returns the JavaScript name of a CEL variable, unless something else there has that name. */
export function variableName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_]/g, "");
  return plain === "" || /^[0-9]/.test(plain) || reserved.has(plain) ? `${plain}It` : plain;
}

const reserved: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);
