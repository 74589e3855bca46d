import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { translateRe2 } from "../../src/codegen/patterns/translate.js";
import { hasCodePoint } from "../../src/runtime/v1/values/re2/char-set.js";
import { compileRe2 } from "../../src/runtime/v1/values/re2/compile.js";
import type { Re2Node } from "../../src/runtime/v1/values/re2/node.js";
import { Re2Error } from "../../src/runtime/v1/values/re2/node.js";
import { parseRe2 } from "../../src/runtime/v1/values/re2/parse.js";
import { describeShared, readShared, sharedPath } from "../support/shared.js";

interface PatternCase {
  readonly request: {
    readonly schema: { readonly properties: { readonly a: { readonly pattern: string } } };
    readonly object: { readonly a: string };
  };
  readonly expected: { readonly errors: readonly { readonly causeMessage: string }[] };
}

/**
 * Patterns about which the recorder (Go 1.19) and today's servers (Go 1.26) differ, with today's
 * text.
 */
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

/** Every value of a key `pattern` in a YAML text, read from the key's own lines alone. */
function patternsIn(text: string): string[] {
  const lines = text.split("\n");
  return lines.flatMap((line, i) => {
    const [, indent, key] = /^( *)(?:- )?(pattern: .*)$/.exec(line) ?? [];
    if (indent === undefined || key === undefined) return [];
    let end = i + 1;
    while (/^ *$/.test(lines[end] ?? "x") || lines[end]?.startsWith(`${indent}  `) === true) end++;
    const value: unknown = parse([key, ...lines.slice(i + 1, end)].join("\n"));
    const pattern = (value as { pattern: unknown }).pattern; // the text begins with that key
    return typeof pattern === "string" ? [pattern] : [];
  });
}

/** Numbers that look random and are the same in every run. */
function randomNumbers(): (limit: number) => number {
  let seed = 42;
  return (limit) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * limit);
  };
}

const alphabet = Array.from("azAZ09-_.:/@ \n\u2028é😀µ%+*=");

/** A text that the pattern matches, but for its assertions. */
function sample(node: Re2Node, random: (limit: number) => number): string {
  switch (node.op) {
    case "empty":
    case "assert":
      return "";
    case "literal":
      return String.fromCodePoint(...node.codes);
    case "class": {
      const fitting = alphabet.filter((one) => hasCodePoint(node.set, one.codePointAt(0) ?? 0));
      const code = node.set.ranges[2 * random(node.set.ranges.length / 2)] ?? 0x61;
      return fitting[random(fitting.length)] ?? String.fromCodePoint(code);
    }
    case "capture":
      return sample(node.sub, random);
    case "repeat": {
      const count = node.min + random(Math.min(node.max - node.min, 3) + 1);
      return Array.from({ length: count }, () => sample(node.sub, random)).join("");
    }
    case "concat":
      return node.subs.map((sub) => sample(sub, random)).join("");
    case "alternate": {
      const chosen = node.subs[random(node.subs.length)];
      return chosen === undefined ? "" : sample(chosen, random);
    }
  }
}

function mutate(text: string, random: (limit: number) => number): string {
  const place = random(text.length + 1);
  const added = alphabet[random(alphabet.length)] ?? "";
  return text.slice(0, place) + (random(2) === 0 ? added : "") + text.slice(place + random(2));
}

describeShared("patterns of the CRDs of the corpus", () => {
  const folder = sharedPath("corpus/crds");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const texts = files
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => readFileSync(join(folder, name), "utf8"));
  const patterns = new Set(texts.flatMap(patternsIn));

  it("are many, and Go takes all of them", () => {
    const refused = [...patterns].filter((pattern) => compileRe2(pattern) instanceof Re2Error);
    expect(patterns.size).toBeGreaterThan(250);
    expect(refused).toEqual([]);
  });

  it("mean the same as regular expressions and to the matcher", () => {
    const random = randomNumbers();
    for (const pattern of patterns) {
      const translated = translateRe2(pattern);
      const matcher = compileRe2(pattern);
      const tree = parseRe2(pattern);
      if (matcher instanceof Re2Error || tree instanceof Re2Error) continue;
      if (translated.kind !== "literal") continue;
      const regexp = new RegExp(translated.pattern, translated.flags);
      for (let i = 0; i < 40; i++) {
        const good = sample(tree.root, random);
        const text = i % 2 === 0 ? good : mutate(good, random);
        expect(regexp.test(text), `${pattern} ${JSON.stringify(text)}`).toBe(matcher.test(text));
      }
    }
  });
});
