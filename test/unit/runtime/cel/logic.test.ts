import { describe, expect, it } from "vitest";
import {
  allHold,
  anyHolds,
  isDifferent,
  isSame,
  opposite,
} from "../../../../src/runtime/v1/cel/operators/logic.js";
import { CelError } from "../../../../src/runtime/v1/cel/values/error.js";

const first = new CelError("first");
const second = new CelError("second");

describe("conditions that may be errors", () => {
  it("what decides wins over errors before and after it", () => {
    expect([allHold(first, false), allHold(false, first)]).toEqual([false, false]);
    expect([anyHolds(first, true), anyHolds(true, first)]).toEqual([true, true]);
  });

  it("else the first error stands", () => {
    expect([allHold(true, first), allHold(first, true), allHold(first, second)]).toEqual([
      first,
      first,
      first,
    ]);
    expect([anyHolds(false, first), anyHolds(first, false), anyHolds(first, second)]).toEqual([
      first,
      first,
      first,
    ]);
  });

  it("without errors they are plain", () => {
    expect([allHold(true, true), anyHolds(false, false), opposite(true)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("comparisons pass the first error on", () => {
    expect([isSame(first, second), isDifferent("a", second), opposite(first)]).toEqual([
      first,
      second,
      first,
    ]);
    expect([isSame("a", "a"), isDifferent(1, 2n), isSame(true, false)]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
