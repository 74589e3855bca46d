import { describe, expect, it } from "vitest";
import { compile, generate, lint, OptionError } from "../../../../src/index.js";

const sources = [{ path: "empty.yaml", text: "" }];

/** Calls as JavaScript makes them. */
const calls = Object.entries({ generate, compile, lint }) as readonly (readonly [
  string,
  (input?: unknown) => Promise<unknown>, // the types are what is not kept to
])[];

const wrong: readonly (readonly [string, unknown, string])[] = [
  ["nothing", undefined, "options: must be an object with sources"],
  ["null", null, "options: must be an object with sources"],
  ["a text", "crd.yaml", "options: must be an object with sources"],
  ["no sources", {}, "sources: must be a list of { path, text }"],
  ["a text as sources", { sources: "abc" }, "sources: must be a list of { path, text }"],
  ["a source without text", { sources: [{ path: "a" }] }, "sources: must be a list"],
  ["a source without path", { sources: [{ text: "a" }] }, "sources: must be a list"],
  ["bytes", { sources: [{ path: "a", text: new Uint8Array(3) }] }, "sources: must be a list"],
  ["a hole", { sources: [null] }, "sources: must be a list"],
  [
    "a slip",
    { sources, kubernetesVerison: "1.34" },
    "kubernetesVerison: there is no such option; did you mean 'kubernetesVersion'?",
  ],
  [
    "the unknown",
    { sources, colour: 1 },
    "colour: there is no such option; the options are sources,",
  ],
  ["__proto__", JSON.parse('{"sources":[],"__proto__":1}'), "__proto__: there is no such option"],
  ["a number as version", { sources, kubernetesVersion: 1.3 }, 'must be a string such as "1.34"'],
  ["no such version", { sources, kubernetesVersion: "1.99" }, "'1.99' is not one of 1.28 to"],
  ["a word for a truth", { sources, allowInvalid: "false" }, "allowInvalid: must be true or false"],
];

describe.each(calls)("%s given", (_name, call) => {
  it.each(wrong)("%s", async (_what, input, message) => {
    const error: unknown = await call(input).then(undefined, (reason: unknown) => reason);
    expect(error).toBeInstanceOf(OptionError);
    expect((error as OptionError).message).toContain(message);
  });

  it("an object of options for all three", async () => {
    const options = { sources, kubernetesVersion: undefined, allowInvalid: true, emit: "js" };
    await expect(call(options)).resolves.toBeDefined();
  });
});

describe("generate given", () => {
  it.each([
    [{ parts: "types" }, "parts: must be a list of strings"],
    [{ parts: ["typos"] }, "parts: 'typos' (did you mean 'types'?) is not one of types,"],
    [{ only: "a/*" }, "only: must be a list of strings"],
    [{ only: [3] }, "only: must be a list of strings"],
    [{ emit: null }, "emit: must be a string"],
    [{ runtime: "link" }, "runtime: 'link' is not one of copy, import"],
    [{ versions: ["v1"] }, "versions: must be a string"],
    [{ backends: {} }, "backends: must be a list of back ends"],
  ])("%j", async (option, message) => {
    await expect(generate({ sources, ...option } as never)).rejects.toThrow(message);
  });
});
