import type { Expr as CelExpr } from "../../cel/syntax/ast.js";
import { walk } from "../../cel/syntax/walk.js";
import type { Expr } from "../../emit/code.js";
import { expr, keyOf } from "../../emit/code.js";
import { listCode } from "../../emit/object-code.js";
import type { Schema } from "../../ir/schema.js";
import { findField, isMap } from "./expressions/data-access.js";
import type { PathKey } from "./facts/certain-tests.js";
import { certainTests, keyOf as keyOfPath, pathFromSelf } from "./facts/certain-tests.js";
import { selfAccess } from "./rule-code.js";
import type { RuleFile } from "./writing/rule-file.js";

/** The fields below a node for which its rules ask by `has`. */
export interface TestedFields {
  /** Each as the runtime's `TestedField`. */
  readonly list: readonly Expr[];
  /**
   * The paths of those for which an expression is certain to ask, in the order in which it does.
   */
  readonly askedBy: (expression: CelExpr) => readonly Expr[];
}

/**
 * The fields below a node for which its rules ask by `has(self.a.b)`: data of the wrong type is an
 * error there. Fields with a format are left out, of which the rules see that themselves.
 */
export function testedFields(
  file: RuleFile,
  expressions: readonly CelExpr[],
  schema: Schema,
  isResource: boolean,
): TestedFields {
  const byPath = new Map<PathKey, Tested>();
  for (const expression of expressions) {
    walk(expression, (node, enclosing) => {
      if (node.kind !== "select" || !node.testOnly || enclosing.some(hidesSelf)) return;
      const spellings = pathFromSelf(node);
      if (spellings === undefined || byPath.has(keyOfPath(spellings))) return;
      const place = placeOf(schema, isResource, spellings);
      const tested = place && testedField(file, place);
      if (tested !== undefined) byPath.set(keyOfPath(spellings), tested);
    });
  }
  return {
    list: distinct([...byPath.values()].map(({ field }) => field)),
    askedBy: (expression) => {
      const asked = certainTests(expression).flatMap((path) => byPath.get(path)?.path ?? []);
      return distinct(asked);
    },
  };
}

interface Tested {
  /** As the runtime's `TestedField`. */
  readonly field: Expr;
  /** Its path alone. */
  readonly path: Expr;
}

/** Fields have more than one spelling. */
function distinct(fields: readonly Expr[]): readonly Expr[] {
  return [...new Map(fields.map((field) => [keyOf(field), field])).values()];
}

interface Place {
  readonly names: readonly string[];
  readonly field: Schema;
}

function testedField(file: RuleFile, { names, field }: Place): Tested | undefined {
  const { reader, isLate } = selfAccess(file, field, field.embeddedResource);
  if (isLate) return undefined;
  const path = names.map((name) => expr`${name}`);
  return { field: listCode([reader, ...path]), path: listCode(path) };
}

function hidesSelf(node: CelExpr): boolean {
  return node.kind === "comprehension" && (node.iterVar === "self" || node.iterVar2 === "self");
}

/**
 * Undefined where the path leads through a map, whose entries are read when they are asked for, or
 * nowhere.
 */
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
