import type { FieldPath } from "../findings/field-path.js";
import type { Findings, RuleCode } from "../findings/findings.js";

/**
 * The little that the server demands of a JSON path: a dot at the beginning
 * (`validateSimpleJSONPath`). False: reported.
 */
export function checkSimpleJsonPath(
  code: RuleCode,
  path: string,
  at: FieldPath,
  findings: Findings,
): boolean {
  if (path.startsWith(".")) return true;
  findings.invalid(code, at, path, "must be a simple json path starting with .");
  return false;
}
