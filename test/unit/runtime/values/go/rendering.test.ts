import { expect, it } from "vitest";
import { objectJson } from "../../../../../src/runtime/v1/testing/json-texts.js";
import {
  formatDecimal,
  formatFloat,
  formatJsonFloat,
} from "../../../../../src/runtime/v1/values/go/float.js";
import { goJson } from "../../../../../src/runtime/v1/values/go/json.js";
import { isPrintable, quote } from "../../../../../src/runtime/v1/values/go/quote.js";
import { goStringsSyntax, goSyntax } from "../../../../../src/runtime/v1/values/go/render-tree.js";
import { compareUtf8, utf8Length } from "../../../../../src/runtime/v1/values/go/utf8.js";
import { Float64 } from "../../../../../src/runtime/v1/values/json/json.js";

it.each([
  ["", '""'],
  ["abc ~", '"abc ~"'],
  ['a"b\\c', '"a\\"b\\\\c"'],
  ["\u0007\b\f\n\r\t\v", '"\\a\\b\\f\\n\\r\\t\\v"'],
  ["\u0000\u001f\u007f", '"\\x00\\x1f\\x7f"'],
  ["é☃😀", '"é☃😀"'],
  ["\u00a0\u00ad\u2028\u{e0001}", '"\\u00a0\\u00ad\\u2028\\U000e0001"'],
  ["\u{1fae9}", '"\\U0001fae9"'],
  ["a\ud800b", '"a\ufffdb"'],
])("quotes %j as Go does", (text, want) => {
  expect(quote(text)).toBe(want);
});

/**
 * Facts of Go 1.26: how many code points `strconv.IsPrint` accepts, and the sum of them modulo
 * 2^31.
 */
it("knows Go's printable characters", () => {
  let count = 0;
  let sum = 0;
  for (let code = 0; code < 0x110000; code++) {
    if (!isPrintable(String.fromCodePoint(code))) continue;
    count++;
    sum = (sum * 31 + code) % 2 ** 31;
  }
  expect({ count, sum }).toEqual({ count: 148998, sum: 209013740 });
});

it.each([
  [999999, "999999", "999999", "999999"],
  [1000000, "1e+06", "1000000", "1000000"],
  [1234567.5, "1.2345675e+06", "1234567.5", "1234567.5"],
  [20971520.25, "2.097152025e+07", "20971520.25", "20971520.25"],
  [0.0001, "0.0001", "0.0001", "0.0001"],
  [0.00001, "1e-05", "0.00001", "0.00001"],
  [-1.5e-7, "-1.5e-07", "-1.5e-7", "-0.00000015"],
  [1e20, "1e+20", "100000000000000000000", "100000000000000000000"],
  [1.25e21, "1.25e+21", "1.25e+21", "1250000000000000000000"],
  [-0, "-0", "-0", "-0"],
  [0, "0", "0", "0"],
  [1, "1", "1", "1"],
  [9.5, "9.5", "9.5", "9.5"],
  [Infinity, "+Inf", "null", "+Inf"],
  [-Infinity, "-Inf", "null", "-Inf"],
  [NaN, "NaN", "null", "NaN"],
])("prints the float64 %d as Go does", (value, plain, json, decimal) => {
  expect(formatFloat(value)).toBe(plain);
  expect(formatJsonFloat(value)).toBe(json);
  expect(formatDecimal(value)).toBe(decimal);
});

it.each([
  [{ b: 1, a: [null, true, "x"] }, '{"a":[null,true,"x"],"b":1}'],
  ["<&>\u2028\u2029\u007f\u0001\b", '"\\u003c\\u0026\\u003e\\u2028\\u2029\u007f\\u0001\\b"'],
  ["\udc00", '"\ufffd"'],
  ["\ud800\udbff\udfff\ue000", '"\ufffd\u{10ffff}\ue000"'],
  ['"\\\n\r\t\f\u001f ', '"\\"\\\\\\n\\r\\t\\f\\u001f "'],
  [{ "\u{10000}": 1, "\uffff": 2 }, '{"\uffff":2,"\u{10000}":1}'],
  [JSON.parse('{"__proto__":{"constructor":1}}'), '{"__proto__":{"constructor":1}}'],
  [[new Float64(1), 2n ** 60n, 1.5, 1e21, -0], "[1,1152921504606846976,1.5,1e+21,0]"],
  [[undefined, () => 1, NaN], "[null,null,null]"],
  [new Array(2), "[null,null]"],
  [{ b: undefined, a: { c: undefined }, d: [1, undefined] }, '{"a":{},"d":[1,null]}'],
])("writes value %# as encoding/json does", (value, want) => {
  expect(goJson(value)).toBe(want);
  expect(objectJson(value)).toBe(want);
});

it("ends on a cycle and at the bottom of a deep value", () => {
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  expect(goJson(cyclic)).toBe("[null]");
  expect(objectJson(cyclic)).toBe("[null]");
  const twice: Record<string, unknown> = { z: 1 };
  Object.assign(twice, { y: { x: twice }, a: [twice] });
  expect(goJson(twice)).toBe('{"a":[null],"y":{"x":null},"z":1}');
  expect(objectJson(twice)).toBe(goJson(twice));
  expect(goSyntax(cyclic)).toBe("[]interface {}{interface {}(nil)}");
  let deep: unknown = 1;
  for (let i = 0; i < 100_000; i++) deep = [deep];
  expect(goJson(deep)).toHaveLength(200_001);
  expect(objectJson(deep)).toHaveLength(200_001);
});

it.each([
  [
    { c: {}, b: [1.5, 1, true, "x\n"], a: null },
    'map[string]interface {}{"a":interface {}(nil), "b":[]interface {}{1.5, 1, true, "x\\n"}, "c":map[string]interface {}{}}',
  ],
  [[], "[]interface {}{}"],
  [[new Float64(1e6), 1e6], "[]interface {}{1e+06, 1000000}"],
])("prints value %# in Go syntax", (value, want) => {
  expect(goSyntax(value)).toBe(want);
});

it("prints lists of strings in Go syntax", () => {
  expect(goStringsSyntax(["a", "b"])).toBe('[]string{"a", "b"}');
});

it.each(["", "abc", "é", "☃", "😀", "a\ud800b", "\udc00\ud800", "\u07ff\u0800"])(
  "counts the bytes of %j",
  (text) => {
    expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
  },
);

it("orders strings by their bytes", () => {
  const texts = ["\u{10000}", "\uffff", "b", "a", "ab", "\ue000", "\u{10ffff}", "\ud7ff", ""];
  const want = texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect(texts.toSorted(compareUtf8)).toEqual(want);
});
