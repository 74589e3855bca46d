import { patternOf } from "../../../../crd/interpret/pattern-check.js";
import { areAlternatives, oneOfThem } from "./alternatives.js";
import type { RefusedValue } from "./refused-value.js";

type Help = string | undefined;

/** Of what a hurried writer gets wrong, that which the pattern tells. */
export function patternHelp({ error, value, schema }: RefusedValue): Help {
  if (typeof value !== "string" || value.length > longestTried || schema === undefined)
    return undefined;
  const { validation } = schema;
  // Not one of a branch.
  if (validation.pattern === "" || !error.message.endsWith(` match '${validation.pattern}'`))
    return undefined;
  const pattern = patternOf(validation);
  if (!("test" in pattern)) return undefined;
  const candidates = [value.trim(), value.toLowerCase(), value.toUpperCase()];
  const good = candidates.find(
    (candidate) => candidate !== "" && candidate !== value && pattern.test(candidate),
  );
  if (good !== undefined) return `write \`${good}\``;
  return areAlternatives(value, (text) => pattern.test(text)) ? oneOfThem : undefined;
}

const longestTried = 200;
