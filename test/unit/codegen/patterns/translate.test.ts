import { expect, it } from "vitest";
import { translateRe2 } from "../../../../src/codegen/patterns/translate.js";
import { compileRe2 } from "../../../../src/runtime/v1/values/re2/compile.js";
import { Re2Error } from "../../../../src/runtime/v1/values/re2/node.js";

/** What a pattern becomes, as generated code would spell it. */
function spelled(pattern: string): string {
  const translated = translateRe2(pattern);
  if (translated.kind === "literal") return `/${translated.pattern}/${translated.flags}`;
  return translated.kind === "error" ? translated.text : "matcher";
}

it.each([
  "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$",
  "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$",
  "^[^,]+$",
  "^[-\\w]{1,63}?$",
  "a|b|",
  "^\\x41\\t[\\w.-]µ$",
])("leaves %s as it is, but for captures", (pattern) => {
  expect(spelled(pattern)).toBe(`/${pattern.replaceAll(/(?<!\\)\((?!\?)/g, "(?:")}/u`);
});

it.each([
  [".", "/[^\\n]/u"],
  ["(?s).", "/[^]/u"],
  ["\\s\\S", "/[\\t\\n\\f\\r ][^\\t\\n\\f\\r ]/u"],
  ["\\Aa\\z", "/^a$/u"],
  ["(?m)^a$", "/(?<=^|\\n)a(?=\\n|$)/u"],
  ["^https?://x", "/^https?:\\/\\/x/u"],
  ["(?i)true|false", "/true|false/iu"],
  ["a(?i:b-ß)", "matcher"],
  ["(?i)\\bs", "/\\b[Ssſ]/u"],
  ["(?P<n>a)(?<n>b)", "/(?:a)(?:b)/u"],
  ["[[:alpha:]_]", "/[A-Z_a-z]/u"],
  ["[]a]{,2}", "/[\\]a]\\{,2\\}/u"],
  ["\\Qa.b\\E+", "/a\\.b+/u"],
  ["[\\w-.]", "/[\\-.0-9A-Z_a-z]/u"],
  ["^?a", "/(?:^)?a/u"],
  ["\\pN\\p{^Greek}", "/[\\p{N}][\\P{Script=Greek}]/u"],
  ["\\p{So}", "/[\\ud800-\\udfff\\p{So}]/u"],
  ["\\p{C}", "matcher"],
  ["\ufffd", "/[\\ufffd\\ud800-\\udfff]/u"],
  ["[\ue000-\uffff]", "/[\\ud800-\\udfff\\ue000-\\uffff]/u"],
  ["\\x{1F600}\\a\\_", "/😀\\u0007_/u"],
  ["a\\Bb", "matcher"],
  ["", "/(?:)/u"],
])("translates %j", (pattern, want) => {
  expect(spelled(pattern)).toBe(want);
});

it.each([
  "(a+)+$",
  "^(a|a)*$",
  "^(a|aa)*$",
  "^(a*)*$",
  "^(a?){60}a{60}$",
  "^(a{1,10}){1,10}$",
  "^.*foo.*$",
  "[a-z]+x",
  "a.*b",
  "^(?:/?[\\w;:@&=$-.+]*)+/$",
  "^\\d+.?\\d+$",
])("gives %s to the matcher, as it could backtrack", (pattern) => {
  expect(spelled(pattern)).toBe("matcher");
});

it.each([
  "[a-z]+",
  ".*",
  "^.*foo",
  "^a*b",
  "foo.*",
  "^(\\d{1,3}\\.){3}\\d{1,3}$",
  "^[0-9a-f]{64}$",
])("sees that %s does not backtrack", (pattern) => {
  expect(translateRe2(pattern).kind).toBe("literal");
});

it("answers hostile patterns at once", () => {
  expect(spelled("(".repeat(100_000))).toMatch(/^error parsing regexp: missing closing \)/);
  expect(spelled("(".repeat(1001) + ")".repeat(1001))).toMatch(/expression nests too deeply/);
  expect(spelled(`(${"a".repeat(5000)}){1000}`)).toMatch(/expression too large/);
  expect(spelled("((a{100}){10}){2}")).toBe("error parsing regexp: invalid repeat count: `{2}`");
  expect(spelled("[a-z]".repeat(20_000))).toBe("matcher");
  expect(spelled("[a-z]*".repeat(5_000) + "!")).toBe("matcher");
  expect(spelled("a*".repeat(100_000))).toBe("matcher");
  expect(spelled(`^(${"[a-z]*b".repeat(300)})*$`)).toBe("matcher");
});

/** Texts made of the characters that tell patterns apart. */
function texts(count: number): string[] {
  const alphabet = [
    ...Array.from("abAZ019-._:/ kKsſß\n\r\u2028\u00a0é😀α\ufffd"),
    "\ud800",
    "\udc00",
    "foo",
  ];
  let seed = 7;
  const next = (limit: number): number => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * limit);
  };
  const text = (): string =>
    Array.from({ length: next(7) }, () => alphabet[next(alphabet.length)] ?? "").join("");
  return Array.from({ length: count }, text);
}

it.each([
  "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$",
  "^.+:[0-9]+$",
  "\\s\\S",
  "^[^a]+$",
  "(?i)ks",
  "(?i)[^k]s",
  "a(?i)s",
  "\\bfoo\\b",
  "(?m)^a|b$",
  "(?m)^$",
  "(?m)$\\b|^(?:$|a)",
  "(?s)a.b",
  "\\p{L}\\P{L}",
  "\\p{S}|[[:^word:]][\\ufffd-\\uffff]?",
  "[^\\PL]",
  "^.{2}$",
  "\ufffd",
])("means the same as the matcher: %s", (pattern) => {
  const matcher = compileRe2(
    pattern.replaceAll("\\ufffd", "\ufffd").replaceAll("\\uffff", "\uffff"),
  );
  const translated = translateRe2(
    pattern.replaceAll("\\ufffd", "\ufffd").replaceAll("\\uffff", "\uffff"),
  );
  if (translated.kind !== "literal" || matcher instanceof Re2Error)
    throw new Error(spelled(pattern));
  const regexp = new RegExp(translated.pattern, translated.flags);
  for (const text of texts(3000)) {
    expect(regexp.test(text), JSON.stringify(text)).toBe(matcher.test(text));
  }
});
