import { toTimestampValue } from "../../runtime/v1/cel/operators/convert.js";
import { CelError } from "../../runtime/v1/cel/values/error.js";
import { parseDuration } from "../../runtime/v1/cel/values/times.js";
import { compileRe2 } from "../../runtime/v1/values/re2/compile.js";
import { has } from "../../runtime/versions/changes.js";
import type { CheckedExpression } from "../check/checked.js";
import type { Environment } from "../check/environment.js";
import type { IssueCollector } from "../issue.js";
import type { Call, Constant, Expr, ListLiteral, MapLiteral } from "../syntax/ast.js";
import { walk } from "../syntax/walk.js";
import type { CelType, OptionalName } from "../type.js";
import { formatType, isExactType, optionalValue } from "../type.js";
import { checkFormatCall } from "./string-format.js";

/**
 * Reports what a server looks for in an expression whose types are right (cel-go
 * `cel/validator.go`): constants that no conversion will take, literals whose elements differ in
 * type, formats that do not fit their arguments. Which of these it looks for follows its version.
 */
export function validate(
  environment: Environment,
  checked: CheckedExpression,
  issues: IssueCollector,
): void {
  const { kubernetesVersion, compatibilityVersion, optionalName } = environment;
  const literals = { types: checked.types, issues, optionalName };
  const checksConstants = has(compatibilityVersion, "validators");
  const checksFormats = checksConstants && has(kubernetesVersion, "formatValidator");
  walk(checked.ast, (expr, enclosing) => {
    switch (expr.kind) {
      case "call":
        if (checksConstants) validateConstant(expr, issues);
        if (checksFormats) checkFormatCall(expr, checked.types, issues);
        break;
      case "list":
        if (!isFormatArgument(enclosing)) validateList(expr, literals);
        break;
      case "map":
        if (!isFormatArgument(enclosing)) validateMap(expr, literals);
        break;
      default:
        break;
    }
  });
}

/**
 * The first argument is looked at, whatever it is: of `matches(subject, pattern)` that is the
 * subject.
 */
function validateConstant(call: Call, issues: IssueCollector): void {
  const isValid = constantChecks.get(call.function);
  const arg = call.args[0];
  if (isValid === undefined || arg?.kind !== "literal" || isValid(arg.value)) return;
  issues.report(arg.offset, `invalid ${call.function} argument`);
}

const constantChecks: ReadonlyMap<string, (value: Constant) => boolean> = new Map([
  ["duration", isDuration],
  ["timestamp", isTimestamp],
  ["matches", isPattern],
]);

/** Null passes the checker, as durations and timestamps may be null to it. */
function isDuration(value: Constant): boolean {
  return value.type === "string" && parseDuration(value.value) !== undefined;
}

function isTimestamp(value: Constant): boolean {
  if (value.type !== "string" && value.type !== "int") return false;
  return !(toTimestampValue(value.value) instanceof CelError);
}

function isPattern(value: Constant): boolean {
  return value.type !== "string" || !("error" in compileRe2(value.value));
}

/** Tells whether a literal stands, at any depth, inside a call of a function named `format`. */
function isFormatArgument(enclosing: readonly Expr[]): boolean {
  return enclosing.some((expr) => expr.kind === "call" && expr.function === "format");
}

type Types = ReadonlyMap<number, CelType>;

/** The types to compare the elements of literals by, and the place to report those that differ. */
interface LiteralContext {
  readonly types: Types;
  readonly issues: IssueCollector;
  readonly optionalName: OptionalName;
}

function validateList(expr: ListLiteral, context: LiteralContext): void {
  const optional = new Set(expr.optionalIndices);
  let first: CelType | undefined;
  for (const [index, element] of expr.elements.entries()) {
    const type = typeOf(context.types, element, optional.has(index));
    first ??= type;
    if (!isExactType(first, type)) {
      reportMismatch(element, first, type, context);
      return;
    }
  }
}

function validateMap(expr: MapLiteral, context: LiteralContext): void {
  let firstKey: CelType | undefined;
  let firstValue: CelType | undefined;
  for (const { key, value, optional } of expr.entries) {
    const keyType = typeOf(context.types, key, false);
    const valueType = typeOf(context.types, value, optional);
    firstKey ??= keyType;
    firstValue ??= valueType;
    if (!isExactType(firstKey, keyType)) reportMismatch(key, firstKey, keyType, context);
    if (!isExactType(firstValue, valueType)) {
      reportMismatch(value, firstValue, valueType, context);
    }
  }
}

function typeOf(types: Types, expr: Expr, isOptional: boolean): CelType {
  const type = types.get(expr.id);
  if (type === undefined) throw new Error("the checker gives every node a type");
  return isOptional ? (optionalValue(type) ?? type) : type;
}

function reportMismatch(
  expr: Expr,
  expected: CelType,
  actual: CelType,
  { issues, optionalName }: LiteralContext,
): void {
  const [wanted, found] = [formatType(expected, optionalName), formatType(actual, optionalName)];
  issues.report(expr.offset, `expected type '${wanted}' but found '${found}'`);
}
