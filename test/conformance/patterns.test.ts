import { expect, it } from "vitest";

import { translateRe2 } from "../../src/emit/regexp.js";
import { compileRe2 } from "../../src/runtime/v1/re2/compile.js";
import { Re2Error } from "../../src/runtime/v1/re2/node.js";
import { describeShared, readShared } from "../support/shared.js";

interface PatternCase {
  readonly request: {
    readonly schema: { readonly properties: { readonly a: { readonly pattern: string } } };
    readonly object: { readonly a: string };
  };
  readonly expected: { readonly errors: readonly { readonly causeMessage: string }[] };
}

/** Patterns about which the recorder (Go 1.19) and today's servers (Go 1.26) differ, with today's text. */
const newerTexts: ReadonlyMap<string, string> = new Map([
  // `(?<` begins a named group since Go 1.22, so what follows is a bad name.
  ["(?<=a)b", "error parsing regexp: invalid named capture: `(?<=a)b`"],
  ["(?<!a)b", "error parsing regexp: invalid named capture: `(?<!a)b`"],
]);

const invalid = /, but pattern is invalid: (.*)'$/su;

describeShared("recorded-patterns.json", () => {
  const { cases } = JSON.parse(readShared("conformance/schema/recorded-patterns.json")) as {
    cases: readonly PatternCase[];
  }; // the file's shape, see its README

  const patterns = new Map<string, PatternCase[]>();
  for (const vector of cases) {
    const { pattern } = vector.request.schema.properties.a;
    patterns.set(pattern, [...(patterns.get(pattern) ?? []), vector]);
  }

  it.each([...patterns])("%s", (pattern, vectors) => {
    const compiled = compileRe2(pattern);
    const translated = translateRe2(pattern);
    for (const { request, expected } of vectors) {
      const message = expected.errors[0]?.causeMessage;
      const recorded = message === undefined ? undefined : invalid.exec(message)?.[1];
      const text = recorded === undefined ? undefined : (newerTexts.get(pattern) ?? recorded);
      if (newerTexts.has(pattern)) expect(recorded).not.toBe(text);
      if (compiled instanceof Re2Error || text !== undefined) {
        expect((compiled as Re2Error).message).toBe(text); // anything else has no message and fails here
        expect(translated).toEqual({ kind: "error", text });
        continue;
      }
      const matches = message === undefined;
      expect(compiled.test(request.object.a), JSON.stringify(request.object.a)).toBe(matches);
      expect(compiled.exec(request.object.a) !== undefined).toBe(matches);
      if (translated.kind !== "literal") continue;
      const regexp = new RegExp(translated.pattern, translated.flags);
      expect(regexp.test(request.object.a), JSON.stringify(request.object.a)).toBe(matches);
    }
  });
});
