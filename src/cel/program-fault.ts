import { Double } from "../runtime/v1/cel/double.js";
import {
  toBoolValue,
  toBytesValue,
  toDoubleValue,
  toDurationValue,
  toIntValue,
  toStringValue,
  toTimestampValue,
  toUintValue,
} from "../runtime/v1/cel/convert.js";
import { CelError } from "../runtime/v1/cel/error.js";
import { toInt } from "../runtime/v1/cel/int.js";
import { Uint } from "../runtime/v1/cel/uint.js";
import type { Value } from "../runtime/v1/cel/value.js";
import { compileRe2 } from "../runtime/v1/re2/compile.js";
import type { Call, Constant, Expr } from "./ast.js";
import { operators } from "./ast.js";
import type { CheckedExpression } from "./checked.js";

/**
 * Why a checked expression cannot become a program: a conversion of a constant that fails, a constant pattern that is
 * none, the name of a type that only the checker knows (cel-go `interpreter/planner.go` and `decorators.go`). The first
 * one in the order of cel-go's planner, or `undefined`.
 */
export function findProgramFault(checked: CheckedExpression): string | undefined {
  const folded = new Folder(checked).fold(checked.ast);
  return folded.kind === "fault" ? folded.message : undefined;
}

/** What is known of a node before the program runs. `value` is missing where nothing depends on it. */
type Folded =
  | { readonly kind: "constant"; readonly value: Value | undefined }
  | { readonly kind: "variable" }
  | { readonly kind: "fault"; readonly message: string };

const variable: Folded = { kind: "variable" };
const someConstant: Folded = { kind: "constant", value: undefined };

function fault(message: string): Folded {
  return { kind: "fault", message };
}

class Folder {
  readonly #checked: CheckedExpression;

  constructor(checked: CheckedExpression) {
    this.#checked = checked;
  }

  fold(expr: Expr): Folded {
    switch (expr.kind) {
      case "literal":
        return { kind: "constant", value: valueOf(expr.value) };
      case "ident":
        return this.#foldName(expr);
      case "select":
        return this.#isName(expr)
          ? this.#foldName(expr)
          : this.#foldParts([expr.operand], variable);
      case "call":
        return this.#foldCall(expr);
      case "list":
        return this.#foldParts(expr.elements, someConstant);
      case "map": {
        const parts = expr.entries.flatMap(({ key, value }) => [key, value]);
        return this.#foldParts(parts, someConstant);
      }
      case "struct":
        return this.#foldParts(
          expr.fields.map(({ value }) => value),
          variable,
        );
      case "comprehension": {
        const { accuInit, iterRange, loopCondition, loopStep, result } = expr;
        const parts = [accuInit, iterRange, loopCondition, loopStep, result];
        return this.#foldParts(parts, variable);
      }
    }
  }

  #isName(expr: Expr): boolean {
    return this.#checked.references.get(expr.id)?.kind === "variable";
  }

  /** Names of types and enum values are constants. */
  #foldName(expr: Expr): Folded {
    const constant = this.#checked.constants.get(expr.id);
    if (constant !== undefined) return { kind: "constant", value: valueOf(constant) };
    const reference = this.#checked.references.get(expr.id);
    if (reference === undefined || this.#checked.types.get(expr.id)?.kind !== "type")
      return variable;
    if (!namesWithoutValue.has(reference.name)) return someConstant;
    return fault(`reference to undefined type: ${reference.name}`);
  }

  /** The first fault of the parts; else, if all are constant, `whole`. */
  #foldParts(parts: readonly Expr[], whole: Folded): Folded {
    let isConstant = true;
    for (const part of parts) {
      const folded = this.fold(part);
      if (folded.kind === "fault") return folded;
      isConstant &&= folded.kind === "constant";
    }
    return isConstant ? whole : variable;
  }

  #foldCall(expr: Call): Folded {
    const reference = this.#checked.references.get(expr.id);
    const isNamespaced = reference?.kind === "function" && reference.name !== expr.function;
    const operands =
      expr.target === undefined || isNamespaced ? expr.args : [expr.target, ...expr.args];
    const folded: Folded[] = [];
    for (const operand of operands) {
      const part = this.fold(operand);
      if (part.kind === "fault") return part;
      folded.push(part);
    }
    return foldFunction(expr, folded);
  }
}

/** Types of the checker that have no value of that name: protobuf messages that are CEL types of another name. */
const namesWithoutValue: ReadonlySet<string> = new Set([
  "duration",
  "google.protobuf.Any",
  "google.protobuf.BoolValue",
  "google.protobuf.BytesValue",
  "google.protobuf.DoubleValue",
  "google.protobuf.FloatValue",
  "google.protobuf.Int32Value",
  "google.protobuf.Int64Value",
  "google.protobuf.ListValue",
  "google.protobuf.NullValue",
  "google.protobuf.StringValue",
  "google.protobuf.Struct",
  "google.protobuf.UInt32Value",
  "google.protobuf.UInt64Value",
  "google.protobuf.Value",
  "timestamp",
]);

function foldFunction(expr: Call, operands: readonly Folded[]): Folded {
  const convert = conversions.get(expr.function);
  const [first] = operands;
  if (convert !== undefined && operands.length === 1 && first?.kind === "constant") {
    return first.value === undefined ? someConstant : foldConversion(convert(first.value));
  }
  if (patternFunctions.has(expr.function)) return checkPattern(operands[1]);
  if (expr.function === operators.index || expr.function === operators.optionalIndex) {
    return checkKey(operands[1]);
  }
  return variable;
}

function foldConversion(value: Value | CelError): Folded {
  return value instanceof CelError ? fault(value.message) : { kind: "constant", value };
}

const conversions: ReadonlyMap<string, (value: Value) => Value | CelError> = new Map<
  string,
  (value: Value) => Value | CelError
>([
  ["bool", toBoolValue],
  ["bytes", toBytesValue],
  ["double", toDoubleValue],
  ["duration", toDurationValue],
  ["dyn", (value) => value],
  ["int", toIntValue],
  ["string", toStringValue],
  ["timestamp", toTimestampValue],
  ["uint", toUintValue],
]);

const patternFunctions: ReadonlySet<string> = new Set(["find", "findAll", "matches"]);

/** The pattern is the second operand of all of them, whether the first one is an argument or the receiver. */
function checkPattern(pattern: Folded | undefined): Folded {
  if (pattern?.kind !== "constant" || typeof pattern.value !== "string") return variable;
  const compiled = compileRe2(pattern.value);
  return "error" in compiled ? fault(`error parsing regexp: ${compiled.error}`) : variable;
}

/** Constants of some types cannot be looked up by: the names are those of cel-go's Go types. */
function checkKey(key: Folded | undefined): Folded {
  if (key?.kind !== "constant") return variable;
  if (key.value === null) return fault("invalid qualifier type: types.Null");
  if (key.value instanceof Uint8Array) return fault("invalid qualifier type: types.Bytes");
  return variable;
}

function valueOf(constant: Constant): Value {
  switch (constant.type) {
    case "null":
      return null;
    case "int":
      return toInt(constant.value) ?? constant.value;
    case "uint":
      return new Uint(constant.value);
    case "double":
      return new Double(constant.value);
    default:
      return constant.value;
  }
}
