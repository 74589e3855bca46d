import { describe, expect, it } from "vitest";
import {
  formatGoTime,
  parseGoTime,
  parseTimeFault,
  TimeFault,
} from "../../../../../src/runtime/v1/values/go/time.js";

/** Facts of Go 1.26: what `time.Parse(layout, text)` says behind `parsing time <text>`. */
describe("why Go cannot read", () => {
  const day = "2006-01-02";
  const time = "2006-01-02T15:04:05";

  it.each([
    [day, "2020-00-01", ": month out of range"],
    [day, "2020-13-01", ": month out of range"],
    [day, "2020-12-32", ": day out of range"],
    [day, "2020-02-00", ": day out of range"],
    [day, "2020-02-30", ": day out of range"],
    [day, "2019-02-29", ": day out of range"],
    [day, "2100-02-29", ": day out of range"],
    [day, "0000-02-30", ": day out of range"],
    [day, "2020-01-01x", ': extra text: "x"'],
    [day, "", ' as "2006-01-02": cannot parse "" as "2006"'],
    [day, "20", ' as "2006-01-02": cannot parse "20" as "2006"'],
    [day, "2020/01", ' as "2006-01-02": cannot parse "/01" as "-"'],
    [day, "2020-1-1", ' as "2006-01-02": cannot parse "1-1" as "01"'],
    [day, "2020-01-1", ' as "2006-01-02": cannot parse "1" as "02"'],
    [time, "2020-01-01T24:00:00", ": hour out of range"],
    [time, "2020-01-01T23:60:00", ": minute out of range"],
    [time, "2020-01-01T23:59:60", ": second out of range"],
    [time, "2020-02-30T23:59:59", ": day out of range"],
    [time, "2020-02-30T00:00:00x", ': extra text: "x"'],
    [time, "2020-01-01T23:59:59.5x", ': extra text: "x"'],
    [time, "2020-01-01T23:59:59,5x", ': extra text: "x"'],
    [time, "2020-01-01T00:00:00.", ': extra text: "."'],
    [time, "2020-01-01T00:00:00+99:99", ': extra text: "+99:99"'],
    [time, "2020-01-01T00:00:00é5Z", ': extra text: "\\xc3\\xa95Z"'],
    [time, "2020-01-01 00", ' as "2006-01-02T15:04:05": cannot parse " 00" as "T"'],
    [time, "2020-01-01T00:00", ' as "2006-01-02T15:04:05": cannot parse "" as ":"'],
    [time, "2020-01-01T1:30", ' as "2006-01-02T15:04:05": cannot parse "" as ":"'],
    [time, "2020-01-01T00:0:00", ' as "2006-01-02T15:04:05": cannot parse "0:00" as "04"'],
    [time, "2020-01-01T00:00:5", ' as "2006-01-02T15:04:05": cannot parse "5" as "05"'],
  ])("in the layout %s %j", (layout, text, fault) => {
    const shown = JSON.stringify(text).replace("é", "\\xc3\\xa9");
    expect(parseTimeFault(text, layout)).toBe(`parsing time ${shown}${fault}`);
  });
});

/**
 * Facts of Go 1.26: `time.Parse(time.RFC3339, text)`, written in UTC, or what it says behind
 * `parsing time <text>`.
 */
describe("Go reads RFC 3339", () => {
  const as = ' as "2006-01-02T15:04:05Z07:00": cannot parse';

  it.each([
    ["2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z"],
    ["2020-01-01T0:00:00Z", "2020-01-01T00:00:00Z"],
    ["2020-12-31T23:59:59.999Z", "2020-12-31T23:59:59Z"],
    ["2020-01-01T00:00:00+24:60", "2019-12-30T23:00:00Z"],
    ["2020-01-01T00:00:00+01:30", "2019-12-31T22:30:00Z"],
    ["2020-01-01T00:00:00-01:30", "2020-01-01T01:30:00Z"],
    ["2020-02-29T00:00:00+00:00", "2020-02-29T00:00:00Z"],
    ["0000-02-29T00:00:00Z", "0000-02-29T00:00:00Z"],
    ["0000-01-01T00:00:00+00:01", "-0001-12-31T23:59:00Z"],
    ["9999-12-31T23:59:59-01:00", "10000-01-01T00:59:59Z"],
    ["2020-01-01T00:00:00+25:00", ": time zone offset hour out of range"],
    ["2020-01-01T00:00:00+24:61", ": time zone offset minute out of range"],
    ["2020-00-01T00:00:00Z", ": month out of range"],
    ["2020-13-01T00:00:00Z", ": month out of range"],
    ["2020-01-00T00:00:00Z", ": day out of range"],
    ["2020-01-32T00:00:00Z", ": day out of range"],
    ["0001-02-29T00:00:00Z", ": day out of range"],
    ["2020-01-01T24:00:00Z", ": hour out of range"],
    ["2020-01-01T00:60:00Z", ": minute out of range"],
    ["2020-01-01T00:00:60Z", ": second out of range"],
    ["2020-02-30T00:00:00Zx", ': extra text: "x"'],
    ["2020-1-01T00:00:00Z", `${as} "1-01T00:00:00Z" as "01"`],
    ["2020-01-1T00:00:00Z", `${as} "1T00:00:00Z" as "02"`],
    ["2020-01-01t00:00:00Z", `${as} "t00:00:00Z" as "T"`],
    ["2020-01-01T00:0:00Z", `${as} "0:00Z" as "04"`],
    ["2020-01-01T00:00:00.Z", `${as} ".Z" as "Z07:00"`],
    ["2020-01-01T00:00:00\u007f", `${as} "\u007f" as "Z07:00"`],
    ['2020"', `${as} "\\"" as "-"`],
  ])("%j", (text, want) => {
    const time = parseGoTime(text);
    const shown = JSON.stringify(text);
    const found = time instanceof TimeFault ? time.message : formatGoTime(time);
    expect(found.replace(`parsing time ${shown}`, "")).toBe(want);
  });
});
