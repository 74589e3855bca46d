import { Re2Error } from "../../../runtime/v1/re2/node.js";
import { parseRe2 } from "../../../runtime/v1/re2/parse.js";

/** Patterns repeat within a CRD and across CRDs: each is read once. */
const known = new Map<string, string | undefined>();
const mostKnown = 10_000;

/**
 * Why Go's regexp package refuses a pattern (RE2): the text of its error; undefined for a good
 * pattern.
 */
export function patternFault(pattern: string): string | undefined {
  if (known.has(pattern)) return known.get(pattern);
  const parsed = parseRe2(pattern);
  const fault = parsed instanceof Re2Error ? parsed.message : undefined;
  if (known.size === mostKnown) known.clear();
  known.set(pattern, fault);
  return fault;
}
