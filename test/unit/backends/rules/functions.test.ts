import { beforeAll, describe, expect, it } from "vitest";
import { loadRuntime } from "../../../support/emit-unit.js";
import { emittedRule } from "../../../support/literal.js";

beforeAll(loadRuntime);

describe("strings", () => {
  it("self.s.startsWith('a')", () => {
    const rule = emittedRule("self.s.startsWith('a')", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s.startsWith('a')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return s.startsWith("a");
      }
    `);
    expect(rule.run({ s: "ab" })).toBe("true");
    expect(rule.run({ s: "b" })).toBe("false");
  });

  it("self.s.endsWith(self.t)", () => {
    const rule = emittedRule("self.s.endsWith(self.t)", {
      s: { type: "string", maxLength: 20 },
      t: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s.endsWith(self.t)
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const t = self["t"];
        if (typeof t !== "string") return noString(self, "t");
        return s.endsWith(t);
      }
    `);
    expect(rule.run({ s: "ab", t: "b" })).toBe("true");
    expect(rule.run({ s: "a", t: "b" })).toBe("false");
  });

  it("self.s.contains('b')", () => {
    const rule = emittedRule("self.s.contains('b')", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s.contains('b')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return s.includes("b");
      }
    `);
    expect(rule.run({ s: "ab" })).toBe("true");
    expect(rule.run({ s: "a" })).toBe("false");
  });

  it("size(self.s) == 2", () => {
    const rule = emittedRule("size(self.s) == 2", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // size(self.s) == 2
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return codePoints(s) === 2;
      }
    `);
    expect(rule.run({ s: "é🦄" })).toBe("true");
    expect(rule.run({ s: "a" })).toBe("false");
  });

  it("self.s.size() > 0", () => {
    const rule = emittedRule("self.s.size() > 0", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s.size() > 0
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return codePoints(s) > 0;
      }
    `);
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({ s: "" })).toBe("false");
  });

  it("self.s.charAt(0) == 'a'", () => {
    const rule = emittedRule("self.s.charAt(0) == 'a'", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s.charAt(0) == 'a'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const it = charAt(s, 0);
        if (it instanceof CelError) return it;
        return it === "a";
      }
    `);
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({ s: "" })).toBe("false");
  });

  it("self.s.indexOf('b') == 1", () => {
    const rule = emittedRule("self.s.indexOf('b') == 1", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s.indexOf('b') == 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const it = indexOfText(s, "b");
        if (it instanceof CelError) return it;
        return it === 1;
      }
    `);
    expect(rule.run({ s: "ab" })).toBe("true");
    expect(rule.run({ s: "b" })).toBe("false");
  });

  it("self.s.lastIndexOf('b', 1) == 1", () => {
    const rule = emittedRule("self.s.lastIndexOf('b', 1) == 1", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s.lastIndexOf('b', 1) == 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const it = lastIndexOfTextFrom(s, "b", 1);
        if (it instanceof CelError) return it;
        return it === 1;
      }
    `);
    expect(rule.run({ s: "bb" })).toBe("true");
    expect(rule.run({ s: "b" })).toBe("false");
  });

  it("self.l.join(',') == 'a,b'", () => {
    const rule = emittedRule("self.l.join(',') == 'a,b'", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      // self.l.join(',') == 'a,b'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const it = sampleSpecLListReader(l);
        if (it instanceof CelError) return it;
        const it2 = joinTexts(it as List, ",");
        if (it2 instanceof CelError) return it2;
        return it2 === "a,b";
      }

      const sampleSpecReader = /* @__PURE__ */ readObject({
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
              "list_join_string",
              [path("self", "l"), constant(",")],
              readResultTwiceCost,
            ),
            constant("a,b"),
          ),
      );
    `);
    expect(rule.run({ l: ["a", "b"] })).toBe("true");
    expect(rule.run({ l: [] })).toBe("false");
  });

  it("self.s.lowerAscii() == self.s", () => {
    const rule = emittedRule("self.s.lowerAscii() == self.s", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s.lowerAscii() == self.s
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return isSame(lowerAscii(s), stringField(self["s"], self, "s"));
      }
    `);
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({ s: "A" })).toBe("false");
  });

  it("self.s.upperAscii() == 'A'", () => {
    const rule = emittedRule("self.s.upperAscii() == 'A'", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s.upperAscii() == 'A'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return upperAscii(s) === "A";
      }
    `);
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({ s: "b" })).toBe("false");
  });

  it("self.s.replace('a', 'b') == 'bb'", () => {
    const rule = emittedRule("self.s.replace('a', 'b') == 'bb'", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s.replace('a', 'b') == 'bb'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return replaceText(s, "a", "b") === "bb";
      }
    `);
    expect(rule.run({ s: "ab" })).toBe("true");
    expect(rule.run({ s: "c" })).toBe("false");
  });

  it("self.s.split('/').size() == 2", () => {
    const rule = emittedRule("self.s.split('/').size() == 2", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s.split('/').size() == 2
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return listSize(splitText(s, "/")) === 2;
      }
    `);
    expect(rule.run({ s: "a/b" })).toBe("true");
    expect(rule.run({ s: "a" })).toBe("false");
  });

  it("self.s.substring(1) == 'b'", () => {
    const rule = emittedRule("self.s.substring(1) == 'b'", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s.substring(1) == 'b'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const it = substring(s, 1);
        if (it instanceof CelError) return it;
        return it === "b";
      }
    `);
    expect(rule.run({ s: "ab" })).toBe("true");
    expect(rule.run({ s: "" })).toBe("error: index out of range: 1");
  });

  it("self.s.substring(0, 1) == 'a'", () => {
    const rule = emittedRule("self.s.substring(0, 1) == 'a'", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s.substring(0, 1) == 'a'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const it = substring(s, 0, 1);
        if (it instanceof CelError) return it;
        return it === "a";
      }
    `);
    expect(rule.run({ s: "ab" })).toBe("true");
    expect(rule.run({ s: "b" })).toBe("false");
  });

  it("self.s.trim() == self.s", () => {
    const rule = emittedRule("self.s.trim() == self.s", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s.trim() == self.s
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return isSame(trimText(s), stringField(self["s"], self, "s"));
      }
    `);
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({ s: " a" })).toBe("false");
  });

  it("'%s is %d'.format([self.s, self.i]) == 'a is 1'", () => {
    const rule = emittedRule("'%s is %d'.format([self.s, self.i]) == 'a is 1'", {
      i: { type: "integer" },
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // '%s is %d'.format([self.s, self.i]) == 'a is 1'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        const it = formatString("%s is %d", [s, i]);
        if (it instanceof CelError) return it;
        return it === "a is 1";
      }
    `);
    expect(rule.run({ s: "a", i: 1 })).toBe("true");
    expect(rule.run({ s: "b", i: 1 })).toBe("false");
  });

  it("strings.quote(self.s) == '\"a\"'", () => {
    const rule = emittedRule("strings.quote(self.s) == '\"a\"'", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // strings.quote(self.s) == '"a"'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return quoteText(s) === '"a"';
      }
    `);
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({ s: "b" })).toBe("false");
  });
});

