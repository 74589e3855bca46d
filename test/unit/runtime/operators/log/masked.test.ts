import { describe, expect, it } from "vitest";
import { ApiError, isApiError } from "../../../../../src/runtime/v1/client/api-error.js";
import { FailureLog } from "../../../../../src/runtime/v1/operators/log/failure-log.js";
import type { LogFields } from "../../../../../src/runtime/v1/operators/log/logger.js";
import { maskedValue } from "../../../../../src/runtime/v1/operators/log/masked.js";
import { withoutSecrets } from "../../../../../src/runtime/v1/operators/log/secrets.js";

const jwt = "eyJhbGciOiJI.eyJzdWIi.c2lnbmF0dXJl";
const body = `{"kind":"Secret","stringData":{"conf":"{\\"a\\":\\"hunter2\\"}"},"type":"Opaque"}`;
const hidden = /hunter2|c2lnbmF0|cGFzcw/;

/** An unexpected refusal that quotes what was sent, in its message and in its status. */
function quotingError(): ApiError {
  const message = `cannot handle ${body}`;
  const details = { causes: [{ message: `Bearer ${jwt}`, field: "data" }] };
  const status = {
    kind: "Status",
    metadata: {},
    code: 400,
    reason: "BadRequest",
    message,
    details,
  };
  return new ApiError(status as never); // shorter than a whole one
}

/** All that a logger could write of a value, whether it is enumerable or not. */
function everything(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const own = Object.getOwnPropertyDescriptors(value) as Record<string, PropertyDescriptor>;
  return Object.entries(own)
    .map(([name, each]) => `${name}: ${everything(each.value)}`)
    .join("\n");
}

function entryOf(error: unknown, fields?: LogFields): LogFields {
  const entries: LogFields[] = [];
  const take = (given: LogFields, message: string): number => entries.push({ ...given, message });
  new FailureLog({ logger: { info: take, warn: take, error: take } }).report("a", error, fields);
  return entries[0] ?? expect.unreachable();
}

describe("an error that goes to a logger", () => {
  it("has no tokens and contents of Secrets, wherever it bears them", () => {
    const response = { headers: { authorization: "hunter2" }, body, socket: new WeakMap() };
    const error = Object.assign(new Error(`no: ${jwt}`, { cause: quotingError() }), { response });
    const { err } = entryOf(error);
    expect(everything(error)).toMatch(hidden);
    expect(everything(err)).not.toMatch(hidden);
    expect(everything(err)).toContain("cannot handle");
    const several = new AggregateError([error, quotingError()], body);
    expect(everything(entryOf(several)["err"])).not.toMatch(hidden);
  });

  it("stays what it was: class, name, stack, causes, code", () => {
    class LateError extends RangeError {
      override name = "LateError";
      readonly code = "ELATE";
      readonly tries = 3;
    }
    const error = new LateError("late", { cause: quotingError() });
    const { err } = entryOf(error) as { err: LateError };
    expect(err).toBeInstanceOf(LateError);
    expect(err).not.toBe(error);
    expect(Object.entries(err)).toEqual(Object.entries(error));
    expect([err.message, err.stack]).toEqual(["late", error.stack]);
    const { cause } = err;
    expect(isApiError(cause) && [cause.code, cause.reason, cause.causes[0]?.field]).toEqual([
      400,
      "BadRequest",
      "data",
    ]);
    expect(error.cause).toHaveProperty("status.message", expect.stringMatching(hidden));
  });

  it("may lead to itself, or be unreadable", () => {
    const round = new Error("round");
    round.cause = round;
    expect(entryOf(round)["err"]).toHaveProperty("cause.message", "round");
    const bare = Object.assign(new TypeError("bare"), { stack: undefined });
    expect(entryOf(bare)["err"]).toHaveProperty("stack", "TypeError: bare");
    const closed = Object.defineProperty(new Error("closed"), "code", {
      get: () => expect.unreachable(),
    });
    expect(entryOf(closed)["err"]).toEqual(new Error("closed"));
  });
});

describe("what else goes to a logger", () => {
  it("is masked in fields, in messages, and in what is thrown and no error", () => {
    const secret = { kind: "Secret", metadata: { name: "s" }, data: { a: "cGFzcw" } };
    const fields = { token: "hunter2", of: secret, note: `Bearer ${jwt}`, times: 2 };
    expect(entryOf(undefined, fields)).toEqual({
      token: "***",
      of: "Secret s",
      note: "Bearer ***",
      times: 2,
      message: "a",
    });
    const { message } = entryOf({ apiKey: "hunter2", code: 7 });
    expect(message).toBe('a: not an Error: {"apiKey":"***","code":7}');
  });

  it("is what JSON would hold, but for buffers, and what is too deep", () => {
    const at = new Date(0);
    const bytes = new TextEncoder().encode("hunter2");
    const value = { at, bytes, list: [1n, undefined] };
    expect(maskedValue(value)).toEqual({
      at: "1970-01-01T00:00:00.000Z",
      bytes: "[object Uint8Array]",
      list: ["1", undefined],
    });
    const round: Record<string, unknown> = {};
    round["self"] = round;
    expect(JSON.stringify(maskedValue(round))).toMatch(/^(\{"self":)+"…"\}+$/);
  });
});

it("hides the rest of a line after the data of a Secret, whose texts may have braces", () => {
  const masked = withoutSecrets(`first\ncannot read ${body}\nlast`);
  expect(masked).toBe('first\ncannot read {"kind":"Secret","stringData":{***\nlast');
});
