import { CelError, CelPanic } from "../cel/values/error.js";
import type { CountedExpression } from "../rules/cost-meter.js";
import type { NodeRule } from "../rules/rule-node.js";
import { messageByPlan, ruleByPlan } from "./counted.js";
import type { Outcome } from "./outcome.js";

/*
 * The server's cost tracker takes the operand of `distinct` and `sort` for a list, and the depth of
 * `flatten` for an int, even where they failed, and breaks off the whole expression then: nothing
 * around the call absorbs that, as it does an error (cel-go `ext/lists.go`).
 */

/** An operand that must be no error. @throws CelPanic for an error */
export function trackedOperand<T>(value: T | CelError): T {
  if (value instanceof CelError) throw new CelPanic(value.message);
  return value;
}

/**
 * A rule that calls `trackedOperand`: what it cannot decide, its plan tells in the server's words.
 */
export function ruleOrPlan(
  rule: NodeRule["evaluate"],
  count: CountedExpression,
): NodeRule["evaluate"] {
  const exact = ruleByPlan(count);
  return (self, oldSelf) => {
    const value = unlessBroken(() => rule(self, oldSelf));
    return value instanceof CelError ? exact(self, oldSelf) : value;
  };
}

/** The same of a message. */
export function messageOrPlan(
  message: NonNullable<NodeRule["describe"]>,
  count: CountedExpression,
): NonNullable<NodeRule["describe"]> {
  const exact = messageByPlan(count);
  return (self, oldSelf) => {
    const value = unlessBroken(() => message(self, oldSelf));
    return value instanceof CelError ? exact(self, oldSelf) : value;
  };
}

/** What a function gives, or an error where `trackedOperand` broke it off. */
export function unlessBroken<T extends Outcome>(evaluate: () => T): T | CelError {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof CelPanic) return new CelError(error.message);
    throw error;
  }
}
