import { describe, expect, it, vi } from "vitest";
import * as errors from "../../../../src/runtime/v1/client/api-error.js";
import { errorFromResponse, isStatus } from "../../../../src/runtime/v1/client/error-response.js";
import type { Target } from "../../../../src/runtime/v1/client/request.js";
import type { TransportResponse } from "../../../../src/runtime/v1/client/transport.js";
import { cronTab } from "./fake-transport.js";

const target = { resource: cronTab, namespace: "ns", name: "a" };

describe("errors of answers", () => {
  it("carries the Status", () => {
    const status = {
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: 'CronTab.stable.example.com "a" is invalid',
      reason: "Invalid",
      details: {
        causes: [{ reason: "FieldValueRequired", message: "Required value", field: "spec.image" }],
        retryAfterSeconds: 2,
      },
      code: 422,
    };
    const error = errorOf(422, JSON.stringify(status), { "retry-after": "7" });
    expect(error).toMatchObject({
      name: "ApiError",
      message: 'CronTab.stable.example.com "a" is invalid',
      status,
      code: 422,
      reason: "Invalid",
      causes: status.details.causes,
      retryAfter: 2,
    });
  });

  it.each<[number, string, string, string]>([
    [
      400,
      "x",
      "BadRequest",
      "the server rejected our request for an unknown reason (get crontabs.stable.example.com a)",
    ],
    [
      401,
      "x",
      "Unauthorized",
      "the server has asked for the client to provide credentials (get crontabs.stable.example.com a)",
    ],
    [403, "no way\n", "Forbidden", "no way (get crontabs.stable.example.com a)"],
    [
      404,
      "404 page not found\n",
      "NotFound",
      "the server could not find the requested resource (get crontabs.stable.example.com a)",
    ],
    [
      405,
      "x",
      "MethodNotAllowed",
      "the server does not allow this method on the requested resource (get crontabs.stable.example.com a)",
    ],
    [
      406,
      "",
      "NotAcceptable",
      "the server was unable to respond with a content type that the client supports (get crontabs.stable.example.com a)",
    ],
    [406, "what is this", "NotAcceptable", "what is this (get crontabs.stable.example.com a)"],
    [409, "x", "Conflict", "the server reported a conflict (get crontabs.stable.example.com a)"],
    [
      415,
      "what is this",
      "UnsupportedMediaType",
      "what is this (get crontabs.stable.example.com a)",
    ],
    [
      418,
      "x",
      "",
      "the server responded with the status code 418 but did not return more information (get crontabs.stable.example.com a)",
    ],
    [
      429,
      "x",
      "TooManyRequests",
      "the server has received too many requests and has asked us to try again later (get crontabs.stable.example.com a)",
    ],
    [
      502,
      'bad "gateway"',
      "InternalError",
      'an error on the server ("bad \\"gateway\\"") has prevented the request from succeeding (get crontabs.stable.example.com a)',
    ],
    [
      503,
      "x",
      "ServiceUnavailable",
      "the server is currently unable to handle the request (get crontabs.stable.example.com a)",
    ],
    [
      422,
      "x",
      "Invalid",
      "the server rejected our request due to an error in our request (get crontabs.stable.example.com a)",
    ],
    [
      499,
      "x",
      "",
      "the server responded with the status code 499 but did not return more information (get crontabs.stable.example.com a)",
    ],
    [
      500,
      "x",
      "InternalError",
      'an error on the server ("x") has prevented the request from succeeding (get crontabs.stable.example.com a)',
    ],
    [
      504,
      "x",
      "Timeout",
      "the server was unable to return a response in the time allotted, but may still be processing the request (get crontabs.stable.example.com a)",
    ],
  ])("makes one up for %d", (code, body, reason, message) => {
    expect(errorOf(code, body)).toMatchObject({ code, reason, message, status: { code, reason } });
  });

  it.each<[string, string, string, string]>([
    ["GET", "Conflict", "get", "a"],
    ["POST", "AlreadyExists", "post", ""],
  ])("makes a whole Status up for %s", (method, reason, verb, name) => {
    const place = name === "" ? { resource: cronTab, namespace: "ns" } : target;
    const { status } = errorOf(409, "why", {}, method, place);
    expect(status).toEqual({
      apiVersion: "v1",
      kind: "Status",
      metadata: {},
      status: "Failure",
      message: `the server reported a conflict (${verb} ${`crontabs.stable.example.com ${name}`.trim()})`,
      reason,
      details: {
        name: name === "" ? undefined : name,
        group: "stable.example.com",
        kind: "crontabs",
        causes: [{ reason: "UnexpectedServerResponse", message: "why" }],
      },
      code: 409,
    });
  });

  it("takes the Status of a success for none, and one behind blanks for one", () => {
    const status = { kind: "Status", apiVersion: "v1", metadata: {}, message: "m" };
    const success = { ...status, status: "Success" };
    expect(errorOf(503, JSON.stringify(success)).reason).toBe("ServiceUnavailable");
    expect(errorOf(503, ` \n${JSON.stringify(status)}`).message).toBe("m");
  });

  it("asks for no type that a client cannot show: 406", () => {
    const headers = { "content-type": "image/png" };
    expect(errorOf(406, "x", headers).message).toMatch(/^the server was unable to respond/);
  });

  it("keeps the body as the cause, unless it is no text", () => {
    const cause = (headers: Record<string, string>, body: string): unknown =>
      errorOf(500, body, headers).causes[0]?.message;
    expect(cause({ "content-type": "text/html; charset=utf-8" }, " <html>\n")).toBe("<html>");
    expect(cause({ "content-type": "image/png" }, "\u0001")).toBe("unknown");
    expect(cause({ "content-type": "" }, "a")).toBe("a");
    expect(cause({}, "x".repeat(5000))).toBe("x".repeat(2048));
  });

  it.each([
    "{",
    "[]",
    '{"kind":"Status"}',
    '{"kind":"Status","apiVersion":"example.com/v1","message":"m"}',
  ])("does not take %s for a Status", (body) => {
    expect(errorOf(409, body, {}, "POST").message).toBe(
      "the server reported a conflict (post crontabs.stable.example.com a)",
    );
  });

  it.each([
    { message: 5, reason: 7, details: { causes: "abc", retryAfterSeconds: "soon" } },
    { message: null, reason: null, details: null },
    { message: "", reason: "", details: { causes: null } },
    { message: {}, reason: {}, details: "abc", metadata: null },
  ])("keeps what is odd in a Status to it: %j", (odd) => {
    const status = { kind: "Status", apiVersion: "v1", ...odd };
    const error = errorOf(500, JSON.stringify(status), { "retry-after": "3" });
    expect(error).toMatchObject({
      message: "the server answered with status 500",
      status,
      reason: "",
      causes: [],
      retryAfter: 3,
    });
    expect(errors.isInternalError(error)).toBe(true);
  });

  it("reads Retry-After as seconds or as a date", () => {
    vi.useFakeTimers({ now: Date.parse("2026-01-01T00:00:00Z") });
    const retryAfter = (header: string): number | undefined =>
      errorOf(429, "", { "retry-after": header }).retryAfter;
    expect(retryAfter("3")).toBe(3);
    expect(retryAfter("Thu, 01 Jan 2026 00:00:09 GMT")).toBe(9);
    expect(retryAfter("Thu, 01 Jan 2020 00:00:09 GMT")).toBe(0);
    for (const neither of ["soon", "1.5", "-5", ""]) expect(retryAfter(neither)).toBeUndefined();
    vi.useRealTimers();
  });

  it("knows a Status from a custom resource of that kind", () => {
    expect(isStatus({ kind: "Status", apiVersion: "v1", metadata: {} })).toBe(true);
    expect(isStatus({ kind: "Status", apiVersion: "example.com/v1" })).toBe(false);
    for (const other of [
      null,
      undefined,
      "Status",
      {},
      { kind: "Status" },
      { apiVersion: "v1" },
      { kind: "List", apiVersion: "v1" },
    ]) {
      expect(isStatus(other)).toBe(false);
    }
  });
});

