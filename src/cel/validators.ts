import type { CheckedExpression } from "./checked.js";
import type { Environment } from "./environment.js";
import type { IssueCollector } from "./issue.js";

export function validate(_e: Environment, _c: CheckedExpression, _i: IssueCollector): void {}
