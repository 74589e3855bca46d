import type { Expr } from "../../../cel/syntax/ast.js";
import { operators } from "../../../cel/syntax/ast.js";
import { nodesOf } from "../../../cel/syntax/walk.js";
import { optionalValue } from "../../../cel/type.js";
import type { Path } from "../../../crd/source/source-file.js";
import { unescapeProperty } from "../../../runtime/v1/cel/data/data.js";
import type { KnownExpression } from "./reading.js";
import { checkAlone, textOf } from "./scope.js";
import { schemaOfType } from "./self-type.js";
import type { CelToken } from "./tokens.js";
import { tokensOf } from "./tokens.js";

/**
 * Where an expression names a field of an object, in its own offsets: `self.spec.size` names
 * `size`. An expression that is wrong names none.
 *
 * @param isHolder whether the schema of an object is one that has the field; its way begins at the
 *   document
 */
export function namesOfField(
  { text, scope, schemaPath }: KnownExpression,
  isHolder: (schema: Path) => boolean,
  field: string,
): readonly CelToken[] {
  const checked = scope && checkAlone(scope.environment, text);
  if (checked === undefined) return [];
  const tokens = tokensOf(text);
  const isOfHolder = (object: Expr): boolean => {
    const type = checked.types.get(object.id);
    const held = type && (optionalValue(type) ?? type);
    const schema = held?.kind === "object" ? schemaOfType(held.name) : undefined;
    return schema !== undefined && isHolder([...schemaPath, ...schema]);
  };
  const names = new Set<CelToken>();
  for (const node of nodesOf(checked.ast)) {
    const selected = selectionOf(node);
    if (selected === undefined || !isOfHolder(selected.object)) continue;
    const name = nameBehind(tokens, selected.dot);
    if (name !== undefined && unescapeProperty(textOf(text, name)) === field) names.add(name);
  }
  return [...names].sort((left, right) => left.start - right.start);
}

/** An object that a field is selected of, and the offset of the dot between them. */
interface Selection {
  readonly object: Expr;
  readonly dot: number;
}

function selectionOf(node: Expr): Selection | undefined {
  if (node.kind === "select") {
    // A test lies where its macro does.
    const { offset } = node.macro?.args[0] ?? node;
    return { object: node.operand, dot: offset };
  }
  const [object] = node.kind === "call" ? node.args : [];
  const isOptional = node.kind === "call" && node.function === operators.optionalSelect;
  return isOptional && object !== undefined ? { object, dot: node.offset } : undefined;
}

/** Names in backquotes are left out: fields of objects have none. */
function nameBehind(tokens: readonly CelToken[], dot: number): CelToken | undefined {
  const at = tokens.findIndex(({ start }) => start === dot);
  const next = tokens[at + 1]?.kind === "?" ? tokens[at + 2] : tokens[at + 1];
  return at !== -1 && next?.kind === "IDENTIFIER" ? next : undefined;
}
