import { describe, expect, it } from "vitest";
import * as yaml from "yaml";
import { BlockReader } from "../../../../src/crd/source/readers/block-reader.js";
import { GeneralReader } from "../../../../src/crd/source/readers/general-reader.js";
import { problemsOf, valuesOf } from "./collect.js";

/** Texts that both readers take, with the value that `sigs.k8s.io/yaml` gives. */
const shared: readonly (readonly [name: string, text: string, value: unknown])[] = [
  ["mapping", "a: b\nc: d\n", { a: "b", c: "d" }],
  ["nested mapping", "a:\n  b:\n    c: 1\nd: 2\n", { a: { b: { c: 1 } }, d: 2 }],
  ["sequence at the key's column", "a:\n- 1\n- 2\nb: 3\n", { a: [1, 2], b: 3 }],
  ["sequence in a sequence", "- - 1\n  - 2\n-\n  - 3\n", [[1, 2], [3]]],
  ["mapping in a sequence", "- a: 1\n  b: 2\n- c: 3\n", [{ a: 1, b: 2 }, { c: 3 }]],
  ["absent values", "a:\nb: ~\nc:\n- \n-\n", { a: null, b: null, c: [null, null] }],
  ["comments", "# a\na: 1 # b\n  # c\nb: x#y\n#d", { a: 1, b: "x#y" }],
  ["flow", "a: [x, 'y', {z: 1, w: [ ]}]\nb: {}\n", { a: ["x", "y", { z: 1, w: [] }], b: {} }],
  [
    "flow over lines",
    "a: [x, # y\n  z,\n  ]\nb: {c: d,\n  e}\n",
    { a: ["x", "z"], b: { c: "d", e: null } },
  ],
  ["number signs in flow", "a: [x#y, # z\n  b, #c\n  ]\n", { a: ["x#y", "b"] }],
  ["pair without a value", "[a: ]\n", [{ a: null }]],
  ["pair in a flow sequence", "[a, b: c, 'd': e]\n", ["a", { b: "c" }, { d: "e" }]],
  ["JSON in flow", '{"a":1,"b":[true]}\n', { a: 1, b: [true] }],
  ["plain over lines", "a: one\n  two\n\n  three # c\nb: 1\n", { a: "one two\nthree", b: 1 }],
  ["single quotes", "a: 'it''s\n\n  so'\n", { a: "it's\nso" }],
  ["double quotes", 'a: "x\\ty\\u00e9\\\n  z\n  w"\n', { a: "x\tyéz w" }],
  ["literal", "a: |\n  x\n   y\n\n  z\n\nb: |-\n  w\n", { a: "x\n y\n\nz\n", b: "w" }],
  ["literal behind an empty line", "a: |\n\n  b\n", { a: "\nb\n" }],
  ["literal, kept", "a: |+\n  x\n\n\nb: 1\n", { a: "x\n\n\n", b: 1 }],
  ["literal, indented", "a: |2\n    x\n  y\n", { a: "  x\ny\n" }],
  ["folded", "a: >\n  x\n  y\n\n  z\n    w\n  v\n", { a: "x y\nz\n  w\nv\n" }],
  ["quoted keys", "'a b': 1\n\"c\": 2\n", { "a b": 1, c: 2 }],
  ["keys that are no strings", "1: a\ntrue: b\n1.5: c\n", { 1: "a", true: "b", 1.5: "c" }],
  ["colons in plain", "a: b:c\nd: http://e\n", { a: "b:c", d: "http://e" }],
  ["CRLF", "a: |\r\n  x\r\n  y\r\nb: 'c\r\n  d'\r\n", { a: "x\ny\n", b: "c d" }],
  ["top-level scalar", "just\ntext\n", "just text"],
];

describe("fast path and general reader", () => {
  it.each(shared)("%s", (_name, text, value) => {
    const fast = new BlockReader(text, 0, text.length, undefined).read();
    const general = new GeneralReader(yaml, text, 0, undefined).read(text.length);
    expect(fast).toStrictEqual(value);
    expect(general).toStrictEqual(value);
  });
});

