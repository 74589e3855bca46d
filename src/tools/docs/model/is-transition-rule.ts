import type { Rule } from "../../../crd/ir/schema.js";

const textsAndComments =
  /\/\/[^\n]*|[rRbB]{0,2}(?:"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/g;

/**
 * Whether a rule mentions `oldSelf`, so that it holds for updates alone; with `optionalOldSelf` it
 * holds for creations too. A rule that cannot be parsed counts by its words.
 */
export function isTransitionRule({ rule, optionalOldSelf }: Rule): boolean {
  if (optionalOldSelf === true) return false;
  return /(?<![\w.])oldSelf\b/.test(rule.replace(textsAndComments, "''"));
}
