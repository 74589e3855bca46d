import { beforeAll, describe, expect, it } from "vitest";
import { loadRuntime } from "../../../support/emit-unit.js";
import { emittedRule } from "../../../support/literal.js";

beforeAll(loadRuntime);

describe("arithmetic", () => {
  it("self.i + self.j == 3", () => {
    const rule = emittedRule("self.i + self.j == 3", {
      i: { type: "integer" },
      j: { type: "integer" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.i + self.j == 3
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        const j = self["j"];
        if (!isWhole(j)) return noInt(self, "j");
        const it = addInts(i, j);
        if (it instanceof CelError) return it;
        return it === 3;
      }
    `);
    expect(rule.run({ i: 1, j: 2 })).toBe("true");
    expect(rule.run({ i: 1, j: 1 })).toBe("false");
  });

  it("self.i - 1 == 3", () => {
    const rule = emittedRule("self.i - 1 == 3", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.i - 1 == 3
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        const it = subtractInts(i, 1);
        if (it instanceof CelError) return it;
        return it === 3;
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
      // self.i * self.j < 9
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        const j = self["j"];
        if (!isWhole(j)) return noInt(self, "j");
        const it = multiplyInts(i, j);
        if (it instanceof CelError) return it;
        return it < 9;
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
      // self.i / self.j == 2
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        const j = self["j"];
        if (!isWhole(j)) return noInt(self, "j");
        const it = divideInts(i, j);
        if (it instanceof CelError) return it;
        return it === 2;
      }
    `);
    expect(rule.run({ i: 5, j: 2 })).toBe("true");
    expect(rule.run({ i: 1, j: 0 })).toBe("error: division by zero");
  });

  it("self.i % 2 == 0", () => {
    const rule = emittedRule("self.i % 2 == 0", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.i % 2 == 0
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        const it = moduloInts(i, 2);
        if (it instanceof CelError) return it;
        return it === 0;
      }
    `);
    expect(rule.run({ i: 4 })).toBe("true");
    expect(rule.run({ i: 3 })).toBe("false");
  });

  it("-self.i < 0", () => {
    const rule = emittedRule("-self.i < 0", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // -self.i < 0
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        const it = negateInt(i);
        if (it instanceof CelError) return it;
        return it < 0;
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({ i: -1 })).toBe("false");
  });

  it("self.d + 0.5 == 2.0", () => {
    const rule = emittedRule("self.d + 0.5 == 2.0", { d: { type: "number" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.d + 0.5 == 2.0
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const d = numberField(self["d"], self, "d");
        if (d instanceof CelError) return d;
        return d + 0.5 === 2;
      }
    `);
    expect(rule.run({ d: 1.5 })).toBe("true");
    expect(rule.run({ d: 1 })).toBe("false");
  });

  it("self.d - self.d == 0.0", () => {
    const rule = emittedRule("self.d - self.d == 0.0", { d: { type: "number" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.d - self.d == 0.0
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const d = numberField(self["d"], self, "d");
        if (d instanceof CelError) return d;
        return d - d === 0;
      }
    `);
    expect(rule.run({ d: 1.5 })).toBe("true");
    expect(rule.run({})).toBe("error: no such key: d");
  });

  it("self.d * 2.0 > 1.0", () => {
    const rule = emittedRule("self.d * 2.0 > 1.0", { d: { type: "number" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.d * 2.0 > 1.0
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const d = numberField(self["d"], self, "d");
        if (d instanceof CelError) return d;
        return celGreater(new Double(d * 2), new Double(1));
      }
    `);
    expect(rule.run({ d: 1 })).toBe("true");
    expect(rule.run({ d: 0.1 })).toBe("false");
  });

  it("self.d / 2.0 == 0.5", () => {
    const rule = emittedRule("self.d / 2.0 == 0.5", { d: { type: "number" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.d / 2.0 == 0.5
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const d = numberField(self["d"], self, "d");
        if (d instanceof CelError) return d;
        return d / 2 === 0.5;
      }
    `);
    expect(rule.run({ d: 1 })).toBe("true");
    expect(rule.run({ d: 2 })).toBe("false");
  });

  it("-self.d < 0.0", () => {
    const rule = emittedRule("-self.d < 0.0", { d: { type: "number" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // -self.d < 0.0
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const d = numberField(self["d"], self, "d");
        if (d instanceof CelError) return d;
        return -d < 0;
      }
    `);
    expect(rule.run({ d: 1 })).toBe("true");
    expect(rule.run({ d: -1 })).toBe("false");
  });

  it("uint(self.i) + 1u == 2u", () => {
    const rule = emittedRule("uint(self.i) + 1u == 2u", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const uint = /* @__PURE__ */ new Uint(1n);

      const uint2 = /* @__PURE__ */ new Uint(2n);

      // uint(self.i) + 1u == 2u
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        const uint3 = toUintValue(i);
        if (uint3 instanceof CelError) return uint3;
        const uint4 = addUints(uint3, uint);
        if (uint4 instanceof CelError) return uint4;
        return celEquals(uint4, uint2);
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({ i: -1 })).toBe("error: unsigned integer overflow");
  });

  it("self.s + 'b' == 'ab'", () => {
    const rule = emittedRule("self.s + 'b' == 'ab'", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s + 'b' == 'ab'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return s + "b" === "ab";
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

      // self.l + ['x'] == ['a', 'x']
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const it = sampleSpecLListReader(l);
        if (it instanceof CelError) return it;
        const it2 = concatLists(it as List, ["x"]);
        if (it2 instanceof CelError) return it2;
        return celEquals(it2, ["a", "x"]);
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
      const bytes = /* @__PURE__ */ new Uint8Array([98]);

      const bytes2 = /* @__PURE__ */ new Uint8Array([97, 98]);

      // self.bytes + b'b' == b'ab'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const bytes3 = fieldOf(self, "bytes", readBytes);
        if (bytes3 instanceof CelError) return bytes3;
        return celEquals(addBytes(bytes3, bytes), bytes2);
      }
    `);
    expect(rule.run({ bytes: "YQ==" })).toBe("true");
    expect(rule.run({ bytes: "YWE=" })).toBe("false");
  });

  it("self.date + duration('1h') > self.date", () => {
    const rule = emittedRule("self.date + duration('1h') > self.date", {
      date: { type: "string", format: "date-time" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const duration1h = /* @__PURE__ */ new Duration(3600000000000);

      // self.date + duration('1h') > self.date
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const date = fieldOf(self, "date", readDateTime);
        if (date instanceof CelError) return date;
        const timestamp = addToTimestamp(date, duration1h);
        if (timestamp instanceof CelError) return timestamp;
        return compareTimestamps(timestamp, date) > 0;
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
      const duration0s = /* @__PURE__ */ new Duration(0);

      // self.date - self.date == duration('0s')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const date = fieldOf(self, "date", readDateTime);
        if (date instanceof CelError) return date;
        const duration = subtractTimestamps(date, date);
        if (duration instanceof CelError) return duration;
        return duration.equals(duration0s);
      }
    `);
    expect(rule.run({ date: "2024-01-01T00:00:00Z" })).toBe("true");
  });

  it("self.span + self.span == duration('2h')", () => {
    const rule = emittedRule("self.span + self.span == duration('2h')", {
      span: { type: "string", format: "duration" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const duration2h = /* @__PURE__ */ new Duration(7200000000000);

      // self.span + self.span == duration('2h')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const span = fieldOf(self, "span", readDuration);
        if (span instanceof CelError) return span;
        const duration = addDurations(span, span);
        if (duration instanceof CelError) return duration;
        return duration.equals(duration2h);
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
      // self.i < 3
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        return i < 3;
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
      // self.i <= self.j
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        const j = self["j"];
        if (!isWhole(j)) return noInt(self, "j");
        return i <= j;
      }
    `);
    expect(rule.run({ i: 1, j: 1 })).toBe("true");
    expect(rule.run({ i: 2, j: 1 })).toBe("false");
  });

  it("self.d > 1.5", () => {
    const rule = emittedRule("self.d > 1.5", { d: { type: "number" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.d > 1.5
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const d = numberField(self["d"], self, "d");
        if (d instanceof CelError) return d;
        return d > 1.5;
      }
    `);
    expect(rule.run({ d: 2 })).toBe("true");
    expect(rule.run({ d: 1 })).toBe("false");
  });

  it("self.i >= 1", () => {
    const rule = emittedRule("self.i >= 1", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.i >= 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        return i >= 1;
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({ i: 0 })).toBe("false");
  });

  it("self.i < 9007199254740993.0, where both sides may have to be rounded", () => {
    const rule = emittedRule("self.i < 9007199254740993.0", { i: { type: "integer" } });
    expect(rule.text).toContain("celLess(i, new Double(9007199254740992))");
  });

  it("self.i < 1.5", () => {
    const rule = emittedRule("self.i < 1.5", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.i < 1.5
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        return i < 1.5;
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
      // self.s < self.t
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const t = self["t"];
        if (typeof t !== "string") return noString(self, "t");
        return compareUtf8(s, t) < 0;
      }
    `);
    expect(rule.run({ s: "a", t: "b" })).toBe("true");
    expect(rule.run({ s: "b", t: "a" })).toBe("false");
  });

  it("self.b < self.c", () => {
    const rule = emittedRule("self.b < self.c", { b: { type: "boolean" }, c: { type: "boolean" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.b < self.c
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const b = self["b"];
        if (typeof b !== "boolean") return noBool(self, "b");
        const c = self["c"];
        if (typeof c !== "boolean") return noBool(self, "c");
        return celLess(b, c);
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
      const timestamp = /* @__PURE__ */ new Timestamp(1735689600, 0);

      // self.date < timestamp('2025-01-01T00:00:00Z')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const date = fieldOf(self, "date", readDateTime);
        if (date instanceof CelError) return date;
        return compareTimestamps(date, timestamp) < 0;
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
      const duration1m = /* @__PURE__ */ new Duration(60000000000);

      // self.span >= duration('1m')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const span = fieldOf(self, "span", readDuration);
        if (span instanceof CelError) return span;
        return compareDurations(span, duration1m) >= 0;
      }
    `);
    expect(rule.run({ span: "1h" })).toBe("true");
    expect(rule.run({ span: "1s" })).toBe("false");
  });

  it("self.bytes < b'b'", () => {
    const rule = emittedRule("self.bytes < b'b'", { bytes: { type: "string", format: "byte" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const bytes = /* @__PURE__ */ new Uint8Array([98]);

      // self.bytes < b'b'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const bytes2 = fieldOf(self, "bytes", readBytes);
        if (bytes2 instanceof CelError) return bytes2;
        return celLess(bytes2, bytes);
      }
    `);
    expect(rule.run({ bytes: "YQ==" })).toBe("true");
    expect(rule.run({ bytes: "Yg==" })).toBe("false");
  });
});

describe("equality", () => {
  it("self.i == 3", () => {
    const rule = emittedRule("self.i == 3", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.i == 3
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        return isSame(intField(self["i"], self, "i"), 3);
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
      // self.i != self.j
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        return isDifferent(
          intField(self["i"], self, "i"),
          intField(self["j"], self, "j"),
        );
      }
    `);
    expect(rule.run({ i: 3, j: 2 })).toBe("true");
    expect(rule.run({ i: 2, j: 2 })).toBe("false");
  });

  it("self.d == 1.0", () => {
    const rule = emittedRule("self.d == 1.0", { d: { type: "number" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.d == 1.0
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const d = numberField(self["d"], self, "d");
        if (d instanceof CelError) return d;
        return d === 1;
      }
    `);
    expect(rule.run({ d: 1 })).toBe("true");
    expect(rule.run({ d: 2 })).toBe("false");
  });

  it("self.s == 'a'", () => {
    const rule = emittedRule("self.s == 'a'", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s == 'a'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        return isSame(stringField(self["s"], self, "s"), "a");
      }
    `);
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({ s: "b" })).toBe("false");
  });

  it("self.s != ''", () => {
    const rule = emittedRule("self.s != ''", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.s != ''
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        return isDifferent(stringField(self["s"], self, "s"), "");
      }
    `);
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({ s: "" })).toBe("false");
  });

  it("self.b == true", () => {
    const rule = emittedRule("self.b == true", { b: { type: "boolean" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.b == true
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        return isSame(boolField(self["b"], self, "b"), true);
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
      // self.b == self.c
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        return isSame(
          boolField(self["b"], self, "b"),
          boolField(self["c"], self, "c"),
        );
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

      // self.l == self.l
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const it = sampleSpecLListReader(l);
        if (it instanceof CelError) return it;
        return celEquals(it, it);
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

      // self.l == ['a']
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const it = sampleSpecLListReader(l);
        if (it instanceof CelError) return it;
        return celEquals(it, ["a"]);
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

      // self.m == {'a': 1}
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const m = objectField(self["m"], self, "m");
        if (m instanceof CelError) return m;
        const it = sampleSpecMMapReader(m);
        if (it instanceof CelError) return it;
        return celEquals(it, mapOf([["a", 1]]));
      }
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

      // self.o == self.o
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const o = objectField(self["o"], self, "o");
        if (o instanceof CelError) return o;
        const it = sampleSpecOReader(o);
        if (it instanceof CelError) return it;
        return celEquals(it, it);
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
      const timestamp = /* @__PURE__ */ new Timestamp(1704067200, 0);

      // self.date == timestamp('2024-01-01T00:00:00Z')
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const date = fieldOf(self, "date", readDateTime);
        if (date instanceof CelError) return date;
        return date.equals(timestamp);
      }
    `);
    expect(rule.run({ date: "2024-01-01T01:00:00+01:00" })).toBe("true");
    expect(rule.run({ date: "2024-01-01T00:00:01Z" })).toBe("false");
  });

  it("self.bytes == b'a'", () => {
    const rule = emittedRule("self.bytes == b'a'", { bytes: { type: "string", format: "byte" } });
    expect(rule.text).toMatchInlineSnapshot(`
      const bytes = /* @__PURE__ */ new Uint8Array([97]);

      // self.bytes == b'a'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const bytes2 = fieldOf(self, "bytes", readBytes);
        if (bytes2 instanceof CelError) return bytes2;
        return celEquals(bytes2, bytes);
      }
    `);
    expect(rule.run({ bytes: "YQ==" })).toBe("true");
    expect(rule.run({ bytes: "Yg==" })).toBe("false");
  });

  it("self.p == 80", () => {
    const rule = emittedRule("self.p == 80", { p: { "x-kubernetes-int-or-string": true } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.p == 80
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const p = fieldOf(self, "p", readIntOrString);
        if (p instanceof CelError) return p;
        return celEquals(p, 80);
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
      const type = /* @__PURE__ */ new TypeValue("string");

      // type(self.p) == string
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const p = fieldOf(self, "p", readIntOrString);
        if (p instanceof CelError) return p;
        return celEquals(typeOf(p), type);
      }
    `);
    expect(rule.run({ p: "x" })).toBe("true");
    expect(rule.run({ p: 1 })).toBe("false");
  });

  it("self.p != null", () => {
    const rule = emittedRule("self.p != null", { p: { "x-kubernetes-int-or-string": true } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.p != null
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const p = fieldOf(self, "p", readIntOrString);
        if (p instanceof CelError) return p;
        return p !== null;
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
      // self.b
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        return boolField(self["b"], self, "b");
      }
    `);
    expect(rule.run({ b: true })).toBe("true");
    expect(rule.run({ b: false })).toBe("false");
    expect(rule.run({})).toBe("error: no such key: b");
  });

  it("!self.b", () => {
    const rule = emittedRule("!self.b", { b: { type: "boolean" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // !self.b
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const b = self["b"];
        if (typeof b !== "boolean") return noBool(self, "b");
        return !b;
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
      // self.b && self.c
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const left = boolField(self["b"], self, "b");
        if (left === false) return false;
        const right = boolField(self["c"], self, "c");
        if (right === false) return false;
        return left !== true ? left : right;
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
      // self.b || self.c
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const left = boolField(self["b"], self, "b");
        if (left === true) return true;
        const right = boolField(self["c"], self, "c");
        if (right === true) return true;
        return left || right;
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
      // self.i / self.j > 1 || self.b
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        let left: boolean | CelError;
        const i = self["i"];
        if (!isWhole(i)) {
          left = noInt(self, "i");
        } else {
          const j = self["j"];
          if (!isWhole(j)) {
            left = noInt(self, "j");
          } else {
            const it = divideInts(i, j);
            if (it instanceof CelError) {
              left = it;
            } else {
              left = it > 1;
            }
          }
        }
        if (left === true) return true;
        const right = boolField(self["b"], self, "b");
        if (right === true) return true;
        return left || right;
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
      // self.i / self.j > 1 && self.b
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        let left: boolean | CelError;
        const i = self["i"];
        if (!isWhole(i)) {
          left = noInt(self, "i");
        } else {
          const j = self["j"];
          if (!isWhole(j)) {
            left = noInt(self, "j");
          } else {
            const it = divideInts(i, j);
            if (it instanceof CelError) {
              left = it;
            } else {
              left = it > 1;
            }
          }
        }
        if (left === false) return false;
        const right = boolField(self["b"], self, "b");
        if (right === false) return false;
        return left !== true ? left : right;
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
      // !(self.b && self.i > 1)
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const b = self["b"];
        const left: boolean | CelError =
          typeof b !== "boolean" ? noBool(self, "b") : !b;
        if (left === true) return true;
        const i = self["i"];
        const right: boolean | CelError = !isWhole(i) ? noInt(self, "i") : i <= 1;
        if (right === true) return true;
        return left || right;
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
      // self.b ? self.i > 1 : self.i < 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const b = self["b"];
        if (typeof b !== "boolean") return noBool(self, "b");
        if (b) {
          const i = self["i"];
          if (!isWhole(i)) return noInt(self, "i");
          return i > 1;
        }
        const i2 = self["i"];
        if (!isWhole(i2)) return noInt(self, "i");
        return i2 < 1;
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
      // (self.b ? 1 : self.i) == 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const b = self["b"];
        if (typeof b !== "boolean") return noBool(self, "b");
        const it: Int | CelError = b ? 1 : intField(self["i"], self, "i");
        if (it instanceof CelError) return it;
        return it === 1;
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
      // self.s in ['a', 'b']
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return s === "a" || s === "b";
      }
    `);
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({ s: "c" })).toBe("false");
  });

  it("self.i in [1, 2]", () => {
    const rule = emittedRule("self.i in [1, 2]", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // self.i in [1, 2]
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
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
      // self.s in self.l
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        return includesText(l, s);
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
      // self.s in self.m
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        const m = objectField(self["m"], self, "m");
        if (m instanceof CelError) return m;
        return hasEntry(m, s, readInt);
      }
    `);
    expect(rule.run({ s: "a", m: { a: 1 } })).toBe("true");
    expect(rule.run({ s: "b", m: {} })).toBe("false");
  });

  it("!(self.s in ['a'])", () => {
    const rule = emittedRule("!(self.s in ['a'])", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      // !(self.s in ['a'])
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const s = self["s"];
        if (typeof s !== "string") return noString(self, "s");
        return s !== "a";
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
      // self.l[0] == 'a'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const it = itemOf(l, 0, readString);
        if (it instanceof CelError) return it;
        return it === "a";
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
      // self.m['a'] == 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const m = objectField(self["m"], self, "m");
        if (m instanceof CelError) return m;
        const it = entryOf(m, "a", readInt);
        if (it instanceof CelError) return it;
        return it === 1;
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
      // self.l[self.i] == 'a'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        const it = itemOf(l, i, readString);
        if (it instanceof CelError) return it;
        return it === "a";
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
      // self.o.a == 'x'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const o = objectField(self["o"], self, "o");
        if (o instanceof CelError) return o;
        return isSame(stringField(o["a"], o, "a"), "x");
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
      // self.m.a == 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const m = objectField(self["m"], self, "m");
        if (m instanceof CelError) return m;
        const it = entryOf(m, "a", readInt);
        if (it instanceof CelError) return it;
        return it === 1;
      }
    `);
    expect(rule.run({ m: { a: 1 } })).toBe("true");
    expect(rule.run({ m: {} })).toBe("error: no such key: a");
  });

  it("has(self.i)", () => {
    const rule = emittedRule("has(self.i)", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // has(self.i)
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        return self["i"] != null;
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
      // has(self.o.a)
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const o = objectField(self["o"], self, "o");
        if (o instanceof CelError) return o;
        return o["a"] != null;
      }
    `);
    expect(rule.run({ o: { a: "x" } })).toBe("true");
    expect(rule.run({ o: {} })).toBe("false");
  });

  it("!has(self.i) || self.i > 1", () => {
    const rule = emittedRule("!has(self.i) || self.i > 1", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // !has(self.i) || self.i > 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        if (self["i"] == null) return true;
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        return i > 1;
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
      // has(self.m.a)
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const m = objectField(self["m"], self, "m");
        if (m instanceof CelError) return m;
        return hasEntry(m, "a", readInt);
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
      // has(self.b) == has(self.c)
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        return (self["b"] != null) === (self["c"] != null);
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
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const it = sampleSpecReader(self);
        if (it instanceof CelError) return it;
        const it2 = selectOptional(it, "s");
        if (it2 instanceof CelError) return it2;
        return (
          (it2.value !== undefined ? (it2.value as Value as string) : "a") === "a"
        );
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
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const it = sampleSpecReader(self);
        if (it instanceof CelError) return it;
        const it2 = selectOptional(it, "o");
        if (it2 instanceof CelError) return it2;
        const it3 = selectOptional(it2, "a");
        if (it3 instanceof CelError) return it3;
        return (it3.value !== undefined ? (it3.value as Value as string) : "") === "";
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
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const it = sampleSpecReader(self);
        if (it instanceof CelError) return it;
        const it2 = selectOptional(it, "i");
        if (it2 instanceof CelError) return it2;
        return it2.value !== undefined;
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

      // self.l[?0].orValue('a') == 'a'
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const l = self["l"] as Json[];
        if (!Array.isArray(l)) return noArray(self, "l");
        const it = sampleSpecLListReader(l);
        if (it instanceof CelError) return it;
        const it2 = selectOptional(it, 0);
        if (it2 instanceof CelError) return it2;
        return (
          (it2.value !== undefined ? (it2.value as Value as string) : "a") === "a"
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

      // self.m[?'a'].value() == 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const m = objectField(self["m"], self, "m");
        if (m instanceof CelError) return m;
        const it = sampleSpecMMapReader(m);
        if (it instanceof CelError) return it;
        const it2 = selectOptional(it, "a");
        if (it2 instanceof CelError) return it2;
        const it3 = optionalValue(it2);
        if (it3 instanceof CelError) return it3;
        return (it3 as Int) === 1;
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
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const it = sampleSpecReader(self);
        if (it instanceof CelError) return it;
        const it2 = selectOptional(it, "i");
        if (it2 instanceof CelError) return it2;
        let it3: Optional | CelError;
        if (it2.value !== undefined) {
          let it4: Value | CelError;
          let x: Int | CelError;
          const it5 = optionalValue(it2);
          if (it5 instanceof CelError) {
            x = it5;
          } else {
            x = it5 as Int;
          }
          if (x instanceof CelError) {
            it4 = x;
          } else {
            it4 = addInts(x, 1);
          }
          if (it4 instanceof CelError) {
            it3 = it4;
          } else {
            it3 = new Optional(it4);
          }
        } else {
          it3 = optionalNone;
        }
        if (it3 instanceof CelError) return it3;
        return (it3.value !== undefined ? (it3.value as Value as Int) : 0) === 2;
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
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const it = sampleSpecReader(self);
        if (it instanceof CelError) return it;
        const it2 = selectOptional(it, "i");
        if (it2 instanceof CelError) return it2;
        let it3: Optional | CelError;
        if (it2.value !== undefined) {
          let x: Int | CelError;
          const it4 = optionalValue(it2);
          if (it4 instanceof CelError) {
            x = it4;
          } else {
            x = it4 as Int;
          }
          if (x instanceof CelError) {
            it3 = x;
          } else {
            it3 = new Optional(x);
          }
        } else {
          it3 = optionalNone;
        }
        if (it3 instanceof CelError) return it3;
        return it3.value !== undefined;
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({})).toBe("false");
  });

  it("optional.none().orValue(self.i) == 1", () => {
    const rule = emittedRule("optional.none().orValue(self.i) == 1", { i: { type: "integer" } });
    expect(rule.text).toMatchInlineSnapshot(`
      // optional.none().orValue(self.i) == 1
      function sampleSpecRule(self: Json): boolean | CelError {
        const value = asObject(self);
        const it: Int | CelError =
          optionalNone.value !== undefined
            ? (optionalNone.value as Value as Int)
            : isError(value)
              ? (value as CelError)
              : intField(value["i"], value, "i");
        if (it instanceof CelError) return it;
        return it === 1;
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
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        let it4: Value | CelError;
        const it = sampleSpecReader(self);
        if (it instanceof CelError) return it;
        const it2 = selectOptional(it, "s");
        if (it2 instanceof CelError) return it2;
        const it3: Optional | CelError =
          it2.value !== undefined
            ? it2
            : (it4 = sampleSpecReader(self)) instanceof CelError
              ? it4
              : selectOptional(it4, "t");
        if (it3 instanceof CelError) return it3;
        const it5 = optionalValue(it3);
        if (it5 instanceof CelError) return it5;
        return (it5 as string) === "a";
      }
    `);
    expect(rule.run({ t: "a" })).toBe("true");
    expect(rule.run({})).toBe("error: optional.none() dereference");
  });

  it("[?self.?s].size() == 1", () => {
    const rule = emittedRule("[?self.?s].size() == 1", { s: { type: "string", maxLength: 20 } });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // [?self.?s].size() == 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const it = sampleSpecReader(self);
        if (it instanceof CelError) return it;
        const it2 = selectOptional(it, "s");
        if (it2 instanceof CelError) return it2;
        return listSize([...presentValues(it2)]) === 1;
      }
    `);
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({})).toBe("false");
  });

  it("{?'a': self.?s}.size() == 1", () => {
    const rule = emittedRule("{?'a': self.?s}.size() == 1", {
      s: { type: "string", maxLength: 20 },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      const sampleSpecReader = /* @__PURE__ */ readObject({ s: readString });

      // {?'a': self.?s}.size() == 1
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const it = sampleSpecReader(self);
        if (it instanceof CelError) return it;
        const it2 = selectOptional(it, "s");
        if (it2 instanceof CelError) return it2;
        const it3 = sizeOf(mapOf([...presentEntries("a", it2)]));
        if (it3 instanceof CelError) return it3;
        return it3 === 1;
      }
    `);
    expect(rule.run({ s: "a" })).toBe("true");
    expect(rule.run({})).toBe("false");
  });

  it("optional.ofNonZeroValue(self.i).hasValue()", () => {
    const rule = emittedRule("optional.ofNonZeroValue(self.i).hasValue()", {
      i: { type: "integer" },
    });
    expect(rule.text).toMatchInlineSnapshot(`
      // optional.ofNonZeroValue(self.i).hasValue()
      function sampleSpecRule(self: JsonObject): boolean | CelError {
        const i = self["i"];
        if (!isWhole(i)) return noInt(self, "i");
        return optionalOfNonZero(i).value !== undefined;
      }
    `);
    expect(rule.run({ i: 1 })).toBe("true");
    expect(rule.run({ i: 0 })).toBe("false");
  });
});
