import { describe, expect, it } from "vitest";
import {
  resolveJsonNumber,
  resolvePlain,
  resolvePlainKey,
  resolveTagged,
} from "../../../../src/crd/source/scalars/resolve-scalar.js";
import { Float64 } from "../../../../src/runtime/v1/values/json/json.js";

describe("plain scalars", () => {
  it.each([
    ["", null],
    ["~", null],
    ["null", null],
    ["NULL", null],
    ["nUll", "nUll"],
    ["y", true],
    ["Yes", true],
    ["on", true],
    ["TRUE", true],
    ["tRUE", "tRUE"],
    ["n", false],
    ["No", false],
    ["OFF", false],
    ["false", false],
    ["0", 0],
    ["-0", 0],
    ["+12", 12],
    ["0777", 511],
    ["0o777", 511],
    ["08", 8],
    ["0x1F", 31],
    ["0b101", 5],
    ["-0b101", -5],
    ["1_000", 1000],
    ["190:20:30", "190:20:30"],
    ["1.0", 1],
    ["1.", 1],
    [".5", 0.5],
    ["-.5", -0.5],
    ["-0.0", 0],
    ["1e3", 1000],
    ["1e400", "1e400"],
    ["1e", "1e"],
    [".", "."],
    ["..", ".."],
    ["-", "-"],
    ["1.2.3", "1.2.3"],
    ["2001-01-01", "2001-01-01"],
    ["2001-12-14T21:59:43.10Z", "2001-12-14T21:59:43.10Z"],
    ["9007199254740993", 9007199254740993n],
    ["-9223372036854775808", -9223372036854775808n],
    ["9223372036854775808", 9223372036854775808],
    ["18446744073709551616", 18446744073709551616],
    ["<<", "<<"],
    ["=", "="],
    [".inf", undefined],
    ["-.INF", undefined],
    [".NaN", undefined],
  ])("%j", (text, value) => {
    expect(resolvePlain(text)).toStrictEqual(value);
  });
});

describe("plain keys", () => {
  it.each([
    ["name", "name"],
    ["y", "true"],
    ["off", "false"],
    ["0x10", "16"],
    ["1.0", "1"],
    ["1.25", "1.25"],
    ["1e3", "1000"],
    ["1e6", "1e+06"],
    ["0.00001", "1e-05"],
    ["-1.5e-7", "-1.5e-07"],
    ["0.1", "0.1"],
    [".inf", ".inf"],
    ["1e40", ".inf"],
    ["-1e40", "-.inf"],
    ["-0.0", "-0"],
    ["0.0", "0"],
    [".nan", ".nan"],
    ["2001-01-01", "2001-01-01"],
    ["null", undefined],
    ["18446744073709551615", undefined],
  ])("%j", (text, key) => {
    expect(resolvePlainKey(text)).toBe(key);
  });
});

describe("tagged scalars", () => {
  const tag = (name: string): string => `tag:yaml.org,2002:${name}`;
  it.each([
    ["str", "12", { kind: "value", value: "12" }],
    ["int", "12", { kind: "value", value: 12 }],
    ["float", "12", { kind: "value", value: 12 }],
    ["bool", "yes", { kind: "value", value: true }],
    ["null", "", { kind: "value", value: null }],
    ["binary", "aGk=", { kind: "value", value: "hi" }],
    ["float", ".inf", { kind: "not-finite" }],
    ["int", "1.5", { kind: "refused", reason: "cannot decode !!float `1.5` as a !!int" }],
    ["bool", "x", { kind: "refused", reason: "cannot decode !!str `x` as a !!bool" }],
    ["binary", "aG\nk=", { kind: "value", value: "hi" }],
    ["timestamp", "2001-12-31", { kind: "value", value: "2001-12-31" }],
    ["timestamp", "2001-1-1 23:59:59", { kind: "value", value: "2001-1-1 23:59:59" }],
    [
      "timestamp",
      "2001-13-01",
      { kind: "refused", reason: "cannot decode !!str `2001-13-01` as a !!timestamp" },
    ],
    [
      "timestamp",
      "2001-1-1 1:60:0",
      { kind: "refused", reason: "cannot decode !!str `2001-1-1 1:60:0` as a !!timestamp" },
    ],
    ["binary", "%", { kind: "refused", reason: "!!binary value contains invalid base64 data" }],
  ])("!!%s %j", (name, text, result) => {
    expect(resolveTagged(tag(name), text)).toStrictEqual(result);
  });

  it("leaves the text of a tag that YAML does not define", () => {
    expect(resolveTagged("!mine", "12")).toStrictEqual({ kind: "value", value: "12" });
  });
});

describe("JSON numbers", () => {
  it.each([
    ["12", 12],
    ["-12", -12],
    ["-0", 0],
    ["1.5", 1.5],
    ["1.0", new Float64(1)],
    ["1e2", new Float64(100)],
    ["9007199254740993", 9007199254740993n],
    ["9223372036854775808", 9223372036854775808],
    ["-9223372036854775809", new Float64(-9223372036854775808)],
    ["1e400", undefined],
  ])("%s", (literal, value) => {
    expect(resolveJsonNumber(literal)).toStrictEqual(value);
  });
});