describe("patterns", () => {
  it("self.s.matches('^a+$')", () => {
    const rule = emittedRule("self.s.matches('^a+$')", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const pattern = /^a+$/u;

      // self.s.matches('^a+$')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return pattern.test(s);
      }
    `);
    expect(rule.run({ s: "aa" })).toBe("true");
    expect(rule.run({ s: "b" })).toBe("false");
  });

  it("self.s.matches(self.t)", () => {
    const rule = emittedRule("self.s.matches(self.t)", {
      s: { type: "string", maxLength: 20 },
      t: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s.matches(self.t)
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const t = self["t"];
        if (typeof t !== "string") return noString(self, "t");
        return matchesPattern(s, t);
      }
    `);
    expect(rule.run({ s: "a", t: "a" })).toBe("true");
    expect(rule.run({ s: "a", t: "(" })).toBe(
      "error: error parsing regexp: missing closing ): `(`",
    );
  });

  it("!self.s.matches('^[0-9]{2}')", () => {
    const rule = emittedRule("!self.s.matches('^[0-9]{2}')", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const pattern = /^[0-9]{2}/u;

      // !self.s.matches('^[0-9]{2}')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return !pattern.test(s);
      }
    `);
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({ s: "12" })).toBe("false");
  });

  it("self.s.find('[0-9]+') == '1'", () => {
    const rule = emittedRule("self.s.find('[0-9]+') == '1'", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const pattern = /[0-9]+/u;

      // self.s.find('[0-9]+') == '1'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return findMatch(s, pattern) === "1";
      }
    `);
    expect(rule.run({ s: "a1" })).toBe("true");
    expect(rule.run({ s: "a" })).toBe("false");
  });

  it("self.s.findAll('[0-9]').size() == 2", () => {
    const rule = emittedRule("self.s.findAll('[0-9]').size() == 2", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s.findAll('[0-9]').size() == 2
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const it = findAllPattern(s, "[0-9]");
        if (it instanceof CelError) return it;
        return listSize(it) === 2;
      }
    `);
    expect(rule.run({ s: "1a2" })).toBe("true");
    expect(rule.run({ s: "a" })).toBe("false");
  });

  it("self.s.findAll('[0-9]', 1) == ['1']", () => {
    const rule = emittedRule("self.s.findAll('[0-9]', 1) == ['1']", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s.findAll('[0-9]', 1) == ['1']
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const it = findAllPattern(s, "[0-9]", 1);
        if (it instanceof CelError) return it;
        return celEquals(it, ["1"]);
      }
    `);
    expect(rule.run({ s: "12" })).toBe("true");
    expect(rule.run({ s: "a" })).toBe("false");
  });
});

