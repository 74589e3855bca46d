import { beforeAll, describe, expect, it } from "vitest";
import { loadRuntime } from "../../../../support/emit-unit.js";
import { emittedNodeRule, emittedRule } from "../../../../support/literal.js";

beforeAll(loadRuntime);

describe("quantifiers", () => {
  it("has() of what a macro gives, said once however deep it is", () => {
    const item = { type: "object", properties: { s: { type: "string" } } };
    const nested = Array.from({ length: 12 }).reduce<string>(
      (inner) => `self.l.filter(x, has(${inner}.s))[0]`,
      "self.l[0]",
    );
    const rule = emittedRule(`has(${nested}.s)`, {
      l: { type: "array", items: item, maxItems: 1 },
    });
    expect(rule.text.replaceAll(" ", "").length).toBeLessThan(3_000);
    expect(rule.run({ l: [{ s: "a" }] })).toBe("true");
    expect(rule.run({ l: [{}] })).toBe("error: index out of bounds: 0");
  });

  it("self.l.all(x, x != '')", () => {
    const rule = emittedRule("self.l.all(x, x != '')", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l.all(x, x != '')
      function sampleSpecRule(self: AnyData): boolean {
        return anArray(self["l"]).every((x) => aText(x) !== "");
      }
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
    expect(rule.run({ l: [""] })).toBe("false");
  });

  it("self.l.exists(x, x == 'a')", () => {
    const rule = emittedRule("self.l.exists(x, x == 'a')", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l.exists(x, x == 'a')
      function sampleSpecRule(self: AnyData): boolean {
        return anArray(self["l"]).some((x) => aText(x) === "a");
      }
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
    expect(rule.run({ l: [] })).toBe("false");
  });

  it("self.l.exists_one(x, x == 'a')", () => {
    const rule = emittedRule("self.l.exists_one(x, x == 'a')", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l.exists_one(x, x == 'a')
      function sampleSpecRule(self: AnyData): boolean {
        return (
          anArray(self["l"]).reduce(
            (count, x) => (aText(x) === "a" ? count + 1 : count),
            0,
          ) === 1
        );
      }
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
    expect(rule.run({ l: ["a", "a"] })).toBe("false");
  });

  it("self.n.all(x, 6 / x > 1)", () => {
    const rule = emittedRule("self.n.all(x, 6 / x > 1)", {
      n: { type: "array", items: { type: "integer" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecNListReader = /* @__PURE__ */ readList(readInt);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        n: sampleSpecNListReader,
      });

      // self.n.all(x, 6 / x > 1)
      function sampleSpecRule(self: AnyData): boolean {
        return anArray(self["n"]).every((x) => anInt(Math.trunc(6 / anInt(x))) > 1);
      }
    `);
    expect(rule.run({ n: [2] })).toBe("true");
    expect(rule.run({ n: [0] })).toBe("error: division by zero");
  });

  it("self.m.all(k, k.startsWith('a'))", () => {
    const rule = emittedRule("self.m.all(k, k.startsWith('a'))", {
      m: { type: "object", additionalProperties: { type: "integer" }, maxProperties: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecMMapReader = /* @__PURE__ */ readMap(readInt);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        m: sampleSpecMMapReader,
      });

      // self.m.all(k, k.startsWith('a'))
      function sampleSpecRule(self: AnyData): boolean {
        return Object.keys(anObject(self["m"])).every((k) => k.startsWith("a"));
      }
    `);
    expect(rule.run({ m: { ab: 1 } })).toBe("true");
    expect(rule.run({ m: { b: 1 } })).toBe("false");
  });

  it("self.l.all(x, self.l.exists_one(y, y == x))", () => {
    const rule = emittedRule("self.l.all(x, self.l.exists_one(y, y == x))", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l.all(x, self.l.exists_one(y, y == x))
      function sampleSpecRule(self: AnyData): boolean {
        const l = anArray(self["l"]);
        return l.every((x) => {
          const value: AnyData = aText(x);
          return (
            l.reduce((count, y) => (aText(y) === value ? count + 1 : count), 0) === 1
          );
        });
      }
    `);
    expect(rule.run({ l: ["a", "b"] })).toBe("true");
    expect(rule.run({ l: ["a", "a"] })).toBe("false");
  });

  it("!self.l.exists(x, x == self.s)", () => {
    const rule = emittedRule("!self.l.exists(x, x == self.s)", {
      s: { type: "string", maxLength: 20 },
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        s: readString,
        l: sampleSpecLListReader,
      });

      // !self.l.exists(x, x == self.s)
      function sampleSpecRule(self: AnyData): boolean {
        const s: AnyData = aText(self["s"]);
        return !anArray(self["l"]).some((x) => aText(x) === s);
      }
    `);
    expect(rule.run({ l: ["a"], s: "b" })).toBe("true");
    expect(rule.run({ l: ["a"], s: "a" })).toBe("false");
  });

  it("self.l.all(i, v, i < 2 && v != '')", () => {
    const rule = emittedRule("self.l.all(i, v, i < 2 && v != '')", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l.all(i, v, i < 2 && v != '')
      function sampleSpecRule(self: AnyData): boolean {
        return anArray(self["l"]).every((v, i) => i < 2 && aText(v) !== "");
      }
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
    expect(rule.run({ l: ["a", "b", "c"] })).toBe("false");
  });

  it("self.m.exists(k, v, k == 'a' && v > 1)", () => {
    const rule = emittedRule("self.m.exists(k, v, k == 'a' && v > 1)", {
      m: { type: "object", additionalProperties: { type: "integer" }, maxProperties: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecMMapReader = /* @__PURE__ */ readMap(readInt);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        m: sampleSpecMMapReader,
      });

      // self.m.exists(k, v, k == 'a' && v > 1)
      function sampleSpecRule(self: AnyData): boolean {
        return Object.entries(anObject(self["m"])).some(
          ([k, v]) => k === "a" && anInt(v) > 1,
        );
      }
    `);
    expect(rule.run({ m: { a: 2 } })).toBe("true");
    expect(rule.run({ m: { a: 1 } })).toBe("false");
  });

  it("self.l.existsOne(i, v, i == 0 && v == 'a')", () => {
    const rule = emittedRule("self.l.existsOne(i, v, i == 0 && v == 'a')", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l.existsOne(i, v, i == 0 && v == 'a')
      function sampleSpecRule(self: AnyData): boolean {
        return (
          anArray(self["l"]).reduce(
            (count, v, i) => (i === 0 && aText(v) === "a" ? count + 1 : count),
            0,
          ) === 1
        );
      }
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
    expect(rule.run({ l: [] })).toBe("false");
  });
});

describe("transformations", () => {
  it("self.n.map(x, x * 2) == [2]", () => {
    const rule = emittedRule("self.n.map(x, x * 2) == [2]", {
      n: { type: "array", items: { type: "integer" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecNListReader = /* @__PURE__ */ readList(readInt);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        n: sampleSpecNListReader,
      });

      // self.n.map(x, x * 2) == [2]
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(
          celEquals(anArray(self["n"]).map((x) => anInt(anInt(x) * 2)), [2]),
        );
      }
    `);
    expect(rule.run({ n: [1] })).toBe("true");
    expect(rule.run({ n: [2] })).toBe("false");
  });

  it("self.n.map(x, x > 1, x * 2) == [4]", () => {
    const rule = emittedRule("self.n.map(x, x > 1, x * 2) == [4]", {
      n: { type: "array", items: { type: "integer" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecNListReader = /* @__PURE__ */ readList(readInt);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        n: sampleSpecNListReader,
      });

      // self.n.map(x, x > 1, x * 2) == [4]
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(
          celEquals(
            anArray(self["n"])
              .filter((x) => anInt(x) > 1)
              .map((x) => anInt(anInt(x) * 2)),
            [4],
          ),
        );
      }
    `);
    expect(rule.run({ n: [1, 2] })).toBe("true");
    expect(rule.run({ n: [1] })).toBe("false");
  });

  it("self.n.filter(x, x > 1).size() == 1", () => {
    const rule = emittedRule("self.n.filter(x, x > 1).size() == 1", {
      n: { type: "array", items: { type: "integer" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecNListReader = /* @__PURE__ */ readList(readInt);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        n: sampleSpecNListReader,
      });

      // self.n.filter(x, x > 1).size() == 1
      function sampleSpecRule(self: AnyData): boolean {
        return anArray(self["n"]).filter((x) => anInt(x) > 1).length === 1;
      }
    `);
    expect(rule.run({ n: [1, 2] })).toBe("true");
    expect(rule.run({ n: [1] })).toBe("false");
  });

  it("self.l.filter(x, x != '') == self.l", () => {
    const rule = emittedRule("self.l.filter(x, x != '') == self.l", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l.filter(x, x != '') == self.l
      function sampleSpecRule(self: AnyData): boolean {
        const l = anArray(self["l"]);
        return aBool(
          celEquals(
            readItems(l.filter((x) => aText(x) !== ""), readString),
            readOf(l, sampleSpecLListReader),
          ),
        );
      }
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
    expect(rule.run({ l: [""] })).toBe("false");
  });

  it("self.n.transformList(i, v, i + v) == [1]", () => {
    const rule = emittedRule("self.n.transformList(i, v, i + v) == [1]", {
      n: { type: "array", items: { type: "integer" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecNListReader = /* @__PURE__ */ readList(readInt);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        n: sampleSpecNListReader,
      });

      // self.n.transformList(i, v, i + v) == [1]
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(
          celEquals(anArray(self["n"]).map((v, i) => anInt(i + anInt(v))), [1]),
        );
      }
    `);
    expect(rule.run({ n: [1] })).toBe("true");
    expect(rule.run({ n: [2] })).toBe("false");
  });

  it("self.n.transformList(i, v, i > 0, v) == [2]", () => {
    const rule = emittedRule("self.n.transformList(i, v, i > 0, v) == [2]", {
      n: { type: "array", items: { type: "integer" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecNListReader = /* @__PURE__ */ readList(readInt);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        n: sampleSpecNListReader,
      });

      // self.n.transformList(i, v, i > 0, v) == [2]
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(
          celEquals(anArray(self["n"]).flatMap((v, i) => (i > 0 ? [anInt(v)] : [])), [
            2,
          ]),
        );
      }
    `);
    expect(rule.run({ n: [1, 2] })).toBe("true");
    expect(rule.run({ n: [1] })).toBe("false");
  });

  it("self.m.transformMap(k, v, v + 1) == {'a': 2}", () => {
    const rule = emittedRule("self.m.transformMap(k, v, v + 1) == {'a': 2}", {
      m: { type: "object", additionalProperties: { type: "integer" }, maxProperties: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecMMapReader = /* @__PURE__ */ readMap(readInt);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        m: sampleSpecMMapReader,
      });
    `);
    expect(rule.run({ m: { a: 1 } })).toBe("true");
    expect(rule.run({ m: {} })).toBe("false");
  });

  it("self.m.transformMap(k, v, v > 0, k) == {'a': 'a'}", () => {
    const rule = emittedRule("self.m.transformMap(k, v, v > 0, k) == {'a': 'a'}", {
      m: { type: "object", additionalProperties: { type: "integer" }, maxProperties: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecMMapReader = /* @__PURE__ */ readMap(readInt);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        m: sampleSpecMMapReader,
      });
    `);
    expect(rule.run({ m: { a: 1 } })).toBe("true");
    expect(rule.run({ m: {} })).toBe("false");
  });

  it("self.l.transformMapEntry(i, v, {v: i}) == {'a': 0}", () => {
    const rule = emittedRule("self.l.transformMapEntry(i, v, {v: i}) == {'a': 0}", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
    expect(rule.run({ l: ["a", "a"] })).toBe("error: insert failed: key a already exists");
  });

  it("self.l.sortBy(x, x) == ['a', 'b']", () => {
    const rule = emittedRule("self.l.sortBy(x, x) == ['a', 'b']", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l.sortBy(x, x) == ['a', 'b']
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(
          celEquals(
            ((__sortBy_input__) =>
              sound(
                sortByKeys(
                  aList(readOf(__sortBy_input__, sampleSpecLListReader)),
                  anArray(__sortBy_input__).map((x) => aText(x)),
                ),
              ))(self["l"]),
            ["a", "b"],
          ),
        );
      }
    `);
    expect(rule.run({ l: ["b", "a"] })).toBe("true");
    expect(rule.run({ l: ["a"] })).toBe("false");
  });

  it("self.n.map(x, x + 1).all(x, x > 1)", () => {
    const rule = emittedRule("self.n.map(x, x + 1).all(x, x > 1)", {
      n: { type: "array", items: { type: "integer" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecNListReader = /* @__PURE__ */ readList(readInt);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        n: sampleSpecNListReader,
      });

      // self.n.map(x, x + 1).all(x, x > 1)
      function sampleSpecRule(self: AnyData): boolean {
        return elementsOf(anArray(self["n"]).map((x) => anInt(anInt(x) + 1))).every(
          (x2) => aBool(celGreater(x2, 1)),
        );
      }
    `);
    expect(rule.run({ n: [1] })).toBe("true");
    expect(rule.run({ n: [0] })).toBe("false");
  });
});

describe("old values", () => {
  it("self.i >= oldSelf.i", () => {
    const rule = emittedRule("self.i >= oldSelf.i", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // self.i >= oldSelf.i
      function sampleSpecRule(self: AnyData, oldSelf?: AnyData): boolean {
        return anInt(self["i"]) >= anInt(oldSelf?.["i"]);
      }
    `);
    expect(rule.run({ i: 2 }, { i: 1 })).toBe("true");
    expect(rule.run({ i: 1 }, { i: 2 })).toBe("false");
  });

  it("self == oldSelf || self.b", () => {
    const rule = emittedRule("self == oldSelf || self.b", { b: { type: "boolean" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ b: readBool });

      // self == oldSelf || self.b
      function sampleSpecRule(self: AnyData, oldSelf?: AnyData): boolean {
        return (
          aBool(
            celEquals(
              readOf(self, sampleSpecReader),
              readOf(oldSelf, sampleSpecReader),
            ),
          ) || aBool(self["b"])
        );
      }
    `);
    expect(rule.run({ b: false }, { b: false })).toBe("true");
    expect(rule.run({ b: false }, { b: true })).toBe("false");
  });

  it("!oldSelf.hasValue() || self.i > oldSelf.value().i", () => {
    const rule = emittedRule(
      { rule: "!oldSelf.hasValue() || self.i > oldSelf.value().i", optionalOldSelf: true },
      { i: { type: "integer" } },
    );
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // !oldSelf.hasValue() || self.i > oldSelf.value().i
      function sampleSpecRule(self: AnyData, oldSelf?: AnyData): boolean {
        return (
          !isPresent(oldSelf, anObject) ||
          aBool(
            celGreater(
              anInt(self["i"]),
              sound(
                indexValue(
                  sound(optionalValue(optionalOf(oldSelf, sampleSpecReader))),
                  "i",
                ),
              ),
            ),
          )
        );
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({ i: 1 }, { i: 1 })).toBe("false");
  });

  it("oldSelf.?i.orValue(1) <= self.i", () => {
    const rule = emittedRule(
      { rule: "oldSelf.?i.orValue(1) <= self.i", optionalOldSelf: true },
      { i: { type: "integer" } },
    );
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // oldSelf.?i.orValue(1) <= self.i
      function sampleSpecRule(self: AnyData, oldSelf?: AnyData): boolean {
        return anInt(maybeObject(oldSelf)?.["i"] ?? 1) <= anInt(self["i"]);
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({ i: 1 }, { i: 2 })).toBe("false");
  });
});

describe("messages", () => {
  it("self.i > 1 with 'i is ' + string(self.i)", () => {
    const rule = emittedRule(
      { rule: "self.i > 1", messageExpression: "'i is ' + string(self.i)" },
      { i: { type: "integer" } },
    );
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // self.i > 1
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(self["i"]) > 1;
      }
    `);
    expect(rule.errors({ i: 1 })).toBe("spec: Invalid value: i is 1");
    expect(rule.errors({ i: 2 })).toBe("");
  });

  it("self.i > oldSelf.i with 'i was ' + string(oldSelf.i)", () => {
    const rule = emittedRule(
      {
        rule: "self.i > oldSelf.i",
        messageExpression: "'i was ' + string(oldSelf.i)",
        reason: "FieldValueForbidden",
        fieldPath: ".i",
      },
      { i: { type: "integer" } },
    );
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // self.i > oldSelf.i
      function sampleSpecRule(self: AnyData, oldSelf?: AnyData): boolean {
        return anInt(self["i"]) > anInt(oldSelf?.["i"]);
      }
    `);
    expect(rule.errors({ i: 1 }, { i: 1 })).toBe("spec.i: Forbidden: i was 1");
  });

  it("self.i > 1 with self.s", () => {
    const rule = emittedRule(
      { rule: "self.i > 1", message: "too small", messageExpression: "self.s" },
      { i: { type: "integer" }, s: { type: "string", maxLength: 20 } },
    );
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({
        i: readInt,
        s: readString,
      });

      // self.i > 1
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(self["i"]) > 1;
      }
    `);
    expect(rule.errors({ i: 1, s: "small" })).toBe("spec: Invalid value: small");
    expect(rule.errors({ i: 1, s: "" })).toBe("spec: Invalid value: too small");
  });
});

describe("a rule that does not compile", () => {
  it("has no function: its node says why", () => {
    const rule = emittedRule("self.i > 'a'", { i: { type: "integer" } });
    expect(rule.text).toBe("");
    expect(rule.nodes).toMatchInlineSnapshot(`
      const sampleSpecNode: RuleNode = {
        type: "object",
        rules: [
          {
            rule: "self.i > 'a'",
            cost: 0,
            fault:
              "compilation failed: ERROR: <input>:1:8: found no matching overload for '_>_' applied to '(int, string)'\\n | self.i > 'a'\\n | .......^",
          },
        ],
      };

      const sampleNode: RuleNode = {
        type: "object",
        fields: { spec: sampleSpecNode },
      };
    `);
  });
});

describe("nodes", () => {
  it("hold the rule, its message, its reason and where it stands", () => {
    const rule = emittedRule(
      { rule: "has(self.i)", message: "i", reason: "FieldValueRequired", fieldPath: ".i" },
      { i: { type: "integer" } },
    );
    expect(rule.nodes).toMatchInlineSnapshot(`
      const sampleSpecNode: RuleNode = {
        type: "object",
        rules: [
          {
            rule: "has(self.i)",
            message: "i",
            reason: "FieldValueRequired",
            cost: 1,
            quick: sampleSpecRule,
            count: /* @__PURE__ */ countCost(sampleSpecReader, () =>
              hasPath("self", "i"),
            ),
            fieldPath: "i",
          },
        ],
      };

      const sampleNode: RuleNode = {
        type: "object",
        fields: { spec: sampleSpecNode },
      };
    `);
    expect(rule.errors({})).toBe("spec.i: Required value: i");
  });

  it("of a scalar, and of an old value that may be absent", () => {
    const rule = emittedNodeRule(
      { rule: "!oldSelf.hasValue() || self >= oldSelf.value()", optionalOldSelf: true },
      { type: "integer" },
    );
    expect(rule.text).toMatchInlineSnapshot(`
      // !oldSelf.hasValue() || self >= oldSelf.value()
      function sampleSpecRule(self: AnyData, oldSelf?: AnyData): boolean {
        return (
          !isPresent(oldSelf, anInt) ||
          aBool(
            celGreaterEquals(
              anInt(self),
              sound(optionalValue(optionalOf(oldSelf, readInt))),
            ),
          )
        );
      }
    `);
    expect(rule.nodes).toMatchInlineSnapshot(`
      const sampleSpecNode: RuleNode = {
        type: "integer",
        valueText: badValueText,
        rules: [
          {
            rule: "!oldSelf.hasValue() || self >= oldSelf.value()",
            cost: 7,
            quick: sampleSpecRule,
            count: /* @__PURE__ */ countCost(
              readInt,
              () =>
                or(
                  call([notFunctions], "!_", "logical_not", [
                    call([optionalFunctions], "hasValue", "optional_hasValue", [
                      path("oldSelf"),
                    ]),
                  ]),
                  call([comparisonFunctions], "_>=_", "greater_equals_int64", [
                    path("self"),
                    call([optionalFunctions], "value", "optional_value", [
                      path("oldSelf"),
                    ]),
                  ]),
                ),
              true,
            ),
            transition: "optional",
          },
        ],
      };

      const sampleNode: RuleNode = {
        type: "object",
        fields: { spec: sampleSpecNode },
      };
    `);
    expect(rule.run(1)).toBe("true");
    expect(rule.run(1, 2)).toBe("false");
  });

  it("of a server that knows less", () => {
    const rule = emittedRule(
      "self.l.join() == 'a'",
      { l: { type: "array", maxItems: 5, items: { type: "string" } } },
      30,
    );
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readOlderObject({
        l: sampleSpecLListReader,
      });

      // self.l.join() == 'a'
      function sampleSpecRule(self: AnyData): boolean {
        return (
          aText(joinTexts(aList(readOf(self["l"], sampleSpecLListReader)))) === "a"
        );
      }
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
  });
});
