import type { CostModel, SizedCall } from "../estimate/cost-model.js";
import type { CallEstimate } from "../estimate/range.js";
import { addRanges, one, zero } from "../estimate/range.js";
import { overloadWithId } from "../libraries/libraries.js";

/**
 * The cost of a call of one overload, its arguments included, its receiver not (cel-go
 * `checker/cost.go`, functionCost).
 */
export function estimateCall(model: CostModel, call: SizedCall): CallEstimate {
  const { estimate, lazy = false, longest } = overloadWithId(call.overload)?.overload ?? {};
  const known = model.knowsTexts === true && longest !== undefined;
  const resultOfCall = known ? { min: 1, max: longest } : undefined;
  const { cost, resultSize } = estimate?.(call, model) ?? { cost: one, resultSize: resultOfCall };
  if (lazy) return { cost, resultSize };
  return { cost: addRanges(cost, call.argCosts.reduce(addRanges, zero)), resultSize };
}
