import { beforeAll, describe, expect, it } from "vitest";
import { loadRuntime } from "../../../support/emit-unit.js";
import { emittedNodeRule, emittedRule } from "../../../support/literal.js";

beforeAll(loadRuntime);

describe("quantifiers", () => {
  it("self.l.all(x, x != '')", () => {
    const rule = emittedRule("self.l.all(x, x != '')", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      function sampleSpecRuleAll(over: Json[]): boolean | CelError {
        let failed: CelError | undefined;
        for (const x of over) {
          if (typeof x !== "string") {
            failed ??= wrongData("string", x);
            continue;
          }
          if (x === "") return false;
        }
        return failed ?? true;
      }

      // self.l.all(x, x != '')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        return sampleSpecRuleAll(l);
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
      function sampleSpecRuleExists(over: Json[]): boolean | CelError {
        let failed: CelError | undefined;
        for (const x of over) {
          if (typeof x !== "string") {
            failed ??= wrongData("string", x);
            continue;
          }
          if (x === "a") return true;
        }
        return failed ?? false;
      }

      // self.l.exists(x, x == 'a')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        return sampleSpecRuleExists(l);
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
      function sampleSpecRuleExistsOne(over: Json[]): boolean | CelError {
        let count = 0;
        let failed: CelError | undefined;
        for (const x of over) {
          if (typeof x !== "string") {
            failed = wrongData("string", x);
            continue;
          }
          if (x === "a") count++;
        }
        return failed ?? count === 1;
      }

      // self.l.exists_one(x, x == 'a')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        return sampleSpecRuleExistsOne(l);
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
      function sampleSpecRuleAll(over: Json[]): boolean | CelError {
        let failed: CelError | undefined;
        for (const item of over) {
          const x = readInt(item);
          if (x instanceof CelError) {
            failed ??= x;
            continue;
          }
          const it = divideInts(6, x);
          if (it instanceof CelError) {
            failed ??= it;
            continue;
          }
          if (it <= 1) return false;
        }
        return failed ?? true;
      }

      // self.n.all(x, 6 / x > 1)
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const n = self["n"] as Json[];
        if (!Array.isArray(n)) return noArray(self, "n");
        return sampleSpecRuleAll(n);
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
      function sampleSpecRuleAll(over: JsonObject): boolean {
        for (const k of Object.keys(over)) {
          if (!k.startsWith("a")) return false;
        }
        return true;
      }

      // self.m.all(k, k.startsWith('a'))
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const m = objectField(self["m"], self, "m");
        if (m instanceof CelError) return m;
        return sampleSpecRuleAll(m);
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
      function sampleSpecRuleExistsOne(over: Json[], x: string): boolean | CelError {
        let count = 0;
        let failed: CelError | undefined;
        for (const y of over) {
          if (typeof y !== "string") {
            failed = wrongData("string", y);
            continue;
          }
          if (y === x) count++;
        }
        return failed ?? count === 1;
      }

      function sampleSpecRuleAll(over: Json[], self: JsonObject): boolean | CelError {
        let failed: CelError | undefined;
        for (const x of over) {
          if (typeof x !== "string") {
            failed ??= wrongData("string", x);
            continue;
          }
          const l = self["l"] as Json[];
          if (!Array.isArray(l)) {
            failed ??= noArray(self, "l");
            continue;
          }
          const holds = sampleSpecRuleExistsOne(l, x);
          if (holds === false) return false;
          if (holds !== true) failed ??= holds;
        }
        return failed ?? true;
      }

      // self.l.all(x, self.l.exists_one(y, y == x))
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        return sampleSpecRuleAll(l, self);
      }

      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      const sampleSpecRuleCounted = /* @__PURE__ */ countCost(
        sampleSpecReader,
        false,
        () =>
          all(
            path("self", "l"),
            "x",
            existsOne(path("self", "l"), "y", equal(path("y"), path("x"))),
          ),
      );
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
      function sampleSpecRuleExists(
        over: Json[],
        self: JsonObject,
      ): boolean | CelError {
        let failed: CelError | undefined;
        for (const x of over) {
          if (typeof x !== "string") {
            failed ??= wrongData("string", x);
            continue;
          }
          const s = self["s"];
          if (typeof s !== "string") {
            failed ??= noString(self, "s");
            continue;
          }
          if (x === s) return true;
        }
        return failed ?? false;
      }

      // !self.l.exists(x, x == self.s)
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        return opposite(sampleSpecRuleExists(l, self));
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
      function sampleSpecRuleAll(over: Json[]): boolean | CelError {
        let failed: CelError | undefined;
        for (const [i, item] of over.entries()) {
          const v = readString(item);
          if (v instanceof CelError) {
            failed ??= v;
            continue;
          }
          if (!(i < 2 && v !== "")) return false;
        }
        return failed ?? true;
      }

      // self.l.all(i, v, i < 2 && v != '')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        return sampleSpecRuleAll(l);
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
      function sampleSpecRuleExists(over: JsonObject): boolean | CelError {
        let failed: CelError | undefined;
        for (const [k, item] of Object.entries(over)) {
          const v = readInt(item);
          if (v instanceof CelError) {
            failed ??= v;
            continue;
          }
          if (k === "a" && v > 1) return true;
        }
        return failed ?? false;
      }

      // self.m.exists(k, v, k == 'a' && v > 1)
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const m = objectField(self["m"], self, "m");
        if (m instanceof CelError) return m;
        return sampleSpecRuleExists(m);
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
      function sampleSpecRuleExistsOne(over: Json[]): boolean | CelError {
        let count = 0;
        let failed: CelError | undefined;
        for (const [i, item] of over.entries()) {
          const v = readString(item);
          if (v instanceof CelError) {
            failed = v;
            continue;
          }
          if (i === 0 && v === "a") count++;
        }
        return failed ?? count === 1;
      }

      // self.l.existsOne(i, v, i == 0 && v == 'a')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        return sampleSpecRuleExistsOne(l);
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
      function sampleSpecRuleMap(over: Json[]): List | CelError {
        const result: Value[] = [];
        let failed: CelError | undefined;
        for (const item of over) {
          const x = readInt(item);
          if (x instanceof CelError) {
            failed ??= x;
            continue;
          }
          const mapped = multiplyInts(x, 2);
          if (mapped instanceof CelError) {
            failed ??= mapped;
            continue;
          }
          result.push(mapped);
        }
        return failed ?? result;
      }

      // self.n.map(x, x * 2) == [2]
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const n = self["n"] as Json[];
        if (!Array.isArray(n)) return noArray(self, "n");
        const it = sampleSpecRuleMap(n);
        if (it instanceof CelError) return it;
        return celEquals(it, [2]);
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
      function sampleSpecRuleMap(over: Json[]): List | CelError {
        const result: Value[] = [];
        let failed: CelError | undefined;
        for (const item of over) {
          const x = readInt(item);
          if (x instanceof CelError) {
            failed = x;
            continue;
          }
          if (x <= 1) continue;
          const mapped = multiplyInts(x, 2);
          if (mapped instanceof CelError) {
            failed ??= mapped;
            continue;
          }
          result.push(mapped);
        }
        return failed ?? result;
      }

      // self.n.map(x, x > 1, x * 2) == [4]
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const n = self["n"] as Json[];
        if (!Array.isArray(n)) return noArray(self, "n");
        const it = sampleSpecRuleMap(n);
        if (it instanceof CelError) return it;
        return celEquals(it, [4]);
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
      function sampleSpecRuleMap(over: Json[]): List | CelError {
        const result: Value[] = [];
        let failed: CelError | undefined;
        for (const item of over) {
          const x = readInt(item);
          if (x instanceof CelError) {
            failed = x;
            continue;
          }
          if (x <= 1) continue;
          result.push(x);
        }
        return failed ?? result;
      }

      // self.n.filter(x, x > 1).size() == 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const n = self["n"] as Json[];
        if (!Array.isArray(n)) return noArray(self, "n");
        const it = sampleSpecRuleMap(n);
        if (it instanceof CelError) return it;
        return listSize(it) === 1;
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
      function sampleSpecRuleMap(over: Json[]): List | CelError {
        const result: Value[] = [];
        let failed: CelError | undefined;
        for (const x of over) {
          if (typeof x !== "string") {
            failed = wrongData("string", x);
            continue;
          }
          if (x === "") continue;
          result.push(x);
        }
        return failed ?? result;
      }

      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      // self.l.filter(x, x != '') == self.l
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const it = sampleSpecRuleMap(l);
        if (it instanceof CelError) return it;
        const it2 = sampleSpecLListReader(l);
        if (it2 instanceof CelError) return it2;
        return celEquals(it, it2);
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
      function sampleSpecRuleMap(over: Json[]): List | CelError {
        const result: Value[] = [];
        let failed: CelError | undefined;
        for (const [i, item] of over.entries()) {
          const v = readInt(item);
          if (v instanceof CelError) {
            failed ??= v;
            continue;
          }
          const mapped = addInts(i, v);
          if (mapped instanceof CelError) {
            failed ??= mapped;
            continue;
          }
          result.push(mapped);
        }
        return failed ?? result;
      }

      // self.n.transformList(i, v, i + v) == [1]
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const n = self["n"] as Json[];
        if (!Array.isArray(n)) return noArray(self, "n");
        const it = sampleSpecRuleMap(n);
        if (it instanceof CelError) return it;
        return celEquals(it, [1]);
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
      function sampleSpecRuleMap(over: Json[]): List | CelError {
        const result: Value[] = [];
        let failed: CelError | undefined;
        for (const [i, item] of over.entries()) {
          const v = readInt(item);
          if (v instanceof CelError) {
            failed = v;
            continue;
          }
          if (i <= 0) continue;
          result.push(v);
        }
        return failed ?? result;
      }

      // self.n.transformList(i, v, i > 0, v) == [2]
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const n = self["n"] as Json[];
        if (!Array.isArray(n)) return noArray(self, "n");
        const it = sampleSpecRuleMap(n);
        if (it instanceof CelError) return it;
        return celEquals(it, [2]);
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
      function sampleSpecRuleTransform(over: JsonObject): MapValue | CelError {
        let result: PlainMap = mapOf([]);
        let failed: CelError | undefined;
        for (const [k, item] of Object.entries(over)) {
          const v = readInt(item);
          if (v instanceof CelError) {
            failed ??= v;
            continue;
          }
          const it = addInts(v, 1);
          if (it instanceof CelError) {
            failed ??= it;
            continue;
          }
          const inserted = insertEntry(result, k, it);
          if (inserted instanceof CelError) {
            failed ??= inserted;
            continue;
          }
          result = inserted;
        }
        return failed ?? result;
      }

      // self.m.transformMap(k, v, v + 1) == {'a': 2}
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const m = objectField(self["m"], self, "m");
        if (m instanceof CelError) return m;
        const it = sampleSpecRuleTransform(m);
        if (it instanceof CelError) return it;
        return celEquals(it, mapOf([["a", 2]]));
      }
    `);
    expect(rule.run({ m: { a: 1 } })).toBe("true");
    expect(rule.run({ m: {} })).toBe("false");
  });

  it("self.m.transformMap(k, v, v > 0, k) == {'a': 'a'}", () => {
    const rule = emittedRule("self.m.transformMap(k, v, v > 0, k) == {'a': 'a'}", {
      m: { type: "object", additionalProperties: { type: "integer" }, maxProperties: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      function sampleSpecRuleTransform(over: JsonObject): MapValue | CelError {
        let result: PlainMap = mapOf([]);
        let failed: CelError | undefined;
        for (const [k, item] of Object.entries(over)) {
          const v = readInt(item);
          if (v instanceof CelError) {
            failed = v;
            continue;
          }
          if (v <= 0) continue;
          const inserted = insertEntry(result, k, k);
          if (inserted instanceof CelError) {
            failed ??= inserted;
            continue;
          }
          result = inserted;
        }
        return failed ?? result;
      }

      // self.m.transformMap(k, v, v > 0, k) == {'a': 'a'}
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const m = objectField(self["m"], self, "m");
        if (m instanceof CelError) return m;
        const it = sampleSpecRuleTransform(m);
        if (it instanceof CelError) return it;
        return celEquals(it, mapOf([["a", "a"]]));
      }
    `);
    expect(rule.run({ m: { a: 1 } })).toBe("true");
    expect(rule.run({ m: {} })).toBe("false");
  });

  it("self.l.transformMapEntry(i, v, {v: i}) == {'a': 0}", () => {
    const rule = emittedRule("self.l.transformMapEntry(i, v, {v: i}) == {'a': 0}", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      function sampleSpecRuleTransform(over: Json[]): MapValue | CelError {
        let result: PlainMap = mapOf([]);
        let failed: CelError | undefined;
        for (const [i, item] of over.entries()) {
          const v = readString(item);
          if (v instanceof CelError) {
            failed ??= v;
            continue;
          }
          const inserted = insertEntries(result, mapOf([[v, i]]));
          if (inserted instanceof CelError) {
            failed ??= inserted;
            continue;
          }
          result = inserted;
        }
        return failed ?? result;
      }

      // self.l.transformMapEntry(i, v, {v: i}) == {'a': 0}
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const it = sampleSpecRuleTransform(l);
        if (it instanceof CelError) return it;
        return celEquals(it, mapOf([["a", 0]]));
      }
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

      function sampleSpecRuleMap(over: Json[]): List | CelError {
        const result: Value[] = [];
        let failed: CelError | undefined;
        for (const x of over) {
          if (typeof x !== "string") {
            failed ??= wrongData("string", x);
            continue;
          }
          result.push(x);
        }
        return failed ?? result;
      }

      // self.l.sortBy(x, x) == ['a', 'b']
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        let it2: Value | CelError;
        let it: Value | CelError;
        const __sortBy_input__ = arrayField(self["l"], self, "l");
        it = sortByKeys(
          trackedOperand(
            isError(__sortBy_input__)
              ? (__sortBy_input__ as CelError)
              : (it2 = sampleSpecLListReader(__sortBy_input__)) instanceof CelError
                ? it2
                : (it2 as List),
          ),
          trackedOperand(
            isError(__sortBy_input__)
              ? (__sortBy_input__ as CelError)
              : sampleSpecRuleMap(__sortBy_input__),
          ),
        );
        if (it instanceof CelError) return it;
        return celEquals(it, ["a", "b"]);
      }

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      const sampleSpecRuleCounted = /* @__PURE__ */ countCost(
        sampleSpecReader,
        false,
        () =>
          equal(
            bound(
              "@__sortBy_input__",
              path("self", "l"),
              call(
                [listExtensionFunctions],
                "@sortByAssociatedKeys",
                "list_string_sortByAssociatedKeys",
                [
                  path("@__sortBy_input__"),
                  mapped(path("@__sortBy_input__"), "x", path("x")),
                ],
                sortByCost,
              ),
            ),
            constant(["a", "b"]),
          ),
      );
    `);
    expect(rule.run({ l: ["b", "a"] })).toBe("true");
    expect(rule.run({ l: ["a"] })).toBe("false");
  });

  it("self.n.map(x, x + 1).all(x, x > 1)", () => {
    const rule = emittedRule("self.n.map(x, x + 1).all(x, x > 1)", {
      n: { type: "array", items: { type: "integer" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      function sampleSpecRuleMap(over: Json[]): List | CelError {
        const result: Value[] = [];
        let failed: CelError | undefined;
        for (const item of over) {
          const x = readInt(item);
          if (x instanceof CelError) {
            failed ??= x;
            continue;
          }
          const mapped = addInts(x, 1);
          if (mapped instanceof CelError) {
            failed ??= mapped;
            continue;
          }
          result.push(mapped);
        }
        return failed ?? result;
      }

      function sampleSpecRuleAll(over: List): boolean | CelError {
        let failed: CelError | undefined;
        for (const item of listElements(over)) {
          if (item instanceof CelError) {
            failed ??= item;
            continue;
          }
          const x = item as Int;
          if (x <= 1) return false;
        }
        return failed ?? true;
      }

      // self.n.map(x, x + 1).all(x, x > 1)
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const n = self["n"] as Json[];
        if (!Array.isArray(n)) return noArray(self, "n");
        const it = sampleSpecRuleMap(n);
        if (it instanceof CelError) return it;
        return sampleSpecRuleAll(it);
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
      // self.i >= oldSelf.i
      function sampleSpecRule(self: JsonObject, oldSelf?: Json): boolean | CelError {
        if (oldSelf === undefined) {
          return new CelError("no such attribute(s): oldSelf");
        }
        if (!isRecord(oldSelf)) return notAnObject(oldSelf);
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        const oldI = oldSelf["i"];
        if (!isWhole(oldI)) return noInt(oldSelf, "i");
        return i >= oldI;
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
      function sampleSpecRule(self: JsonObject, oldSelf?: Json): boolean | CelError {
        const oldValue =
          oldSelf === undefined
            ? new CelError("no such attribute(s): oldSelf")
            : asObject(oldSelf);
        let left: boolean | CelError;
        const it = sampleSpecReader(self);
        if (it instanceof CelError) {
          left = it;
        } else if (oldValue instanceof CelError) {
          left = oldValue;
        } else {
          const it2 = sampleSpecReader(oldValue);
          if (it2 instanceof CelError) {
            left = it2;
          } else {
            left = celEquals(it, it2);
          }
        }
        if (left === true) return true;
        const right = boolField(self["b"], self, "b");
        if (right === true) return true;
        return left || right;
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
      function sampleSpecRule(self: Json, oldSelf?: Json): boolean | CelError {
        const value = asObject(self);
        const old = optionalOfData(oldSelf, sampleSpecReader);
        const left: boolean | CelError =
          old instanceof CelError ? old : old.value === undefined;
        if (left === true) return true;
        let right: boolean | CelError;
        if (value instanceof CelError) {
          right = value;
        } else {
          const i = value["i"];
          if (!isWhole(i)) {
            right = noInt(value, "i");
          } else if (old instanceof CelError) {
            right = old;
          } else {
            const it = optionalValue(old);
            if (it instanceof CelError) {
              right = it;
            } else {
              const it2 = indexValue(it as MapValue, "i");
              if (it2 instanceof CelError) {
                right = it2;
              } else {
                right = i > (it2 as Int);
              }
            }
          }
        }
        if (right === true) return true;
        return left || right;
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
      function sampleSpecRule(self: JsonObject, oldSelf?: Json): boolean | CelError {
        const old = optionalOfData(oldSelf, sampleSpecReader);
        if (old instanceof CelError) return old;
        const it = selectOptional(old, "i");
        if (it instanceof CelError) return it;
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        return (it.value !== undefined ? (it.value as Value as Int) : 1) <= i;
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
      // self.i > 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        return i > 1;
      }

      // 'i is ' + string(self.i)
      function sampleSpecMessage(self: JsonObject): Value | CelError {
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        return "i is " + String(i);
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
      // self.i > oldSelf.i
      function sampleSpecRule(self: JsonObject, oldSelf?: Json): boolean | CelError {
        if (oldSelf === undefined) {
          return new CelError("no such attribute(s): oldSelf");
        }
        if (!isRecord(oldSelf)) return notAnObject(oldSelf);
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        const oldI = oldSelf["i"];
        if (!isWhole(oldI)) return noInt(oldSelf, "i");
        return i > oldI;
      }

      // 'i was ' + string(oldSelf.i)
      function sampleSpecMessage(
        _self: JsonObject,
        oldSelf?: Json,
      ): Value | CelError {
        if (oldSelf === undefined) {
          return new CelError("no such attribute(s): oldSelf");
        }
        if (!isRecord(oldSelf)) return notAnObject(oldSelf);
        const oldI = oldSelf["i"];
        if (!isWhole(oldI)) return noInt(oldSelf, "i");
        return "i was " + String(oldI);
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
      // self.i > 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        return i > 1;
      }

      // self.s
      function sampleSpecMessage(self: JsonObject): Value | CelError {
        return stringField(self["s"], self, "s");
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
        read: asObject,
        rules: [
          {
            rule: "self.i > 'a'",
            cost: 0,
            evaluate: () => true,
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
        read: asObject,
        tested: /* @__PURE__ */ testedFields([[readInt, "i"]]),
        rules: [
          {
            rule: "has(self.i)",
            message: "i",
            reason: "FieldValueRequired",
            cost: 1,
            evaluate: sampleSpecRule,
            asked: /* @__PURE__ */ askedFields([["i"]]),
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
      function sampleSpecRule(self: Json, oldSelf?: Json): boolean | CelError {
        const value = readInt(self);
        const old = optionalOfData(oldSelf, readInt);
        const left: boolean | CelError =
          old instanceof CelError ? old : old.value === undefined;
        if (left === true) return true;
        let right: boolean | CelError;
        if (value instanceof CelError) {
          right = value;
        } else if (old instanceof CelError) {
          right = old;
        } else {
          const it = optionalValue(old);
          if (it instanceof CelError) {
            right = it;
          } else {
            right = value >= (it as Int);
          }
        }
        if (right === true) return true;
        return left || right;
      }
    `);
    expect(rule.nodes).toMatchInlineSnapshot(`
      const sampleSpecNode: RuleNode = {
        type: "integer",
        read: readInt,
        valueText: badValueText,
        rules: [
          {
            rule: "!oldSelf.hasValue() || self >= oldSelf.value()",
            cost: 7,
            evaluate: sampleSpecRule,
            readsSelf: true,
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

      // self.l.join() == 'a'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const it = sampleSpecLListReader(l);
        if (it instanceof CelError) return it;
        const it2 = joinTexts(it as List);
        if (it2 instanceof CelError) return it2;
        return it2 === "a";
      }

      const sampleSpecReader = /* @__PURE__ */ readOlderObject({
        l: sampleSpecLListReader,
      });

      const sampleSpecRuleCounted = /* @__PURE__ */ countCost(
        sampleSpecReader,
        false,
        () =>
          equal(
            call(
              [stringFunctions],
              "join",
              "list_join",
              [path("self", "l")],
              readResultTwiceCost,
            ),
            constant("a"),
          ),
      );
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
  });
});
