import { describe, expect, it } from "vitest";
import { checkExpression } from "../../../src/cel/check-expression.js";
import { isCelIssues } from "../../../src/cel/check/checked.js";
import type { EnvironmentOptions } from "../../../src/cel/check/environment.js";
import { createEnvironment } from "../../../src/cel/check/environment.js";
import type { CelType } from "../../../src/cel/type.js";
import {
  boolType,
  dynType,
  intType,
  listType,
  mapType,
  objectType,
  stringType,
} from "../../../src/cel/type.js";
import type { KubernetesMinor } from "../../../src/runtime/v1/values/kubernetes-version.js";
import { printOutcome } from "../../support/cel.js";

const fields: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ["b", boolType],
  ["i", intType],
  ["s", stringType],
  ["l", listType(stringType)],
  ["m", mapType(stringType, intType)],
]);
const variables: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ["self", objectType("Self", (name) => fields.get(name))],
  ["any", dynType],
]);

function check(text: string, options: Partial<EnvironmentOptions> = {}): string {
  const environment = createEnvironment({ kubernetesVersion: 37, variables, ...options });
  return printOutcome(checkExpression(environment, text));
}

it("an enum is no message", () => {
  expect(check("google.protobuf.NullValue{}")).toContain(
    "<input>:1:26: undeclared reference to 'google.protobuf.NullValue' (in container '')",
  );
});

describe("the receiver of optMap", () => {
  const exists = "incompatible type already exists for expression";
  it.each<[KubernetesMinor, string, string]>([
    [32, "optional.of([]).optMap(x, 1)", "optional_type(int)"],
    [31, "optional.of([]).optMap(x, 1)", `1:13: ${exists}`],
    [31, "optional.of(self.l).optMap(x, x[0])", "optional_type(string)"],
    [32, "optional.of(1).optMap(x, x + 1).optMap(y, y + 1)", "optional_type(int)"],
    [31, "optional.of(1).optMap(x, x + 1).optMap(y, y + 1)", `1:22: ${exists}`],
    [31, "optional.of(1).optFlatMap(x, optional.of(2).optMap(y, y + x))", "optional_type(int)"],
  ])("on 1.%d: %s", (kubernetesVersion, text, expected) => {
    expect(check(text, { kubernetesVersion })).toContain(expected);
  });

  it("is not doubled without end", () => {
    const text = "any.?a" + ".optMap(x, x)".repeat(30);
    expect(check(text, { kubernetesVersion: 31 })).toBe(
      "ERROR: <input>:-1:0: expression is too large once its macros are expanded",
    );
  });

  it("is told with both of its types", () => {
    expect(check("optional.of({}).optMap(x, 1)", { kubernetesVersion: 31 })).toContain(
      ") old:map(_var0, _var1), new:map(_var5, _var6)",
    );
  });
});

describe("types", () => {
  it.each([
    ["self.s + 'a'", "string"],
    ["self.l.map(x, size(x))", "list(int)"],
    ["self.m.exists(k, self.m[k] > 1)", "bool"],
    ["self.l[0]", "string"],
    ["any.a.b[1]", "dyn"],
    ["any + 1", "int"],
    ["[]", "list(dyn)"],
    ["{'a': [1]}", "map(string, list(int))"],
    ["type(1)", "type(int)"],
    ["self.?s", "optional_type(string)"],
    ["self.?l.orValue([])", "list(string)"],
    ["self.i < 1.5", "bool"],
    ["self.l.transformMap(i, v, v)", "map(int, string)"],
    ["self.l.sortBy(x, x)", "list(string)"],
    ["google.protobuf.NullValue.NULL_VALUE", "int"],
    ["net.IP", "type(net.IP)"],
    ["true ? 1 : any", "dyn"],
    ["self.l.map(self, self)", "list(string)"],
    ["self.l.map(self, .self.i)", "list(int)"],
  ])("%s: %s", (text, type) => {
    expect(check(text)).toBe(type);
  });

  it("names one overload where types are known, all that fit where they are not", () => {
    const environment = createEnvironment({ kubernetesVersion: 37, variables });
    const overloads = (text: string): unknown => {
      const checked = checkExpression(environment, text);
      if (isCelIssues(checked)) throw new Error(text);
      return checked.references.get(checked.ast.id);
    };
    expect(overloads("self.i + 1")).toMatchObject({ overloads: ["add_int64"] });
    expect(overloads("size(any)")).toMatchObject({
      overloads: ["size_bytes", "size_list", "size_map", "size_string"],
    });
    expect(overloads("optional.of(1)")).toMatchObject({ name: "optional.of" });
  });
});

