import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  ApiError,
  TimeoutError,
  TransportError,
} from "../../../../../src/runtime/v1/client/api-error.js";
import { expectedFailure } from "../../../../../src/runtime/v1/operators/log/expected-failure.js";
import { FailureLog } from "../../../../../src/runtime/v1/operators/log/failure-log.js";
import type { LogFields } from "../../../../../src/runtime/v1/operators/log/logger.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function refusal(code: number, reason: string, message = reason, kind = "pages"): ApiError {
  const details = { kind, group: "example.com" };
  return new ApiError({ kind: "Status", metadata: {}, code, reason, message, details } as never);
}

function logOf(options: { window?: number; limit?: number } = {}): {
  log: FailureLog;
  lines: string[];
  fields: LogFields[];
} {
  const lines: string[] = [];
  const fields: LogFields[] = [];
  const at = (level: string) => (given: LogFields, message: string) => {
    lines.push(`${level} ${message}`);
    fields.push(given);
  };
  const logger = { info: at("info"), warn: at("warn"), error: at("error") };
  return { log: new FailureLog({ logger, ...options }), lines, fields };
}

describe("expectedFailure", () => {
  it.each([
    [refusal(401, "Unauthorized"), "refused"],
    [refusal(403, "Forbidden"), "refused"],
    [refusal(404, "NotFound"), "missing"],
    [refusal(409, "Conflict"), "conflict"],
    [refusal(409, "AlreadyExists"), "conflict"],
    [refusal(410, "Expired"), "expired"],
    [refusal(429, "TooManyRequests"), "throttled"],
    [refusal(429, "TooManyRequests", "storage is (re)initializing"), "initializing"],
    [refusal(500, "InternalError", "storage is (re)initializing: no"), "initializing"],
    [refusal(502, ""), "away"],
    [refusal(503, "ServiceUnavailable"), "away"],
    [refusal(504, "Timeout"), "away"],
    [new TransportError("no connection"), "away"],
    [new TimeoutError(5), "away"],
    [new Error("cannot write", { cause: refusal(404, "NotFound") }), "missing"],
    [refusal(422, "Invalid"), undefined],
    [refusal(500, "InternalError"), undefined],
    [new TypeError("no"), undefined],
    ["text", undefined],
  ])("%s is %s", (error, kind) => {
    expect(expectedFailure(error)?.kind).toBe(kind);
  });

  it("knows how long the server asks to wait, and that a 503 with it is no outage", () => {
    const status = { code: 503, reason: "ServiceUnavailable", message: "full" };
    const found = expectedFailure(new ApiError(status as never, 503, 7));
    expect([found?.kind, found?.retryAfter]).toEqual(["throttled", 7_000]);
  });

  it("ends with causes that lead to themselves", () => {
    const error = new Error("round");
    error.cause = error;
    expect(expectedFailure(error)).toBeUndefined();
  });
});

describe("a log of failures", () => {
  it("writes an expected failure as one line, and another with its stack", () => {
    const { log, lines, fields } = logOf();
    log.report("reconcile failed", refusal(403, "Forbidden", "not\nyours"), {
      object: "default/a",
    });
    expect(lines).toEqual(["warn reconcile failed: not\nyours"]);
    expect(fields[0]).toEqual({ object: "default/a" });
    const error = new TypeError("boom");
    log.report("reconcile failed", error, { object: "default/a" });
    expect(lines[1]).toBe("error reconcile failed");
    expect(fields[1]).toEqual({ object: "default/a", err: error });
  });

  it("counts what comes again, whatever the object, and says so once per window", async () => {
    const { log, lines, fields } = logOf();
    for (let index = 0; index <= 40; index++) {
      const message = `pages "p${index}" not found`;
      log.report("reconcile failed", refusal(404, "NotFound", message), { object: `p${index}` });
    }
    expect(lines).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines.slice(1)).toEqual([
      'warn reconcile failed: pages "p40" not found (40 times more in the last minute)',
    ]);
    expect(fields[1]).toEqual({ object: "p40", times: 40 });
    // A quiet window, and it is news again.
    await vi.advanceTimersByTimeAsync(120_000);
    expect([lines.length, vi.getTimerCount()]).toEqual([2, 0]);
    log.report("reconcile failed", refusal(404, "NotFound"));
    expect(lines).toHaveLength(3);
  });

  it("tells resources, reasons and what failed apart", () => {
    const { log, lines } = logOf();
    log.report("reconcile failed", refusal(404, "NotFound"));
    log.report("reconcile failed", refusal(404, "NotFound", "x", "books"));
    log.report("cleanup failed", refusal(404, "NotFound"));
    log.report("reconcile failed", refusal(409, "Conflict"));
    log.report("reconcile failed", new Error("one"));
    log.report("reconcile failed", new Error("two"));
    expect(lines).toHaveLength(6);
  });

  it("says that storage is initializing for information alone", () => {
    const { log, lines } = logOf();
    log.report("informer failed", refusal(429, "TooManyRequests", "storage is (re)initializing"));
    expect(lines).toEqual(["info informer failed: storage is (re)initializing"]);
  });

  it("keeps a bounded number of sorts, and loses no count", () => {
    const { log, lines } = logOf({ limit: 2 });
    log.report("a", new Error("x"));
    log.report("a", new Error("x"));
    log.report("b", new Error("x"));
    log.report("c", new Error("x"));
    expect(lines).toEqual([
      "error a",
      "error b",
      "error a: x (1 time more in the last 1 seconds)",
      "error c",
    ]);
  });

  it("writes what was counted when it is flushed", () => {
    const { log, lines } = logOf();
    log.report("a", new TransportError("no connection"));
    log.report("a", new TransportError("no connection"));
    log.flush();
    expect(lines[1]).toMatch(/^warn a: no connection \(1 time more/);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("reports whatever is thrown, to whatever logger", () => {
    const { log, lines } = logOf();
    log.report("a", undefined);
    log.report("a", "text");
    log.report("a", { toJSON: () => expect.unreachable() });
    expect(lines).toEqual([
      "error a",
      "error a: not an Error: text",
      "error a: not an Error: an unreadable object",
    ]);
    const fail = (): never => {
      throw new Error("full");
    };
    const broken = new FailureLog({ logger: { info: fail, warn: fail, error: fail } });
    expect(() => {
      broken.report("a", new Error("x"));
    }).not.toThrow();
  });
});

it("writes the rule that a refused call lacks", () => {
  const { log, fields } = logOf();
  const words = `User "a" cannot list resource "pages" in API group "example.com" at the cluster scope`;
  log.report("reconcile failed", new Error("no", { cause: refusal(403, "Forbidden", words) }));
  const missingRule = `- apiGroups: [example.com]\n  resources: [pages]\n  verbs: [list]`;
  expect(fields).toEqual([{ missingRule }]);
});
