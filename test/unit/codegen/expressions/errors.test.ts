import { describe, expect, it } from "vitest";
import { CelError, compile, DeclarationError } from "../../../../src/index-cel.js";

const schema = {
  type: "object",
  properties: {
    i: { type: "integer" },
    j: { type: "integer" },
    n: { type: "number" },
    list: { type: "array", items: { type: "string" } },
    port: { "x-kubernetes-int-or-string": true },
  },
};

/** What the server gives, in both ways of evaluation. */
function evaluate(expression: string, self: object): unknown {
  const compiled = compile(expression, { variables: { self: { schema } } });
  if (!compiled.ok) throw new Error(compiled.message);
  const value = compiled.evaluate({ self });
  expect(value).toEqual(compiled.measure({ self }).value);
  return value;
}

function failure(text: string): CelError {
  return new CelError(text);
}

describe("of two operands that fail the first one's error is told", () => {
  it.each([
    ["self.i == int(self.n)", "no such key: i"],
    ["int(self.n) == self.i", "no such key: n"],
    ["self.i != int(self.n)", "no such key: i"],
    ["(self.i == 1) == (int(self.n) == 1)", "no such key: i"],
  ])("%s", (expression, text) => {
    expect(evaluate(expression, {})).toEqual(failure(text));
  });
});

describe("what the server's cost tracker breaks off, nothing absorbs", () => {
  const noList = failure(
    "internal error: interface conversion: *types.Err is not traits.Lister: missing method Add",
  );

  it.each([
    "self.list.distinct().size() == self.list.size() || !has(self.list)",
    "self.list.sort() == [] || self.i == 1",
    "self.list.sortBy(x, size(x)).size() == 0 || self.i == 1",
    "self.i == 2 || self.list.sort()[0] == 'a' || true",
    "self.j == size(self.list.sort())",
    "[1].exists(x, self.list.sort()[0] == 'a' || x == 1)",
  ])("%s", (expression) => {
    expect(evaluate(expression.replace("|| true", "|| self.i == 1"), { i: 1 })).toEqual(noList);
  });

  it("a list that is there", () => {
    const self = { i: 1, list: ["b", "a", "b"] };
    expect(evaluate("self.list.distinct().size() == 2 && self.list.sort()[0] == 'a'", self)).toBe(
      true,
    );
    expect(evaluate("!has(self.list) || self.list.sort()[0] == 'a'", {})).toBe(true);
  });

  it("a depth that is none", () => {
    const text = "internal error: interface conversion: ref.Val is *types.Err, not types.Int";
    expect(evaluate("[[1]].flatten(self.j).size() == 1 || self.i == 1", { i: 1 })).toEqual(
      failure(text),
    );
  });
});

describe("types that the checker guesses", () => {
  it.each([
    ["self.i < dyn(optional.of(5u)).value()", true],
    ["dyn([2.5]).first().value() > self.i", true],
    ["dyn([self.port]).reverse()[0] + 1 == 81", true],
    [
      "null.isLessThan(semver('1.2.3'))",
      "no such overload: isLessThan(null_type, kubernetes.Semver)",
    ],
    ["self.port.getSeconds(self.port) == 1", "no such overload: getSeconds(int, int)"],
    ["dyn(5).hasValue()", "no such overload: hasValue(int)"],
    ["string(dyn(ip('::1'))) == '::1'", true],
    ["{optional.of(1): 1}[optional.of(1)] == 1", "invalid qualifier type: *types.Optional"],
  ])("%s", (expression, expected) => {
    const value = evaluate(expression, { i: 1, port: 80 });
    expect(value).toEqual(typeof expected === "string" ? failure(expected) : expected);
  });
});

describe("values of dyn", () => {
  it.each([
    ["self.port.matches(string(self.i))", "no such overload: matches"],
    ["self.port.matches('1')", "no such overload"],
    ["dyn(duration('1s')).matches(string(self.i))", "no such overload"],
    ["[self.port].sum() == 80", 80],
    ["dyn(['a']).sum() == 80", "no such overload: sum(list)"],
    ["dyn(5u).sum() == 80", "no such overload: sum(uint)"],
    ["[dyn(self.i), dyn({1: 2})].isSorted()", "no such overload"],
  ])("%s", (expression, expected) => {
    const value = evaluate(expression, { i: 1, port: 80 });
    expect(value).toEqual(typeof expected === "string" ? failure(expected) : true);
  });
});

describe("indices", () => {
  it("of what is none are not asked for", () => {
    expect(evaluate("optional.none()[?self.list[7]].hasValue()", { list: [] })).toBe(false);
    expect(evaluate("optional.none()[self.list[7]].hasValue()", { list: [] })).toBe(false);
    expect(evaluate("optional.of(['a'])[?[0][7]].hasValue()", {})).toEqual(
      failure("index out of bounds: 7"),
    );
  });

  it("find no NaN", () => {
    expect(evaluate("{double('NaN'): 1}[double('NaN')] == 1", {})).toEqual(
      failure("no such key: NaN"),
    );
  });
});

describe("callers whom no compiler told", () => {
  /** Calls as JavaScript makes them. */
  const call = compile as (expression: unknown, declarations?: unknown) => unknown; // the types are what is not kept to

  it.each([
    [5, {}, "expression: must be a string"],
    ["1", null, "declarations: must be an object"],
    [
      "1",
      { foo: 1 },
      "foo: there is no such option; the options are variables, kubernetesVersion, stored",
    ],
    ["1", JSON.parse('{"__proto__":1}'), "__proto__: there is no such option"],
    ["1", { kubernetesVersion: 1.3 }, 'kubernetesVersion: must be a string such as "1.34"'],
    ["1", { stored: "false" }, "stored: must be true or false"],
    ["1", { variables: [] }, "variables: must be an object"],
    ["1", { variables: { a: null } }, "variables: 'a' must be a type or have a schema"],
    ["1", { variables: { a: {} } }, "variables: the schema of 'a' must be an object"],
  ])("%j, %j", (expression, declarations, message) => {
    expect(() => call(expression, declarations)).toThrow(DeclarationError);
    expect(() => call(expression, declarations)).toThrow(message);
  });

  it("bind nothing by null", () => {
    const compiled = compile("a + 1", { variables: { a: "int" } });
    if (!compiled.ok) throw new Error(compiled.message);
    for (const none of [null, undefined, 5]) {
      const error = failure("no such attribute(s): a");
      expect(compiled.evaluate(none as never)).toEqual(error);
      expect(compiled.measure(none as never).value).toEqual(error);
    }
  });
});
