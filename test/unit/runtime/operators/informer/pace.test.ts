import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, TransportError } from "../../../../../src/runtime/v1/client/api-error.js";
import { Contact } from "../../../../../src/runtime/v1/client/contact.js";
import { Pace } from "../../../../../src/runtime/v1/operators/informer/pace.js";

function refused(code: number, reason: string, retryAfter?: number): ApiError {
  const head = { apiVersion: "v1", kind: "Status", metadata: {} } as const;
  return new ApiError({ ...head, status: "Failure", reason, code }, code, retryAfter);
}

const away = new TransportError("refused");
const expired = refused(410, "Expired");
const missing = refused(404, "NotFound");

beforeEach(() => {
  // The longest wait of each.
  vi.spyOn(Math, "random").mockReturnValue(0);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The waits after rounds that took some time, and failed so. */
function waits(pace: Pace, count: number, error: unknown, now = 0): number[] {
  return Array.from({ length: count }, () => pace.delayAfter(error, 10, now));
}

describe("an informer waits", () => {
  it("up to a second after watches that end early", () => {
    expect(waits(new Pace(), 6, undefined)).toEqual([125, 250, 500, 1_000, 1_000, 1_000]);
  });

  it("not at all after a round that lasted, however it ended", () => {
    const pace = new Pace();
    waits(pace, 6, away);
    expect(pace.delayAfter(away, 10_000)).toBe(0);
    expect(pace.delayAfter(undefined, 10_000)).toBe(0);
    expect(waits(pace, 1, away)).toEqual([125]);
  });

  it("not before it lists after an expired version, unless that did not help", () => {
    const pace = new Pace();
    expect(waits(pace, 3, expired)).toEqual([0, 250, 500]);
    pace.read();
    expect(waits(pace, 1, expired)).toEqual([1_000]);
    pace.event();
    expect(waits(pace, 1, expired)).toEqual([0]);
  });

  it("up to a fortieth of the time of a failure that lasts, and 30 s at most", () => {
    const pace = new Pace();
    expect(waits(pace, 6, away)).toEqual([125, 250, 500, 1_000, 1_000, 1_000]);
    expect(waits(pace, 4, away, 40_000).at(-1)).toBe(1_000);
    expect(waits(pace, 1, away, 400_000)).toEqual([10_000]);
    waits(pace, 10, away, 4_000_000);
    expect(waits(pace, 1, away, 4_000_000)).toEqual([30_000]);
  });

  it("a second at most for a kind that is missing, however long", () => {
    const pace = new Pace();
    waits(pace, 10, missing);
    expect(waits(pace, 1, missing, 36_000_000)).toEqual([1_000]);
  });

  it.each([
    ["a whole state was read", "read"],
    ["an event came", "event"],
  ] as const)("as after a first failure once %s", (_, success) => {
    const pace = new Pace();
    waits(pace, 2, away);
    waits(pace, 20, away, 4_000_000);
    pace[success]();
    // Rounds go on to end early.
    expect(waits(pace, 3, away, 4_000_000)).toEqual([1_000, 1_000, 1_000]);
  });

  it("as long as the server asks", () => {
    expect(waits(new Pace(), 1, refused(429, "TooManyRequests", 7))).toEqual([7_000]);
    expect(new Pace().delayAfter(refused(503, "ServiceUnavailable", 9), 20_000)).toBe(9_000);
  });
});

describe("an answer to somebody else", () => {
  const never = new AbortController().signal;

  /** Milliseconds that a wait took when the server answered somebody after 500. */
  async function waited(pace: Pace, error: unknown): Promise<number> {
    vi.useFakeTimers();
    const contact = new Contact();
    const start = Date.now();
    let took: number | undefined;
    const done = pace.wait(10_000, error, contact, never).then(() => {
      took = Date.now() - start;
    });
    await vi.advanceTimersByTimeAsync(500);
    contact.made();
    await vi.advanceTimersByTimeAsync(20_000);
    await done;
    return took ?? Infinity;
  }

  it.each([
    ["a connection that failed", away, 500],
    ["a 500", refused(500, "InternalError"), 500],
    ["a 503 without Retry-After", refused(503, "ServiceUnavailable"), 500],
    ["a 503 with Retry-After", refused(503, "ServiceUnavailable", 5), 10_000],
    ["a right that is missing", refused(403, "Forbidden"), 10_000],
    ["a kind that is missing", missing, 10_000],
    ["a watch that ended", undefined, 10_000],
  ])("ends a wait after %s, or does not: %#", async (_, error, expected) => {
    expect(await waited(new Pace(), error)).toBe(expected);
  });

  it("ends no second wait after one that helped nothing", async () => {
    const pace = new Pace();
    expect(await waited(pace, away)).toBe(500);
    expect(await waited(pace, away)).toBe(10_000);
    expect(await waited(pace, away)).toBe(500);
    pace.read();
    expect(await waited(pace, away)).toBe(500);
  });

  it("comes to all at different times", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.8);
    expect(await waited(new Pace(), away)).toBe(700);
  });

  it("is forgotten once the informer was stopped", async () => {
    const stop = new AbortController();
    const wait = new Pace().wait(10_000, away, new Contact(), stop.signal);
    stop.abort();
    await expect(wait).resolves.toBeUndefined();
    await new Pace().wait(10_000, away, new Contact(), stop.signal);
  });
});
