import { describe, expect, it } from "vitest";
import {
  readBytes,
  readDateTime,
  readDuration,
} from "../../../../src/runtime/v1/cel/data/data-formats.js";
import { readMapList, readSet } from "../../../../src/runtime/v1/cel/data/data-list.js";
import { readObject } from "../../../../src/runtime/v1/cel/data/data-object.js";
import {
  escapeProperty,
  readIntOrString,
  readString,
  unescapeProperty,
} from "../../../../src/runtime/v1/cel/data/data.js";
import {
  isIntegerQuantity,
  parseQuantity,
  Quantity,
} from "../../../../src/runtime/v1/cel/libraries/quantity.js";
import { inTimeZone } from "../../../../src/runtime/v1/cel/libraries/time-zone.js";
import { fullYear, hours } from "../../../../src/runtime/v1/cel/libraries/timestamp-fields.js";
import { celEquals } from "../../../../src/runtime/v1/cel/values/equal.js";
import { CelError } from "../../../../src/runtime/v1/cel/values/error.js";
import { mapOf } from "../../../../src/runtime/v1/cel/values/list.js";
import {
  addInts,
  divideInts,
  Double,
  moduloInts,
  multiplyInts,
  parseDouble,
  parseInt64,
  Uint,
} from "../../../../src/runtime/v1/cel/values/numbers.js";
import {
  formatDuration,
  parseDuration,
  Timestamp,
} from "../../../../src/runtime/v1/cel/values/times.js";
import type { Value } from "../../../../src/runtime/v1/cel/values/value.js";
import { cpuTime } from "../../../support/cpu-time.js";

const max = 2n ** 63n - 1n;
const min = -(2n ** 63n);

describe("ints", () => {
  it.each([
    ["within safe integers", addInts(1, 2), 3],
    ["beyond safe integers", addInts(Number.MAX_SAFE_INTEGER, 1), 2n ** 53n],
    ["back to safe integers", addInts(2n ** 53n, -1), Number.MAX_SAFE_INTEGER],
    ["overflow", addInts(max, 1), new CelError("integer overflow")],
    ["a product without negative zero", multiplyInts(0, -5), 0],
    ["a truncated quotient", divideInts(-7, 2), -3],
    ["division by zero", divideInts(1, 0), new CelError("division by zero")],
    ["the quotient that overflows", divideInts(min, -1), new CelError("integer overflow")],
    ["a remainder with the sign of the left", moduloInts(-7, 2), -1],
    ["modulus by zero", moduloInts(1, 0), new CelError("modulus by zero")],
  ])("%s", (_, got, want) => {
    expect(got).toEqual(want);
  });

  it.each([
    ["+7", 7],
    ["-0", 0],
    ["9223372036854775807", max],
    ["9223372036854775808", undefined],
    ["1_000", undefined],
    ["", undefined],
  ])("parses %j", (text, want) => {
    expect(parseInt64(text)).toEqual(want);
  });
});

describe("doubles", () => {
  it.each([
    ["1_000.5", 1000.5],
    ["0x1p-2", 0.25],
    [".5", 0.5],
    ["1e400", undefined],
    ["-Inf", -Infinity],
    ["1__0", undefined],
  ])("parses %j", (text, want) => {
    expect(parseDouble(text)).toEqual(want);
  });
});

describe("equality", () => {
  const nan = new Double(NaN);
  it.each<[string, Value, Value, boolean]>([
    ["numbers of several types", 1, new Double(1), true],
    ["an int and a uint", new Uint(1n), 1, true],
    ["not a number, even the same", nan, nan, false],
    ["lists", [1, "a"], [1, "a"], true],
    [
      "maps whatever their order",
      mapOf([
        ["a", 1],
        ["b", 2],
      ]),
      mapOf([
        ["b", 2],
        ["a", 1],
      ]),
      true,
    ],
    ["a string and an int", "1", 1, false],
    ["null and false", null, false, false],
  ])("%s", (_, left, right, want) => {
    expect(celEquals(left, right)).toBe(want);
  });
});

describe("time zones", () => {
  const time = new Timestamp(1_593_606_896, 789_000_000); // 2020-07-01T12:34:56.789Z
  it.each<[string, number, number]>([
    ["+01:30", 2020, 14],
    ["-01:30", 2020, 11],
    ["2147483647:00", 2076, 5],
    ["-17531640:00", 1774, 11],
    ["-9223372036854775808:00", 2020, 12],
    ["153722867280912931:00", 2020, 13],
  ])("overflow as int64: %s", (zone, year, hour) => {
    const local = inTimeZone(time, zone);
    if (local instanceof CelError) throw new Error(local.message);
    expect([fullYear(local), hours(local)]).toEqual([year, hour]);
  });

  it.each([
    ["99999999999999999999:00", '"99999999999999999999": value out of range'],
    ["01:", '"": invalid syntax'],
    ["1_0:00", '"1_0": invalid syntax'],
  ])("are no numbers: %s", (zone, fault) => {
    expect(inTimeZone(time, zone)).toEqual(new CelError(`strconv.Atoi: parsing ${fault}`));
  });
});