describe("what Go reads and JavaScript readers refuse", () => {
  it.each([
    ["quoted continuation at the key's column", "a:\n  b: 'x\n  y'\n", { a: { b: "x y" } }],
    ["quoted continuation at column 0", 'a:\n  b: "x\ny"\n', { a: { b: "x y" } }],
    ["block scalar at the key's column", "a:\n|\n x\n", { a: "x\n" }],
    ["comment right behind a quote", "a: 'b'# c\n", { a: "b" }],
    ["colon before a closing bracket", "a: [b:, c]\n", { a: ["b:", "c"] }],
    ["tab behind a colon", "a:\tb\n", { a: "b" }],
    ["underscores behind a leading point", "[.5_5, .5_, ._5]\n", [0.55, ".5_", "._5"]],
    [
      "line separators in quotes",
      "a: 'b \u2028 c'\nd: \"e\n\u2029 f\"\n",
      { a: "b\u2028c", d: "e\u2029f" },
    ],
    ["line separators and a tag", "a: !!str 'b \u2028 c'\n", { a: "b\u2028c" }],
    ["line separator in a literal", "a: |\n  b\u2028  c\n", { a: "b\u2028c\n" }],
    ["line separator in folded text", "a: >\n  b\u2028  c\n  d\n", { a: "b\u2028c d\n" }],
    ["byte order mark within", "a: 1\n\ufeffb: 2\n", { a: 1, "\ufeffb": 2 }],
  ])("%s", async (_name, text, value) => {
    expect(await valuesOf(text)).toStrictEqual([value]);
  });
});

describe("anchors, merges, tags, explicit keys", () => {
  it.each([
    ["alias", "a: &x\n  b: 1\nc: *x\n", { a: { b: 1 }, c: { b: 1 } }],
    ["the last anchor of a name counts", "a: &x 1\nb: &x 2\nc: *x\n", { a: 1, b: 2, c: 2 }],
    ["alias as key", "&a b: c\nd: *a\n", { b: "c", d: "b" }],
    [
      "merge",
      "a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3\n",
      { a: { b: 1, c: 2 }, d: { b: 1, c: 3 } },
    ],
    [
      "merge behind a key overrides it",
      "a: &x {b: 1}\nd:\n  b: 2\n  <<: *x\n",
      { a: { b: 1 }, d: { b: 1 } },
    ],
    ["merge of a list", "<<: [{a: 1}, {a: 2, b: 3}]\n", { a: 1, b: 3 }],
    ["quoted <<", "'<<': 1\n", { "<<": 1 }],
    ["tagged <<", "a: &x {b: 1}\nc:\n  !!merge <<: *x\n", { a: { b: 1 }, c: { b: 1 } }],
    ["<< that a tag makes text", "!!str <<: 1\n", { "<<": 1 }],
    ["tagged keys", "!!int 0x10: a\n!!str 1: b\n!!int '2': c\n", { 16: "a", 1: "b", 2: "c" }],
    ["tags", "a: !!str 1\nb: !!int '2'\nc: !own 3\n", { a: "1", b: 2, c: "3" }],
    [
      "tags of times and bytes",
      "- !!timestamp 2000-2-29\n- !!timestamp '2001-01-01T1:2:3.5+02:00'\n- !!timestamp 2001-01-01 01:02:03\n- !!binary YQ==\n",
      ["2000-2-29", "2001-01-01T1:2:3.5+02:00", "2001-01-01 01:02:03", "a"],
    ],
    ["explicit key", "? a\n: b\n? c\n", { a: "b", c: null }],
  ])("%s", async (_name, text, value) => {
    expect(await valuesOf(text)).toStrictEqual([value]);
  });

  it("gives each alias a value of its own", async () => {
    const [value] = (await valuesOf("a: &x {b: 1}\nc: *x\n")) as { a: object; c: object }[];
    expect(value?.a).not.toBe(value?.c);
  });
});

