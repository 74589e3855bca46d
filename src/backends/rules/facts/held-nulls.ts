import type { Expr } from "../../../cel/syntax/ast.js";
import { nodesOf } from "../../../cel/syntax/walk.js";
import type { Schema } from "../../../ir/schema.js";
import { escapeProperty } from "../../../runtime/v1/cel/data/property-names.js";

/**
 * Whether an expression may come upon a null in a list or map of a value, where the checker knows
 * of none: `nullable` is no part of a type. A field that is null is absent and can do no harm.
 */
export function meetsNulls(ast: Expr, schema: Schema): boolean {
  const names = new Set<string>();
  for (const expr of nodesOf(ast)) {
    if (expr.kind === "select") names.add(expr.field);
    else if (expr.kind === "literal" && expr.value.type === "string") names.add(expr.value.value);
  }
  return holdsNulls(schema, names);
}

function holdsNulls({ fields, values, items }: Schema, names: ReadonlySet<string>): boolean {
  for (const inside of [values, items]) {
    if (typeof inside !== "object") continue;
    if (inside.nullable || holdsNulls(inside, names)) return true;
  }
  for (const [name, field] of fields) {
    const isAsked = names.has(name) || names.has(escapeProperty(name) ?? name);
    if (isAsked && holdsNulls(field, names)) return true;
  }
  return false;
}
