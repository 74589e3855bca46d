import { afterEach, describe, expect, it, vi } from "vitest";
import { createWarningLog, parseWarnings } from "../../../../src/runtime/v1/client/warnings.js";
import { fakeTransport } from "./fake-transport.js";

describe("Warning headers", () => {
  it.each<[string, string | null, string[]]>([
    ["none", null, []],
    ["one", '299 - "unknown field \\"spec.x\\""', ['unknown field "spec.x"']],
    ["several", '299 - "a, b", 299 - "c"', ["a, b", "c"]],
    ["escapes", '299 - "a\\\\b\\"c"', ['a\\b"c']],
    ["a date", '299 - "a" "Sat, 25 Aug 2012 23:34:45 GMT", 299 - "b"', ["a", "b"]],
    ["other codes", '110 proxy "stale", 299 - "a"', ["a"]],
    ["UTF-8 that came as Latin-1", `299 - "${latin1("ünknown 漢字")}"`, ["ünknown 漢字"]],
    ["UTF-8 that came as such", '299 - "漢字 ü"', ["漢字 ü"]],
    ["UTF-8 that came as such and could be Latin-1", '299 - "漢 \xc3\xbc"', ["漢 \xc3\xbc"]],
    ["Latin-1", '299 - "\xfcber"', ["über"]],
    ["rubbish", "hello", []],
    ["rubbish at the end", '299 - "a", 299 - "b', ["a"]],
    ["the empty text", '299 - ""', []],
  ])("%s", (_, header, texts) => {
    expect(parseWarnings(header)).toEqual(texts);
  });

  it("takes no time for hostile ones", () => {
    expect(parseWarnings(`299 - "${'\\"'.repeat(100_000)}`)).toEqual([]);
    expect(parseWarnings(`${" ,".repeat(100_000)}x`)).toEqual([]);
  });
});

describe("the log", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("forgets after a thousand texts", () => {
    const print = vi.spyOn(console, "warn").mockReturnValue(undefined);
    const log = createWarningLog(fakeTransport());
    const request = { method: "GET", path: "/", headers: [] };
    for (let i = 0; i < 1000; i++) log(`w${i}`, request);
    log("w0", request);
    expect(print).toHaveBeenCalledTimes(1000);
    log("new", request);
    log("w0", request);
    expect(print).toHaveBeenCalledTimes(1002);
  });

  it("prints each text once for each transport", () => {
    const print = vi.spyOn(console, "warn").mockReturnValue(undefined);
    const transport = fakeTransport();
    const request = { method: "GET", path: "/", headers: [] };
    createWarningLog(transport)("a", request);
    createWarningLog(transport)("a", request);
    createWarningLog(transport)("b", request);
    createWarningLog(fakeTransport())("a", request);
    expect(print.mock.calls.map(([text]) => text as string)).toEqual([
      "Warning from the Kubernetes API server: a",
      "Warning from the Kubernetes API server: b",
      "Warning from the Kubernetes API server: a",
    ]);
  });
});

function latin1(text: string): string {
  return Buffer.from(text).toString("latin1");
}
