import type { Expr } from "../../cel/ast.js";
import { walk } from "../../cel/walk.js";
import type { Code } from "../../emit/code.js";
import { code } from "../../emit/code.js";
import { listCode } from "../../emit/object-code.js";
import type { Schema } from "../../ir/schema.js";
import { findField, isMap } from "./data-access.js";
import { selfAccess } from "./rule-code.js";
import type { RuleFile } from "./rule-file.js";

/**
 * The fields below a node for which its rules ask by `has(self.a.b)`, each as the runtime's `TestedField`: data of the
 * wrong type is an error there. Fields with a format are left out, of which the rules see that themselves.
 */
export function testedFields(
  file: RuleFile,
  expressions: readonly Expr[],
  schema: Schema,
  isResource: boolean,
): readonly Code[] {
  const found = new Map<string, Code>();
  for (const expression of expressions) {
    walk(expression, (expr, enclosing) => {
      if (expr.kind !== "select" || !expr.testOnly || enclosing.some(hidesSelf)) return;
      const spellings = pathOf(expr.operand);
      if (spellings === undefined) return;
      const place = placeOf(schema, isResource, [...spellings, expr.field]);
      const tested = place && testedField(file, place);
      if (tested !== undefined) found.set(tested.text, tested);
    });
  }
  return [...found.values()];
}

interface Place {
  readonly names: readonly string[];
  readonly field: Schema;
}

function testedField(file: RuleFile, { names, field }: Place): Code | undefined {
  const { reader, isLate } = selfAccess(file, field, field.embeddedResource);
  return isLate ? undefined : listCode([reader, ...names.map((name) => code`${name}`)]);
}

/** The fields from `self` on: none for `self` alone, undefined for what does not begin there. */
function pathOf(expr: Expr): readonly string[] | undefined {
  if (expr.kind === "ident") return expr.name === "self" ? [] : undefined;
  if (expr.kind !== "select" || expr.testOnly) return undefined;
  const path = pathOf(expr.operand);
  return path && [...path, expr.field];
}

function hidesSelf(expr: Expr): boolean {
  return expr.kind === "comprehension" && (expr.iterVar === "self" || expr.iterVar2 === "self");
}

/** Undefined where the path leads through a map, whose entries are read when they are asked for, or nowhere. */
function placeOf(
  schema: Schema,
  isResource: boolean,
  spellings: readonly string[],
): Place | undefined {
  const names: string[] = [];
  let field = schema;
  for (const spelling of spellings) {
    const isEmbedded = names.length === 0 ? isResource : field.embeddedResource;
    if (field.type !== "object" || isMap(field, isEmbedded)) return undefined;
    const next = findField(field, isEmbedded, spelling);
    if (next === undefined) return undefined;
    names.push(next.name);
    field = next.field;
  }
  return { names, field };
}