describe("predicates", () => {
  const table: [keyof typeof errors, number, string][] = [
    ["isBadRequest", 400, "BadRequest"],
    ["isUnauthorized", 401, "Unauthorized"],
    ["isForbidden", 403, "Forbidden"],
    ["isNotFound", 404, "NotFound"],
    ["isMethodNotAllowed", 405, "MethodNotAllowed"],
    ["isAlreadyExists", 409, "AlreadyExists"],
    ["isConflict", 409, "Conflict"],
    ["isExpired", 410, "Expired"],
    ["isExpired", 410, "Gone"],
    ["isRequestEntityTooLarge", 413, "RequestEntityTooLarge"],
    ["isUnsupportedMediaType", 415, "UnsupportedMediaType"],
    ["isInvalid", 422, "Invalid"],
    ["isTooManyRequests", 429, "TooManyRequests"],
    ["isInternalError", 500, "InternalError"],
    ["isServerTimeout", 500, "ServerTimeout"],
    ["isServiceUnavailable", 503, "ServiceUnavailable"],
    ["isServerTimeout", 504, "Timeout"],
  ];
  const tests = [...new Set(table.map(([name]) => name))];

  it.each(table)("%s is for %d %s, and no other is", (name, code, reason) => {
    const error = apiError(code, reason);
    const holding = tests.filter((test) => (errors[test] as (error: unknown) => boolean)(error)); // all are predicates
    expect(holding).toEqual([name]);
  });

  it.each(
    table.filter(([, , reason]) => !["AlreadyExists", "Gone", "ServerTimeout"].includes(reason)),
  )("%s is for %d without a reason, and no other is", (name, code) => {
    const error = apiError(code, "");
    const holding = tests.filter((test) => (errors[test] as (error: unknown) => boolean)(error)); // all are predicates
    expect(holding).toEqual([name]);
  });

  it("go by the code where the reason is none that the API defines", () => {
    expect(errors.isConflict(apiError(409, ""))).toBe(true);
    expect(errors.isConflict(apiError(409, "SomethingNew"))).toBe(true);
    expect(errors.isAlreadyExists(apiError(409, ""))).toBe(false);
    expect(errors.isNotFound(apiError(404, "Invalid"))).toBe(false);
  });

  it("know errors of another copy of the runtime, and nothing else", () => {
    const foreign = Object.assign(new Error("m"), {
      name: "ApiError",
      status: {},
      code: 404,
      reason: "NotFound",
    });
    expect(errors.isNotFound(foreign)).toBe(true);
    const said = { status: {}, code: 404, reason: "NotFound" };
    for (const value of [
      null,
      undefined,
      "NotFound",
      { code: 404 },
      { name: "ApiError", ...said },
      new Error("NotFound"),
      Object.assign(new Error("m"), said),
      Object.assign(new Error("m"), { name: "ApiError", code: 404, reason: "NotFound" }),
    ]) {
      expect(errors.isNotFound(value)).toBe(false);
    }
  });
});