describe("lists", () => {
  it("self.l.size() == 1", () => {
    const rule = emittedRule("self.l.size() == 1", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.l.size() == 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        return l.length === 1;
      }
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
    expect(rule.run({ l: [] })).toBe("false");
  });

  it("size(self.m) == 1", () => {
    const rule = emittedRule("size(self.m) == 1", {
      m: { type: "object", additionalProperties: { type: "integer" }, maxProperties: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // size(self.m) == 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const m = objectField(self["m"], self, "m");
        if (m instanceof CelError) return m;
        return Object.keys(m).length === 1;
      }
    `);
    expect(rule.run({ m: { a: 1 } })).toBe("true");
    expect(rule.run({ m: {} })).toBe("false");
  });

  it("self.n.isSorted()", () => {
    const rule = emittedRule("self.n.isSorted()", {
      n: { type: "array", items: { type: "integer" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecNListReader = /* @__PURE__ */ readList(readInt);

      // self.n.isSorted()
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const n = self["n"] as Json[];
        if (!Array.isArray(n)) return noArray(self, "n");
        const it = sampleSpecNListReader(n);
        if (it instanceof CelError) return it;
        return isSorted(it as List);
      }
    `);
    expect(rule.run({ n: [1, 2] })).toBe("true");
    expect(rule.run({ n: [2, 1] })).toBe("false");
  });

  it("self.n.sum() == 3", () => {
    const rule = emittedRule("self.n.sum() == 3", {
      n: { type: "array", items: { type: "integer" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecNListReader = /* @__PURE__ */ readList(readInt);

      // self.n.sum() == 3
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const n = self["n"] as Json[];
        if (!Array.isArray(n)) return noArray(self, "n");
        const it = sampleSpecNListReader(n);
        if (it instanceof CelError) return it;
        const it2 = sumOf(it as List, 0);
        if (it2 instanceof CelError) return it2;
        return (it2 as Int) === 3;
      }
    `);
    expect(rule.run({ n: [1, 2] })).toBe("true");
    expect(rule.run({ n: [] })).toBe("false");
  });

  it("self.n.min() > 0", () => {
    const rule = emittedRule("self.n.min() > 0", {
      n: { type: "array", items: { type: "integer" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecNListReader = /* @__PURE__ */ readList(readInt);

      // self.n.min() > 0
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const n = self["n"] as Json[];
        if (!Array.isArray(n)) return noArray(self, "n");
        const it = sampleSpecNListReader(n);
        if (it instanceof CelError) return it;
        const it2 = minOf(it as List);
        if (it2 instanceof CelError) return it2;
        return (it2 as Int) > 0;
      }
    `);
    expect(rule.run({ n: [1] })).toBe("true");
    expect(rule.run({ n: [] })).toBe("error: min called on empty list");
  });

  it("self.n.max() < 3", () => {
    const rule = emittedRule("self.n.max() < 3", {
      n: { type: "array", items: { type: "integer" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecNListReader = /* @__PURE__ */ readList(readInt);

      // self.n.max() < 3
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const n = self["n"] as Json[];
        if (!Array.isArray(n)) return noArray(self, "n");
        const it = sampleSpecNListReader(n);
        if (it instanceof CelError) return it;
        const it2 = maxOf(it as List);
        if (it2 instanceof CelError) return it2;
        return (it2 as Int) < 3;
      }
    `);
    expect(rule.run({ n: [1] })).toBe("true");
    expect(rule.run({ n: [3] })).toBe("false");
  });

  it("self.l.indexOf('a') == 0", () => {
    const rule = emittedRule("self.l.indexOf('a') == 0", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      // self.l.indexOf('a') == 0
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const it = sampleSpecLListReader(l);
        if (it instanceof CelError) return it;
        return indexOfElement(it as List, "a") === 0;
      }

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      const sampleSpecRuleCounted = /* @__PURE__ */ countCost(
        sampleSpecReader,
        false,
        () =>
          equal(
            call(
              [listFunctions],
              "indexOf",
              "list_a_index_of_int",
              [path("self", "l"), constant("a")],
              readDeepCost,
            ),
            constant(0),
          ),
      );
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
    expect(rule.run({ l: [] })).toBe("false");
  });

  it("self.l.lastIndexOf('a') == 1", () => {
    const rule = emittedRule("self.l.lastIndexOf('a') == 1", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      // self.l.lastIndexOf('a') == 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const it = sampleSpecLListReader(l);
        if (it instanceof CelError) return it;
        return lastIndexOfElement(it as List, "a") === 1;
      }

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      const sampleSpecRuleCounted = /* @__PURE__ */ countCost(
        sampleSpecReader,
        false,
        () =>
          equal(
            call(
              [listFunctions],
              "lastIndexOf",
              "list_a_last_index_of_int",
              [path("self", "l"), constant("a")],
              readDeepCost,
            ),
            constant(1),
          ),
      );
    `);
    expect(rule.run({ l: ["a", "a"] })).toBe("true");
    expect(rule.run({ l: ["a"] })).toBe("false");
  });

  it("self.l.includes('a')", () => {
    const rule = emittedRule("self.l.includes('a')", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      // self.l.includes('a')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const it = sampleSpecLListReader(l);
        if (it instanceof CelError) return it;
        return includesValue(it, "a");
      }

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      const sampleSpecRuleCounted = /* @__PURE__ */ countCost(
        sampleSpecReader,
        false,
        () =>
          call(
            [listFunctions],
            "includes",
            "list_includes_dyn_dyn",
            [path("self", "l"), constant("a")],
            readDeepCost,
          ),
      );
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
    expect(rule.run({ l: [] })).toBe("false");
  });

  it("self.l.slice(0, 1) == ['a']", () => {
    const rule = emittedRule("self.l.slice(0, 1) == ['a']", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      // self.l.slice(0, 1) == ['a']
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const it = sampleSpecLListReader(l);
        if (it instanceof CelError) return it;
        const it2 = sliceList(it as List, 0, 1);
        if (it2 instanceof CelError) return it2;
        return celEquals(it2, ["a"]);
      }
    `);
    expect(rule.run({ l: ["a", "b"] })).toBe("true");
    expect(rule.run({ l: [] })).toBe("error: cannot slice(0, 1), list is length 0");
  });

  it("[self.l, self.l].flatten().size() == 2", () => {
    const rule = emittedRule("[self.l, self.l].flatten().size() == 2", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      // [self.l, self.l].flatten().size() == 2
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const it = sampleSpecLListReader(l);
        if (it instanceof CelError) return it;
        const it2 = flattenList([it, it], 1);
        if (it2 instanceof CelError) return it2;
        return listSize(it2) === 2;
      }
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
    expect(rule.run({ l: [] })).toBe("false");
  });

  it("self.l.distinct() == self.l", () => {
    const rule = emittedRule("self.l.distinct() == self.l", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      // self.l.distinct() == self.l
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        let l: Json[];
        let it2: Value | CelError;
        const it = distinctList(
          trackedOperand(
            !Array.isArray((l = self["l"] as Json[]))
              ? noArray(self, "l")
              : (it2 = sampleSpecLListReader(l)) instanceof CelError
                ? it2
                : (it2 as List),
          ),
        );
        if (it instanceof CelError) return it;
        const l2 = self["l"] as Json[];
        if (!Array.isArray(l2)) return noArray(self, "l");
        const it3 = sampleSpecLListReader(l2);
        if (it3 instanceof CelError) return it3;
        return celEquals(it, it3);
      }

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      const sampleSpecRuleCounted = /* @__PURE__ */ countCost(
        sampleSpecReader,
        false,
        () =>
          equal(
            call(
              [listExtensionFunctions],
              "distinct",
              "list_distinct",
              [path("self", "l")],
              sortCost,
            ),
            path("self", "l"),
          ),
      );
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
    expect(rule.run({ l: ["a", "a"] })).toBe("false");
  });

  it("self.l.reverse() == ['b', 'a']", () => {
    const rule = emittedRule("self.l.reverse() == ['b', 'a']", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      // self.l.reverse() == ['b', 'a']
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const it = sampleSpecLListReader(l);
        if (it instanceof CelError) return it;
        const it2 = reverseList(it as List);
        if (it2 instanceof CelError) return it2;
        return celEquals(it2, ["b", "a"]);
      }
    `);
    expect(rule.run({ l: ["a", "b"] })).toBe("true");
    expect(rule.run({ l: [] })).toBe("false");
  });

  it("self.n.sort() == self.n", () => {
    const rule = emittedRule("self.n.sort() == self.n", {
      n: { type: "array", items: { type: "integer" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecNListReader = /* @__PURE__ */ readList(readInt);

      // self.n.sort() == self.n
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        let n: Json[];
        let it2: Value | CelError;
        const it = sortList(
          trackedOperand(
            !Array.isArray((n = self["n"] as Json[]))
              ? noArray(self, "n")
              : (it2 = sampleSpecNListReader(n)) instanceof CelError
                ? it2
                : (it2 as List),
          ),
        );
        if (it instanceof CelError) return it;
        const n2 = self["n"] as Json[];
        if (!Array.isArray(n2)) return noArray(self, "n");
        const it3 = sampleSpecNListReader(n2);
        if (it3 instanceof CelError) return it3;
        return celEquals(it, it3);
      }

      const sampleSpecReader = /* @__PURE__ */ readObject({
        n: sampleSpecNListReader,
      });

      const sampleSpecRuleCounted = /* @__PURE__ */ countCost(
        sampleSpecReader,
        false,
        () =>
          equal(
            call(
              [listExtensionFunctions],
              "sort",
              "list_int_sort",
              [path("self", "n")],
              sortCost,
            ),
            path("self", "n"),
          ),
      );
    `);
    expect(rule.run({ n: [1, 2] })).toBe("true");
    expect(rule.run({ n: [2, 1] })).toBe("false");
  });

  it("lists.range(3).all(x, x < self.i)", () => {
    const rule = emittedRule("lists.range(3).all(x, x < self.i)", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      function sampleSpecRuleAll(
        over: List,
        self: JsonObject | CelError,
      ): boolean | CelError {
        let failed: CelError | undefined;
        for (const item of listElements(over)) {
          if (item instanceof CelError) {
            failed ??= item;
            continue;
          }
          const x = item as Int;
          if (self instanceof CelError) {
            failed ??= self;
            continue;
          }
          const i = self["i"];
          if (!isWhole(i)) {
            failed ??= noInt(self, "i");
            continue;
          }
          if (x >= i) return false;
        }
        return failed ?? true;
      }

      // lists.range(3).all(x, x < self.i)
      function sampleSpecRule(self: Json): boolean | CelError {
        const value = asObject(self);
        const it = rangeList(3);
        if (it instanceof CelError) return it;
        return sampleSpecRuleAll(it, value);
      }
    `);
    expect(rule.run({ i: 3 })).toBe("true");
    expect(rule.run({ i: 2 })).toBe("false");
  });

  it("self.l.first().orValue('') == 'a'", () => {
    const rule = emittedRule("self.l.first().orValue('') == 'a'", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      // self.l.first().orValue('') == 'a'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const it = sampleSpecLListReader(l);
        if (it instanceof CelError) return it;
        const it2 = firstOf(it as List);
        if (it2 instanceof CelError) return it2;
        return (
          (it2.value !== undefined ? (it2.value as Value as string) : "") === "a"
        );
      }
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
    expect(rule.run({ l: [] })).toBe("false");
  });

  it("self.l.last().hasValue()", () => {
    const rule = emittedRule("self.l.last().hasValue()", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      // self.l.last().hasValue()
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const it = sampleSpecLListReader(l);
        if (it instanceof CelError) return it;
        const it2 = lastOf(it as List);
        if (it2 instanceof CelError) return it2;
        return it2.value !== undefined;
      }
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
    expect(rule.run({ l: [] })).toBe("false");
  });

  it("sets.contains(self.l, ['a'])", () => {
    const rule = emittedRule("sets.contains(self.l, ['a'])", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      // sets.contains(self.l, ['a'])
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const it = sampleSpecLListReader(l);
        if (it instanceof CelError) return it;
        return setContains(it as List, ["a"]);
      }
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
    expect(rule.run({ l: [] })).toBe("false");
  });

  it("sets.equivalent(self.n, [1, 2])", () => {
    const rule = emittedRule("sets.equivalent(self.n, [1, 2])", {
      n: { type: "array", items: { type: "integer" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecNListReader = /* @__PURE__ */ readList(readInt);

      // sets.equivalent(self.n, [1, 2])
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const n = self["n"] as Json[];
        if (!Array.isArray(n)) return noArray(self, "n");
        const it = sampleSpecNListReader(n);
        if (it instanceof CelError) return it;
        return setsEquivalent(it as List, [1, 2]);
      }
    `);
    expect(rule.run({ n: [2, 1] })).toBe("true");
    expect(rule.run({ n: [1] })).toBe("false");
  });

  it("sets.intersects(self.l, ['a'])", () => {
    const rule = emittedRule("sets.intersects(self.l, ['a'])", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      // sets.intersects(self.l, ['a'])
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const it = sampleSpecLListReader(l);
        if (it instanceof CelError) return it;
        return setsIntersect(it as List, ["a"]);
      }
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
    expect(rule.run({ l: ["b"] })).toBe("false");
  });
});

describe("URLs", () => {
  it("isURL(self.s)", () => {
    const rule = emittedRule("isURL(self.s)", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // isURL(self.s)
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return isUrl(s);
      }
    `);
    expect(rule.run({ s: "https://a.b" })).toBe("true");
    expect(rule.run({ s: "a" })).toBe("false");
  });

  it("url(self.s).getScheme() == 'https'", () => {
    const rule = emittedRule("url(self.s).getScheme() == 'https'", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // url(self.s).getScheme() == 'https'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const url = parseUrl(s);
        if (url instanceof CelError) return url;
        return urlScheme(url) === "https";
      }
    `);
    expect(rule.run({ s: "https://a.b" })).toBe("true");
    expect(rule.run({ s: "a" })).toBe(
      'error: URL parse error during conversion from string: parse "a": invalid URI for request',
    );
  });

  it("url(self.s).getHostname() == 'a.b' && url(self.s).getPort() == '80'", () => {
    const rule = emittedRule(
      "url(self.s).getHostname() == 'a.b' && url(self.s).getPort() == '80'",
      { s: { type: "string", maxLength: 20 } },
    );
    expect(rule.text).toMatchInlineSnapshot(`
      // url(self.s).getHostname() == 'a.b' && url(self.s).getPort() == '80'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const url = parseUrl(s);
        if (url instanceof CelError) return url;
        return urlHostname(url) === "a.b" && urlPort(url) === "80";
      }
    `);
    expect(rule.run({ s: "http://a.b:80" })).toBe("true");
    expect(rule.run({ s: "http://a.b" })).toBe("false");
  });

  it("url(self.s).getEscapedPath() == '/c'", () => {
    const rule = emittedRule("url(self.s).getEscapedPath() == '/c'", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // url(self.s).getEscapedPath() == '/c'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const url = parseUrl(s);
        if (url instanceof CelError) return url;
        return urlEscapedPath(url) === "/c";
      }
    `);
    expect(rule.run({ s: "http://a.b/c" })).toBe("true");
    expect(rule.run({ s: "http://a.b" })).toBe("false");
  });

  it("url(self.s).getQuery()['k'] == ['v']", () => {
    const rule = emittedRule("url(self.s).getQuery()['k'] == ['v']", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // url(self.s).getQuery()['k'] == ['v']
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const url = parseUrl(s);
        if (url instanceof CelError) return url;
        const it = indexValue(urlQuery(url), "k");
        if (it instanceof CelError) return it;
        return celEquals(it as List, ["v"]);
      }
    `);
    expect(rule.run({ s: "http://a.b/?k=v" })).toBe("true");
    expect(rule.run({ s: "http://a.b" })).toBe("error: no such key: k");
  });
});

describe("addresses and networks", () => {
  it("isIP(self.s)", () => {
    const rule = emittedRule("isIP(self.s)", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // isIP(self.s)
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return isIp(s);
      }
    `);
    expect(rule.run({ s: "::1" })).toBe("true");
    expect(rule.run({ s: "a" })).toBe("false");
  });

  it("ip(self.s).family() == 4", () => {
    const rule = emittedRule("ip(self.s).family() == 4", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // ip(self.s).family() == 4
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const ip = parseIp(s);
        if (ip instanceof CelError) return ip;
        return ipFamily(ip) === 4;
      }
    `);
    expect(rule.run({ s: "1.2.3.4" })).toBe("true");
    expect(rule.run({ s: "::1" })).toBe("false");
  });

  it("ip(self.s).isLoopback()", () => {
    const rule = emittedRule("ip(self.s).isLoopback()", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // ip(self.s).isLoopback()
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const ip = parseIp(s);
        if (ip instanceof CelError) return ip;
        return isLoopback(ip);
      }
    `);
    expect(rule.run({ s: "127.0.0.1" })).toBe("true");
    expect(rule.run({ s: "x" })).toBe(
      'error: IP Address "x" parse error during conversion from string: ParseAddr("x"): unable to parse IP',
    );
  });

  it("ip.isCanonical(self.s)", () => {
    const rule = emittedRule("ip.isCanonical(self.s)", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // ip.isCanonical(self.s)
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return isCanonicalIp(s);
      }
    `);
    expect(rule.run({ s: "::1" })).toBe("true");
    expect(rule.run({ s: "0::1" })).toBe("false");
  });

  it("ip(self.s) == ip('10.0.0.1')", () => {
    const rule = emittedRule("ip(self.s) == ip('10.0.0.1')", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // ip(self.s) == ip('10.0.0.1')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const ip = parseIp(s);
        if (ip instanceof CelError) return ip;
        const ip2 = parseIp("10.0.0.1");
        if (ip2 instanceof CelError) return ip2;
        return celEquals(ip, ip2);
      }
    `);
    expect(rule.run({ s: "10.0.0.1" })).toBe("true");
    expect(rule.run({ s: "10.0.0.2" })).toBe("false");
  });

  it("isCIDR(self.s)", () => {
    const rule = emittedRule("isCIDR(self.s)", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // isCIDR(self.s)
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return isCidrText(s);
      }
    `);
    expect(rule.run({ s: "10.0.0.0/8" })).toBe("true");
    expect(rule.run({ s: "10" })).toBe("false");
  });

  it("cidr(self.s).containsIP('10.0.0.1')", () => {
    const rule = emittedRule("cidr(self.s).containsIP('10.0.0.1')", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // cidr(self.s).containsIP('10.0.0.1')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const cidr = parseCidr(s);
        if (cidr instanceof CelError) return cidr;
        return cidrContainsIpText(cidr, "10.0.0.1");
      }
    `);
    expect(rule.run({ s: "10.0.0.0/8" })).toBe("true");
    expect(rule.run({ s: "11.0.0.0/8" })).toBe("false");
  });

  it("cidr('10.0.0.0/8').containsIP(ip(self.s))", () => {
    const rule = emittedRule("cidr('10.0.0.0/8').containsIP(ip(self.s))", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // cidr('10.0.0.0/8').containsIP(ip(self.s))
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const cidr = parseCidr("10.0.0.0/8");
        if (cidr instanceof CelError) return cidr;
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const ip = parseIp(s);
        if (ip instanceof CelError) return ip;
        return cidrContainsIp(cidr, ip);
      }
    `);
    expect(rule.run({ s: "10.1.0.0" })).toBe("true");
    expect(rule.run({ s: "11.0.0.0" })).toBe("false");
  });

  it("cidr(self.s).containsCIDR('10.0.0.0/16')", () => {
    const rule = emittedRule("cidr(self.s).containsCIDR('10.0.0.0/16')", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // cidr(self.s).containsCIDR('10.0.0.0/16')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const cidr = parseCidr(s);
        if (cidr instanceof CelError) return cidr;
        return cidrContainsCidrText(cidr, "10.0.0.0/16");
      }
    `);
    expect(rule.run({ s: "10.0.0.0/8" })).toBe("true");
    expect(rule.run({ s: "10.0.0.0/24" })).toBe("false");
  });

  it("cidr(self.s).prefixLength() <= 24", () => {
    const rule = emittedRule("cidr(self.s).prefixLength() <= 24", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // cidr(self.s).prefixLength() <= 24
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const cidr = parseCidr(s);
        if (cidr instanceof CelError) return cidr;
        return prefixLength(cidr) <= 24;
      }
    `);
    expect(rule.run({ s: "10.0.0.0/8" })).toBe("true");
    expect(rule.run({ s: "10.0.0.0/25" })).toBe("false");
  });

  it("cidr(self.s) == cidr(self.s).masked()", () => {
    const rule = emittedRule("cidr(self.s) == cidr(self.s).masked()", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // cidr(self.s) == cidr(self.s).masked()
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const cidr = parseCidr(s);
        if (cidr instanceof CelError) return cidr;
        return celEquals(cidr, maskedCidr(cidr));
      }
    `);
    expect(rule.run({ s: "10.0.0.0/8" })).toBe("true");
    expect(rule.run({ s: "10.0.0.1/8" })).toBe("false");
  });
});

