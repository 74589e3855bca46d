import { expect, it } from "vitest";
import { stringifyJson } from "../../../../../src/runtime/v1/values/go/json.js";
import { JsonFault, parseJson } from "../../../../../src/runtime/v1/values/go/parse-json.js";
import type { Json } from "../../../../../src/runtime/v1/values/json/json.js";
import { Float64 } from "../../../../../src/runtime/v1/values/json/json.js";

function parsed(text: string): Json {
  const result = parseJson(text);
  if (result instanceof JsonFault) throw new Error(result.message);
  return result.value;
}

function fault(text: string): string | undefined {
  const result = parseJson(text);
  return result instanceof JsonFault ? result.message : result.badNumber;
}

it.each<[string, Json]>([
  ["1", 1],
  ["-0", 0],
  ["1.0", new Float64(1)],
  ["1e3", new Float64(1000)],
  ["-0.0", new Float64(-0)],
  ["1.5", 1.5],
  ["9007199254740993", 9007199254740993n],
  ["9223372036854775807", 9223372036854775807n],
  ["9223372036854775808", 9223372036854775808],
  ["1E5", new Float64(100000)],
  ["1e20", 1e20],
  ['"\\ud83d\\ude00\\u0041\\n\\ud800"', "😀A\n\ufffd"],
  [' [ true , false , null , {"a" : [ ] , "b":{}} ] ', [true, false, null, { a: [], b: {} }]],
])("reads %s", (text, want) => {
  expect(parsed(text)).toEqual(want);
});

it("keeps keys such as __proto__ ordinary", () => {
  const value = parsed('{"__proto__":{"polluted":1},"constructor":2}');
  expect(Object.keys(value as object)).toEqual(["__proto__", "constructor"]);
  expect((value as { polluted?: number }).polluted).toBeUndefined();
});

/** Texts of Go's decoder for the same input. */
it.each([
  ["", "unexpected end of JSON input"],
  ["{", "unexpected end of JSON input"],
  ['"a', "unexpected end of JSON input"],
  ["😀", "invalid character 'ð' looking for beginning of value"],
  ["€", "invalid character 'â' looking for beginning of value"],
  ["{} x", "invalid character 'x' after top-level value"],
  ["01", "invalid character '1' after top-level value"],
  ["[01]", "invalid character '1' after array element"],
  ["-a", "invalid character 'a' in numeric literal"],
  ["1.x", "invalid character 'x' after decimal point in numeric literal"],
  ["1.", "invalid character ' ' after decimal point in numeric literal"],
  ["1e", "invalid character ' ' in exponent of numeric literal"],
  ["1Ex", "invalid character 'x' in exponent of numeric literal"],
  ["1.5.5", "invalid character '.' after top-level value"],
  ["1e5.5", "invalid character '.' after top-level value"],
  ["1e5e5", "invalid character 'e' after top-level value"],
  ["{1:2}", "invalid character '1' looking for beginning of object key string"],
  ['{"a"}', "invalid character '}' after object key"],
  ["\u007f", "invalid character '\\x7f' looking for beginning of value"],
  ["\u0080", "invalid character 'Â' looking for beginning of value"],
  ["\u07ff", "invalid character 'ß' looking for beginning of value"],
  ["\u0800", "invalid character 'à' looking for beginning of value"],
  ["\uffff", "invalid character 'ï' looking for beginning of value"],
  ["1e+x", "invalid character 'x' in exponent of numeric literal"],
  ["{a", "invalid character 'a' looking for beginning of object key string"],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ['{"a" 1}', "invalid character '1' after object key"],
  ['{"a":1 "b"}', "invalid character '\"' after object key:value pair"],
  ["[1 2]", "invalid character '2' after array element"],
  ["[1,]", "invalid character ']' looking for beginning of value"],
  ["trux", "invalid character 'x' in literal true (expecting 'e')"],
  ["nul", "invalid character ' ' in literal null (expecting 'l')"],
  ["-", "invalid character ' ' in numeric literal"],
  ['"\\', "invalid character ' ' in string escape code"],
  ["'a'", "invalid character '\\'' looking for beginning of value"],
  ["é", "invalid character 'Ã' looking for beginning of value"],
  ['"\n"', "invalid character '\\n' in string literal"],
  ['"\\q"', "invalid character 'q' in string escape code"],
  ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
  ["[1e999, 2]", "json: cannot unmarshal number 1e999 into Go value of type float64"],
  ["[1e999, x]", "invalid character 'x' looking for beginning of value"],
  ["[".repeat(10_001), "invalid character '[' exceeded max depth"],
])("refuses %s", (text, want) => {
  expect(fault(text)).toBe(want);
});

it("reads and writes nesting up to the limit", () => {
  const text = "[".repeat(10_000) + "]".repeat(10_000);
  expect(stringifyJson(parsed(text))).toBe(text);
});

it("tells duplicate keys with their paths", () => {
  const result = parseJson(
    '{"a":1,"b":[{"x":1,"x":2}],"a":{"c":1,"c":2,"c":3},"B":0,"é\\"":0,"é\\"":1,"":{"d":1,"d":2}}',
  );
  if (result instanceof JsonFault) throw new Error(result.message);
  expect(result.duplicates).toEqual(["b[0].x", "a", "a.c", 'é"', ".d"]);
  expect(result.value).toMatchObject({ a: { c: 3 }, b: [{ x: 2 }] });
});

it("tells at most 100 duplicate keys", () => {
  const members = Array.from({ length: 150 }, (_, i) => `"k${i}":1,"k${i}":2`).join();
  const result = parseJson(`{${members}}`);
  expect(result instanceof JsonFault ? 0 : result.duplicates.length).toBe(100);
});

it.each([
  "1",
  "1.0",
  "-0.0",
  "0.5",
  "9007199254740993",
  "1e+21",
  "1000.0",
  '{"b":1,"a":[null,"x"]}',
])("writes %s as it was", (text) => {
  expect(stringifyJson(parsed(text))).toBe(text);
});
