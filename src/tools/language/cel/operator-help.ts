import type { Environment } from "../../../cel/check/environment.js";
import type { Overload } from "../../../cel/libraries/row.js";
import { operators } from "../../../cel/syntax/ast.js";
import { acceptsFirst, costOf, shownType } from "./functions.js";
import { operandBefore, typeAlone } from "./scope.js";
import type { CelToken } from "./tokens.js";

/** An operator as people write it. */
interface Operator {
  /** Its name in a tree, which no text has. */
  readonly name: string;
  readonly meaning: string;
}

const ofOne: Readonly<Record<string, Operator | undefined>> = {
  "!": { name: operators.logicalNot, meaning: "True if it does not hold." },
  "-": { name: operators.negate, meaning: "The number with the other sign." },
};

const ofTwo: Readonly<Record<string, Operator | undefined>> = {
  "==": { name: operators.equals, meaning: "True if both are equal." },
  "!=": { name: operators.notEquals, meaning: "True if they are not equal." },
  "<": { name: operators.less, meaning: "True if the left side is less." },
  "<=": { name: operators.lessEquals, meaning: "True if the left side is less, or equal." },
  ">": { name: operators.greater, meaning: "True if the left side is greater." },
  ">=": { name: operators.greaterEquals, meaning: "True if the left side is greater, or equal." },
  "&&": {
    name: operators.logicalAnd,
    meaning: "True if both hold. An error of one side does not count if the other does not hold.",
  },
  "||": {
    name: operators.logicalOr,
    meaning: "True if one of them holds. An error of one side does not count if the other holds.",
  },
  "?": {
    name: operators.conditional,
    meaning: "The value before the colon if the condition holds, else the one behind it.",
  },
  in: { name: operators.in, meaning: "True if the list has the element, or the map the key." },
  "+": { name: operators.add, meaning: "The sum; texts, bytes and lists are put together." },
  "-": { name: operators.subtract, meaning: "The difference." },
  "*": { name: operators.multiply, meaning: "The product." },
  "/": { name: operators.divide, meaning: "The quotient; of integers without its fraction." },
  "%": { name: operators.modulo, meaning: "What a division leaves, with the left side's sign." },
};

/** What is known of an operator. */
export interface OperatorHelp {
  readonly code: readonly string[];
  readonly meaning: string;
  readonly cost?: string;
}

/**
 * The forms of the operator at a token, those that fit the operand before it, and what it means;
 * undefined where the token is none.
 */
export function operatorHelp(
  environment: Environment,
  text: string,
  tokens: readonly CelToken[],
  index: number,
): OperatorHelp | undefined {
  const kind = tokens[index]?.kind ?? "error";
  const before = tokens[index - 1]?.kind;
  // That of `self.?name` and `list[?0]` belongs to the way to a value.
  if (kind === "?" && (before === "." || before === "[")) return undefined;
  const left = operandBefore(text, tokens, index - 1);
  const operator = (left === undefined ? ofOne : ofTwo)[kind];
  if (operator === undefined) return undefined;
  const all = environment.functions.get(operator.name) ?? [];
  const type = left === undefined ? undefined : typeAlone(environment, left);
  const fitting = type === undefined ? all : all.filter((one) => acceptsFirst(one, type));
  const shown = fitting.length > 0 ? fitting : all;
  const [first] = shown;
  if (first === undefined) return undefined;
  const code = shown.map((one) => formOf(kind, one));
  const { meaning } = operator;
  return first.lazy === true ? { code, meaning } : { code, meaning, cost: costOf(first) };
}

/** `int + int -> int`, `!bool -> bool`, `bool ? A : A -> A`. */
function formOf(symbol: string, { parameters, result }: Overload): string {
  const [first = "", ...others] = parameters.map(shownType);
  const [second, third] = others;
  const form =
    second === undefined
      ? `${symbol}${first}`
      : `${first} ${symbol} ${second}${third === undefined ? "" : ` : ${third}`}`;
  return `${form} -> ${shownType(result)}`;
}
