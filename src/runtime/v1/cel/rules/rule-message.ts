import { utf8Length } from "../../values/go/utf8.js";
import type { Json } from "../../values/json/json.js";
import { trimText } from "../libraries/strings.js";
import { CelError } from "../values/error.js";
import type { Value } from "../values/value.js";
import type { CostMeter } from "./cost-meter.js";
import { callLimitExceeded, costExceedsLimit, outOfBudget } from "./cost-meter.js";
import type { NodeRule } from "./rule-node.js";
import { uncounted } from "./rule-node.js";

const maxMessageBytes = 5120;

/**
 * Returns the result of a rule's message expression for a value (apiextensions
 * `apiserver/schema/cel/validation.go`): a good message, or none, or the error that stops
 * everything.
 */
export function ruleMessage(
  { countMessage: count, limitedMessage: limited }: NodeRule,
  self: Json,
  oldSelf: Json | undefined,
  meter: CostMeter,
): string | CelError | undefined {
  if (count === undefined) return undefined;
  const evaluate = (): Value | CelError => uncounted(count, self, oldSelf);
  const result =
    limited === undefined
      ? evaluate()
      : limited.run(meter, limited, { self, oldSelf, evaluate, count });
  if (meter.isOver) return new CelError(`messageExpression evaluation ${outOfBudget}`);
  if (result instanceof CelError) {
    return result.message.startsWith(callLimitExceeded)
      ? new CelError(`${costExceedsLimit} messageExpression: ${limited?.source ?? ""}`)
      : undefined;
  }
  const text = typeof result === "string" ? trimText(result) : "";
  return text === "" || text.includes("\n") || utf8Length(text) > maxMessageBytes
    ? undefined
    : text;
}
