import { expect, it } from "vitest";
import { checkExpression } from "../../../src/cel/check-expression.js";
import { isCelIssues } from "../../../src/cel/check/checked.js";
import { createEnvironment } from "../../../src/cel/check/environment.js";
import type { Expr } from "../../../src/cel/syntax/ast.js";
import type { CelType } from "../../../src/cel/type.js";
import { dynType, intType, listType, objectType, stringType } from "../../../src/cel/type.js";
import { printChecked } from "../../support/print-checked.js";

const fields: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ["a", intType],
  ["l", listType(stringType)],
  ["any", dynType],
]);
const variables = new Map([["self", objectType("Self", (name) => fields.get(name))]]);

function print(text: string): string {
  const checked = checkExpression(createEnvironment({ kubernetesVersion: 37, variables }), text);
  if (isCelIssues(checked)) throw new Error(text);
  return printChecked(checked);
}

it.each([
  ["self.a < 3", "_<_(self~Self.a~int, 3~int)~bool"],
  ["has(self.a)", "self~Self.a~test-only~~bool"],
  ["self.any + 1", "_+_(self~Self.any~dyn, 1~int)~int"],
  ["true ? 1 : self.any", "_?_:_(true~bool, 1~int, self~Self.any~dyn)~dyn"],
  ["self.?a.orValue(2)", '_?._(self~Self, "a"~string)~optional_type(int).orValue(2~int)~int'],
  ["[1u, 2u]", "[1u~uint, 2u~uint]~list(uint)"],
  [
    "{'a': b'x', ?'b': optional.none()}",
    '{"a"~string: b[120]~bytes, ?"b"~string: optional.none()~optional_type(bytes)}~map(string, bytes)',
  ],
  ["[1.0, 1.5, 1e300]", "[1.0~double, 1.5~double, 1e+300~double]~list(double)"],
  ["format.dns1123Label()", "format.dns1123Label()~kubernetes.NamedFormat"],
  ["null == self.any", "_==_(null~null, self~Self.any~dyn)~bool"],
  [
    "self.l.exists(x, x == 'a')",
    'fold(self~Self.l~list(string), x, @result = false~bool, @not_strictly_false(!_(@result~bool)~bool)~bool, _||_(@result~bool, _==_(x~string, "a"~string)~bool)~bool, @result~bool)~bool',
  ],
])("prints the type of each part of %s", (text, printed) => {
  expect(print(text)).toBe(printed);
});

it("cuts what is nested too deeply, and prints what has no type", () => {
  let ast: Expr = { kind: "ident", id: 1, offset: 0, name: "x" };
  for (let depth = 0; depth < 100_000; depth++) {
    ast = { kind: "list", id: 1, offset: 0, elements: [ast], optionalIndices: [] };
  }
  const none = new Map<number, never>();
  const printed = printChecked({ text: "", ast, types: none, references: none, constants: none });
  expect(printed).toBe(`${"[".repeat(1001)}…${"]".repeat(1001)}`);
});
