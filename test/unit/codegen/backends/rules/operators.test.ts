import { beforeAll, describe, expect, it } from "vitest";
import { loadRuntime } from "../../../../support/emit-unit.js";
import { emittedRule } from "../../../../support/literal.js";

beforeAll(loadRuntime);

describe("arithmetic", () => {
  it("self.i + self.j == 3", () => {
    const rule = emittedRule("self.i + self.j == 3", {
      i: { type: "integer" },
      j: { type: "integer" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt, j: readInt });

      // self.i + self.j == 3
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(anInt(self["i"]) + anInt(self["j"])) === 3;
      }
    `);
    expect(rule.run({ i: 1, j: 2 })).toBe("true");
    expect(rule.run({ i: 1, j: 1 })).toBe("false");
  });

  it("self.i - 1 == 3", () => {
    const rule = emittedRule("self.i - 1 == 3", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // self.i - 1 == 3
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(anInt(self["i"]) - 1) === 3;
      }
    `);
    expect(rule.run({ i: 4 })).toBe("true");
    expect(rule.run({ i: 1 })).toBe("false");
  });

  it("self.i * self.j < 9", () => {
    const rule = emittedRule("self.i * self.j < 9", {
      i: { type: "integer" },
      j: { type: "integer" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt, j: readInt });

      // self.i * self.j < 9
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(anInt(self["i"]) * anInt(self["j"])) < 9;
      }
    `);
    expect(rule.run({ i: 2, j: 2 })).toBe("true");
    expect(rule.run({ i: 3, j: 3 })).toBe("false");
  });

  it("self.i / self.j == 2", () => {
    const rule = emittedRule("self.i / self.j == 2", {
      i: { type: "integer" },
      j: { type: "integer" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt, j: readInt });

      // self.i / self.j == 2
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(Math.trunc(anInt(self["i"]) / anInt(self["j"]))) === 2;
      }
    `);
    expect(rule.run({ i: 5, j: 2 })).toBe("true");
    expect(rule.run({ i: 1, j: 0 })).toBe("error: division by zero");
  });

  it("self.i % 2 == 0", () => {
    const rule = emittedRule("self.i % 2 == 0", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // self.i % 2 == 0
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(anInt(self["i"]) % 2) === 0;
      }
    `);
    expect(rule.run({ i: 4 })).toBe("true");
    expect(rule.run({ i: 3 })).toBe("false");
  });

  it("-self.i < 0", () => {
    const rule = emittedRule("-self.i < 0", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // -self.i < 0
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(-anInt(self["i"])) < 0;
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({ i: -1 })).toBe("false");
  });

  it("self.d + 0.5 == 2.0", () => {
    const rule = emittedRule("self.d + 0.5 == 2.0", { d: { type: "number" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ d: readDouble });

      // self.d + 0.5 == 2.0
      function sampleSpecRule(self: AnyData): boolean {
        return aNumber(aNumber(self["d"]) + 0.5) === 2;
      }
    `);
    expect(rule.run({ d: 1.5 })).toBe("true");
    expect(rule.run({ d: 1 })).toBe("false");
  });

  it("self.d - self.d == 0.0", () => {
    const rule = emittedRule("self.d - self.d == 0.0", { d: { type: "number" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ d: readDouble });

      // self.d - self.d == 0.0
      function sampleSpecRule(self: AnyData): boolean {
        const d: AnyData = aNumber(self["d"]);
        return aNumber(d - d) === 0;
      }
    `);
    expect(rule.run({ d: 1.5 })).toBe("true");
    expect(rule.run({})).toBe("error: no such key: d");
  });

  it("self.d * 2.0 > 1.0", () => {
    const rule = emittedRule("self.d * 2.0 > 1.0", { d: { type: "number" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ d: readDouble });

      // self.d * 2.0 > 1.0
      function sampleSpecRule(self: AnyData): boolean {
        return aNumber(aNumber(self["d"]) * 2) > 1;
      }
    `);
    expect(rule.run({ d: 1 })).toBe("true");
    expect(rule.run({ d: 0.1 })).toBe("false");
  });

  it("self.d / 2.0 == 0.5", () => {
    const rule = emittedRule("self.d / 2.0 == 0.5", { d: { type: "number" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ d: readDouble });

      // self.d / 2.0 == 0.5
      function sampleSpecRule(self: AnyData): boolean {
        return aNumber(aNumber(self["d"]) / 2) === 0.5;
      }
    `);
    expect(rule.run({ d: 1 })).toBe("true");
    expect(rule.run({ d: 2 })).toBe("false");
  });

  it("-self.d < 0.0", () => {
    const rule = emittedRule("-self.d < 0.0", { d: { type: "number" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ d: readDouble });

      // -self.d < 0.0
      function sampleSpecRule(self: AnyData): boolean {
        return -aNumber(self["d"]) < 0;
      }
    `);
    expect(rule.run({ d: 1 })).toBe("true");
    expect(rule.run({ d: -1 })).toBe("false");
  });

  it("uint(self.i) + 1u == 2u", () => {
    const rule = emittedRule("uint(self.i) + 1u == 2u", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      const uint = /* @__PURE__ */ new Uint(1n);

      const uint2 = /* @__PURE__ */ new Uint(2n);
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({ i: -1 })).toBe("error: unsigned integer overflow");
  });

  it("self.s + 'b' == 'ab'", () => {
    const rule = emittedRule("self.s + 'b' == 'ab'", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.s + 'b' == 'ab'
      function sampleSpecRule(self: AnyData): boolean {
        return aText(self["s"]) + "b" === "ab";
      }
    `);
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({ s: "b" })).toBe("false");
  });

  it("self.l + ['x'] == ['a', 'x']", () => {
    const rule = emittedRule("self.l + ['x'] == ['a', 'x']", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l + ['x'] == ['a', 'x']
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(
          celEquals(
            sound(
              concatLists(aList(readOf(self["l"], sampleSpecLListReader)), ["x"]),
            ),
            ["a", "x"],
          ),
        );
      }
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
    expect(rule.run({ l: [] })).toBe("false");
  });

  it("self.bytes + b'b' == b'ab'", () => {
    const rule = emittedRule("self.bytes + b'b' == b'ab'", {
      bytes: { type: "string", format: "byte" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ bytes: readBytes });

      const bytes = /* @__PURE__ */ new Uint8Array([98]);

      const bytes2 = /* @__PURE__ */ new Uint8Array([97, 98]);
    `);
    expect(rule.run({ bytes: "YQ==" })).toBe("true");
    expect(rule.run({ bytes: "YWE=" })).toBe("false");
  });

  it("self.date + duration('1h') > self.date", () => {
    const rule = emittedRule("self.date + duration('1h') > self.date", {
      date: { type: "string", format: "date-time" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ date: readDateTime });

      const duration1h = /* @__PURE__ */ new Duration(3600000000000);

      // self.date + duration('1h') > self.date
      function sampleSpecRule(self: AnyData): boolean {
        const date: AnyData = readOf(self["date"], readDateTime);
        return compareTimestamps(sound(addToTimestamp(date, duration1h)), date) > 0;
      }
    `);
    expect(rule.run({ date: "2024-01-01T00:00:00Z" })).toBe("true");
    expect(rule.run({ date: "x" })).toBe(
      'error: Invalid date-time formatted string x: parsing time "x" as "2006-01-02T15:04:05": cannot parse "x" as "2006"',
    );
  });

  it("self.date - self.date == duration('0s')", () => {
    const rule = emittedRule("self.date - self.date == duration('0s')", {
      date: { type: "string", format: "date-time" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ date: readDateTime });

      const duration0s = /* @__PURE__ */ new Duration(0);

      // self.date - self.date == duration('0s')
      function sampleSpecRule(self: AnyData): boolean {
        const date: AnyData = readOf(self["date"], readDateTime);
        return sound(subtractTimestamps(date, date)).equals(duration0s);
      }
    `);
    expect(rule.run({ date: "2024-01-01T00:00:00Z" })).toBe("true");
  });

  it("self.span + self.span == duration('2h')", () => {
    const rule = emittedRule("self.span + self.span == duration('2h')", {
      span: { type: "string", format: "duration" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ span: readDuration });

      const duration2h = /* @__PURE__ */ new Duration(7200000000000);

      // self.span + self.span == duration('2h')
      function sampleSpecRule(self: AnyData): boolean {
        const span: AnyData = readOf(self["span"], readDuration);
        return sound(addDurations(span, span)).equals(duration2h);
      }
    `);
    expect(rule.run({ span: "1h" })).toBe("true");
    expect(rule.run({ span: "2h" })).toBe("false");
  });
});

describe("comparison", () => {
  it("self.i < 3", () => {
    const rule = emittedRule("self.i < 3", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // self.i < 3
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(self["i"]) < 3;
      }
    `);
    expect(rule.run({ i: 2 })).toBe("true");
    expect(rule.run({ i: 3 })).toBe("false");
    expect(rule.run({})).toBe("error: no such key: i");
  });

  it("self.i <= self.j", () => {
    const rule = emittedRule("self.i <= self.j", {
      i: { type: "integer" },
      j: { type: "integer" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt, j: readInt });

      // self.i <= self.j
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(self["i"]) <= anInt(self["j"]);
      }
    `);
    expect(rule.run({ i: 1, j: 1 })).toBe("true");
    expect(rule.run({ i: 2, j: 1 })).toBe("false");
  });

  it("self.d > 1.5", () => {
    const rule = emittedRule("self.d > 1.5", { d: { type: "number" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ d: readDouble });

      // self.d > 1.5
      function sampleSpecRule(self: AnyData): boolean {
        return aNumber(self["d"]) > 1.5;
      }
    `);
    expect(rule.run({ d: 2 })).toBe("true");
    expect(rule.run({ d: 1 })).toBe("false");
  });

  it("self.i >= 1", () => {
    const rule = emittedRule("self.i >= 1", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // self.i >= 1
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(self["i"]) >= 1;
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({ i: 0 })).toBe("false");
  });

  it("self.i < 9007199254740993.0, where ints beyond 2^53 may have to be rounded", () => {
    const rule = emittedRule("self.i < 9007199254740993.0", { i: { type: "integer" } });
    expect(rule.run({ i: Number.MAX_SAFE_INTEGER })).toBe("true");
    expect(rule.run({ i: 2 ** 53 })).toBe("false");
    expect(rule.run({ i: 9007199254740993n })).toBe("false");
  });

  it("self.i < 1.5", () => {
    const rule = emittedRule("self.i < 1.5", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // self.i < 1.5
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(self["i"]) < 1.5;
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({ i: 2 })).toBe("false");
  });

  it("self.s < self.t", () => {
    const rule = emittedRule("self.s < self.t", {
      s: { type: "string", maxLength: 20 },
      t: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({
        s: readString,
        t: readString,
      });

      // self.s < self.t
      function sampleSpecRule(self: AnyData): boolean {
        return compareUtf8(aText(self["s"]), aText(self["t"])) < 0;
      }
    `);
    expect(rule.run({ s: "a", t: "b" })).toBe("true");
    expect(rule.run({ s: "b", t: "a" })).toBe("false");
  });

  it("self.b < self.c", () => {
    const rule = emittedRule("self.b < self.c", { b: { type: "boolean" }, c: { type: "boolean" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({
        b: readBool,
        c: readBool,
      });

      // self.b < self.c
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(celLess(aBool(self["b"]), aBool(self["c"])));
      }
    `);
    expect(rule.run({ b: false, c: true })).toBe("true");
    expect(rule.run({ b: true, c: true })).toBe("false");
  });

  it("self.date < timestamp('2025-01-01T00:00:00Z')", () => {
    const rule = emittedRule("self.date < timestamp('2025-01-01T00:00:00Z')", {
      date: { type: "string", format: "date-time" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ date: readDateTime });

      const timestamp = /* @__PURE__ */ new Timestamp(1735689600, 0);

      // self.date < timestamp('2025-01-01T00:00:00Z')
      function sampleSpecRule(self: AnyData): boolean {
        return compareTimestamps(readOf(self["date"], readDateTime), timestamp) < 0;
      }
    `);
    expect(rule.run({ date: "2024-01-01T00:00:00Z" })).toBe("true");
    expect(rule.run({ date: "2026-01-01T00:00:00Z" })).toBe("false");
  });

  it("self.span >= duration('1m')", () => {
    const rule = emittedRule("self.span >= duration('1m')", {
      span: { type: "string", format: "duration" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ span: readDuration });

      const duration1m = /* @__PURE__ */ new Duration(60000000000);

      // self.span >= duration('1m')
      function sampleSpecRule(self: AnyData): boolean {
        return compareDurations(readOf(self["span"], readDuration), duration1m) >= 0;
      }
    `);
    expect(rule.run({ span: "1h" })).toBe("true");
    expect(rule.run({ span: "1s" })).toBe("false");
  });

  it("self.bytes < b'b'", () => {
    const rule = emittedRule("self.bytes < b'b'", { bytes: { type: "string", format: "byte" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ bytes: readBytes });

      const bytes = /* @__PURE__ */ new Uint8Array([98]);
    `);
    expect(rule.run({ bytes: "YQ==" })).toBe("true");
    expect(rule.run({ bytes: "Yg==" })).toBe("false");
  });
});

describe("equality", () => {
  it("self.i == 3", () => {
    const rule = emittedRule("self.i == 3", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // self.i == 3
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(self["i"]) === 3;
      }
    `);
    expect(rule.run({ i: 3 })).toBe("true");
    expect(rule.run({ i: 2 })).toBe("false");
  });

  it("self.i != self.j", () => {
    const rule = emittedRule("self.i != self.j", {
      i: { type: "integer" },
      j: { type: "integer" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt, j: readInt });

      // self.i != self.j
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(self["i"]) !== anInt(self["j"]);
      }
    `);
    expect(rule.run({ i: 3, j: 2 })).toBe("true");
    expect(rule.run({ i: 2, j: 2 })).toBe("false");
  });

  it("self.d == 1.0", () => {
    const rule = emittedRule("self.d == 1.0", { d: { type: "number" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ d: readDouble });

      // self.d == 1.0
      function sampleSpecRule(self: AnyData): boolean {
        return aNumber(self["d"]) === 1;
      }
    `);
    expect(rule.run({ d: 1 })).toBe("true");
    expect(rule.run({ d: 2 })).toBe("false");
  });

  it("self.s == 'a'", () => {
    const rule = emittedRule("self.s == 'a'", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.s == 'a'
      function sampleSpecRule(self: AnyData): boolean {
        return aText(self["s"]) === "a";
      }
    `);
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({ s: "b" })).toBe("false");
  });

  it("self.s != ''", () => {
    const rule = emittedRule("self.s != ''", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.s != ''
      function sampleSpecRule(self: AnyData): boolean {
        return aText(self["s"]) !== "";
      }
    `);
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({ s: "" })).toBe("false");
  });

  it("self.b == true", () => {
    const rule = emittedRule("self.b == true", { b: { type: "boolean" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ b: readBool });

      // self.b == true
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(self["b"]) === true;
      }
    `);
    expect(rule.run({ b: true })).toBe("true");
    expect(rule.run({ b: false })).toBe("false");
  });

  it("self.b == self.c", () => {
    const rule = emittedRule("self.b == self.c", {
      b: { type: "boolean" },
      c: { type: "boolean" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({
        b: readBool,
        c: readBool,
      });

      // self.b == self.c
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(self["b"]) === aBool(self["c"]);
      }
    `);
    expect(rule.run({ b: true, c: true })).toBe("true");
    expect(rule.run({ b: true, c: false })).toBe("false");
  });

  it("self.l == self.l", () => {
    const rule = emittedRule("self.l == self.l", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l == self.l
      function sampleSpecRule(self: AnyData): boolean {
        const l = anArray(self["l"]);
        return aBool(
          celEquals(
            readOf(l, sampleSpecLListReader),
            readOf(l, sampleSpecLListReader),
          ),
        );
      }
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
  });

  it("self.l == ['a']", () => {
    const rule = emittedRule("self.l == ['a']", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l == ['a']
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(celEquals(readOf(self["l"], sampleSpecLListReader), ["a"]));
      }
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
    expect(rule.run({ l: [] })).toBe("false");
  });

  it("self.m == {'a': 1}", () => {
    const rule = emittedRule("self.m == {'a': 1}", {
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

  it("self.o == self.o", () => {
    const rule = emittedRule("self.o == self.o", {
      o: { type: "object", properties: { a: { type: "string" } } },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecOReader = /* @__PURE__ */ readObject({ a: readString });

      const sampleSpecReader = /* @__PURE__ */ readObject({ o: sampleSpecOReader });

      // self.o == self.o
      function sampleSpecRule(self: AnyData): boolean {
        const o = anObject(self["o"]);
        return aBool(
          celEquals(readOf(o, sampleSpecOReader), readOf(o, sampleSpecOReader)),
        );
      }
    `);
    expect(rule.run({ o: { a: "x" } })).toBe("true");
    expect(rule.run({})).toBe("error: no such key: o");
  });

  it("self.date == timestamp('2024-01-01T00:00:00Z')", () => {
    const rule = emittedRule("self.date == timestamp('2024-01-01T00:00:00Z')", {
      date: { type: "string", format: "date-time" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ date: readDateTime });

      const timestamp = /* @__PURE__ */ new Timestamp(1704067200, 0);

      // self.date == timestamp('2024-01-01T00:00:00Z')
      function sampleSpecRule(self: AnyData): boolean {
        return readOf(self["date"], readDateTime).equals(timestamp);
      }
    `);
    expect(rule.run({ date: "2024-01-01T01:00:00+01:00" })).toBe("true");
    expect(rule.run({ date: "2024-01-01T00:00:01Z" })).toBe("false");
  });

  it("self.bytes == b'a'", () => {
    const rule = emittedRule("self.bytes == b'a'", { bytes: { type: "string", format: "byte" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ bytes: readBytes });

      const bytes = /* @__PURE__ */ new Uint8Array([97]);
    `);
    expect(rule.run({ bytes: "YQ==" })).toBe("true");
    expect(rule.run({ bytes: "Yg==" })).toBe("false");
  });

  it("self.p == 80", () => {
    const rule = emittedRule("self.p == 80", { p: { "x-kubernetes-int-or-string": true } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ p: readIntOrString });

      // self.p == 80
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(celEquals(readOf(self["p"], readIntOrString), 80));
      }
    `);
    expect(rule.run({ p: 80 })).toBe("true");
    expect(rule.run({ p: "80" })).toBe("false");
  });

  it("type(self.p) == string", () => {
    const rule = emittedRule("type(self.p) == string", {
      p: { "x-kubernetes-int-or-string": true },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ p: readIntOrString });

      const type = /* @__PURE__ */ new TypeValue("string");

      // type(self.p) == string
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(celEquals(typeOf(readOf(self["p"], readIntOrString)), type));
      }
    `);
    expect(rule.run({ p: "x" })).toBe("true");
    expect(rule.run({ p: 1 })).toBe("false");
  });

  it("self.p != null", () => {
    const rule = emittedRule("self.p != null", { p: { "x-kubernetes-int-or-string": true } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ p: readIntOrString });

      // self.p != null
      function sampleSpecRule(self: AnyData): boolean {
        return readOf(self["p"], readIntOrString) !== null;
      }
    `);
    expect(rule.run({ p: 1 })).toBe("true");
    expect(rule.run({})).toBe("error: no such key: p");
  });
});

describe("logic", () => {
  it("self.b", () => {
    const rule = emittedRule("self.b", { b: { type: "boolean" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ b: readBool });

      // self.b
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(self["b"]);
      }
    `);
    expect(rule.run({ b: true })).toBe("true");
    expect(rule.run({ b: false })).toBe("false");
    expect(rule.run({})).toBe("error: no such key: b");
  });

  it("!self.b", () => {
    const rule = emittedRule("!self.b", { b: { type: "boolean" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ b: readBool });

      // !self.b
      function sampleSpecRule(self: AnyData): boolean {
        return !aBool(self["b"]);
      }
    `);
    expect(rule.run({ b: false })).toBe("true");
    expect(rule.run({ b: true })).toBe("false");
  });

  it("self.b && self.c", () => {
    const rule = emittedRule("self.b && self.c", {
      b: { type: "boolean" },
      c: { type: "boolean" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({
        b: readBool,
        c: readBool,
      });

      // self.b && self.c
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(self["b"]) && aBool(self["c"]);
      }
    `);
    expect(rule.run({ b: true, c: true })).toBe("true");
    expect(rule.run({ b: true, c: false })).toBe("false");
  });

  it("self.b || self.c", () => {
    const rule = emittedRule("self.b || self.c", {
      b: { type: "boolean" },
      c: { type: "boolean" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({
        b: readBool,
        c: readBool,
      });

      // self.b || self.c
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(self["b"]) || aBool(self["c"]);
      }
    `);
    expect(rule.run({ b: false, c: true })).toBe("true");
    expect(rule.run({ b: false, c: false })).toBe("false");
  });

  it("self.i / self.j > 1 || self.b", () => {
    const rule = emittedRule("self.i / self.j > 1 || self.b", {
      i: { type: "integer" },
      j: { type: "integer" },
      b: { type: "boolean" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({
        i: readInt,
        j: readInt,
        b: readBool,
      });

      // self.i / self.j > 1 || self.b
      function sampleSpecRule(self: AnyData): boolean {
        return (
          anInt(Math.trunc(anInt(self["i"]) / anInt(self["j"]))) > 1 ||
          aBool(self["b"])
        );
      }
    `);
    expect(rule.run({ i: 1, j: 0, b: true })).toBe("true");
    expect(rule.run({ i: 1, j: 0, b: false })).toBe("error: division by zero");
  });

  it("self.i / self.j > 1 && self.b", () => {
    const rule = emittedRule("self.i / self.j > 1 && self.b", {
      i: { type: "integer" },
      j: { type: "integer" },
      b: { type: "boolean" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({
        i: readInt,
        j: readInt,
        b: readBool,
      });

      // self.i / self.j > 1 && self.b
      function sampleSpecRule(self: AnyData): boolean {
        return (
          anInt(Math.trunc(anInt(self["i"]) / anInt(self["j"]))) > 1 &&
          aBool(self["b"])
        );
      }
    `);
    expect(rule.run({ i: 1, j: 0, b: false })).toBe("false");
    expect(rule.run({ i: 1, j: 0, b: true })).toBe("error: division by zero");
  });

  it("!(self.b && self.i > 1)", () => {
    const rule = emittedRule("!(self.b && self.i > 1)", {
      i: { type: "integer" },
      b: { type: "boolean" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({
        i: readInt,
        b: readBool,
      });

      // !(self.b && self.i > 1)
      function sampleSpecRule(self: AnyData): boolean {
        return !(aBool(self["b"]) && anInt(self["i"]) > 1);
      }
    `);
    expect(rule.run({ b: true, i: 1 })).toBe("true");
    expect(rule.run({ b: true, i: 2 })).toBe("false");
  });

  it("self.b ? self.i > 1 : self.i < 1", () => {
    const rule = emittedRule("self.b ? self.i > 1 : self.i < 1", {
      i: { type: "integer" },
      b: { type: "boolean" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({
        i: readInt,
        b: readBool,
      });

      // self.b ? self.i > 1 : self.i < 1
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(self["b"]) ? anInt(self["i"]) > 1 : anInt(self["i"]) < 1;
      }
    `);
    expect(rule.run({ b: true, i: 2 })).toBe("true");
    expect(rule.run({ b: false, i: 2 })).toBe("false");
  });

  it("(self.b ? 1 : self.i) == 1", () => {
    const rule = emittedRule("(self.b ? 1 : self.i) == 1", {
      i: { type: "integer" },
      b: { type: "boolean" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({
        i: readInt,
        b: readBool,
      });

      // (self.b ? 1 : self.i) == 1
      function sampleSpecRule(self: AnyData): boolean {
        return (aBool(self["b"]) ? 1 : anInt(self["i"])) === 1;
      }
    `);
    expect(rule.run({ b: true })).toBe("true");
    expect(rule.run({ b: false, i: 2 })).toBe("false");
  });
});

describe("membership and access", () => {
  it("self.s in ['a', 'b']", () => {
    const rule = emittedRule("self.s in ['a', 'b']", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.s in ['a', 'b']
      function sampleSpecRule(self: AnyData): boolean {
        const s: AnyData = aText(self["s"]);
        return s === "a" || s === "b";
      }
    `);
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({ s: "c" })).toBe("false");
  });

  it("self.i in [1, 2]", () => {
    const rule = emittedRule("self.i in [1, 2]", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // self.i in [1, 2]
      function sampleSpecRule(self: AnyData): boolean {
        const i: AnyData = anInt(self["i"]);
        return i === 1 || i === 2;
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({ i: 3 })).toBe("false");
  });

  it("self.s in self.l", () => {
    const rule = emittedRule("self.s in self.l", {
      s: { type: "string", maxLength: 20 },
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        s: readString,
        l: sampleSpecLListReader,
      });

      // self.s in self.l
      function sampleSpecRule(self: AnyData): boolean {
        return includesText(anArray(self["l"]), aText(self["s"]));
      }
    `);
    expect(rule.run({ s: "a", l: ["a"] })).toBe("true");
    expect(rule.run({ s: "a", l: [] })).toBe("false");
  });

  it("self.s in self.m", () => {
    const rule = emittedRule("self.s in self.m", {
      s: { type: "string", maxLength: 20 },
      m: { type: "object", additionalProperties: { type: "integer" }, maxProperties: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecMMapReader = /* @__PURE__ */ readMap(readInt);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        s: readString,
        m: sampleSpecMMapReader,
      });

      // self.s in self.m
      function sampleSpecRule(self: AnyData): boolean {
        return hasEntry(self["m"], aText(self["s"]), readInt);
      }
    `);
    expect(rule.run({ s: "a", m: { a: 1 } })).toBe("true");
    expect(rule.run({ s: "b", m: {} })).toBe("false");
  });

  it("!(self.s in ['a'])", () => {
    const rule = emittedRule("!(self.s in ['a'])", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // !(self.s in ['a'])
      function sampleSpecRule(self: AnyData): boolean {
        return aText(self["s"]) !== "a";
      }
    `);
    expect(rule.run({ s: "b" })).toBe("true");
    expect(rule.run({ s: "a" })).toBe("false");
  });

  it("self.l[0] == 'a'", () => {
    const rule = emittedRule("self.l[0] == 'a'", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l[0] == 'a'
      function sampleSpecRule(self: AnyData): boolean {
        return aText(anArray(self["l"])[0]) === "a";
      }
    `);
    expect(rule.run({ l: ["a"] })).toBe("true");
    expect(rule.run({ l: [] })).toBe("error: index out of bounds: 0");
  });

  it("self.m['a'] == 1", () => {
    const rule = emittedRule("self.m['a'] == 1", {
      m: { type: "object", additionalProperties: { type: "integer" }, maxProperties: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecMMapReader = /* @__PURE__ */ readMap(readInt);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        m: sampleSpecMMapReader,
      });

      // self.m['a'] == 1
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(entryIn(self["m"], "a")) === 1;
      }
    `);
    expect(rule.run({ m: { a: 1 } })).toBe("true");
    expect(rule.run({ m: {} })).toBe("error: no such key: a");
  });

  it("self.l[self.i] == 'a'", () => {
    const rule = emittedRule("self.l[self.i] == 'a'", {
      i: { type: "integer" },
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        i: readInt,
        l: sampleSpecLListReader,
      });

      // self.l[self.i] == 'a'
      function sampleSpecRule(self: AnyData): boolean {
        return aText(anArray(self["l"])[anInt(self["i"])]) === "a";
      }
    `);
    expect(rule.run({ l: ["a"], i: 0 })).toBe("true");
    expect(rule.run({ l: ["a"], i: 1 })).toBe("error: index out of bounds: 1");
  });

  it("self.o.a == 'x'", () => {
    const rule = emittedRule("self.o.a == 'x'", {
      o: { type: "object", properties: { a: { type: "string" } } },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecOReader = /* @__PURE__ */ readObject({ a: readString });

      const sampleSpecReader = /* @__PURE__ */ readObject({ o: sampleSpecOReader });

      // self.o.a == 'x'
      function sampleSpecRule(self: AnyData): boolean {
        return aText(self["o"]?.["a"]) === "x";
      }
    `);
    expect(rule.run({ o: { a: "x" } })).toBe("true");
    expect(rule.run({ o: {} })).toBe("error: no such key: a");
    expect(rule.run({})).toBe("error: no such key: o");
  });

  it("self.m.a == 1", () => {
    const rule = emittedRule("self.m.a == 1", {
      m: { type: "object", additionalProperties: { type: "integer" }, maxProperties: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecMMapReader = /* @__PURE__ */ readMap(readInt);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        m: sampleSpecMMapReader,
      });

      // self.m.a == 1
      function sampleSpecRule(self: AnyData): boolean {
        return anInt(entryIn(self["m"], "a")) === 1;
      }
    `);
    expect(rule.run({ m: { a: 1 } })).toBe("true");
    expect(rule.run({ m: {} })).toBe("error: no such key: a");
  });

  it("has(self.i)", () => {
    const rule = emittedRule("has(self.i)", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // has(self.i)
      function sampleSpecRule(self: AnyData): boolean {
        return someInt(self["i"]) || noneIn(self);
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({})).toBe("false");
  });

  it("has(self.o.a)", () => {
    const rule = emittedRule("has(self.o.a)", {
      o: { type: "object", properties: { a: { type: "string" } } },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecOReader = /* @__PURE__ */ readObject({ a: readString });

      const sampleSpecReader = /* @__PURE__ */ readObject({ o: sampleSpecOReader });

      // has(self.o.a)
      function sampleSpecRule(self: AnyData): boolean {
        return someText(anObject(self["o"])["a"]);
      }
    `);
    expect(rule.run({ o: { a: "x" } })).toBe("true");
    expect(rule.run({ o: {} })).toBe("false");
  });

  it("!has(self.i) || self.i > 1", () => {
    const rule = emittedRule("!has(self.i) || self.i > 1", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // !has(self.i) || self.i > 1
      function sampleSpecRule(self: AnyData): boolean {
        const i = self["i"];
        return !(someInt(i) || noneIn(self)) || i > 1;
      }
    `);
    expect(rule.run({})).toBe("true");
    expect(rule.run({ i: 1 })).toBe("false");
  });

  it("has(self.m.a)", () => {
    const rule = emittedRule("has(self.m.a)", {
      m: { type: "object", additionalProperties: { type: "integer" }, maxProperties: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecMMapReader = /* @__PURE__ */ readMap(readInt);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        m: sampleSpecMMapReader,
      });

      // has(self.m.a)
      function sampleSpecRule(self: AnyData): boolean {
        return hasEntry(self["m"], "a", readInt);
      }
    `);
    expect(rule.run({ m: { a: 1 } })).toBe("true");
    expect(rule.run({ m: {} })).toBe("false");
  });

  it("has(self.b) == has(self.c)", () => {
    const rule = emittedRule("has(self.b) == has(self.c)", {
      b: { type: "boolean" },
      c: { type: "boolean" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({
        b: readBool,
        c: readBool,
      });

      // has(self.b) == has(self.c)
      function sampleSpecRule(self: AnyData): boolean {
        const b = anObject(self)["b"];
        return someBool(b) === someBool(self["c"]);
      }
    `);
    expect(rule.run({})).toBe("true");
    expect(rule.run({ b: true })).toBe("false");
  });
});

describe("optional values", () => {
  it("self.?s.orValue('a') == 'a'", () => {
    const rule = emittedRule("self.?s.orValue('a') == 'a'", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // self.?s.orValue('a') == 'a'
      function sampleSpecRule(self: AnyData): boolean {
        return aText(anObject(self)["s"] ?? "a") === "a";
      }
    `);
    expect(rule.run({})).toBe("true");
    expect(rule.run({ s: "b" })).toBe("false");
  });

  it("self.?o.?a.orValue('') == ''", () => {
    const rule = emittedRule("self.?o.?a.orValue('') == ''", {
      o: { type: "object", properties: { a: { type: "string" } } },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecOReader = /* @__PURE__ */ readObject({ a: readString });

      const sampleSpecReader = /* @__PURE__ */ readObject({ o: sampleSpecOReader });

      // self.?o.?a.orValue('') == ''
      function sampleSpecRule(self: AnyData): boolean {
        return aText(maybeObject(anObject(self)["o"])?.["a"] ?? "") === "";
      }
    `);
    expect(rule.run({})).toBe("true");
    expect(rule.run({ o: { a: "x" } })).toBe("false");
  });

  it("self.?i.hasValue()", () => {
    const rule = emittedRule("self.?i.hasValue()", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // self.?i.hasValue()
      function sampleSpecRule(self: AnyData): boolean {
        return isPresent(anObject(self)["i"], anInt);
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({})).toBe("false");
  });

  it("self.l[?0].orValue('a') == 'a'", () => {
    const rule = emittedRule("self.l[?0].orValue('a') == 'a'", {
      l: { type: "array", items: { type: "string" }, maxItems: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecLListReader = /* @__PURE__ */ readList(readString);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        l: sampleSpecLListReader,
      });

      // self.l[?0].orValue('a') == 'a'
      function sampleSpecRule(self: AnyData): boolean {
        return (
          valueOr(
            sound(selectOptional(readOf(self["l"], sampleSpecLListReader), 0)),
            "a",
          ) === "a"
        );
      }
    `);
    expect(rule.run({ l: [] })).toBe("true");
    expect(rule.run({ l: ["b"] })).toBe("false");
  });

  it("self.m[?'a'].value() == 1", () => {
    const rule = emittedRule("self.m[?'a'].value() == 1", {
      m: { type: "object", additionalProperties: { type: "integer" }, maxProperties: 5 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecMMapReader = /* @__PURE__ */ readMap(readInt);

      const sampleSpecReader = /* @__PURE__ */ readObject({
        m: sampleSpecMMapReader,
      });

      // self.m[?'a'].value() == 1
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(
          celEquals(
            sound(
              optionalValue(
                sound(selectOptional(readOf(self["m"], sampleSpecMMapReader), "a")),
              ),
            ),
            1,
          ),
        );
      }
    `);
    expect(rule.run({ m: { a: 1 } })).toBe("true");
    expect(rule.run({ m: {} })).toBe("error: optional.none() dereference");
  });

  it("self.?i.optMap(x, x + 1).orValue(0) == 2", () => {
    const rule = emittedRule("self.?i.optMap(x, x + 1).orValue(0) == 2", {
      i: { type: "integer" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // self.?i.optMap(x, x + 1).orValue(0) == 2
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(
          celEquals(
            valueOr(
              isPresent(anObject(self)["i"], anInt)
                ? new Optional(
                    ((x) => anInt(anInt(x) + 1))(
                      sound(optionalValue(optionalOf(anObject(self)["i"], readInt))),
                    ),
                  )
                : optionalNone,
              0,
            ),
            2,
          ),
        );
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({})).toBe("false");
  });

  it("self.?i.optFlatMap(x, optional.of(x)).hasValue()", () => {
    const rule = emittedRule("self.?i.optFlatMap(x, optional.of(x)).hasValue()", {
      i: { type: "integer" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // self.?i.optFlatMap(x, optional.of(x)).hasValue()
      function sampleSpecRule(self: AnyData): boolean {
        return (
          (isPresent(anObject(self)["i"], anInt)
            ? ((x) => new Optional(x))(
                sound(optionalValue(optionalOf(anObject(self)["i"], readInt))),
              )
            : optionalNone
          ).value !== undefined
        );
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({})).toBe("false");
  });

  it("optional.none().orValue(self.i) == 1", () => {
    const rule = emittedRule("optional.none().orValue(self.i) == 1", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // optional.none().orValue(self.i) == 1
      function sampleSpecRule(self: AnyData): boolean {
        return aBool(celEquals(valueOr(optionalNone, anInt(self["i"])), 1));
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({ i: 2 })).toBe("false");
  });

  it("self.?s.or(self.?t).value() == 'a'", () => {
    const rule = emittedRule("self.?s.or(self.?t).value() == 'a'", {
      s: { type: "string", maxLength: 20 },
      t: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({
        s: readString,
        t: readString,
      });

      // self.?s.or(self.?t).value() == 'a'
      function sampleSpecRule(self: AnyData): boolean {
        return (
          sound(
            optionalValue(
              firstPresent(
                optionalOf(anObject(self)["s"], readString),
                optionalOf(anObject(self)["t"], readString),
              ),
            ),
          ) === "a"
        );
      }
    `);
    expect(rule.run({ t: "a" })).toBe("true");
    expect(rule.run({})).toBe("error: optional.none() dereference");
  });

  it("[?self.?s].size() == 1", () => {
    const rule = emittedRule("[?self.?s].size() == 1", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(
      `const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });`,
    );
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({})).toBe("false");
  });

  it("{?'a': self.?s}.size() == 1", () => {
    const rule = emittedRule("{?'a': self.?s}.size() == 1", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(
      `const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });`,
    );
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({})).toBe("false");
  });

  it("optional.ofNonZeroValue(self.i).hasValue()", () => {
    const rule = emittedRule("optional.ofNonZeroValue(self.i).hasValue()", {
      i: { type: "integer" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ i: readInt });

      // optional.ofNonZeroValue(self.i).hasValue()
      function sampleSpecRule(self: AnyData): boolean {
        return optionalOfNonZero(anInt(self["i"])).value !== undefined;
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({ i: 0 })).toBe("false");
  });
});