it("errors say what they are", () => {
  const status = { kind: "Status", apiVersion: "v1", metadata: {} } as const;
  expect(String(new errors.ApiError(status))).toBe("ApiError: the server answered with status 0");
  expect(String(new errors.TransportError("m"))).toBe("TransportError: m");
  expect(String(new errors.TimeoutError(5))).toBe("TimeoutError: no answer within 5 ms");
});

function apiError(code: number, reason: string): errors.ApiError {
  return new errors.ApiError({ kind: "Status", apiVersion: "v1", metadata: {}, code, reason });
}

function errorOf(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
  place: Target = target,
): errors.ApiError {
  const response: Pick<TransportResponse, "status" | "header"> = {
    status,
    header: (name) => headers[name] ?? null,
  };
  return errorFromResponse(place, method, response as TransportResponse, body); // the body was read
}

describe("errors of the network", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

  it.each<[string, unknown, string | undefined]>([
    ["the system", refused, "ECONNREFUSED"],
    ["fetch", new TypeError("fetch failed", { cause: refused }), "ECONNREFUSED"],
    ["several addresses", new AggregateError([refused, new Error("other")]), "ECONNREFUSED"],
    ["nothing", undefined, undefined],
    ["a text", "ECONNREFUSED", undefined],
    ["an error without a code", new Error("broken"), undefined],
    ["a code that is a number", Object.assign(new Error("odd"), { code: 5 }), undefined],
  ])("have the code of %s", (_, cause, code) => {
    expect(new errors.TransportError("GET /a", cause).code).toBe(code);
  });

  it("have no code where an error is its own cause", () => {
    const own = new Error("own");
    own.cause = own;
    expect(new errors.TransportError("GET /a", own).code).toBeUndefined();
  });

  it("are known by their names, of other copies of the runtime too", () => {
    const others = ["TransportError", "TimeoutError"].map((name) =>
      Object.assign(new Error("a"), { name }),
    );
    const all = [new errors.TransportError("a"), new errors.TimeoutError(1), ...others];
    expect(all.map(errors.isTransportError)).toEqual([true, false, true, false]);
    expect(all.map(errors.isTimeoutError)).toEqual([false, true, false, true]);
    expect(errors.isTransportError({ name: "TransportError" })).toBe(false);
  });

  it("are timeouts where the caller's own signal timed out", async () => {
    const signal = AbortSignal.timeout(1);
    await expect.poll(() => signal.aborted).toBe(true);
    expect(errors.isTimeoutError(signal.reason)).toBe(true);
  });
});
