import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments, stringify } from "yaml";
import { readYaml } from "../../../../src/runtime/v1/node/read-yaml.js";
import { Random } from "../../../support/random.js";
import { kubeconfigSamples } from "./kubeconfig-samples.js";

describe("readYaml reads as the package yaml does", () => {
  it.each(Object.entries(kubeconfigSamples))("a kubeconfig of %s", (_, text) => {
    expect(readYaml(text)).toEqual(parse(text));
    expect(readYaml(text)).toHaveProperty("clusters");
    expect(readYaml(text.replaceAll("\n", "\r\n"))).toEqual(parse(text));
  });

  it.each([
    "",
    "# nothing\n",
    "---\n",
    "--- {}\n...\n",
    "\uFEFFa: 1",
    "a: 1 # one\n# two\nb: 'it''s' # three\n",
    "a:\n- b\n-\n  - c\n- - d\n  - e\n- f: 1\n  g:\n  - h\nz: ~\n",
    "a:\n  b\n  c\n\n  d # e\nf: g\n",
    'a: "b\n  c\\\n  d\\u00e9\\n\n\n  \\x41"\n',
    "a: 'b\n  c\n\n  d'\n",
    "a: |\n  b\n   c\n\n  d\n\n\ne: 1\n",
    "a: |-\n  b\n\nc: |+\n  d\n\ne: >\n  f\n  g\n\n  h\n    i\n  j\n",
    "a: |2\n   b\n  c\nd: >-\n  e\n\n\n  f\n",
    "- |\n b\n- >-\n c\n  d\n",
    "a: {b: [c, 'd', \"e\": 1], f: {}}\n".replace('"e": 1', '"e"'),
    "a: {\n  b: 1, # one\n  c: [\n    1,\n    2,\n  ],\n}\nd: []\n",
    '{"a":{"b":[1,true,null,"c\\/d"]},"e":""}',
    "a: http://b:80/c#d\n'e f': - g\n".replace("- g", "-g"),
    "a: 0x1F\nb: 0o17\nc: 1.5e3\nd: .inf\ne: -5\nf: 012\ng: 1_0\nh: yes\ni: NULL\n",
    "__proto__: 1\nconstructor: 2\n",
    "a b: c d\nC:\\x: y\n? : z\n".replace("? : z\n", ""),
    'a: "#"\nb: x#y\nc: "" # z\n',
    "a:   \n  b:   1   \n",
    "plain\n  text\n",
  ])("%j", (text) => {
    expect(readYaml(text)).toEqual(parse(text));
  });

  it.each(["a: 1\n---\nb: &x 2\n", "---\na: 1\n...\n---\nb: [\n", "---\na: 1\n---\n"])(
    "the first document of %j, as kubectl",
    (text) => {
      expect(readYaml(text)).toEqual(parseAllDocuments(text)[0]?.toJS());
      expect(readYaml(text)).toEqual({ a: 1 });
    },
  );

  it("what the package writes, at random", () => {
    const random = new Random(31);
    for (let round = 0; round < 1500; round++) {
      const value = { a: valueOf(random, 0) };
      const text = stringify(value, {
        lineWidth: random.pick([0, 20, 80]),
        indent: random.pick([2, 4]),
        indentSeq: random.chance(0.5),
        ...(random.chance(0.3) ? { collectionStyle: "flow" } : {}),
        ...(random.chance(0.3)
          ? {
              defaultStringType: random.pick([
                "QUOTE_DOUBLE",
                "QUOTE_SINGLE",
                "BLOCK_LITERAL",
                "BLOCK_FOLDED",
              ]),
            }
          : {}),
      });
      expect(readYaml(text), text).toEqual(parse(text));
    }
  });

  it("what it takes at all, of texts with random changes", () => {
    const random = new Random(32);
    const marks = [
      " ",
      "\n",
      ":",
      "-",
      "#",
      "'",
      '"',
      "{",
      "]",
      ",",
      "|",
      ">",
      "a",
      "  ",
      ": ",
      "- ",
    ];
    let taken = 0;
    for (let round = 0; round < 4000; round++) {
      const sample = stringify({ a: valueOf(random, 0), b: valueOf(random, 0) });
      const at = random.below(sample.length);
      const text = sample.slice(0, at) + random.pick(marks) + sample.slice(at + random.below(2));
      let ours: unknown;
      let theirs: unknown;
      try {
        ours = readYaml(text);
        theirs = parse(text, { logLevel: "error", stringKeys: true });
      } catch {
        continue; // one of them refuses it
      }
      taken++;
      expect(ours, JSON.stringify(text)).toEqual(theirs);
    }
    expect(taken).toBeGreaterThan(1500);
  });
});

