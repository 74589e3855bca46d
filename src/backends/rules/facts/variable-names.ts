import type { Expr } from "../../../cel/syntax/ast.js";
import { nodesOf } from "../../../cel/syntax/walk.js";

/** Every identifier, inner variables included: one too many does no harm. */
export function identifiersIn(exprs: readonly Expr[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const expr of exprs) {
    for (const node of nodesOf(expr)) {
      if (node.kind === "ident") names.add(node.name.replace(/^\./, ""));
    }
  }
  return names;
}

/** What a variable that holds a field may be called; `isOld`: a field of `oldSelf`. */
export function fieldVariable(isOld: boolean, name: string): string {
  const isPlain = /^[a-z][A-Za-z0-9]*$/.test(name);
  if (isOld) return isPlain ? `old${upperFirst(name)}` : "oldField";
  return isPlain && !reserved.has(name) && !otherLocals.has(name) ? name : "field";
}

function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A CEL name as a name of JavaScript that nothing else in the function of a loop has. */
export function identifierOf(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_]/g, "");
  const isTaken = reserved.has(plain) || constantName.test(plain);
  return plain === "" || /^[0-9]/.test(plain) || isTaken ? `${plain}It` : plain;
}

/** Words of JavaScript, and local variables of the functions of loops. */
const reserved: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield over failed " +
    "holds count result range mapped inserted"
  ).split(" "),
);

/** Variables beside which a field of that name would be mistaken. */
const otherLocals: ReadonlySet<string> = new Set(["self", "item"]);

/** Names of constants of the file. */
const constantName = /^(?:allowed|bytes|duration\w*|pattern|read|timestamp|type|uint)\d*$/;