describe("faults", () => {
  it.each([
    ["a: b: c\n", "1:5 not YAML: mapping values are not allowed in this context"],
    ["a: - b\n", "1:4 not YAML: block sequence entries are not allowed in this context"],
    ["a:\n    b: 1\n  c: 2\n", "3:3 not YAML: did not find expected key"],
    ["a: 1\nb\nc: 2\n", "2:1 not YAML: could not find expected ':'"],
    ["\ta: 1\n", "1:1 not YAML: found character that cannot start any token"],
    ["a:\n\tb: 1\n", "2:1 not YAML: found character that cannot start any token"],
    ["a: b\n\tc\n", "2:1 not YAML: found a tab character that violates indentation"],
    ["a: @b\n", "1:4 not YAML: found character that cannot start any token"],
    ["a: 'b\n", "1:4 not YAML: found unexpected end of stream"],
    ['a: "\\q"\n', "1:5 not YAML: found unknown escape character"],
    ["a: [b\n", "1:6 not YAML: did not find expected ',' or ']' or '}'"],
    ["a: [b] c\n", "1:8 not YAML: did not find expected key"],
    ["a: ['b' c]\n", "1:9 not YAML: did not find expected ',' or ']'"],
    ["a: {'b' c}\n", "1:9 not YAML: did not find expected ',' or '}'"],
    ["a: {b: c: d}\n", "1:9 not YAML: did not find expected ',' or '}'"],
    ["a: {b\n: c}\n", "2:1 not YAML: did not find expected ',' or '}'"],
    ["a: [: b]\n", "1:5 not YAML: did not find expected node content"],
    ["a: [, b]\n", "1:5 not YAML: did not find expected node content"],
    ["a: [- b]\n", "1:5 not YAML: did not find expected node content"],
    ["a: [> b]\n", "1:5 not YAML: found character that cannot start any token"],
    ["a: [b]: c\n", "1:7 not YAML: mapping values are not allowed in this context"],
    ["a: ]\n", "1:4 not YAML: did not find expected node content"],
    ["a: 1\n]: 2\n", "2:1 not YAML: did not find expected key"],
    ["a: 1\n| b\n", "2:1 not YAML: did not find expected key"],
    ["a: |0\n b\n", "1:4 not YAML: found an indentation indicator equal to 0"],
    ["a: |\n\tb\n", "2:1 not YAML: found a tab character where an indentation space is expected"],
    [
      "a: |\n  b\n \tc\n",
      "3:2 not YAML: found a tab character where an indentation space is expected",
    ],
    ["a: 'b\n---\nc'\n", "1:4 not YAML: found unexpected document indicator"],
    ["a: 'b\n...", "1:4 not YAML: found unexpected document indicator"],
    ['a: "\\u12"\n', "1:5 not YAML: did not find expected hexdecimal number"],
    ['a: "\\ud800"\n', "1:5 not YAML: found invalid Unicode character escape code"],
    ['a: "\\U00110000"\n', "1:5 not YAML: found invalid Unicode character escape code"],
    ["a: |x\n", "1:5 not YAML: did not find expected comment or line break"],
    ["- a\nb: c\n", "2:1 not YAML: did not find expected <document start>"],
    ['"a\n b": c\n', "2:4 not YAML: mapping values are not allowed in this context"],
    ['a: 1\n"b\n": c\n', "2:1 not YAML: could not find expected ':'"],
    ["a: b # c\u2028d\ne: f\n", "1:10 not YAML: could not find expected ':'"],
    ["a: |\n  b\u2028c\n", "2:5 not YAML: could not find expected ':'"],
    ["a: &b.c d\n", "1:9 not YAML: did not find expected alphabetic or numeric character"],
    ['a: !!str "\\ud83d\\ude00"\n', "1:11 not YAML: found invalid Unicode character escape code"],
    ["a: *b\n", "1:4 not YAML: unknown anchor 'b' referenced"],
    ["a: &b [*b]\n", "1:8 not YAML: anchor 'b' value contains itself"],
    ["a: &b {<<: *b}\n", "1:12 not YAML: anchor 'b' value contains itself"],
    [
      "a: &b [{<<: *b}]\n",
      "1:13 not YAML: map merge requires map or sequence of maps as the value",
    ],
    ["<<: 1\n", "1:5 not YAML: map merge requires map or sequence of maps as the value"],
    [
      "a: !!timestamp 2001-02-29\n",
      "1:16 not YAML: cannot decode !!str `2001-02-29` as a !!timestamp",
    ],
    ["a: !!timestamp 1\n", "1:16 not YAML: cannot decode !!int `1` as a !!timestamp"],
    ["a: !!binary YQ\n", "1:13 not YAML: !!binary value contains invalid base64 data"],
    ["x:\n    a: &b 1\n  c: 2\n", "3:3 not YAML: all mapping items must start at the same column"],
    ["a: !!int b\n", "1:10 not YAML: cannot decode !!str `b` as a !!int"],
    ["--- a: b\n", "1:1 not YAML: invalid Yaml document separator: a: b"],
  ])("%j", async (text, problem) => {
    expect(await problemsOf(text)).toStrictEqual([`source/not-yaml ${problem}`]);
  });

  it.each([
    ["null: 1\n", "source/invalid-key 1:1 invalid map key: 'null' is not a string"],
    ["[a]: b\n", 'source/invalid-key 1:1 invalid map key: []interface {}{"a"}'],
    ["a: b\n[a]: b\n", 'source/invalid-key 2:1 invalid map key: []interface {}{"a"}'],
    ["a: b\n[]: b\n", "source/not-yaml 2:1 not YAML: did not find expected key"],
    ["a:\n  {}: b\n", "source/not-yaml 2:3 not YAML: did not find expected key"],
    ["a: b\n[a]\n", "source/not-yaml 2:1 not YAML: could not find expected ':'"],
    ["a: b\n[a]:b\n", "source/not-yaml 2:1 not YAML: could not find expected ':'"],
    ["a: b\n[a,\n b]: c\n", "source/not-yaml 2:1 not YAML: could not find expected ':'"],
    ["a: b\n[a] b: c\n", "source/not-yaml 2:1 not YAML: did not find expected key"],
    [
      "a: b\n{a: 1, b: [x, true, 1.5, ~]}: b\n",
      'source/invalid-key 2:1 invalid map key: map[interface {}]interface {}{"a":1, "b":[]interface {}{"x", true, 1.5, interface {}(nil)}}',
    ],
    [
      "a: !!int 1\nb:\n  c: d\n  [a]: b\n",
      'source/invalid-key 4:3 invalid map key: []interface {}{"a"}',
    ],
    ["? [a]\n: !!int 1\n", 'source/invalid-key 1:3 invalid map key: []interface {}{"a"}'],
    ["? {}\n: b\n", "source/invalid-key 1:3 invalid map key: map[interface {}]interface {}{}"],
    ["a: {[b]}\n", 'source/invalid-key 1:5 invalid map key: []interface {}{"b"}'],
    ["a: {[]}\n", "source/invalid-key 1:5 invalid map key: []interface {}{}"],
    ["a: {[]: b}\n", "source/not-yaml 1:7 not YAML: did not find expected ',' or '}'"],
    ["a: {[a] b}\n", "source/not-yaml 1:9 not YAML: did not find expected ',' or '}'"],
    ["a: [[a]: b]\n", 'source/invalid-key 1:5 invalid map key: []interface {}{"a"}'],
    ["a: [[]: b]\n", "source/not-yaml 1:7 not YAML: did not find expected ',' or ']'"],
    ["a: &x [1]\n*x : b\n", "source/invalid-key 2:1 invalid map key: []interface {}{1}"],
    ["? \n: !!int 1\n", "source/invalid-key 1:3 invalid map key: '' is not a string"],
    ["null: !!int 1\n", "source/invalid-key 1:1 invalid map key: 'null' is not a string"],
    ["!!null '': a\n", "source/invalid-key 1:8 invalid map key: '' is not a string"],
    [
      "!!int 18446744073709551615: a\n",
      "source/invalid-key 1:7 invalid map key: '18446744073709551615' is not a string",
    ],
    ["a: {[b]: c}\n", 'source/invalid-key 1:5 invalid map key: []interface {}{"b"}'],
    ["a: .inf\n", "source/not-finite 1:4 '.inf' is not a JSON value: JSON numbers are finite"],
  ])("%j", async (text, problem) => {
    expect(await problemsOf(text)).toStrictEqual([problem]);
  });

  it("a key has 1024 characters at most", async () => {
    const key = "x".repeat(1024);
    expect(await valuesOf(`${key}: 1\n`)).toStrictEqual([{ [key]: 1 }]);
    expect(await problemsOf(`${key}x: 1\n`)).toStrictEqual([
      "source/not-yaml 1:1 not YAML: could not find expected ':'",
    ]);
  });
});