describe("messages", () => {
  it.each([
    ["self.x", "undefined field 'x'"],
    ["nope", "undeclared reference to 'nope' (in container '')"],
    ["self.s.a", "type 'string' does not support field selection"],
    ["self.i + 'a'", "found no matching overload for '_+_' applied to '(int, string)'"],
    ["self.s.size(1)", "found no matching overload for 'size' applied to 'string.(int)'"],
    ["self.i && true", "expected type 'bool' but found 'int'"],
    ["[1, 'a']", "expected type 'int' but found 'string'"],
    [
      "self.all(x, true)",
      "expression of type 'Self' cannot be range of a comprehension (must be list, map, or dynamic)",
    ],
    ["duration('x')", "invalid duration argument"],
    ["timestamp('x')", "invalid timestamp argument"],
    ["'a'.matches('[')", "invalid matches argument"],
    [
      "'%d'.format(['a'])",
      "error during formatting: decimal clause can only be used on integers, was given string",
    ],
    ["quantity('1').foo", "unexpected failed resolution of 'kubernetes.Quantity'"],
    ["[1].all(1, true)", "argument must be a simple name"],
    ["[1].all(__result__, true)", "iteration variable overwrites accumulator variable"],
    ["[1].all(i, i, true)", "duplicate variable name: i"],
    ["package", "reserved identifier: package"],
    ["99999999999999999999", "invalid int literal"],
  ])("%s: %s", (text, message) => {
    expect(check(text).split("\n")[0]).toContain(`: ${message}`);
  });

  it("shows the line, with a caret below; wide below wide characters", () => {
    expect(check("self.s == 'a' &&\n\tself.s == 1 + '😀'")).toBe(
      [
        "ERROR: <input>:2:14: found no matching overload for '_+_' applied to '(int, string)'",
        " |  self.s == 1 + '😀'",
        " | .............^",
      ].join("\n"),
    );
    expect(check("'é' + 1")).toBe(
      [
        "ERROR: <input>:1:5: found no matching overload for '_+_' applied to '(string, int)'",
        " | 'é' + 1",
        " | .．..^",
      ].join("\n"),
    );
  });
});

