import type { CheckedExpression } from "../../../cel/check/checked.js";
import { functionName } from "../../../cel/check/checked.js";
import type { Expr } from "../../../cel/syntax/ast.js";
import { operators } from "../../../cel/syntax/ast.js";
import { childrenOf, nodesOf } from "../../../cel/syntax/walk.js";
import type { CelType } from "../../../cel/type.js";
import { optionalValue } from "../../../cel/type.js";
import type { Schema } from "../../../ir/schema.js";
import { textReader } from "../../../rules/text-reader.js";
import { has } from "../../../versions/changes.js";
import type { KubernetesMinor } from "../../../versions/kubernetes-version.js";

/**
 * Whether the server may panic when it evaluates an expression over data of the schemas, as Go does
 * where something is looked for in a map that cannot be in one: bytes among the keys of a map that
 * the expression makes, and, up to 1.36, objects, lists and bytes in a list of type set that is
 * compared or added to (apiserver `common/values.go`). Nothing in the expression absorbs a panic.
 */
export function mayPanic(
  checked: CheckedExpression,
  schemas: readonly Schema[],
  kubernetes: KubernetesMinor,
): boolean {
  const nodes = [...nodesOf(checked.ast)];
  if (nodes.some((expr) => mayHashBytes(checked, expr))) return true;
  return (
    !has(kubernetes, "anySetItems") &&
    schemas.some(hasUnhashableSet) &&
    nodes.some((expr) => looksIntoLists(checked, expr))
  );
}

function mayHashBytes(checked: CheckedExpression, expr: Expr): boolean {
  const typeOf = (part: Expr): CelType | undefined => checked.types.get(withoutDyn(part).id);
  if (expr.kind === "map") return expr.entries.some(({ key }) => mayBeBytes(typeOf(key)));
  if (expr.kind !== "call" || functionName(checked, expr) !== operators.in) return false;
  const [element, container] = childrenOf(expr).map(typeOf);
  return mayBeBytes(element) && container?.kind !== "list";
}

/** `dyn(x)` is `x`, with a type that says less. */
function withoutDyn(expr: Expr): Expr {
  const [inner] = expr.kind === "call" && expr.function === "dyn" ? expr.args : [];
  return inner === undefined ? expr : withoutDyn(inner);
}

function mayBeBytes(type: CelType | undefined): boolean {
  return !neverBytes.has(type?.kind ?? "");
}

const neverBytes: ReadonlySet<string> = new Set([
  "string",
  "int",
  "uint",
  "double",
  "bool",
  "null",
  "list",
  "map",
  "object",
  "duration",
  "timestamp",
]);

function looksIntoLists({ types }: CheckedExpression, expr: Expr): boolean {
  return expr.kind === "call" && childrenOf(expr).some(({ id }) => mayHoldLists(types.get(id)));
}

function mayHoldLists(type: CelType | undefined): boolean {
  if (type === undefined) return false;
  const held = optionalValue(type);
  if (held !== undefined) return mayHoldLists(held);
  return ["list", "map", "object", "dyn", "any"].includes(type.kind);
}

function hasUnhashableSet({ fields, values, items, listType }: Schema): boolean {
  if (listType === "set" && items !== undefined && isUnhashable(items)) return true;
  const children = [values, items, ...fields.values()];
  return children.some((child) => typeof child === "object" && hasUnhashableSet(child));
}

function isUnhashable({ type, intOrString, validation }: Schema): boolean {
  if (type === "string") return textReader(validation.format) === "readBytes";
  return !intOrString && !["integer", "number", "boolean"].includes(type);
}
