import type { CheckedExpression, CelIssues } from "./check/checked.js";
import { check } from "./check/checker.js";
import type { Environment } from "./check/environment.js";
import { IssueCollector } from "./issue.js";
import { validate } from "./program/validators.js";
import { parse } from "./syntax/parse.js";

/**
 * Parses and checks an expression as the server does before it stores it: syntax, types, and what
 * the AST validators ask of constants. Bounded in time for every input; nothing is thrown.
 */
export function checkExpression(
  environment: Environment,
  text: string,
): CheckedExpression | CelIssues {
  const issues = new IssueCollector(text);
  const ast = parse(text, environment.syntax, issues);
  if (ast === undefined || issues.count > 0) return failed(text, issues);
  const checked = check(environment, text, ast, issues);
  if (issues.count === 0) validate(environment, checked, issues);
  return issues.count === 0 ? checked : failed(text, issues);
}

function failed(text: string, issues: IssueCollector): CelIssues {
  return { text, issues: issues.sorted(), omitted: issues.omitted };
}
