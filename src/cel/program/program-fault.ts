import {
  toBoolValue,
  toBytesValue,
  toDoubleValue,
  toDurationValue,
  toIntValue,
  toStringValue,
  toTimestampValue,
  toUintValue,
} from "../../runtime/v1/cel/operators/convert.js";
import { CelError } from "../../runtime/v1/cel/values/error.js";
import { Double, toInt, Uint } from "../../runtime/v1/cel/values/numbers.js";
import { Duration, Timestamp } from "../../runtime/v1/cel/values/times.js";
import type { Value } from "../../runtime/v1/cel/values/value.js";
import { compileRe2 } from "../../runtime/v1/values/re2/compile.js";
import type { CheckedExpression } from "../check/checked.js";
import { isTypeValue } from "../check/well-known-types.js";
import { functionFacts } from "../libraries/libraries.js";
import type { Call, Constant, Expr } from "../syntax/ast.js";
import { operators } from "../syntax/ast.js";

/**
 * Why a checked expression cannot become a program: a conversion of a constant that fails, a
 * constant pattern that is none, the name of a type that only the checker knows (cel-go
 * `interpreter/planner.go` and `decorators.go`). The first one in the order of cel-go's planner, or
 * `undefined`.
 */
export function findProgramFault(checked: CheckedExpression): string | undefined {
  const folded = new Folder(checked).fold(checked.ast);
  return folded.kind === "fault" ? folded.message : undefined;
}

/**
 * The facts about a node that are known before the program runs. Of a constant list, map or type
 * only the names of its type are needed: CEL's, and that of cel-go's Go type.
 */
type Folded =
  | { readonly kind: "constant"; readonly value: Value }
  | { readonly kind: "composite"; readonly typeName: string; readonly goType: string }
  | { readonly kind: "variable" }
  | { readonly kind: "fault"; readonly message: string };

const variable: Folded = { kind: "variable" };
const constantList: Folded = { kind: "composite", typeName: "list", goType: "*types.baseList" };
const constantMap: Folded = { kind: "composite", typeName: "map", goType: "*types.baseMap" };
const constantType: Folded = { kind: "composite", typeName: "type", goType: "*types.Type" };

function fault(message: string): Folded {
  return { kind: "fault", message };
}

/** Bytes are no keys in Go. The server breaks the connection instead of an answer. */
const unhashable = fault("runtime error: hash of unhashable type types.Bytes");

class Folder {
  readonly #checked: CheckedExpression;

  constructor(checked: CheckedExpression) {
    this.#checked = checked;
  }

  #isBytes({ id }: Expr): boolean {
    return this.#checked.types.get(id)?.kind === "bytes";
  }

  fold(expr: Expr): Folded {
    switch (expr.kind) {
      case "literal":
        return { kind: "constant", value: valueOfConstant(expr.value) };
      case "ident":
        return this.#foldName(expr);
      case "select":
        return this.#isName(expr)
          ? this.#foldName(expr)
          : this.#foldParts([expr.operand], variable);
      case "call":
        return this.#foldCall(expr);
      case "list":
        return this.#foldParts(expr.elements, constantList);
      case "map": {
        const parts = expr.entries.flatMap(({ key, value }) => [key, value]);
        const folded = this.#foldParts(parts, constantMap);
        const hasBytes = expr.entries.some(({ key }) => this.#isBytes(key));
        return folded === constantMap && hasBytes ? unhashable : folded;
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
    if (constant !== undefined) return { kind: "constant", value: valueOfConstant(constant) };
    const reference = this.#checked.references.get(expr.id);
    if (reference === undefined || this.#checked.types.get(expr.id)?.kind !== "type")
      return variable;
    if (isTypeValue(reference.name)) return constantType;
    return fault(`reference to undefined type: ${reference.name}`);
  }

  /** The first fault of the parts; else, if all are constant, `whole`. */
  #foldParts(parts: readonly Expr[], whole: Folded): Folded {
    let isConstant = true;
    for (const part of parts) {
      const folded = this.fold(part);
      if (folded.kind === "fault") return folded;
      isConstant &&= folded.kind !== "variable";
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

function foldFunction(expr: Call, operands: readonly Folded[]): Folded {
  const convert = conversions.get(expr.function);
  const [first] = operands;
  if (convert !== undefined && operands.length === 1) {
    if (first?.kind === "constant") return foldConversion(convert(first.value));
    if (first?.kind === "composite") {
      if (expr.function === "dyn") return first;
      return fault(`no such overload: ${expr.function}(${first.typeName})`);
    }
  }
  if (functionFacts(expr.function).pattern === true) return checkPattern(operands[1]);
  if (expr.function === operators.index || expr.function === operators.optionalIndex) {
    return checkKey(operands[1]);
  }
  return variable;
}

function foldConversion(to: Value | CelError): Folded {
  return to instanceof CelError ? fault(to.message) : { kind: "constant", value: to };
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

/**
 * The pattern is the second operand of all of them, whether the first one is an argument or the
 * receiver.
 */
function checkPattern(pattern: Folded | undefined): Folded {
  if (pattern?.kind !== "constant" || typeof pattern.value !== "string") return variable;
  const compiled = compileRe2(pattern.value);
  return "error" in compiled ? fault(`error parsing regexp: ${compiled.error}`) : variable;
}

/** Constants of some types cannot be looked up by: the names are those of cel-go's Go types. */
function checkKey(key: Folded | undefined): Folded {
  const goType = key === undefined ? undefined : unfitKeyType(key);
  return goType === undefined ? variable : fault(`invalid qualifier type: ${goType}`);
}

function unfitKeyType(key: Folded): string | undefined {
  if (key.kind === "composite") return key.goType;
  if (key.kind !== "constant") return undefined;
  if (key.value === null) return "types.Null";
  if (key.value instanceof Uint8Array) return "types.Bytes";
  if (key.value instanceof Timestamp) return "types.Timestamp";
  return key.value instanceof Duration ? "types.Duration" : undefined;
}

/** The value of a constant of the tree, as programs know it. */
export function valueOfConstant(constant: Constant): Value {
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