describe("quantities", () => {
  it("isQuantity(self.s)", () => {
    const rule = emittedRule("isQuantity(self.s)", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // isQuantity(self.s)
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return isQuantity(s);
      }
    `);
    expect(rule.run({ s: "1Gi" })).toBe("true");
    expect(rule.run({ s: "x" })).toBe("false");
  });

  it("quantity(self.s).isLessThan(quantity('1Gi'))", () => {
    const rule = emittedRule("quantity(self.s).isLessThan(quantity('1Gi'))", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // quantity(self.s).isLessThan(quantity('1Gi'))
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const quantity = parseQuantity(s);
        if (quantity instanceof CelError) return quantity;
        const quantity2 = parseQuantity("1Gi");
        if (quantity2 instanceof CelError) return quantity2;
        return isLessQuantity(quantity, quantity2);
      }
    `);
    expect(rule.run({ s: "1Mi" })).toBe("true");
    expect(rule.run({ s: "1Gi" })).toBe("false");
  });

  it("quantity(self.s).compareTo(quantity(self.t)) == 0", () => {
    const rule = emittedRule("quantity(self.s).compareTo(quantity(self.t)) == 0", {
      s: { type: "string", maxLength: 20 },
      t: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // quantity(self.s).compareTo(quantity(self.t)) == 0
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const quantity = parseQuantity(s);
        if (quantity instanceof CelError) return quantity;
        const t = self["t"];
        if (typeof t !== "string") return noString(self, "t");
        const quantity2 = parseQuantity(t);
        if (quantity2 instanceof CelError) return quantity2;
        return compareQuantities(quantity, quantity2) === 0;
      }
    `);
    expect(rule.run({ s: "1", t: "1000m" })).toBe("true");
    expect(rule.run({ s: "1", t: "2" })).toBe("false");
  });

  it("quantity(self.s).add(1).isInteger()", () => {
    const rule = emittedRule("quantity(self.s).add(1).isInteger()", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // quantity(self.s).add(1).isInteger()
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const quantity = parseQuantity(s);
        if (quantity instanceof CelError) return quantity;
        return isIntegerQuantity(addIntToQuantity(quantity, 1));
      }
    `);
    expect(rule.run({ s: "1" })).toBe("true");
    expect(rule.run({ s: "1500m" })).toBe("false");
  });

  it("sign(quantity(self.s)) == 1", () => {
    const rule = emittedRule("sign(quantity(self.s)) == 1", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // sign(quantity(self.s)) == 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const quantity = parseQuantity(s);
        if (quantity instanceof CelError) return quantity;
        return quantitySign(quantity) === 1;
      }
    `);
    expect(rule.run({ s: "1" })).toBe("true");
    expect(rule.run({ s: "0" })).toBe("false");
  });

  it("quantity(self.s).asInteger() == 1", () => {
    const rule = emittedRule("quantity(self.s).asInteger() == 1", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // quantity(self.s).asInteger() == 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const quantity = parseQuantity(s);
        if (quantity instanceof CelError) return quantity;
        const it = quantityAsInteger(quantity);
        if (it instanceof CelError) return it;
        return it === 1;
      }
    `);
    expect(rule.run({ s: "1" })).toBe("true");
    expect(rule.run({ s: "1500m" })).toBe("error: cannot convert value to integer");
  });
});

