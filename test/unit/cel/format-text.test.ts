import { expect, it } from "vitest";
import { checkExpression } from "../../../src/cel/check-expression.js";
import { isCelIssues } from "../../../src/cel/check/checked.js";
import { createEnvironment } from "../../../src/cel/check/environment.js";
import { formatText } from "../../../src/cel/syntax/format-text.js";

// What Go 1.26 prints for `fmt.Sprintf(text)`.
it.each([
  ["plain", "plain"],
  ["100%", "100%!(NOVERB)"],
  ["%d and %s", "%!d(MISSING) and %!s(MISSING)"],
  ["%%d", "%d"],
  ["input '%' expecting", "input '%!'(MISSING) expecting"],
  ["%+05.2f!", "%!f(MISSING)!"],
  ["%🦄", "%!🦄(MISSING)"],
  ["%*d", "%!(BADWIDTH)%!d(MISSING)"],
  ["%.*d", "%!(BADPREC)%!d(MISSING)"],
  ["%[1]d", "%!d(BADINDEX)"],
  ["%[x]d", "%!d(BADINDEX)"],
  ["%[d", "%!d(BADINDEX)"],
  ["%[1][2]d", "%![(BADINDEX)2]d"],
  ["%10000009d", "%!d(MISSING)"],
  ["%10000010d and more", "%!(NOVERB)"],
])("%j", (text, printed) => {
  expect(formatText(text)).toBe(printed);
});

it.each([
  [32, "Syntax error: no viable alternative at input '.%!'(MISSING)"],
  [33, "Syntax error: no viable alternative at input '.%'"],
])("syntax errors of 1.%i", (kubernetesVersion, message) => {
  const environment = createEnvironment({ kubernetesVersion, stored: true });
  const result = checkExpression(environment, "true.%d");
  expect(isCelIssues(result) && result.issues.map((issue) => issue.message)).toContain(message);
});
