import { describe, expect, expectTypeOf, it } from "vitest";
import type {
  BindingOf,
  CelProgram,
  Declarations,
  VariableDeclarations,
} from "../../../../src/index-cel.js";
import {
  CelError,
  DeclarationError,
  Duration,
  Timestamp,
  compile,
} from "../../../../src/index-cel.js";

function program(expression: string, variables: VariableDeclarations = {}): CelProgram {
  const compiled = compile(expression, { variables });
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled;
}

/** What an expression of one variable gives. */
function echo(type: string, value: unknown, expression = "x"): unknown {
  return program(expression, { x: type }).evaluate({ x: value });
}

const schema = {
  type: "object",
  properties: {
    name: { type: "string", maxLength: 10 },
    count: { type: "integer" },
    ratio: { type: "number" },
    tags: { type: "array", maxItems: 3, items: { type: "string", maxLength: 5 } },
    labels: { type: "object", additionalProperties: { type: "string" } },
    since: { type: "string", format: "date-time" },
  },
};

describe("values of variables and results", () => {
  it.each([
    ["int", 5, 5],
    ["int", 5n, 5],
    ["int", 2n ** 53n + 1n, 2n ** 53n + 1n],
    ["uint", 7, 7],
    ["uint", 2n ** 64n - 1n, 2n ** 64n - 1n],
    ["uint", 2 ** 63, 2n ** 63n],
    ["double", 1, 1],
    ["double", 0.5, 0.5],
    ["string", "é🦄", "é🦄"],
    ["bool", true, true],
    ["null", null, null],
    ["bytes", new Uint8Array([1, 255]), new Uint8Array([1, 255])],
    ["list(int)", [1, 2n], [1, 2]],
    ["map(string, int)", { a: 1 }, new Map([["a", 1]])],
    ["map(int, string)", new Map([[1, "a"]]), new Map([[1, "a"]])],
    ["optional_type(int)", 1, 1],
    ["optional_type(int)", undefined, undefined],
    ["wrapper(int)", null, null],
    ["dyn", { a: [1, 1.5, null] }, new Map([["a", [1, 1.5, null]]])],
    ["kubernetes.Quantity", "1Gi", "1Gi"],
    ["net.IP", "::1", "::1"],
    ["net.CIDR", "10.0.0.0/8", "10.0.0.0/8"],
    ["kubernetes.URL", "https://a.b/c", "https://a.b/c"],
    ["kubernetes.Semver", "1.2.3", "1.2.3"],
  ])("%s of %s", (type, value, expected) => {
    expect(echo(type, value)).toEqual(expected);
    expect(program("x", { x: type }).measure({ x: value }).value).toEqual(expected);
  });

  it("moments and spans", () => {
    const moment = new Timestamp(1_600_000_000, 250_000_000);
    expect(echo("timestamp", new Date(1_600_000_000_250))).toEqual(moment);
    expect(echo("timestamp", "2020-09-13T12:26:40.25Z")).toEqual(moment);
    expect(echo("timestamp", new Date(-1))).toEqual(new Timestamp(-1, 999_000_000));
    expect(echo("duration", "1m")).toEqual(new Duration(60_000_000_000));
    expect(echo("timestamp", moment, "x + duration('1s') > x")).toBe(true);
  });

  it("doubles that are whole stay doubles", () => {
    expect(echo("dyn", 1.5, "type(x) == double")).toBe(true);
    expect(echo("list(double)", [1], "type(x[0]) == double")).toBe(true);
    expect(echo("double", 1, "x / 2.0")).toBe(0.5);
  });

  it.each([
    ["int", 1.5, "expected int, got number"],
    ["int", "1", "expected int, got string"],
    ["int", 2n ** 63n, "integer overflow"],
    ["uint", -1, "unsigned integer overflow"],
    ["uint", 2 ** 64, "unsigned integer overflow"],
    ["uint", 0.5, "expected uint, got number"],
    ["string", null, "expected string, got null"],
    ["list(int)", {}, "expected list(int), got object"],
    ["list(int)", [1, "a"], "expected int, got string"],
    ["map(string, int)", [], "expected map(string, int), got array"],
    ["timestamp", new Date(NaN), "expected timestamp, got Date"],
    ["dyn", () => 1, "expected dyn, got function"],
    ["net.IP", 1, "expected net.IP, got number"],
  ])("%s of what is none: %s", (type, value, message) => {
    expect(echo(type, value)).toEqual(new CelError(message));
  });

  it("what cannot be looked at is an error, not thrown", () => {
    let deep: unknown[] = [];
    for (let depth = 0; depth < 200_000; depth++) deep = [deep];
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    const thrower = {
      get a() {
        throw new Error("no");
      },
    };
    for (const value of [deep, cyclic, thrower]) {
      const result = echo("dyn", value, "size(x) > 0");
      expect(result).toBeInstanceOf(CelError);
      expect((result as CelError).message).toMatch(/^cannot be read: /); // as was just asked
    }
  });

  it("errors show where a variable is read", () => {
    const compiled = program("a || b", { a: "bool", b: "bool" });
    expect(compiled.evaluate({ a: true })).toBe(true);
    expect(compiled.evaluate({ b: true })).toBe(true);
    expect(compiled.evaluate({ b: false })).toEqual(new CelError("no such attribute(s): a"));
    expect(compiled.measure({ b: false }).value).toEqual(new CelError("no such attribute(s): a"));
  });

  it("names with dots, and names of the runtime", () => {
    expect(
      program("request.size + 1", { "request.size": "int" }).evaluate({ "request.size": 1 }),
    ).toBe(2);
    expect(
      program("CelError + isRecord", { CelError: "int", isRecord: "int" }).evaluate({
        CelError: 1,
        isRecord: 2,
      }),
    ).toBe(3);
  });
});

