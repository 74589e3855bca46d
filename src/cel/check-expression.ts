import { checkText } from "./check-text.js";
import type { CheckedExpression, CelIssues } from "./check/checked.js";
import type { Environment } from "./check/environment.js";
import { explainSyntax } from "./recovery/explain-syntax.js";

/**
 * Parses and checks an expression as the server does before it stores it: syntax, types, and what
 * the AST validators ask of constants. Bounded in time for every input; nothing is thrown.
 */
export function checkExpression(
  environment: Environment,
  text: string,
): CheckedExpression | CelIssues {
  return checkText(environment, text, explainSyntax);
}
