import type { Expr as CelExpr } from "../../../cel/syntax/ast.js";
import { expr, stmt, word } from "../../../emit/code.js";
import { ifCode, next } from "../writing/branch.js";
import { bool, isConstant, oppositeOf } from "../writing/operand.js";
import { Statements } from "../writing/statements.js";
import type { Target } from "../writing/target.js";
import type { ExpressionWriter } from "../writing/writer.js";
import type { FoldBody, Loop } from "./loop.js";
import { failedDeclaration, reading } from "./loop.js";

/** Every error is kept, the first one counts; the value that decides ends the loop. */
export function quantifierBody(
  writer: ExpressionWriter,
  loop: Loop,
  predicate: CelExpr,
  isAll: boolean,
): FoldBody {
  const holds = writer.condition(predicate);
  if (!holds.fails && loop.unreadable.length === 0) {
    const test = isAll ? oppositeOf(holds) : holds.code;
    const statements = [
      ...loop.guard,
      loop.around([...loop.begin, ifCode(test, [stmt`return ${!isAll};`])]),
      stmt`return ${isAll};`,
    ];
    return { statements, form: bool, fails: loop.guard.length > 0 };
  }
  const steps = [...reading(writer, loop, "??=")];
  const statementsOf = new Statements(writer.file, writer.body);
  steps.push(...statementsOf.print(holds, quantified(isAll)));
  const statements = [
    ...loop.guard,
    failedDeclaration(writer),
    loop.around(steps),
    stmt`return failed ?? ${isAll};`,
  ];
  return { statements, form: bool, fails: true };
}

/** What a predicate came to that may be an error. */
const kept = word("holds");

/** A round of a quantifier: the value that decides is the result, an error is kept. */
function quantified(isAll: boolean): Target {
  const found = stmt`return ${!isAll};`;
  return {
    result: (it) => {
      if (isConstant(it, !isAll)) return [found];
      if (isConstant(it, isAll)) return [next];
      if (!it.fails) {
        const test = isAll ? oppositeOf(it) : it.code;
        return [ifCode(test, [found]), next];
      }
      return [
        stmt`const ${kept} = ${it.code};`,
        ifCode(expr`${kept} === ${!isAll}`, [found]),
        stmt`if (${kept} !== ${isAll}) failed ??= ${kept};`,
        next,
      ];
    },
    fault: (error) => [stmt`failed ??= ${error};`, next],
    ends: true,
    splits: true,
  };
}

/** A round of `exists_one`: an error is kept. */
const counted: Target = {
  result: (it) => {
    if (isConstant(it, false)) return [next];
    if (isConstant(it, true)) return [stmt`count++;`, next];
    if (!it.fails) return [ifCode(it.code, [stmt`count++;`]), next];
    return [
      stmt`const ${kept} = ${it.code};`,
      stmt`if (${kept} === true) count++; else if (${kept} !== false) failed = ${kept};`,
      next,
    ];
  },
  fault: (error) => [stmt`failed = ${error};`, next],
  ends: true,
  splits: true,
};

/** All elements are looked at: a later error counts more than the number found. */
export function existsOneBody(writer: ExpressionWriter, loop: Loop, predicate: CelExpr): FoldBody {
  const holds = writer.condition(predicate);
  if (!holds.fails && loop.unreadable.length === 0) {
    const statements = [
      ...loop.guard,
      stmt`let count = 0;`,
      loop.around([
        ...loop.begin,
        ifCode(expr`${holds.code} && ++count > 1`, [stmt`return false;`]),
      ]),
      stmt`return count === 1;`,
    ];
    return { statements, form: bool, fails: loop.guard.length > 0 };
  }
  const steps = [...reading(writer, loop, "=")];
  steps.push(...new Statements(writer.file, writer.body).print(holds, counted));
  const statements = [
    ...loop.guard,
    stmt`let count = 0;`,
    failedDeclaration(writer),
    loop.around(steps),
    stmt`return failed ?? count === 1;`,
  ];
  return { statements, form: bool, fails: true };
}
