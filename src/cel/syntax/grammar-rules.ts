import { codePoints } from "../../runtime/v1/values/strings.js";
import type { AstBuilder } from "./ast-builder.js";
import type { Expr } from "./ast.js";
import { operators } from "./ast.js";

/**
 * cel-go's limit of nested productions and of operators on one path (`parser/parser.go`,
 * maxRecursionDepth).
 */
export const maximumDepth = 250;

/** cel-go's limit of the length of an expression in code points (`parser/parser.go`). */
export const maximumCodePoints = 100_000;

/**
 * Words that no variable and no global function is called (cel-go `parser/parser.go`, reservedIds).
 * Those that are no tokens of their own, as `in` is, may name fields and methods.
 */
export const reservedWords: ReadonlySet<string> = new Set([
  "as",
  "break",
  "const",
  "continue",
  "else",
  "false",
  "for",
  "function",
  "if",
  "import",
  "in",
  "let",
  "loop",
  "package",
  "namespace",
  "null",
  "return",
  "true",
  "var",
  "void",
  "while",
]);

/** The precedence of `+` and `-`, the lowest within the rule `calc`. */
export const additive = 1;

const multiplicative = 2;

/** The operators of the rule `relation` as they are written, with their names in the tree. */
export const relations: ReadonlyMap<string, string> = new Map([
  ["<", operators.less],
  ["<=", operators.lessEquals],
  [">=", operators.greaterEquals],
  [">", operators.greater],
  ["==", operators.equals],
  ["!=", operators.notEquals],
  ["in", operators.in],
]);

/** An operator of the rule `calc`: its name in the tree, and how tightly it binds. */
export interface Calculation {
  readonly name: string;
  readonly precedence: number;
}

/**
 * The operators of the rule `calc` as they are written; the one of greater precedence binds first.
 */
export const calculations: ReadonlyMap<string, Calculation> = new Map([
  ["*", { name: operators.multiply, precedence: multiplicative }],
  ["/", { name: operators.divide, precedence: multiplicative }],
  ["%", { name: operators.modulo, precedence: multiplicative }],
  ["+", { name: operators.add, precedence: additive }],
  ["-", { name: operators.subtract, precedence: additive }],
]);

/** A chain of `&&` or `||` as a tree of little depth (cel-go `parser/helper.go`, logicManager). */
export function balance(
  builder: AstBuilder,
  name: string,
  terms: readonly Expr[],
  offsets: readonly number[],
): Expr {
  const build = (low: number, high: number): Expr => {
    const middle = Math.floor((low + high + 1) / 2);
    const left = middle === low ? term(middle) : build(low, middle - 1);
    const right = middle === high ? term(middle + 1) : build(middle + 1, high);
    return builder.call(offsets[middle] ?? -1, name, [left, right]);
  };
  const term = (index: number): Expr => {
    const expr = terms[index];
    if (expr === undefined) throw new Error("one more term than operators");
    return expr;
  };
  return offsets.length === 0 ? term(0) : build(0, offsets.length - 1);
}

/** Whether an expression is longer than cel-go reads. */
export function isTooLong(text: string): boolean {
  return text.length > maximumCodePoints && codePoints(text) > maximumCodePoints;
}
