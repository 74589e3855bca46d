import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Turns } from "../../../../src/cli/watch/watch-places.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function createTurns(milliseconds: number): { calls: (readonly string[])[]; turns: Turns } {
  const calls: (readonly string[])[] = [];
  const turns = new Turns(async (changed) => {
    calls.push(changed);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
  });
  return { calls, turns };
}

describe("turns", () => {
  it("come 15 ms after a change, once for several changes in a row", async () => {
    const { calls, turns } = createTurns(0);
    for (const path of ["b", "a", "c", "a"]) {
      turns.add(path);
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(5);
    expect(calls).toEqual([["a", "b", "c"]]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(calls).toHaveLength(1);
  });

  it("never overlap, and miss nothing of what changes meanwhile", async () => {
    const { calls, turns } = createTurns(300);
    turns.add("first");
    await vi.advanceTimersByTimeAsync(20);
    turns.add("second");
    turns.add("third");
    await vi.advanceTimersByTimeAsync(200);
    expect(calls).toEqual([["first"]]);
    await vi.advanceTimersByTimeAsync(200);
    expect(calls).toEqual([["first"], ["second", "third"]]);
  });

  it("are few for a crowd of changes that come slowly", async () => {
    const { calls, turns } = createTurns(5);
    for (let index = 0; index < 40; index++) {
      turns.add(String(index).padStart(2, "0"));
      await vi.advanceTimersByTimeAsync(30);
    }
    await vi.advanceTimersByTimeAsync(100);
    expect(calls.flat()).toHaveLength(40);
    // 1.2 seconds, and no more than one call in 250 ms.
    expect(calls.length).toBeLessThanOrEqual(6);
  });

  it("pass on what the function throws, and come no more after the end", async () => {
    const failing = new Turns(() => Promise.reject(new Error("it failed")));
    const failed = expect(failing.failed).rejects.toThrow("it failed");
    failing.start();
    await failed;

    const { calls, turns } = createTurns(0);
    turns.add("a");
    await turns.end();
    turns.add("b");
    await vi.advanceTimersByTimeAsync(1000);
    expect(calls).toEqual([]);
  });
});
