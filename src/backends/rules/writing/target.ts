import type { Expr, Stmt } from "../../../emit/code.js";
import { stmt } from "../../../emit/code.js";
import type { Operand } from "./operand.js";

/** Where the value of an operand goes to, once statements have found it. */
export interface Target {
  /** The statements for the value, which may be an error unless the operand says otherwise. */
  result(it: Operand): readonly Stmt[];
  /** The statements for what is known to be an error. */
  fault(error: Expr): readonly Stmt[];
  /** Whether these statements always leave: `return`, `continue`. */
  readonly ends: boolean;
  /** Whether errors go another way than values. */
  readonly splits: boolean;
}

/** The end of a function. */
export const returned: Target = {
  result: (it) => [stmt`return ${it.code};`],
  fault: (error) => [stmt`return ${error};`],
  ends: true,
  splits: false,
};

/** A variable, and then the statements that follow. */
export function assignedTo(name: Expr): Target {
  return {
    result: (it) => [stmt`${name} = ${it.code};`],
    fault: (error) => [stmt`${name} = ${error};`],
    ends: false,
    splits: false,
  };
}

/** The same target, and whether what was handed to it may be an error. */
export function watched(target: Target): {
  readonly target: Target;
  readonly receivesErrors: () => boolean;
} {
  const errors = new Set<boolean>();
  const watching: Target = {
    ...target,
    result: (it) => {
      errors.add(it.fails);
      return target.result(it);
    },
    fault: (error) => {
      errors.add(true);
      return target.fault(error);
    },
  };
  return { target: watching, receivesErrors: () => errors.has(true) };
}