describe("data", () => {
  const element = readObject({ k: readString, v: readString });

  it("compares sets whatever their order", () => {
    const read = readSet(readString);
    const [left, right] = [read(["a", "b"]), read(["b", "a"])];
    expect(left).not.toBeInstanceOf(CelError);
    expect(celEquals(left as Value, right as Value)).toBe(true); // no errors, as just seen
    expect(celEquals(left as Value, ["b", "a"])).toBe(true); // as before
    expect(celEquals(["a", "b"], right as Value)).toBe(false); // as before
  });

  it("compares lists of type map by their keys", () => {
    const read = readMapList(element, ["k"]);
    const left = read([
      { k: "a", v: "1" },
      { k: "b", v: "2" },
    ]) as Value; // an array is no error
    const right = read([
      { k: "b", v: "2" },
      { k: "a", v: "1" },
    ]) as Value; // an array is no error
    expect(celEquals(left, right)).toBe(true);
  });

  it("finds no elements of the wrong type in typed lists", () => {
    const wrong = readSet(readString)(["b", 5]) as Value; // an array is no error
    expect(celEquals(wrong, wrong)).toBe(false);
    const items = readMapList(element, ["k"])(["a"]) as Value; // as before
    expect(celEquals(items, items)).toBe(false);
  });

  it("cannot look for keys that are no scalars, up to three of them", () => {
    const list = (keys: readonly string[]): Value =>
      readMapList(element, keys)([{ k: [9223372036854775807n] }]) as Value; // an array is no error
    const fault = new CelError(
      "internal error: runtime error: hash of unhashable type []interface {}",
    );
    expect(celEquals(list(["k"]), list(["k"]))).toEqual(fault);
    expect(celEquals(list(["v", "k"]), list(["v", "k"]))).toEqual(fault);
    const many = ["k", "a", "b", "c"];
    expect(celEquals(list(many), list(many))).toEqual(
      new CelError("invalid data, expected string, got []interface {}"),
    );
  });

  it("takes a null field for an absent one", () => {
    const object = element({ k: null });
    if (object instanceof CelError) throw new Error(object.message);
    expect(object.find("k")).toBeUndefined();
    expect(object.size).toBe(1);
  });

  it.each([
    [
      readIntOrString(1.5),
      "invalid data, expected XIntOrString value to be either a string or integer",
    ],
    [readString(null), "invalid data, got null for schema with nullable=false"],
    [readBytes("a+/="), "Invalid byte formatted string a+/=: illegal base64 data at input byte 1"],
    [readDuration("soon"), "Invalid duration soon: unable to parse soon as duration"],
  ])("%#", (got, message) => {
    expect(got).toEqual(new CelError(message));
  });

  it("reads what formats take beyond the functions of CEL", () => {
    expect(readDuration("3 days 1h")).toEqual(parseDuration("73h"));
    expect(readDateTime("2023-01-02T03:04:05")).toEqual(readDateTime("2023-01-02T03:04:05Z"));
  });
});

it("answers long numbers that are no durations at once", () => {
  const digits = "1".repeat(50_000);
  const started = cpuTime();
  expect(parseDuration(digits)).toBeUndefined();
  expect(readDuration(digits)).toBeInstanceOf(CelError);
  expect(cpuTime() - started).toBeLessThan(2_000);
});

it.each([
  ["-9223372036854775808ns", "-9223372036.854776s"],
  ["+.5s", "0.5s"],
  ["5.m", "300s"],
  ["1.0000000009s", "1s"],
  ["-0", "0s"],
])("reads the duration %s as Go does", (text, want) => {
  expect(formatDuration(parseDuration(text) ?? fail())).toBe(want);
});

it.each([
  "9223372036854775808ns",
  "-9223372036854775809ns",
  "153722867m0.9999999999999999999m",
  "",
  "-",
  ".s",
  "1",
  "1x",
  "1.2.3s",
])("takes %j for no duration", (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

it("prints durations as seconds", () => {
  expect(formatDuration(parseDuration("1h1.5s") ?? fail())).toBe("3601.5s");
});

it("knows whole quantities as Go does", () => {
  const quantity = parseQuantity("1Ei");
  expect(quantity instanceof Quantity && isIntegerQuantity(quantity)).toBe(false);
});

describe("names of properties", () => {
  it.each([
    ["my-key", "my__dash__key"],
    ["a.b/c", "a__dot__b__slash__c"],
    ["namespace", "__namespace__"],
    ["a__b", "a__underscores__b"],
    ["self", "self"],
  ])("%s is spelled %s", (name, spelling) => {
    expect(escapeProperty(name)).toBe(spelling);
    expect(unescapeProperty(spelling)).toBe(name);
  });

  it("has names that cannot be spelled", () => {
    expect(escapeProperty("1a")).toBeUndefined();
    expect(escapeProperty("ä")).toBeUndefined();
    expect(unescapeProperty("a__what__b")).toBeUndefined();
  });
});

function fail(): never {
  throw new Error("no duration");
}