describe("data of a schema", () => {
  it("is read as the server reads it", () => {
    const compiled = program(
      "self.tags.all(t, t in self.labels) && self.since.getFullYear() == 2024",
      { self: { schema } },
    );
    const self = { tags: ["a"], labels: { a: "" }, since: "2024-01-01T00:00:00Z" };
    expect(compiled.evaluate({ self })).toBe(true);
    expect(compiled.measure({ self }).value).toBe(true);
    const missing = new CelError("no such key: since");
    expect(compiled.evaluate({ self: { tags: [], labels: {} } })).toEqual(missing);
    expect(compiled.evaluate({})).toEqual(new CelError("no such attribute(s): self"));
  });

  it("of several variables, each with sizes of its own", () => {
    const text = { schema: { type: "string", maxLength: 10 } };
    const list = {
      schema: { type: "array", maxItems: 100, items: { type: "string", maxLength: 10 } },
    };
    expect(program("a in b", { a: text, b: list }).cost.max).toBe(102n);
    expect(program("b in a", { b: text, a: list }).evaluate({ b: "x", a: ["x"] })).toBe(true);
  });

  it("of several variables, each read by its own schema", () => {
    const list = (type: string) => ({
      schema: { type: "array", items: { type: "object", properties: { x: { type } } } },
    });
    const variables = { a: list("string"), b: list("integer") };
    const compiled = program("[dyn(a), dyn(b)].map(e, type(e[0].x) == string)", variables);
    const bindings = { a: [{ x: "1" }], b: [{ x: 1 }] };
    expect(compiled.evaluate(bindings)).toEqual([true, false]);
    expect(compiled.measure(bindings).value).toEqual([true, false]);
  });

  it.each([
    ["self == oldSelf", false],
    ["[self, oldSelf].all(x, x.name == 'a')", false],
    ["(self.count > 1 ? self : oldSelf).name == 'b'", true],
    ["[oldSelf][0] != self", true],
  ])("of one schema is of one type: %s", (expression, expected) => {
    // Schemas with the same content are one.
    const copy = JSON.parse(JSON.stringify(schema)) as typeof schema; // of the same shape
    const made = program(expression, { self: { schema }, oldSelf: { schema: copy } });
    const bindings = { self: { name: "a", count: 1 }, oldSelf: { name: "b", count: 2 } };
    expect(made.evaluate(bindings)).toBe(expected);
  });

  it("of other schemas is of other types", () => {
    const other = { ...schema, properties: { name: { type: "string" } } };
    const variables = { self: { schema }, oldSelf: { schema: other } };
    const compiled = compile("self == oldSelf", { variables });
    expect(compiled.ok ? "" : compiled.message).toContain(
      "no matching overload for '_==_' applied to '(selfType, oldSelfType)'",
    );
  });

  it("optional, as oldSelf is", () => {
    const oldSelf = { schema: { type: "integer" }, optional: true };
    const compiled = program("oldSelf.orValue(self) == self", {
      self: { schema: { type: "integer" } },
      oldSelf,
    });
    expect(compiled.evaluate({ self: 1 })).toBe(true);
    expect(compiled.evaluate({ self: 1, oldSelf: 2 })).toBe(false);
  });

  it("of a resource", () => {
    const compiled = program("self.metadata.name == 'a'", { self: { schema, resource: true } });
    expect(
      compiled.evaluate({ self: { apiVersion: "v1", kind: "A", metadata: { name: "a" } } }),
    ).toBe(true);
  });
});