describe("versions", () => {
  it("isSemver(self.s)", () => {
    const rule = emittedRule("isSemver(self.s)", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // isSemver(self.s)
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return isSemver(s);
      }
    `);
    expect(rule.run({ s: "1.2.3" })).toBe("true");
    expect(rule.run({ s: "1" })).toBe("false");
  });

  it("semver(self.s).isGreaterThan(semver('1.0.0'))", () => {
    const rule = emittedRule("semver(self.s).isGreaterThan(semver('1.0.0'))", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // semver(self.s).isGreaterThan(semver('1.0.0'))
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const semver = parseSemver(s);
        if (semver instanceof CelError) return semver;
        const semver2 = parseSemver("1.0.0");
        if (semver2 instanceof CelError) return semver2;
        return isGreaterSemver(semver, semver2);
      }
    `);
    expect(rule.run({ s: "1.2.3" })).toBe("true");
    expect(rule.run({ s: "0.1.0" })).toBe("false");
  });

  it("semver(self.s, true).major() == 1", () => {
    const rule = emittedRule("semver(self.s, true).major() == 1", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // semver(self.s, true).major() == 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const semver = parseSemver(s, true);
        if (semver instanceof CelError) return semver;
        return semverMajor(semver) === 1;
      }
    `);
    expect(rule.run({ s: "v1.2" })).toBe("true");
    expect(rule.run({ s: "2.0.0" })).toBe("false");
  });
});

describe("formats", () => {
  it("!format.dns1123Label().validate(self.s).hasValue()", () => {
    const rule = emittedRule("!format.dns1123Label().validate(self.s).hasValue()", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // !format.dns1123Label().validate(self.s).hasValue()
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return validateFormat(dns1123LabelFormat(), s).value === undefined;
      }
    `);
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({ s: "A" })).toBe("false");
  });

  it("format.named('uuid').hasValue() && self.s == ''", () => {
    const rule = emittedRule("format.named('uuid').hasValue() && self.s == ''", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // format.named('uuid').hasValue() && self.s == ''
      function sampleSpecRule(self: Json): boolean | CelError {
        const value = asObject(self);
        if (namedFormat("uuid").value === undefined) return false;
        if (value instanceof CelError) return value;
        return isSame(stringField(value["s"], value, "s"), "");
      }
    `);
    expect(rule.run({ s: "" })).toBe("true");
    expect(rule.run({ s: "a" })).toBe("false");
  });
});

describe("dates and durations", () => {
  it("self.date.getFullYear() == 2024", () => {
    const rule = emittedRule("self.date.getFullYear() == 2024", {
      date: { type: "string", format: "date-time" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.date.getFullYear() == 2024
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const date = fieldOf(self, "date", readDateTime);
        if (date instanceof CelError) return date;
        return fullYear(date) === 2024;
      }
    `);
    expect(rule.run({ date: "2024-01-01T00:00:00Z" })).toBe("true");
    expect(rule.run({ date: "2023-01-01T00:00:00Z" })).toBe("false");
  });

  it("self.date.getHours('Europe/Berlin') == 1", () => {
    const rule = emittedRule("self.date.getHours('Europe/Berlin') == 1", {
      date: { type: "string", format: "date-time" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.date.getHours('Europe/Berlin') == 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const date = fieldOf(self, "date", readDateTime);
        if (date instanceof CelError) return date;
        const it = inTimeZone(date, "Europe/Berlin");
        if (it instanceof CelError) return it;
        return hours(it) === 1;
      }
    `);
    expect(rule.run({ date: "2024-01-01T00:00:00Z" })).toBe("true");
    expect(rule.run({ date: "2024-06-01T00:00:00Z" })).toBe("false");
  });

  it("self.date.getDayOfWeek() == 1", () => {
    const rule = emittedRule("self.date.getDayOfWeek() == 1", {
      date: { type: "string", format: "date-time" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.date.getDayOfWeek() == 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const date = fieldOf(self, "date", readDateTime);
        if (date instanceof CelError) return date;
        return dayOfWeek(date) === 1;
      }
    `);
    expect(rule.run({ date: "2024-01-01T00:00:00Z" })).toBe("true");
    expect(rule.run({ date: "2024-01-02T00:00:00Z" })).toBe("false");
  });

  it("self.span.getMinutes() == 90", () => {
    const rule = emittedRule("self.span.getMinutes() == 90", {
      span: { type: "string", format: "duration" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.span.getMinutes() == 90
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const span = fieldOf(self, "span", readDuration);
        if (span instanceof CelError) return span;
        return durationMinutes(span) === 90;
      }
    `);
    expect(rule.run({ span: "1h30m" })).toBe("true");
    expect(rule.run({ span: "1h" })).toBe("false");
  });

  it("duration(self.s) > duration('1s')", () => {
    const rule = emittedRule("duration(self.s) > duration('1s')", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const duration1s = /* @__PURE__ */ new Duration(1000000000);

      // duration(self.s) > duration('1s')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const duration = toDurationValue(s);
        if (duration instanceof CelError) return duration;
        return compareDurations(duration, duration1s) > 0;
      }
    `);
    expect(rule.run({ s: "1m" })).toBe("true");
    expect(rule.run({ s: "x" })).toBe(
      "error: type conversion error from 'string' to 'google.protobuf.Duration'",
    );
  });

  it("timestamp(self.s) > timestamp('2024-01-01T00:00:00Z')", () => {
    const rule = emittedRule("timestamp(self.s) > timestamp('2024-01-01T00:00:00Z')", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const timestamp = /* @__PURE__ */ new Timestamp(1704067200, 0);

      // timestamp(self.s) > timestamp('2024-01-01T00:00:00Z')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const timestamp2 = toTimestampValue(s);
        if (timestamp2 instanceof CelError) return timestamp2;
        return compareTimestamps(timestamp2, timestamp) > 0;
      }
    `);
    expect(rule.run({ s: "2025-01-01T00:00:00Z" })).toBe("true");
    expect(rule.run({ s: "x" })).toBe(
      "error: type conversion error from 'string' to 'google.protobuf.Timestamp'",
    );
  });
});

describe("conversions", () => {
  it("int(self.s) == 1", () => {
    const rule = emittedRule("int(self.s) == 1", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // int(self.s) == 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const it = toIntValue(s);
        if (it instanceof CelError) return it;
        return it === 1;
      }
    `);
    expect(rule.run({ s: "1" })).toBe("true");
    expect(rule.run({ s: "a" })).toBe("error: type conversion error from 'string' to 'int'");
  });

  it("int(self.d) == 1", () => {
    const rule = emittedRule("int(self.d) == 1", { d: { type: "number" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // int(self.d) == 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const d = numberField(self["d"], self, "d");
        if (d instanceof CelError) return d;
        const it = toIntValue(new Double(d));
        if (it instanceof CelError) return it;
        return it === 1;
      }
    `);
    expect(rule.run({ d: 1.5 })).toBe("true");
    expect(rule.run({ d: 2 })).toBe("false");
  });

  it("double(self.i) == 1.0", () => {
    const rule = emittedRule("double(self.i) == 1.0", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // double(self.i) == 1.0
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        return Number(i) === 1;
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({ i: 2 })).toBe("false");
  });

  it("string(self.i) == '1'", () => {
    const rule = emittedRule("string(self.i) == '1'", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // string(self.i) == '1'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        return String(i) === "1";
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({ i: 2 })).toBe("false");
  });

  it("string(self.d) == '1.5'", () => {
    const rule = emittedRule("string(self.d) == '1.5'", { d: { type: "number" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // string(self.d) == '1.5'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const d = numberField(self["d"], self, "d");
        if (d instanceof CelError) return d;
        return formatFloat(d) === "1.5";
      }
    `);
    expect(rule.run({ d: 1.5 })).toBe("true");
    expect(rule.run({ d: 2 })).toBe("false");
  });

  it("bool(self.s)", () => {
    const rule = emittedRule("bool(self.s)", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // bool(self.s)
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return toBoolValue(s);
      }
    `);
    expect(rule.run({ s: "true" })).toBe("true");
    expect(rule.run({ s: "x" })).toBe("error: type conversion error from 'string' to 'bool'");
  });

  it("bytes(self.s).size() == 2", () => {
    const rule = emittedRule("bytes(self.s).size() == 2", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // bytes(self.s).size() == 2
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const it = sizeOf(encodeUtf8(s));
        if (it instanceof CelError) return it;
        return it === 2;
      }
    `);
    expect(rule.run({ s: "é" })).toBe("true");
    expect(rule.run({ s: "a" })).toBe("false");
  });

  it("string(self.bytes) == 'a'", () => {
    const rule = emittedRule("string(self.bytes) == 'a'", {
      bytes: { type: "string", format: "byte" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // string(self.bytes) == 'a'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const bytes = fieldOf(self, "bytes", readBytes);
        if (bytes instanceof CelError) return bytes;
        const it = toStringValue(bytes);
        if (it instanceof CelError) return it;
        return it === "a";
      }
    `);
    expect(rule.run({ bytes: "YQ==" })).toBe("true");
    expect(rule.run({ bytes: "/w==" })).toBe(
      "error: Invalid byte formatted string /w==: illegal base64 data at input byte 0",
    );
  });

  it("uint(self.s) == 1u", () => {
    const rule = emittedRule("uint(self.s) == 1u", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const uint = /* @__PURE__ */ new Uint(1n);

      // uint(self.s) == 1u
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const uint2 = toUintValue(s);
        if (uint2 instanceof CelError) return uint2;
        return celEquals(uint2, uint);
      }
    `);
    expect(rule.run({ s: "1" })).toBe("true");
    expect(rule.run({ s: "-1" })).toBe("error: type conversion error from 'string' to 'uint'");
  });

  it("dyn(self.i) == 1.0", () => {
    const rule = emittedRule("dyn(self.i) == 1.0", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // dyn(self.i) == 1.0
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        return celEquals(i, new Double(1));
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({ i: 2 })).toBe("false");
  });

  it("string(self.p) == '1'", () => {
    const rule = emittedRule("string(self.p) == '1'", {
      p: { "x-kubernetes-int-or-string": true },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // string(self.p) == '1'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const p = fieldOf(self, "p", readIntOrString);
        if (p instanceof CelError) return p;
        const it = toStringValue(p);
        if (it instanceof CelError) return it;
        return (it as string) === "1";
      }
    `);
    expect(rule.run({ p: 1 })).toBe("true");
    expect(rule.run({ p: "2" })).toBe("false");
  });
});
