import type { Expr } from "./ast.js";
import type { IssueCollector } from "./issue.js";
import type { SyntaxOptions } from "./parser.js";

export function explainSyntax(
  text: string,
  options: SyntaxOptions,
  issues: IssueCollector,
): Expr | undefined {
  issues.report(0, "SYNTAX");
  return undefined;
}
