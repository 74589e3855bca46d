import { describe, expect, it } from "vitest";
import { Allowance } from "../../../../src/cli/serve/listen.js";

describe("what a client may do that costs it nothing", () => {
  it("is so much at once, and so much a second", () => {
    const allowance = new Allowance(0);
    let spent = 0;
    while (allowance.spend(0)) spent++;
    expect(spent).toBe(400);
    expect(allowance.spend(5)).toBe(false);
    for (let index = 0; index < 90; index++) expect(allowance.spend(1000)).toBe(true);
    const steady = new Allowance(0);
    for (let at = 0; at < 60_000; at += 10) expect(steady.spend(at)).toBe(true);
  });
});
