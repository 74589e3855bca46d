import { describe, expect, it } from "vitest";
import type { HealthCheck } from "../../../../../src/runtime/v1/manager/server/probes.js";
import { answerProbe } from "../../../../../src/runtime/v1/manager/server/probes.js";

async function ask(
  checks: Readonly<Record<string, HealthCheck>>,
  name = "",
  query = "",
): Promise<[number, string]> {
  const map = new Map(Object.entries(checks));
  const { status, body } = await answerProbe(map, name, new URLSearchParams(query));
  return [status, body];
}

const well: HealthCheck = () => undefined;
const ill: HealthCheck = () => "the cache of pods is empty";

describe("all checks", () => {
  it("are well where none is known, or none fails", async () => {
    expect(await ask({})).toEqual([200, "ok"]);
    expect(await ask({ a: well, b: () => Promise.resolve(true) })).toEqual([200, "ok"]);
    expect(await ask({}, "", "verbose")).toEqual([200, "[+]ping ok\nhealthz check passed\n"]);
  });

  it("are listed where one fails, without reasons", async () => {
    const throwing: HealthCheck = () => Promise.reject(new Error("hidden"));
    expect(await ask({ c: well, b: throwing, a: ill, d: () => false })).toEqual([
      500,
      "[-]a failed: reason withheld\n[-]b failed: reason withheld\n[+]c ok\n" +
        "[-]d failed: reason withheld\nhealthz check failed\n",
    ]);
  });

  it("are listed when asked, and may be left out", async () => {
    expect(await ask({ a: ill, b: well }, "", "exclude=a")).toEqual([200, "ok"]);
    expect(await ask({ a: ill, b: well }, "", "verbose=1&exclude=a&exclude=c&exclude=d")).toEqual([
      200,
      "[+]a excluded: ok\n[+]b ok\n" +
        'warn: some health checks cannot be excluded: no matches for "c","d"\n' +
        "healthz check passed\n",
    ]);
  });
});

describe("a single check", () => {
  it("says ok, or why not", async () => {
    expect(await ask({ a: well }, "a")).toEqual([200, "ok"]);
    expect(await ask({ a: ill }, "a")).toEqual([
      500,
      "internal server error: the cache of pods is empty\n",
    ]);
    expect(await ask({}, "ping")).toEqual([200, "ok"]);
  });

  it("is not found under another name", async () => {
    expect(await ask({ a: well }, "b")).toEqual([404, "404 page not found\n"]);
    expect(await ask({ a: well }, "ping")).toEqual([404, "404 page not found\n"]);
  });

  it("shows no tokens", async () => {
    const leaking: HealthCheck = () => {
      throw new Error("401 for Bearer abcdefgh.ijklmnop");
    };
    const [, body] = await ask({ a: leaking }, "a");
    expect(body).toBe("internal server error: 401 for Bearer ***\n");
  });
});
