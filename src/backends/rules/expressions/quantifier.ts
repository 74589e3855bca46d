import type { Expr } from "../../../cel/syntax/ast.js";
import { code, variableName } from "../../../emit/code.js";
import { block, ifCode, next } from "../writing/branch.js";
import { bool } from "../writing/operand.js";
import { parenthesized } from "../writing/parentheses.js";
import { Statements } from "../writing/statements.js";
import type { Target } from "../writing/target.js";
import type { ExpressionWriter } from "../writing/writer.js";
import type { FoldBody, Loop } from "./loop.js";
import { failedDeclaration, reading } from "./loop.js";

/** Every error is kept, the first one counts; the value that decides ends the loop. */
export function quantifierBody(
  writer: ExpressionWriter,
  loop: Loop,
  predicate: Expr,
  isAll: boolean,
): FoldBody {
  const holds = writer.condition(predicate);
  const decisive = code`${!isAll}`;
  const otherwise = code`${isAll}`;
  if (!holds.fails && loop.unreadable.length === 0) {
    const test = isAll ? (holds.negated ?? code`!${parenthesized(holds)}`) : holds.code;
    const statements = [
      ...loop.guard,
      block(loop.head, [...loop.begin, ifCode(test, [code`return ${decisive};`])]),
      code`return ${otherwise};`,
    ];
    return { statements, form: bool, fails: loop.guard.length > 0 };
  }
  const steps = [...reading(writer, loop, "??=")];
  const statementsOf = new Statements(writer.file, writer.body);
  steps.push(...statementsOf.print(holds, quantified(isAll)));
  const statements = [
    ...loop.guard,
    failedDeclaration(writer),
    block(loop.head, steps),
    code`return failed ?? ${otherwise};`,
  ];
  return { statements, form: bool, fails: true };
}

/** What a predicate came to that may be an error. */
const kept = variableName("holds");

/** A round of a quantifier: the value that decides is the result, an error is kept. */
function quantified(isAll: boolean): Target {
  const decisive = String(!isAll);
  const found = code`return ${!isAll};`;
  return {
    result: (it) => {
      if (it.code.text === decisive) return [found];
      if (it.code.text === String(isAll)) return [next];
      if (!it.fails) {
        const test = isAll ? (it.negated ?? code`!${parenthesized(it)}`) : it.code;
        return [ifCode(test, [found]), next];
      }
      return [
        code`const ${kept} = ${it.code};`,
        ifCode(code`${kept} === ${!isAll}`, [found]),
        code`if (${kept} !== ${isAll}) failed ??= ${kept};`,
        next,
      ];
    },
    fault: (error) => [code`failed ??= ${error};`, next],
    ends: true,
    splits: true,
  };
}

/** A round of `exists_one`: an error is kept. */
const counted: Target = {
  result: (it) => {
    if (it.code.text === "false") return [next];
    if (it.code.text === "true") return [code`count++;`, next];
    if (!it.fails) return [ifCode(it.code, [code`count++;`]), next];
    return [
      code`const ${kept} = ${it.code};`,
      code`if (${kept} === true) count++;`,
      code`else if (${kept} !== false) failed = ${kept};`,
      next,
    ];
  },
  fault: (error) => [code`failed = ${error};`, next],
  ends: true,
  splits: true,
};

/** All elements are looked at: a later error counts more than the number found. */
export function existsOneBody(writer: ExpressionWriter, loop: Loop, predicate: Expr): FoldBody {
  const holds = writer.condition(predicate);
  if (!holds.fails && loop.unreadable.length === 0) {
    const statements = [
      ...loop.guard,
      code`let count = 0;`,
      block(loop.head, [
        ...loop.begin,
        ifCode(code`${parenthesized(holds)} && ++count > 1`, [code`return false;`]),
      ]),
      code`return count === 1;`,
    ];
    return { statements, form: bool, fails: loop.guard.length > 0 };
  }
  const steps = [...reading(writer, loop, "=")];
  steps.push(...new Statements(writer.file, writer.body).print(holds, counted));
  const statements = [
    ...loop.guard,
    code`let count = 0;`,
    failedDeclaration(writer),
    block(loop.head, steps),
    code`return failed ?? count === 1;`,
  ];
  return { statements, form: bool, fails: true };
}
