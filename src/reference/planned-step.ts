import type { Frame } from "./frame.js";
import type { Result } from "./functions.js";

/**
 * One node of a planned expression. Its value is told to the cost tracker when it is done, as cel-go's observers do
 * (`interpreter/interpretable.go`, `runtimecost.go`).
 */
export interface Step {
  readonly id: number;
  evaluate(frame: Frame): Result;
}
