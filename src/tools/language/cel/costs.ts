import { maximumRuleCost, maximumSchemaCost } from "../../../crd/rules/check-schema-rules.js";
import { isCompileFault } from "../../../crd/rules/compile-rules.js";
import { amountText } from "./help.js";
import type { CelReading } from "./reading.js";
import { endOfLine } from "./spot.js";

/** What something costs at most, to be shown behind a line. */
export interface CostNote {
  /** In the file, at the end of a line. */
  readonly at: number;
  readonly label: string;
  /** The same in a sentence. */
  readonly meaning: string;
}

/**
 * The estimated cost of each rule, and of all rules of each version, against the server's limits.
 * Rules that are wrong have none.
 */
export function costNotes({ versions }: CelReading, text: string): readonly CostNote[] {
  return versions
    .flatMap(({ key, total, rules }) => [
      {
        at: endOfLine(text, key.end),
        label: `rules cost ${shareText(total, maximumSchemaCost)}`,
        meaning: `All rules of this schema cost at most ${amountText(total)}; the API server allows ${amountText(maximumSchemaCost)}.`,
      },
      ...rules
        .filter(({ rule: { compiled } }) => {
          const { expression } = compiled;
          return expression !== undefined && !isCompileFault(expression);
        })
        .map(({ rule: { cost }, expression: { value } }) => ({
          at: endOfLine(text, value.start),
          label: `costs ${shareText(cost, maximumRuleCost)}`,
          meaning: `For one object, this rule costs at most ${amountText(cost)}; the API server allows ${amountText(maximumRuleCost)}.`,
        })),
    ])
    .sort((a, b) => a.at - b.at);
}

/** `1,234 of 10,000,000`, and how far that is too much. */
function shareText(cost: number | bigint, limit: number): string {
  const share = Number(cost) / limit;
  const factor =
    share > 1 ? `, ${share > 100 ? "more than 100" : share.toFixed(1)} times too much` : "";
  return `${amountText(cost)} of ${amountText(limit)}${factor}`;
}