describe("syntax errors", () => {
  it.each([
    [
      "",
      "ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
    [
      "a b",
      "ERROR: <input>:1:3: Syntax error: extraneous input 'b' expecting <EOF>\n | a b\n | ..^",
    ],
    ["f(a", "ERROR: <input>:1:4: Syntax error: missing ')' at '<EOF>'\n | f(a\n | ...^"],
    ["a#", "ERROR: <input>:1:2: Syntax error: token recognition error at: '#'\n | a#\n | .^"],
    [
      "self.true",
      "ERROR: <input>:1:6: Syntax error: mismatched input 'true' expecting IDENTIFIER\n | self.true\n | .....^",
    ],
    [
      "[1, 2",
      "ERROR: <input>:1:6: Syntax error: mismatched input '<EOF>' expecting {']', ','}\n | [1, 2\n | .....^",
    ],
  ])("%j", (text, message) => {
    expect(check(text)).toBe(message);
  });
});

describe("versions", () => {
  it.each([
    ["optional.none().hasValue()", 29],
    ["'%s'.format(['a']) == 'a'", 30],
    ["isIP('1.2.3.4')", 31],
    ["format.uri().validate('a').hasValue()", 32],
    ["[1].all(i, v, true)", 33],
    ["[1].first().hasValue()", 33],
    ["isSemver('1.2.3')", 34],
    ["[1].sort() == [1]", 35],
  ])("%s is for new rules from 1.%i on", (text, first) => {
    expect(check(text, { kubernetesVersion: first })).toBe("bool");
    expect(check(text, { kubernetesVersion: first - 1 })).toContain("ERROR");
  });

  it("lets stored expressions use what the server itself has", () => {
    expect(check("[1].sort() == [1]", { kubernetesVersion: 34, stored: true })).toBe("bool");
    expect(check("[1].includes(1)", { kubernetesVersion: 37 })).toContain("undeclared reference");
    expect(check("[1].includes(1)", { kubernetesVersion: 37, stored: true })).toBe("bool");
  });

  it("knows names in backticks from 1.37 on", () => {
    expect(check("self.`s`")).toBe("string");
    expect(check("self.`s`", { kubernetesVersion: 36 })).toContain("unsupported syntax: '`'");
    expect(check("self.`s`", { kubernetesVersion: 32 })).toContain(
      "token recognition error at: '`'",
    );
  });

  it("has no types for undeclared methods in 1.28", () => {
    expect(check("self.s.nope() == 1", { kubernetesVersion: 28 })).toContain("'(<nil>, int)'");
    expect(check("self.s.nope() == 1", { kubernetesVersion: 29 })).not.toContain("<nil>");
  });

  it.each([
    ["has(self)", ":1:4: invalid argument to has() macro", ":1:5:"],
    ["[1].map(2, 3)", ":1:8: argument is not an identifier", ":1:9:"],
    ["[1].map(2, true, 3)", ":1:8: argument is not an identifier", ":1:9:"],
    ["[1].filter(2, true)", ":1:11: argument is not an identifier", ":1:12:"],
    ["[1].all(2, true)", ":1:9: argument must be a simple name", ":1:9:"],
  ])("%s: 1.28 reports %s, later versions %s", (text, oldest, later) => {
    expect(check(text, { kubernetesVersion: 28 })).toContain(oldest);
    expect(check(text, { kubernetesVersion: 29 })).toContain(later);
  });

  it("calls the type of optional values optional up to 1.30, where expressions cannot name it", () => {
    const messages = (text: string): readonly string[] =>
      [30, 31, 37].map(
        (kubernetesVersion) =>
          /[^:]*$/.exec(check(text, { kubernetesVersion }).split("\n")[0] ?? "")?.[0].trim() ?? "",
      );
    const overload = "found no matching overload for '_==_' applied to";
    expect(messages("self.s == self.?s")).toEqual([
      `${overload} '(string, optional(string))'`,
      `${overload} '(string, optional_type(string))'`,
      `${overload} '(string, optional_type(string))'`,
    ]);
    expect(messages("[self.?s, 1]")).toEqual([
      "expected type 'optional(string)' but found 'int'",
      "expected type 'optional_type(string)' but found 'int'",
      "expected type 'optional_type(string)' but found 'int'",
    ]);
    expect(messages("optional_type == 1")).toEqual([
      "undeclared reference to 'optional_type' (in container '')",
      `${overload} '(type(optional_type), int)'`,
      `${overload} '(type(optional_type(dyn)), int)'`,
    ]);
    expect(messages("type(self.?s) == optional_type")[2]).toBe("bool");
  });
});

describe("hostile expressions", () => {
  const limit = "ERROR: <input>:-1:0: expression recursion limit exceeded: 250";
  const chain = "ERROR: <input>:-1:0: max recursion depth exceeded";
  it.each<[string, string, string]>([
    ["parentheses", "(".repeat(10_000) + "1" + ")".repeat(10_000), limit],
    ["open parentheses", "(".repeat(10_000), limit],
    ["lists", "[".repeat(10_000), limit],
    ["249 parentheses", "(".repeat(249) + "1" + ")".repeat(249), "int"],
    ["250 sums", "1" + "+1".repeat(250), "int"],
    ["251 sums", "1" + "+1".repeat(251), chain],
    ["40,000 selections", "any" + ".a".repeat(40_000), chain],
    ["10,000 conjunctions", "true" + "&&true".repeat(10_000), "bool"],
    ["50,000 negations", "!".repeat(50_000) + "true", "bool"],
    [
      "100 KB",
      `'${"a".repeat(100_000)}'`,
      "ERROR: <input>:-1:0: expression code point size exceeds limit: size: 100002, limit 100000",
    ],
    [
      "doubling macros",
      "any.?a" + ".optMap(x, x)".repeat(30),
      "ERROR: <input>:-1:0: expression is too large once its macros are expanded",
    ],
  ])("%s", (_, text, outcome) => {
    expect(check(text)).toBe(outcome);
  });

  it("reports a hundred issues and counts the rest", () => {
    const text = check(`f(${"a,".repeat(20_000)}a)`);
    expect(text.split("\n").filter((line) => line.startsWith("ERROR"))).toHaveLength(100);
    expect(text).toMatch(/19902 more errors were truncated$/);
  });
});
