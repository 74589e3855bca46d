import { describe, expect, it } from "vitest";
import { readText } from "./collect.js";

/** What is wrong, what the help says, and the text after somebody followed it. */
type Case = readonly [faulty: string, help: string, mended: string];

const tab = "replace the tab with spaces: YAML allows only spaces for indentation";
const colon = "put the text in quotes: `: ` ends a key";
const begins = "put the text in quotes: an unquoted string cannot begin with";
const below =
  "a string cannot have lines nested below it: indent this line less, or put the whole string in quotes";
const behind = "put the whole text in quotes: nothing can follow the closing quote";
const bracket =
  "put the text in quotes: an unquoted `[` begins a list, and an unquoted `{` begins a map";
const open = "close the bracket that is open before it, or put the text in quotes";
const beside =
  "keys and list items cannot be at the same level: indent one of them more, below a key of its own";
const header = "begin the text on the next line, or put it in quotes";
const noBreakSpace = "replace the no-break space (U+00A0) before it with a plain space";
const spaceBehindKey = "write `: `, with a space, after the key";

const cases: Readonly<Record<string, readonly Case[]>> = {
  tabs: [
    ["a:\n\tb: 1\n", tab, "a:\n  b: 1\n"],
    ["a:\n  b: 1\n\tc: 1\n", tab, "a:\n  b: 1\n  c: 1\n"],
    ["a:\n-\tb: 1\n", tab, "a:\n- b: 1\n"],
    ["a: |\n\tb\n", tab, "a: |\n  b\n"],
  ],
  "colons within texts": [
    ["a: b: c\n", colon, 'a: "b: c"\n'],
    ["- echo a: b: c\n", colon, '- "echo a: b: c"\n'],
    ["a: &x 1\nb: c: d\n", colon, 'a: &x 1\nb: "c: d"\n'],
    ["rule: self.a ? 1 : 2\n", colon, 'rule: "self.a ? 1 : 2"\n'],
  ],
  "first characters": [
    ["a: @b\n", `${begins} \`@\``, 'a: "@b"\n'],
    ["a: [@b]\n", `${begins} \`@\``, 'a: ["@b"]\n'],
    ["a: `b`\n", `${begins} a backtick`, 'a: "`b`"\n'],
    ["a: %b\n", `${begins} \`%\``, 'a: "%b"\n'],
    ["a: && b\n", `${begins} \`&\``, 'a: "&& b"\n'],
    ["a: * * * * *\n", `${begins} \`*\``, 'a: "* * * * *"\n'],
    ["a: */5 * * * *\n", `${begins} \`*\``, 'a: "*/5 * * * *"\n'],
    ["a: *.example.com\n", `${begins} \`*\``, 'a: "*.example.com"\n'],
    ["a: [*]\n", `${begins} \`*\``, 'a: ["*"]\n'],
    ["a: !has(b) || c\n", `${begins} \`!\``, 'a: "!has(b) || c"\n'],
    ["a: [1].exists(x, x)\n", bracket, 'a: "[1].exists(x, x)"\n'],
    ["a: >= 1\n", header, 'a: ">= 1"\n'],
    ["a: | b\n", header, "a: |\n  b\n"],
    ["a: - b\n", "begin the list on a line of its own, or put the text in quotes", "a:\n- b\n"],
    [
      "a: *b\n",
      "define the anchor before it, in the same document, or put it in quotes if it is a string",
      "a: '*b'\n",
    ],
  ],
  quotes: [
    ["a: 'b\n", "close the quote that opens here", "a: 'b'\n"],
    [
      'a: "b\nc: "d"\n',
      "close the quote that opens on an earlier line: it ends only here",
      'a: "b"\nc: "d"\n',
    ],
    ["a: 'it's'\n", "write an apostrophe within single quotes twice: `''`", "a: 'it''s'\n"],
    ["a: 'b' in c\n", behind, "a: \"'b' in c\"\n"],
    [
      'a: "\\d"\n',
      "write a backslash in double quotes as `\\\\`, or use single quotes",
      'a: "\\\\d"\n',
    ],
    ['a: "b",\nc: 1\n', "remove the comma: an entry ends at the end of its line", 'a: "b"\nc: 1\n'],
  ],
  brackets: [
    ["a: [1, 2\nb: 1\n", open, "a: [1, 2]\nb: 1\n"],
    ["a: {b: 1\nc: 1\n", open, "a: {b: 1}\nc: 1\n"],
    ["a: [1, 2", open, "a: [1, 2]"],
    ["a: [1}\n", "close with the same kind of bracket that was opened", "a: [1]\n"],
    ["a: [{b: 1} {c: 1}]\n", "write a comma before it", "a: [{b: 1}, {c: 1}]\n"],
    ["a: [1]]\n", "remove the bracket: nothing is open there", "a: [1]\n"],
  ],
  indentation: [
    ["a:\n  b: 1\n   c: 1\n", below, "a:\n  b: 1\n  c: 1\n"],
    ["a: b\n  c: 1\n", below, "a: |\n  b\n  c: 1\n"],
    [
      "a:\n    b: 1\n  c: 1\n",
      "indent it like the lines above: by 4 spaces",
      "a:\n    b: 1\n    c: 1\n",
    ],
    ["a:\n- b: 1\n c: 1\n", "indent it like the lines above: by 2 spaces", "a:\n- b: 1\n  c: 1\n"],
    [
      "a:\n  b:\n    c: 1\n   d: 1\n",
      "indent it like the lines above: by 2 or 4 spaces",
      "a:\n  b:\n    c: 1\n  d: 1\n",
    ],
    [
      "a:\n  b:\n    - 1\n  - 2\n",
      "indent it like the lines above: by 4 spaces",
      "a:\n  b:\n    - 1\n    - 2\n",
    ],
    ["a: |\n   b\n  c\n", "indent it like the lines above: by 3 spaces", "a: |\n   b\n   c\n"],
    ["a:\n  b: 1\n  - c\n", beside, "a:\n  b: 1\n  d:\n  - c\n"],
    ["a:\n  - b\n  c: 1\n", beside, "a:\n  d:\n  - b\n  c: 1\n"],
    [
      " a: 1\nb: 1\n",
      "begin all keys of a document in the same column, or write a line `---` before the next document",
      "a: 1\nb: 1\n",
    ],
  ],
  keys: [
    ["b: 1\na:1\n", spaceBehindKey, "b: 1\na: 1\n"],
    ["b: 1\na = 1\n", spaceBehindKey, "b: 1\na: 1\n"],
    ["a:1\nb: 1\n", `${spaceBehindKey} on the line before`, "a: 1\nb: 1\n"],
    [
      "a:\n-b: 1\n c: 1\n",
      "write a space after the dash on the line before",
      "a:\n- b: 1\n  c: 1\n",
    ],
    ["a: 1\n-b\n", "write a space after the dash", "a:\n- b\n"],
    [
      "b: 1\na\n",
      "write a colon after the key, or indent the line like the text that it belongs to",
      "b: 1\na:\n",
    ],
    [
      "a\n  b: 1\n",
      "a string cannot have lines nested below it: end the line before with a colon, or indent this line less",
      "a:\n  b: 1\n",
    ],
    [`a: 1\n${"k".repeat(1100)}: 1\n`, "a key cannot have more than 1024 characters", "a: 1\n"],
    ["[a]: 1\n", "put it in quotes", '"[a]": 1\n'],
    ["null: 1\n", "put it in quotes", '"null": 1\n'],
  ],
  "what is no YAML": [
    ["a: {{ .b }}\n", "render it first, for example with `helm template`", "a: b\n"],
    ["<<<<<<< HEAD\na: 1\n", "resolve the merge conflict", "a: 1\n"],
    ["a: 1\n=======\na: 2\n", "resolve the merge conflict", "a: 1\n"],
    ["```yaml\na: 1\n```\n", "remove the Markdown code fences", "a: 1\n"],
    [
      "<!DOCTYPE html>\n<b>404: x</b>\n",
      "this is HTML: use the address of the file itself, not of a page that shows it",
      "a: 1\n",
    ],
    ["--- a: 1\n", "write `---` on a line of its own", "---\na: 1\n"],
    ["a: \u001b1\n", "remove it, or write it as `\\u001b` in double quotes", 'a: "\\u001b1"\n'],
    ["a: \u00001\n", "save the file as UTF-8; YAML cannot contain a NUL", "a: 1\n"],
    ["a: .nan\n", "put it in quotes if it is a string", 'a: ".nan"\n'],
    ["\u00a0a:\u00a01\n b: 1\n", noBreakSpace, " a: 1\n b: 1\n"],
  ],
  "JSON streams": [
    ['{"a":1}\n{"a":1}\n{"a":1,}', "remove the comma before it", '{"a":1}'],
    ['{"a" "b"}', "write a colon before it", '{"a": "b"}'],
    ['{"a":"1" "b":1}', "write a comma before it", '{"a":1, "b":1}'],
    ['{"a":[1,2}', "close with the same kind of bracket that was opened", '{"a":[1,2]}'],
    ['{"a":"b"', "close the bracket, brace or quote that is open", '{"a":"b"}'],
    ['{"a":"\\q"}', "write a backslash as `\\\\`", '{"a":"\\\\q"}'],
    ['{"a":1}\n{"a":1}\n{"a":1 // b\n}', "remove it: JSON has no comments", '{"a":1}'],
    ['{"a":1}\n{"a":1}\n{\'a\':1}', "use double quotes", '{"a":1}'],
  ],
};

describe.each(Object.entries(cases))("%s", (_name, list) => {
  it.each(list)("%j", async (faulty, help, mended) => {
    expect((await readText(faulty)).list.map((diagnostic) => diagnostic.help)).toStrictEqual([
      help,
    ]);
    expect((await readText(mended)).list).toStrictEqual([]);
  });
});

describe("duplicate keys", () => {
  it("shows where a line `---` may be missing", async () => {
    const object = "apiVersion: v1\nkind: A\nspec: 1\n";
    const { list } = await readText(object + object);
    const remove = "remove one of the two";
    const split = `${remove}; if another object begins there, write a line \`---\` before it`;
    expect(list.map(({ help }) => help)).toStrictEqual([split, split, remove]);
  });
});

describe("cost", () => {
  it("looks at the document with the fault alone", async () => {
    const { list } = await readText("---\na:\n  b: 1\n c: 1\n".repeat(20_000));
    expect(list).toHaveLength(20_000);
    expect(new Set(list.map(({ help }) => help))).toStrictEqual(
      new Set(["indent it like the lines above: by 2 spaces"]),
    );
  });
});
