import type { Expr } from "../../../emit/code.js";
import { isSame } from "../../../emit/code.js";
import type { LibraryValue, RuntimeValue } from "../../../runtime/contract.js";
import type { Guard, Operand, Plan } from "../writing/operand.js";
import { bounded, checkedCode, checkOf, operand, simple } from "../writing/operand.js";
import type { ExpressionWriter } from "../writing/writer.js";

/** What is made of operands that are no errors; the first that is one is the result. */
export function strict(
  writer: ExpressionWriter,
  operands: readonly Operand[],
  use: (operands: readonly Operand[]) => Operand,
): Operand {
  const guards: Guard[] = [];
  const values = operands.map((from) => guard(writer, from, guards));
  const result = use(values);
  const [only] = operands;
  const isUnchanged =
    only !== undefined && values[0] !== undefined && isSame(result.code, values[0].code);
  if (operands.length === 1 && isUnchanged && guards.length > 0)
    return { ...only, form: result.form };
  return guarded(writer, guards, result);
}

/**
 * As `strict`, but what only has to be looked at, or has a short form, may still be an error where
 * it is used.
 */
export function lenient(
  writer: ExpressionWriter,
  operands: readonly Operand[],
  use: (operands: readonly Operand[]) => Operand,
): Operand {
  const guards: Guard[] = [];
  const lastGuarded = operands.findLastIndex(isGuarded);
  const values = operands.map((from, index) => {
    // The error of an earlier operand comes first.
    if (index < lastGuarded) return guard(writer, from, guards);
    if (from.plan?.kind !== "strict" || !isGuarded(from)) return from;
    guards.push(...from.plan.guards);
    return { ...from.plan.result, form: from.form };
  });
  return guarded(writer, guards, use(values));
}

/** The first guard that meets an error, else the result. */
export function guarded(
  writer: ExpressionWriter,
  guards: readonly Guard[],
  result: Operand,
): Operand {
  if (guards.length === 0) return result;
  const runtime = (name: RuntimeValue | LibraryValue): Expr => writer.runtime(name);
  const names = { runtime, errorType: writer.file.errorType };
  const checks = guards.map((made) => checkOf(made, names));
  const plan: Plan = { kind: "strict", guards, result };
  const code = checkedCode(checks, result.code);
  return bounded({ ...operand(code, result.form, true), plan }, result.bound);
}

/** An operand as it is when it is no error; what makes sure of that comes to the guards. */
function guard(writer: ExpressionWriter, from: Operand, guards: Guard[]): Operand {
  if (!from.fails) return from;
  if (from.simple) {
    const isKnown = guards.some(({ name }) => isSame(name, from.code));
    if (!isKnown) guards.push({ kind: "known", name: from.code });
    return bounded(simple(from.code, from.form), from.bound);
  }
  if (from.look !== undefined) {
    const name = writer.body.temporary(from.hint ?? "it", from.look.type);
    guards.push({ kind: "seen", name, look: from.look });
    return simple(name, from.form);
  }
  if (from.plan?.kind === "strict") {
    guards.push(...from.plan.guards);
    return guard(writer, { ...from.plan.result, form: from.form }, guards);
  }
  const name = writer.body.temporary(from.hint ?? "it", writer.file.type(from.form, true));
  guards.push({ kind: "held", name, from });
  return bounded(simple(name, from.form), from.bound);
}

/** Whether what an operand begins with is checked before it is used: it has no shorter form. */
function isGuarded({ brief, plan }: Operand): boolean {
  return brief === undefined && plan?.kind === "strict";
}
