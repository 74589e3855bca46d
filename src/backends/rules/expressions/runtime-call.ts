import { expr, word } from "../../../emit/code.js";
import type { LibraryValue } from "../../../runtime/contract.js";
import type { RuntimeCall } from "../writing/functions.js";
import type { Operand } from "../writing/operand.js";
import { operand } from "../writing/operand.js";
import type { ExpressionWriter } from "../writing/writer.js";

/**
 * A call of the runtime, or of a global function, whose arguments are in the forms that it takes.
 */
export function emitRuntimeCall(
  writer: ExpressionWriter,
  { name, parameters, result, fails }: RuntimeCall,
  values: readonly Operand[],
): Operand {
  const called = name === "String" || name === "Number" ? word(name) : writer.runtime(name);
  const args = parameters.map(({ argument }) => values[argument]?.code ?? expr`null`);
  const made = operand(expr`${called}(${args})`, result, fails);
  return result.kind === "class" ? { ...made, hint: variableOf(result.name) } : made;
}

/**
 * The function that a table of operators has for a sign; the checker lets no other sign through.
 */
export function functionFor(
  sign: string,
  table: Readonly<Record<string, LibraryValue>>,
): LibraryValue {
  const name = table[sign];
  if (name === undefined) throw new Error(`invariant: no function stands for '${sign}'`);
  return name;
}

/** A class as the name of a variable. */
function variableOf(name: string): string {
  return name === "UrlValue" ? "url" : name.charAt(0).toLowerCase() + name.slice(1);
}