describe("what is wrong", () => {
  it("has the server's text, and places", () => {
    const rejected = compile("1 +\n 'a'");
    expect(rejected).toMatchObject({
      ok: false,
      message:
        "compilation failed: ERROR: <input>:1:3: found no matching overload for '_+_' applied to '(int, string)'\n | 1 +\n | ..^",
      issues: [{ line: 1, column: 2, offset: 2 }],
    });
  });

  it("expressions that check and cannot run", () => {
    expect(compile("int(dyn('a')) == 1")).toEqual({
      ok: false,
      message: "program instantiation failed: type conversion error from 'string' to 'int'",
      issues: [],
    });
  });

  it("what a version does not know", () => {
    expect(compile("[1].sort()", { kubernetesVersion: "1.33" }).ok).toBe(false);
    expect(compile("[1].sort()", { kubernetesVersion: "1.34" }).ok).toBe(true);
    expect(compile("[1].sort()", { kubernetesVersion: "1.34", stored: false }).ok).toBe(false);
  });

  it.each([
    { kubernetesVersion: "1.12" },
    { variables: { x: "number" } },
    { variables: { "a b": "int" } },
    { variables: { x: { schema: {} } } },
  ] as Declarations[])("declarations: %j", (declarations) => {
    expect(() => compile("1", declarations)).toThrow(DeclarationError);
  });
});

describe("how it runs", () => {
  it("is what the server of the version makes of it", () => {
    const offset = (kubernetesVersion: string): unknown => {
      const compiled = compile("x.indexOf('', 5)", {
        variables: { x: "string" },
        kubernetesVersion,
      });
      if (!compiled.ok) throw new Error(compiled.message);
      expect(compiled.measure({ x: "" }).value).toEqual(compiled.evaluate({ x: "" }));
      return compiled.evaluate({ x: "" });
    };
    expect(offset("1.37")).toBe(0);
    expect(offset("1.36")).toBe(5);
  });

  it("counts as the server does, up to a limit", () => {
    const compiled = program("x.map(i, i * 2).size() == 3", { x: "list(int)" });
    expect(compiled.measure({ x: [1, 2, 3] })).toEqual({ value: true, cost: 46 });
    const { value } = compiled.measure({ x: [1, 2, 3] }, 10);
    expect(value).toEqual(new CelError("operation cancelled: actual cost limit exceeded"));
  });

  it.each([
    ["l[5].sort() == [1] || true", "index out of bounds: 5"],
    ["true || l[5].sort() == [1]", true],
    ["!(l[5].distinct() == [1] && false)", "index out of bounds: 5"],
    ["false && l[5].distinct() == [1]", false],
    ["l[0].sort() == [1, 2] || true", true],
  ])("ends where the server's cost tracker breaks it off: %s", (expression, expected) => {
    const made = program(expression, { l: "list(list(int))" });
    const value = made.evaluate({ l: [[2, 1]] });
    expect(value).toEqual(typeof expected === "string" ? expect.any(CelError) : expected);
    expect(value).toEqual(made.measure({ l: [[2, 1]] }).value);
  });

  it("is interpreted where its code would be far larger than the expression", () => {
    const terms = Array.from({ length: 1500 }, () => "(s == 'a' ? s != 'b' : s == 'c')");
    expect(program(terms.join(" && "), { s: "string" }).evaluate({ s: "c" })).toBe(true);
  });

  it("is interpreted where making functions from text is forbidden", () => {
    const original = globalThis.Function;
    globalThis.Function = function () {
      throw new EvalError("Code generation from strings disallowed for this context");
    } as unknown as FunctionConstructor; // as a content security policy has it
    try {
      expect(echo("int", 2, "x * 3")).toBe(6);
      expect(program("self.count < 3", { self: { schema } }).evaluate({ self: { count: 1 } })).toBe(
        true,
      );
    } finally {
      globalThis.Function = original;
    }
  });

  it("text is never code", () => {
    expect(program("'\\u2028*/${x}' + \"`\"").evaluate({})).toBe("\u2028*/${x}`");
    expect(program("// \u2028 throw 1\n1").evaluate({})).toBe(1);
  });

  it("types of bindings follow from declarations", () => {
    expectTypeOf<BindingOf<"list(int)">>().toEqualTypeOf<readonly (number | bigint)[]>();
    expectTypeOf<BindingOf<"map(string, bool)">>().toEqualTypeOf<
      ReadonlyMap<string, boolean> | Readonly<Record<string, boolean>>
    >();
    const compiled = compile("x", { variables: { x: "string" } });
    if (!compiled.ok) throw new Error(compiled.message);
    // @ts-expect-error -- a number is no string
    expect(compiled.evaluate({ x: 1 })).toBeInstanceOf(CelError);
  });
});

it("nothing absorbs a panic of the server", () => {
  const message = "internal error: runtime error: hash of unhashable type types.Bytes";
  expect(echo("bytes", Uint8Array.of(1), "{x: 1}.size() == 1 || true")).toMatchObject({ message });
});
