import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { consoleLogger } from "../../../../../src/runtime/v1/operators/log/console-logger.js";

let lines: string[] = [];
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 2, 3, 4, 5, 6) });
  lines = [];
  for (const level of ["info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => lines.push(line));
  }
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const time = "2026-01-02T03:04:05.006Z";

describe("a console logger", () => {
  it("writes time, level, message and fields in one line", () => {
    consoleLogger().warn(
      { object: "default/a", times: 3, left: undefined, note: "two words" },
      "no",
    );
    expect(lines).toEqual([`${time} WARN no object=default/a times=3 note="two words"`]);
  });

  it("writes JSON if asked", () => {
    const error = new TypeError("boom");
    consoleLogger({ json: true }).error({ object: "a", err: error }, "failed");
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      time,
      level: "error",
      msg: "failed",
      object: "a",
      err: { type: "TypeError", message: "boom", stack: error.stack },
    });
  });

  it("writes the stacks of an error and of its causes after the line", () => {
    const error = new Error("outer", { cause: new Error("inner") });
    consoleLogger().error({ err: error, object: "a" }, "failed");
    const [first, ...stack] = (lines[0] ?? "").split("\n");
    expect(first).toBe(`${time} ERROR failed object=a`);
    expect(stack[0]).toBe("  Error: outer");
    expect(stack.join("\n")).toContain("\n  Caused by: Error: inner");
  });

  it("lets nobody write an entry of his own", () => {
    consoleLogger().info({ note: `a\n${time} ERROR b` }, `one\r\ntwo`);
    expect(lines[0]).not.toMatch(/[\r\n]/);
    expect(lines[0]).toContain(String.raw`one\r\ntwo`);
  });

  it("writes no tokens, and of objects their names alone", () => {
    const jwt = `eyJhbGciOiJI.eyJzdWIi.c2lnbmF0dXJl`;
    const secret = {
      kind: "Secret",
      metadata: { name: "s", namespace: "n" },
      data: { a: "cGFzcw" },
    };
    const text = consoleLogger();
    text.info({ secret, nested: { token: "abc" }, password: "hunter2" }, `Bearer ${jwt}`);
    text.info(
      { of: secret, got: jwt },
      "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----",
    );
    consoleLogger({ json: true }).error({ of: secret, err: new Error(`Bearer ${jwt}`) }, jwt);
    const quoted = JSON.stringify({ kind: "Secret", data: { a: "cGFzcw" }, type: "Opaque" });
    text.error({ body: quoted }, `cannot read ${quoted}`);
    text.error({}, `cut off: ${quoted.slice(0, 35)}`);
    expect(lines.join("\n")).not.toMatch(/cGFzcw|abc|hunter2|c2lnbmF0/);
    expect(lines[1]).toContain('of="Secret n/s"');
  });

  it("drops entries below its level", () => {
    const logger = consoleLogger({ level: "error" });
    logger.info({}, "a");
    logger.warn({}, "b");
    logger.error({}, "c");
    expect(lines).toEqual([`${time} ERROR c`]);
  });

  it("cuts long values, and reads what cannot be read", () => {
    const round: Record<string, unknown> = {};
    round["self"] = round;
    const closed = { toJSON: () => expect.unreachable() };
    consoleLogger().info({ long: "x".repeat(5_000), round, closed }, "a");
    expect(lines[0]?.length).toBeLessThan(1_200);
    expect(lines[0]).toMatch(/ round="\{.*….*\}" closed="an unreadable object"$/);
  });
});