describe("readYaml reads as kubectl does", () => {
  it.each<[string, string, unknown]>([
    ["an anchor and its alias", "a: &x 2\nb: *x\nc: [*x, 5]\n", { a: 2, b: 2, c: [2, 5] }],
    ["a map behind an anchor", "- &u\n  k: v\n- *u # c\n", [{ k: "v" }, { k: "v" }]],
    ["a list behind an anchor", "x: &l\n- 1\ny: *l\n", { x: [1], y: [1] }],
    [
      "merged maps",
      "a: &d { k: 1, l: 2 }\nb:\n  <<: *d\n  l: 3\nc: { <<: [*d], m: 4 }\n",
      { a: { k: 1, l: 2 }, b: { k: 1, l: 3 }, c: { k: 1, l: 2, m: 4 } },
    ],
    ["tags", "a: !!str 5\nb: !!int 7\nc: !x 007\nd: 5\n", { a: "5", b: 7, c: "007", d: 5 }],
    ["repeated keys", "a: 1\nb: { c: 1, c: 2 }\na: 3\n", { a: 3, b: { c: 2 } }],
  ])("%s", (_, text, expected) => {
    expect(readYaml(text)).toEqual(expected);
  });
});

describe("readYaml names the line of what it does not read", () => {
  it.each([
    ["a: [&x 1]\n", "line 1: anchors and aliases are not read"],
    ["a: *x\n", "line 1: there is no anchor 'x' before this"],
    ["a: { b: !!str 1 }\n", "line 1: tags are not read"],
    ["? a\n: b\n", "line 1: keys of several lines are not read"],
    ["%YAML 1.2\n---\na: 1\n", "line 1: directives are not read"],
    ["a:\n\tb: 1\n", "line 2: tabs cannot indent"],
    ["a: 1\n  b: 2\n", "line 2: a text with a colon in it must be in quotes"],
    ["a: b: c\n", "line 1: a text with a colon in it must be in quotes"],
    ["a: [1, 2: b]\n", "line 1: a map in a list must be in braces"],
    ["a: [1, 2\n", "line 2: a bracket is not closed"],
    ["a: {b: 1\n", "line 2: a bracket is not closed"],
    ['a: "b\n', "line 1: a quote is not closed"],
    ['a: "\\q"\n', "line 1: the escape \\q does not exist"],
    ['a: "b" c\n', "line 1: this does not belong to what is before it"],
    ["a: |x\n  b\n", "line 1: this is no beginning of a text of several lines"],
    ["a: 1\nhello\n", "line 2: this is no key with a colon"],
    ["- a\nb: 1\n", "line 2: this does not belong to what is before it"],
    ["a: `b`\n", "line 1: a value must not begin with this character"],
    ["<html>\n<p class=x>: no\n", "line 2: a text with a colon in it must be in quotes"],
  ])("%j", (text, message) => {
    expect(() => readYaml(text)).toThrow(new SyntaxError(message));
  });

  it("takes no longer for long lines than it must", () => {
    const data = "QUJD".repeat(100_000);
    expect(readYaml(`a:\n  b: ${data}\n  c: "${data}"\n`)).toEqual({ a: { b: data, c: data } });
  });
});

const texts = [
  "",
  "a",
  "a b",
  "true",
  "1",
  "-",
  "- a",
  "a: b",
  "#",
  "a #b",
  "ä\n",
  "a\nb\n\nc",
  " a",
  "a ",
  "'",
  '"',
  "\\",
  "x".repeat(50),
  "word ".repeat(12),
  "\ta",
  "a\n  b\nc\n\n",
  "@",
  "&a",
  "{",
  "null",
  "~",
  "a,b",
  "[a]",
  "http://a:1",
  "=",
  "!",
  "%",
  "\u0007",
];

function valueOf(random: Random, depth: number): unknown {
  const kind = depth > 3 ? random.below(3) : random.below(6);
  if (kind === 0) return random.pick([null, true, false, 0, -1, 1.5, 1e21]);
  if (kind < 3) return random.pick(texts);
  const count = random.below(4);
  if (kind === 3) return Array.from({ length: count }, () => valueOf(random, depth + 1));
  const keys = ["a", "b-c", "d e", "1", "true", "f: g", "#", "-", "'"];
  return Object.fromEntries(
    Array.from({ length: count }, () => [random.pick(keys), valueOf(random, depth + 1)]),
  );
}
