import { beforeAll, describe, expect, it } from "vitest";
import { loadRuntime } from "../../../../support/emit-unit.js";
import { emittedRule } from "../../../../support/literal.js";

beforeAll(loadRuntime);

describe("strings", () => {
  it("self.s.startsWith('a')", () => {
    const rule = emittedRule("self.s.startsWith('a')", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.s.startsWith('a')
      function sampleSpecRule(self: AnyData): boolean {
        return aText(self["s"]).startsWith("a");
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
      const sampleSpecReader = /* @__PURE__ */ readObject({
        s: readString,
        t: readString,
      });

      // self.s.endsWith(self.t)
      function sampleSpecRule(self: AnyData): boolean {
        return aText(self["s"]).endsWith(aText(self["t"]));
      }
    `);
    expect(rule.run({ s: "ab", t: "b" })).toBe("true");
    expect(rule.run({ s: "a", t: "b" })).toBe("false");
  });

  it("self.s.contains('b')", () => {
    const rule = emittedRule("self.s.contains('b')", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.s.contains('b')
      function sampleSpecRule(self: AnyData): boolean {
        return aText(self["s"]).includes("b");
      }
    `);
    expect(rule.run({ s: "ab" })).toBe("true");
    expect(rule.run({ s: "a" })).toBe("false");
  });

  it("size(self.s) == 2", () => {
    const rule = emittedRule("size(self.s) == 2", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // size(self.s) == 2
      function sampleSpecRule(self: AnyData): boolean {
        return codePoints(aText(self["s"])) === 2;
      }
    `);
    expect(rule.run({ s: "é🦄" })).toBe("true");
    expect(rule.run({ s: "a" })).toBe("false");
  });

  it("self.s.size() > 0", () => {
    const rule = emittedRule("self.s.size() > 0", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.s.size() > 0
      function sampleSpecRule(self: AnyData): boolean {
        return codePoints(aText(self["s"])) > 0;
      }
    `);
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({ s: "" })).toBe("false");
  });

  it("self.s.charAt(0) == 'a'", () => {
    const rule = emittedRule("self.s.charAt(0) == 'a'", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.s.charAt(0) == 'a'
      function sampleSpecRule(self: AnyData): boolean {
        return aText(charAt(aText(self["s"]), 0)) === "a";
      }
    `);
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({ s: "" })).toBe("false");
  });

  it("self.s.indexOf('b') == 1", () => {
    const rule = emittedRule("self.s.indexOf('b') == 1", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.s.indexOf('b') == 1
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(indexOfText(aText(self["s"]), "b")) === 1;
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.s.lastIndexOf('b', 1) == 1
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(lastIndexOfTextFrom(aText(self["s"]), "b", 1)) === 1;
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

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l.join(',') == 'a,b'
      function sampleSpecRule(self: AnyData): boolean {
        return (
          aText(joinTexts(aList(readOf(self["l"], sampleSpecLListReader)), ",")) ===
          "a,b"
        );
      }
    `);
    expect(rule.run({ l: ["a", "b"] })).toBe("true");
    expect(rule.run({ l: [] })).toBe("false");
  });

  it("self.s.lowerAscii() == self.s", () => {
    const rule = emittedRule("self.s.lowerAscii() == self.s", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.s.lowerAscii() == self.s
      function sampleSpecRule(self: AnyData): boolean {
        const s: AnyData = aText(self["s"]);
        return lowerAscii(s) === s;
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.s.upperAscii() == 'A'
      function sampleSpecRule(self: AnyData): boolean {
        return upperAscii(aText(self["s"])) === "A";
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.s.replace('a', 'b') == 'bb'
      function sampleSpecRule(self: AnyData): boolean {
        return replaceText(aText(self["s"]), "a", "b") === "bb";
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.s.split('/').size() == 2
      function sampleSpecRule(self: AnyData): boolean {
        return listSize(splitText(aText(self["s"]), "/")) === 2;
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.s.substring(1) == 'b'
      function sampleSpecRule(self: AnyData): boolean {
        return aText(substring(aText(self["s"]), 1)) === "b";
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.s.substring(0, 1) == 'a'
      function sampleSpecRule(self: AnyData): boolean {
        return aText(substring(aText(self["s"]), 0, 1)) === "a";
      }
    `);
    expect(rule.run({ s: "ab" })).toBe("true");
    expect(rule.run({ s: "b" })).toBe("false");
  });

  it("self.s.trim() == self.s", () => {
    const rule = emittedRule("self.s.trim() == self.s", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.s.trim() == self.s
      function sampleSpecRule(self: AnyData): boolean {
        const s: AnyData = aText(self["s"]);
        return trimText(s) === s;
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
      const sampleSpecReader = /* @__PURE__ */ readObject({
        i: readInt,
        s: readString,
      });

      // '%s is %d'.format([self.s, self.i]) == 'a is 1'
      function sampleSpecRule(self: AnyData): boolean {
        return (
          aText(formatString("%s is %d", [aText(self["s"]), anInt(self["i"])])) ===
          "a is 1"
        );
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // strings.quote(self.s) == '"a"'
      function sampleSpecRule(self: AnyData): boolean {
        return quoteText(aText(self["s"])) === '"a"';
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      const pattern = /^a+$/u;

      // self.s.matches('^a+$')
      function sampleSpecRule(self: AnyData): boolean {
        return pattern.test(aText(self["s"]));
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
      const sampleSpecReader = /* @__PURE__ */ readObject({
        s: readString,
        t: readString,
      });

      // self.s.matches(self.t)
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(matchesPattern(aText(self["s"]), aText(self["t"])));
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      const pattern = /^[0-9]{2}/u;

      // !self.s.matches('^[0-9]{2}')
      function sampleSpecRule(self: AnyData): boolean {
        return !pattern.test(aText(self["s"]));
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      const pattern = /[0-9]+/u;

      // self.s.find('[0-9]+') == '1'
      function sampleSpecRule(self: AnyData): boolean {
        return findMatch(aText(self["s"]), pattern) === "1";
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.s.findAll('[0-9]').size() == 2
      function sampleSpecRule(self: AnyData): boolean {
        return listSize(sound(findAllPattern(aText(self["s"]), "[0-9]"))) === 2;
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.s.findAll('[0-9]', 1) == ['1']
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(
          celEquals(sound(findAllPattern(aText(self["s"]), "[0-9]", 1)), ["1"]),
        );
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
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l.size() == 1
      function sampleSpecRule(self: AnyData): boolean {
        return anArray(self["l"]).length === 1;
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
      const sampleSpecMMapReader = /* @__PURE__ */ readMap(readInt);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        m: sampleSpecMMapReader,
      });

      // size(self.m) == 1
      function sampleSpecRule(self: AnyData): boolean {
        return Object.keys(anObject(self["m"])).length === 1;
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

      const sampleSpecReader = /* @__PURE__ */ readObject({
        n: sampleSpecNListReader,
      });

      // self.n.isSorted()
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(isSorted(aList(readOf(self["n"], sampleSpecNListReader))));
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

      const sampleSpecReader = /* @__PURE__ */ readObject({
        n: sampleSpecNListReader,
      });
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

      const sampleSpecReader = /* @__PURE__ */ readObject({
        n: sampleSpecNListReader,
      });

      // self.n.min() > 0
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(
          celGreater(
            sound(minOf(aList(readOf(self["n"], sampleSpecNListReader)))),
            0,
          ),
        );
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

      const sampleSpecReader = /* @__PURE__ */ readObject({
        n: sampleSpecNListReader,
      });

      // self.n.max() < 3
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(
          celLess(sound(maxOf(aList(readOf(self["n"], sampleSpecNListReader)))), 3),
        );
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

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l.indexOf('a') == 0
      function sampleSpecRule(self: AnyData): boolean {
        return (
          indexOfElement(aList(readOf(self["l"], sampleSpecLListReader)), "a") === 0
        );
      }
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

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l.lastIndexOf('a') == 1
      function sampleSpecRule(self: AnyData): boolean {
        return (
          lastIndexOfElement(aList(readOf(self["l"], sampleSpecLListReader)), "a") ===
          1
        );
      }
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

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l.includes('a')
      function sampleSpecRule(self: AnyData): boolean {
        return includesValue(readOf(self["l"], sampleSpecLListReader), "a");
      }
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

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l.slice(0, 1) == ['a']
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(
          celEquals(
            sound(sliceList(aList(readOf(self["l"], sampleSpecLListReader)), 0, 1)),
            ["a"],
          ),
        );
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

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });
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

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l.distinct() == self.l
      function sampleSpecRule(self: AnyData): boolean {
        const l = anArray(self["l"]);
        return aBool(
          celEquals(
            sound(distinctList(aList(readOf(l, sampleSpecLListReader)))),
            readOf(l, sampleSpecLListReader),
          ),
        );
      }
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

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l.reverse() == ['b', 'a']
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(
          celEquals(
            sound(reverseList(aList(readOf(self["l"], sampleSpecLListReader)))),
            ["b", "a"],
          ),
        );
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

      const sampleSpecReader = /* @__PURE__ */ readObject({
        n: sampleSpecNListReader,
      });

      // self.n.sort() == self.n
      function sampleSpecRule(self: AnyData): boolean {
        const n = anArray(self["n"]);
        return aBool(
          celEquals(
            sound(sortList(aList(readOf(n, sampleSpecNListReader)))),
            readOf(n, sampleSpecNListReader),
          ),
        );
      }
    `);
    expect(rule.run({ n: [1, 2] })).toBe("true");
    expect(rule.run({ n: [2, 1] })).toBe("false");
  });

  it("lists.range(3).all(x, x < self.i)", () => {
    const rule = emittedRule("lists.range(3).all(x, x < self.i)", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // lists.range(3).all(x, x < self.i)
      function sampleSpecRule(self: AnyData): boolean {
        const i: AnyData = anInt(self["i"]);
        return elementsOf(sound(rangeList(3))).every((x) => aBool(celLess(x, i)));
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

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });
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

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });
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

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // sets.contains(self.l, ['a'])
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(
          setContains(aList(readOf(self["l"], sampleSpecLListReader)), ["a"]),
        );
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

      const sampleSpecReader = /* @__PURE__ */ readObject({
        n: sampleSpecNListReader,
      });

      // sets.equivalent(self.n, [1, 2])
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(
          setsEquivalent(aList(readOf(self["n"], sampleSpecNListReader)), [1, 2]),
        );
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

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // sets.intersects(self.l, ['a'])
      function sampleSpecRule(self: AnyData): boolean {
        return setsIntersect(aList(readOf(self["l"], sampleSpecLListReader)), ["a"]);
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // isURL(self.s)
      function sampleSpecRule(self: AnyData): boolean {
        return isUrl(aText(self["s"]));
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // url(self.s).getScheme() == 'https'
      function sampleSpecRule(self: AnyData): boolean {
        return urlScheme(sound(parseUrl(aText(self["s"])))) === "https";
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // url(self.s).getHostname() == 'a.b' && url(self.s).getPort() == '80'
      function sampleSpecRule(self: AnyData): boolean {
        const s: AnyData = aText(self["s"]);
        return (
          urlHostname(sound(parseUrl(s))) === "a.b" &&
          urlPort(sound(parseUrl(s))) === "80"
        );
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // url(self.s).getEscapedPath() == '/c'
      function sampleSpecRule(self: AnyData): boolean {
        return urlEscapedPath(sound(parseUrl(aText(self["s"])))) === "/c";
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // url(self.s).getQuery()['k'] == ['v']
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(
          celEquals(
            sound(indexValue(urlQuery(sound(parseUrl(aText(self["s"])))), "k")),
            ["v"],
          ),
        );
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // isIP(self.s)
      function sampleSpecRule(self: AnyData): boolean {
        return isIp(aText(self["s"]));
      }
    `);
    expect(rule.run({ s: "::1" })).toBe("true");
    expect(rule.run({ s: "a" })).toBe("false");
  });

  it("ip(self.s).family() == 4", () => {
    const rule = emittedRule("ip(self.s).family() == 4", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // ip(self.s).family() == 4
      function sampleSpecRule(self: AnyData): boolean {
        return ipFamily(sound(parseIp(aText(self["s"])))) === 4;
      }
    `);
    expect(rule.run({ s: "1.2.3.4" })).toBe("true");
    expect(rule.run({ s: "::1" })).toBe("false");
  });

  it("ip(self.s).isLoopback()", () => {
    const rule = emittedRule("ip(self.s).isLoopback()", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // ip(self.s).isLoopback()
      function sampleSpecRule(self: AnyData): boolean {
        return isLoopback(sound(parseIp(aText(self["s"]))));
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // ip.isCanonical(self.s)
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(isCanonicalIp(aText(self["s"])));
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // ip(self.s) == ip('10.0.0.1')
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(
          celEquals(sound(parseIp(aText(self["s"]))), sound(parseIp("10.0.0.1"))),
        );
      }
    `);
    expect(rule.run({ s: "10.0.0.1" })).toBe("true");
    expect(rule.run({ s: "10.0.0.2" })).toBe("false");
  });

  it("isCIDR(self.s)", () => {
    const rule = emittedRule("isCIDR(self.s)", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // isCIDR(self.s)
      function sampleSpecRule(self: AnyData): boolean {
        return isCidrText(aText(self["s"]));
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // cidr(self.s).containsIP('10.0.0.1')
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(
          cidrContainsIpText(sound(parseCidr(aText(self["s"]))), "10.0.0.1"),
        );
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // cidr('10.0.0.0/8').containsIP(ip(self.s))
      function sampleSpecRule(self: AnyData): boolean {
        return cidrContainsIp(
          sound(parseCidr("10.0.0.0/8")),
          sound(parseIp(aText(self["s"]))),
        );
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // cidr(self.s).containsCIDR('10.0.0.0/16')
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(
          cidrContainsCidrText(sound(parseCidr(aText(self["s"]))), "10.0.0.0/16"),
        );
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // cidr(self.s).prefixLength() <= 24
      function sampleSpecRule(self: AnyData): boolean {
        return prefixLength(sound(parseCidr(aText(self["s"])))) <= 24;
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // cidr(self.s) == cidr(self.s).masked()
      function sampleSpecRule(self: AnyData): boolean {
        const s: AnyData = aText(self["s"]);
        return aBool(celEquals(sound(parseCidr(s)), maskedCidr(sound(parseCidr(s)))));
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // isQuantity(self.s)
      function sampleSpecRule(self: AnyData): boolean {
        return isQuantity(aText(self["s"]));
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // quantity(self.s).isLessThan(quantity('1Gi'))
      function sampleSpecRule(self: AnyData): boolean {
        return isLessQuantity(
          sound(parseQuantity(aText(self["s"]))),
          sound(parseQuantity("1Gi")),
        );
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
      const sampleSpecReader = /* @__PURE__ */ readObject({
        s: readString,
        t: readString,
      });

      // quantity(self.s).compareTo(quantity(self.t)) == 0
      function sampleSpecRule(self: AnyData): boolean {
        return (
          compareQuantities(
            sound(parseQuantity(aText(self["s"]))),
            sound(parseQuantity(aText(self["t"]))),
          ) === 0
        );
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // quantity(self.s).add(1).isInteger()
      function sampleSpecRule(self: AnyData): boolean {
        return isIntegerQuantity(
          addIntToQuantity(sound(parseQuantity(aText(self["s"]))), 1),
        );
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // sign(quantity(self.s)) == 1
      function sampleSpecRule(self: AnyData): boolean {
        return quantitySign(sound(parseQuantity(aText(self["s"])))) === 1;
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // quantity(self.s).asInteger() == 1
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(quantityAsInteger(sound(parseQuantity(aText(self["s"]))))) === 1;
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // isSemver(self.s)
      function sampleSpecRule(self: AnyData): boolean {
        return isSemver(aText(self["s"]));
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // semver(self.s).isGreaterThan(semver('1.0.0'))
      function sampleSpecRule(self: AnyData): boolean {
        return isGreaterSemver(
          sound(parseSemver(aText(self["s"]))),
          sound(parseSemver("1.0.0")),
        );
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // semver(self.s, true).major() == 1
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(semverMajor(sound(parseSemver(aText(self["s"]), true)))) === 1;
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // !format.dns1123Label().validate(self.s).hasValue()
      function sampleSpecRule(self: AnyData): boolean {
        return (
          validateFormat(dns1123LabelFormat(), aText(self["s"])).value === undefined
        );
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // format.named('uuid').hasValue() && self.s == ''
      function sampleSpecRule(self: AnyData): boolean {
        return namedFormat("uuid").value !== undefined && aText(self["s"]) === "";
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ date: readDateTime });

      // self.date.getFullYear() == 2024
      function sampleSpecRule(self: AnyData): boolean {
        return fullYear(readOf(self["date"], readDateTime)) === 2024;
      }
    `);
    expect(rule.run({ date: "2024-01-01T00:00:00Z" })).toBe("true");
    expect(rule.run({ date: "2023-01-01T00:00:00Z" })).toBe("false");
  });

  it("self.date.getHours('Europe/Berlin') == 1", () => {
    const rule = emittedRule("self.date.getHours('Europe/Berlin') == 1", {
      date: { type: "string", format: "date-time" },
    });
    expect(rule.text).toMatchInlineSnapshot(
      `const sampleSpecReader = /* @__PURE__ */ readObject({ date: readDateTime });`,
    );
    expect(rule.run({ date: "2024-01-01T00:00:00Z" })).toBe("true");
    expect(rule.run({ date: "2024-06-01T00:00:00Z" })).toBe("false");
  });

  it("self.date.getDayOfWeek() == 1", () => {
    const rule = emittedRule("self.date.getDayOfWeek() == 1", {
      date: { type: "string", format: "date-time" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ date: readDateTime });

      // self.date.getDayOfWeek() == 1
      function sampleSpecRule(self: AnyData): boolean {
        return dayOfWeek(readOf(self["date"], readDateTime)) === 1;
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ span: readDuration });

      // self.span.getMinutes() == 90
      function sampleSpecRule(self: AnyData): boolean {
        return durationMinutes(readOf(self["span"], readDuration)) === 90;
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      const duration1s = /* @__PURE__ */ new Duration(1000000000);

      // duration(self.s) > duration('1s')
      function sampleSpecRule(self: AnyData): boolean {
        return (
          compareDurations(sound(toDurationValue(aText(self["s"]))), duration1s) > 0
        );
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      const timestamp = /* @__PURE__ */ new Timestamp(1704067200, 0);

      // timestamp(self.s) > timestamp('2024-01-01T00:00:00Z')
      function sampleSpecRule(self: AnyData): boolean {
        return (
          compareTimestamps(sound(toTimestampValue(aText(self["s"]))), timestamp) > 0
        );
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // int(self.s) == 1
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(toIntValue(aText(self["s"]))) === 1;
      }
    `);
    expect(rule.run({ s: "1" })).toBe("true");
    expect(rule.run({ s: "a" })).toBe("error: type conversion error from 'string' to 'int'");
  });

  it("int(self.d) == 1", () => {
    const rule = emittedRule("int(self.d) == 1", { d: { type: "number" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ d: readDouble });

      // int(self.d) == 1
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(toIntValue(new Double(aNumber(self["d"])))) === 1;
      }
    `);
    expect(rule.run({ d: 1.5 })).toBe("true");
    expect(rule.run({ d: 2 })).toBe("false");
  });

  it("double(self.i) == 1.0", () => {
    const rule = emittedRule("double(self.i) == 1.0", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // double(self.i) == 1.0
      function sampleSpecRule(self: AnyData): boolean {
        return aDouble(Number(anInt(self["i"]))) === 1;
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({ i: 2 })).toBe("false");
  });

  it("string(self.i) == '1'", () => {
    const rule = emittedRule("string(self.i) == '1'", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // string(self.i) == '1'
      function sampleSpecRule(self: AnyData): boolean {
        return String(anInt(self["i"])) === "1";
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({ i: 2 })).toBe("false");
  });

  it("string(self.d) == '1.5'", () => {
    const rule = emittedRule("string(self.d) == '1.5'", { d: { type: "number" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ d: readDouble });

      // string(self.d) == '1.5'
      function sampleSpecRule(self: AnyData): boolean {
        return formatFloat(aNumber(self["d"])) === "1.5";
      }
    `);
    expect(rule.run({ d: 1.5 })).toBe("true");
    expect(rule.run({ d: 2 })).toBe("false");
  });

  it("bool(self.s)", () => {
    const rule = emittedRule("bool(self.s)", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // bool(self.s)
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(toBoolValue(aText(self["s"])));
      }
    `);
    expect(rule.run({ s: "true" })).toBe("true");
    expect(rule.run({ s: "x" })).toBe("error: type conversion error from 'string' to 'bool'");
  });

  it("bytes(self.s).size() == 2", () => {
    const rule = emittedRule("bytes(self.s).size() == 2", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // bytes(self.s).size() == 2
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(sizeOf(encodeUtf8(aText(self["s"])))) === 2;
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ bytes: readBytes });

      // string(self.bytes) == 'a'
      function sampleSpecRule(self: AnyData): boolean {
        return aText(toStringValue(readOf(self["bytes"], readBytes))) === "a";
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      const uint = /* @__PURE__ */ new Uint(1n);
    `);
    expect(rule.run({ s: "1" })).toBe("true");
    expect(rule.run({ s: "-1" })).toBe("error: type conversion error from 'string' to 'uint'");
  });

  it("dyn(self.i) == 1.0", () => {
    const rule = emittedRule("dyn(self.i) == 1.0", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // dyn(self.i) == 1.0
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(celEquals(anInt(self["i"]), new Double(1)));
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
      const sampleSpecReader = /* @__PURE__ */ readObject({ p: readIntOrString });

      // string(self.p) == '1'
      function sampleSpecRule(self: AnyData): boolean {
        return sound(toStringValue(readOf(self["p"], readIntOrString))) === "1";
      }
    `);
    expect(rule.run({ p: 1 })).toBe("true");
    expect(rule.run({ p: "2" })).toBe("false");
  });
});
