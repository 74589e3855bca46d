import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Delays } from "../../../../../src/runtime/v1/operators/controller/delays.js";
import { limiterOf } from "../../../../../src/runtime/v1/operators/controller/limiter.js";
import { WorkQueue } from "../../../../../src/runtime/v1/operators/controller/work-queue.js";
import { Random } from "../../../../support/random.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function queueOf(options = {}): { queue: WorkQueue; ready: ReturnType<typeof vi.fn> } {
  const ready = vi.fn();
  return { queue: new WorkQueue({ onReady: ready, limiter: limiterOf(options) }), ready };
}

describe("the work queue", () => {
  it("hands out keys in the order in which they came, each once", () => {
    const { queue, ready } = queueOf();
    for (const key of ["a", "b", "a", "c", "b"]) queue.add(key);
    expect(ready).toHaveBeenCalledTimes(3);
    expect(queue.length).toBe(3);
    expect([queue.take(), queue.take(), queue.take(), queue.take()]).toEqual([
      "a",
      "b",
      "c",
      undefined,
    ]);
    expect(queue.active).toBe(3);
  });

  it("keeps a key back while it is worked on, and hands it out again after that", () => {
    const { queue } = queueOf();
    queue.add("a");
    expect(queue.take()).toBe("a");
    queue.add("a");
    queue.add("a");
    expect(queue.take()).toBeUndefined();
    queue.done("a");
    expect(queue.take()).toBe("a");
    queue.done("a");
    expect(queue.take()).toBeUndefined();
  });

  it("hands out keys that come after it was empty", () => {
    const { queue } = queueOf();
    queue.add("a");
    expect(queue.take()).toBe("a");
    expect(queue.take()).toBeUndefined();
    queue.done("a");
    queue.add("b");
    queue.add("a");
    expect([queue.take(), queue.take()]).toEqual(["b", "a"]);
  });

  it("adds keys after their time, the earliest of several", () => {
    const { queue } = queueOf();
    queue.addAfter("late", 1000);
    queue.addAfter("early", 10);
    queue.addAfter("late", 500);
    queue.addAfter("late", 800);
    queue.addAfter("now", 0);
    expect(queue.take()).toBe("now");
    expect(queue.delayed).toBe(2);
    vi.advanceTimersByTime(9);
    expect(queue.take()).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(queue.take()).toBe("early");
    vi.advanceTimersByTime(489);
    expect(queue.take()).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(queue.take()).toBe("late");
    vi.advanceTimersByTime(10_000);
    expect(queue.take()).toBeUndefined();
  });

  it("waits longer than a timer can", () => {
    const { queue } = queueOf();
    queue.addAfter("a", 2 ** 32);
    vi.advanceTimersByTime(2 ** 32 - 1);
    expect(queue.take()).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(queue.take()).toBe("a");
  });

  it("forgets what is to be done later when the work begins earlier", () => {
    const { queue } = queueOf();
    queue.addAfter("a", 1000);
    queue.add("a");
    expect(queue.take()).toBe("a");
    queue.done("a");
    expect(queue.delayed).toBe(0);
    vi.advanceTimersByTime(2000);
    expect(queue.take()).toBeUndefined();
  });

  it("doubles the backoff of a key up to a limit, until the key is forgotten", () => {
    const { queue } = queueOf();
    const delays = Array.from({ length: 20 }, () => queue.retry("a"));
    expect(delays.slice(0, 4)).toEqual([5, 10, 20, 40]);
    expect(delays.slice(17)).toEqual([655_360, 1_000_000, 1_000_000]);
    expect(queue.retry("b")).toBe(5);
    queue.forget("a");
    expect(queue.retry("a")).toBe(5);
    const { queue: other } = queueOf({ baseDelay: 100, maxDelay: 150 });
    expect([other.retry("a"), other.retry("a")]).toEqual([100, 150]);
  });

  it("drops everything when it is cleared, also what was added to active keys", () => {
    const { queue } = queueOf();
    queue.add("active");
    queue.take();
    queue.add("active");
    queue.add("waiting");
    queue.addAfter("delayed", 10);
    queue.clear();
    queue.done("active");
    vi.advanceTimersByTime(100);
    expect(queue.take()).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe.each([1, 2, 3, 4, 5])("the work queue in any order of calls, seed %i", (seed) => {
  it("never hands out an active key, and hands out every key after it was added", () => {
    const random = new Random(seed);
    const { queue } = queueOf();
    const active = new Set<string>();
    /** Keys that must be handed out, with the latest time by which they must be ready. */
    const owed = new Map<string, number>();
    const takeAll = (limit: number): void => {
      for (let i = 0; i < limit; i++) {
        const key = queue.take();
        if (key === undefined) return;
        expect(active.has(key)).toBe(false);
        active.add(key);
        owed.delete(key);
      }
    };
    for (let step = 0; step < 5000; step++) {
      const key = `k${random.below(20)}`;
      const choice = random.next();
      if (choice < 0.35) {
        queue.add(key);
        owed.set(key, performance.now());
      } else if (choice < 0.5) {
        const delay = random.below(50);
        queue.addAfter(key, delay);
        owed.set(key, Math.min(owed.get(key) ?? Infinity, performance.now() + delay));
      } else if (choice < 0.7) {
        takeAll(Math.ceil(random.next() * 3));
      } else if (choice < 0.9) {
        const [first] = active;
        if (first !== undefined) {
          active.delete(first);
          queue.done(first);
        }
      } else {
        vi.advanceTimersByTime(random.below(20));
      }
      if (step % 50 !== 49) continue;
      for (const each of active) queue.done(each);
      active.clear();
      takeAll(Infinity);
      for (const [name, due] of owed) expect([name, due > performance.now()]).toEqual([name, true]);
    }
  });
});

describe("the delays", () => {
  it("come in the order of time, like a sorted list", () => {
    const random = new Random(7);
    const delays = new Delays();
    const model = new Map<string, number>();
    for (let step = 0; step < 20_000; step++) {
      const key = `k${random.below(200)}`;
      const due = random.below(1000);
      const choice = random.next();
      if (choice < 0.5) {
        delays.add(key, due, 0);
        model.set(key, Math.min(due, model.get(key) ?? Infinity));
      } else if (choice < 0.7) {
        delays.delete(key);
        model.delete(key);
      } else {
        const taken = delays.takeDue(due)?.key;
        const first = Math.min(...model.values());
        if (taken === undefined) {
          expect(first).toBeGreaterThan(due);
        } else {
          expect(model.get(taken)).toBe(first);
          model.delete(taken);
        }
      }
      expect(delays.size).toBe(model.size);
      expect(delays.next ?? Infinity).toBe(Math.min(...model.values()));
    }
  });
});
