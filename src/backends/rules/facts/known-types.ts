import type { CheckedExpression, Reference } from "../../../cel/check/checked.js";
import { functionName } from "../../../cel/check/checked.js";
import type { Call, Expr } from "../../../cel/syntax/ast.js";
import { operators } from "../../../cel/syntax/ast.js";
import { childrenOf } from "../../../cel/syntax/walk.js";
import type { CelType } from "../../../cel/type.js";
import { isDynamic, optionalValue } from "../../../cel/type.js";

/**
 * Whether the values of an expression are of the types that the checker gives its nodes, and its
 * indices can be keys at all. The checker says too much in three cases: what a function takes out
 * of a value of type dyn counts as whatever is asked of it next, and null passes for values of the
 * libraries, for times and for durations. Of `has` of a field of an optional, branches of a choice
 * and indices take what is found for its value, which is an optional, too (cel-go
 * `interpreter/attributes.go`).
 */
export function typesAreKnown(checked: CheckedExpression): boolean {
  return isKnown(checked, checked.ast);
}

function isKnown(checked: CheckedExpression, expr: Expr): boolean {
  if (expr.kind === "call" && (isGuessed(checked, expr) || takesFound(checked, expr))) return false;
  return childrenOf(expr).every((child) => isKnown(checked, child));
}

function isGuessed(checked: CheckedExpression, expr: Call): boolean {
  const reference = checked.references.get(expr.id);
  const name = functionName(checked, expr);
  const types = childrenOf(expr).map(({ id }) => checked.types.get(id));
  if (!takesNull.has(name) && types.some((type) => type?.kind === "null")) return true;
  if (isZoned(reference)) return types.some(isDynamic);
  if (name === "string" && isDynamic(types[0]) && makesAddresses(checked)) return true;
  if (name.startsWith("_[") && !isKey(types[1])) return true;
  const result = checked.types.get(expr.id);
  return takesOut.has(name) && isDynamic(types[0]) && !isDynamic(result);
}

function takesFound({ types }: CheckedExpression, expr: Call): boolean {
  if (!expr.function.startsWith("_[") && expr.function !== operators.conditional) return false;
  return expr.args.slice(1).some((arg) => {
    const of = arg.kind === "select" && arg.testOnly ? types.get(arg.operand.id) : undefined;
    return of !== undefined && optionalValue(of) !== undefined;
  });
}

/** `string` of any value knows addresses only where an expression can make some. */
function makesAddresses({ references }: CheckedExpression): boolean {
  for (const reference of references.values()) {
    if (reference.kind === "function" && /^(?:ip|cidr|masked)$/.test(reference.name)) return true;
  }
  return false;
}

/** A part of a time in a zone, for which two functions are called. */
function isZoned(reference: Reference | undefined): boolean {
  return reference?.kind === "function" && reference.overloads.some((id) => id.endsWith("_tz"));
}

/** What an index may be; any other is an error that names cel-go's class of it. */
function isKey(type: CelType | undefined): boolean {
  return isDynamic(type) || ["int", "uint", "double", "string", "bool"].includes(type?.kind ?? "");
}

/**
 * Functions whose result is of a type that their first operand names; `hasValue` names that in its
 * error.
 */
const takesOut: ReadonlySet<string> = new Set([
  "hasValue", "_[_]", "_?._", "_[?_]", "value", "or", "orValue", "optional.unwrap", "unwrapOpt", "first", "last", "distinct",
  "flatten", "slice", "reverse", "sort", "@sortByAssociatedKeys", "cel.@mapInsert",
]); // prettier-ignore

/** Functions that are at ease with null. */
const takesNull: ReadonlySet<string> = new Set([
  "_==_", "_!=_", "@in", "_?_:_", "_[_]", "dyn", "type", "string", "optional.of", "optional.ofNonZeroValue", "indexOf",
  "lastIndexOf", "includes", "cel.@mapInsert",
]); // prettier-ignore
