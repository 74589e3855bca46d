import ts from "typescript";
import { describe, expect, it } from "vitest";
import { commentLines, docText, jsDoc } from "../../../../src/codegen/emit/jsdoc.js";

const nothing = { text: "", facts: [], tags: [] };

describe("doc comments", () => {
  it.each([
    ["nothing", nothing, ""],
    ["one line", { ...nothing, text: "Schedule." }, "/** Schedule. */\n"],
    ["one fact", { ...nothing, facts: ["at most 5 items"] }, "/** at most 5 items */\n"],
    [
      "text, facts and a default",
      {
        text: "How many.",
        facts: ["0 to 10", "a multiple of 2"],
        tags: [{ name: "default", text: "1" }],
      },
      "/**\n * How many.\n *\n * - 0 to 10\n * - a multiple of 2\n *\n * @default 1\n */\n",
    ],
    [
      "the author's lines stay",
      { ...nothing, text: "One.\n\n  two\nthree" },
      "/**\n * One.\n *\n *   two\n * three\n */\n",
    ],
    ["no end of the comment", { ...nothing, text: "a */ b **/ c" }, "/** a *\\/ b **\\/ c */\n"],
    [
      "no tags",
      { ...nothing, text: "@ts-ignore and @deprecated, not a@b" },
      "/** \\@ts-ignore and \\@deprecated, not a@b */\n",
    ],
    [
      "nothing that stripInternal looks for",
      { ...nothing, text: "@internal, ask me@internal.example" },
      "/** &#64;internal, ask me&#64;internal.example */\n",
    ],
    [
      "line ends of all kinds",
      { ...nothing, text: "a\r\nb\u2028c\rd" },
      "/**\n * a\n * b\n * c\n * d\n */\n",
    ],
    [
      "what is not shown",
      { ...nothing, text: "a\u202Eb\0c\uD800" },
      "/** aU+202EbU+0000cU+D800 */\n",
    ],
    [
      "letters that nothing shows",
      { ...nothing, text: "a\u{E0041}\u{E0100}" },
      "/** aU+E0041U+E0100 */\n",
    ],
    [
      "no words for tools",
      { ...nothing, text: "#__PURE__ @__NO_SIDE_EFFECTS__ //# sourceMappingURL=x #1" },
      "/** &#35;__PURE__ &#64;__NO_SIDE_EFFECTS__ //&#35; sourceMappingURL=x #1 */\n",
    ],
    ["facts that say nothing", { ...nothing, facts: ["", " ", "a"] }, "/** a */\n"],
    ["emoji", { ...nothing, text: "🦄 é" }, "/** 🦄 é */\n"],
  ] as const)("%s", (_, documentation, want) => {
    expect(docText(jsDoc(documentation))).toBe(want);
  });

  it("wraps at 80 columns", () => {
    const text = "word ".repeat(60) + "x".repeat(100);
    for (const line of jsDoc({ ...nothing, text }, 2)) {
      if (!line.includes("xxx")) expect(line.length).toBeLessThanOrEqual(78);
    }
  });

  it("leaves code between fences and rows of tables alone", () => {
    const row = `| ${"cell ".repeat(20)}| more |`;
    const call = `  run ${"--flag ".repeat(20)}now`;
    const text = `See:\n\`\`\`sh\n${call}\n\`\`\`\n${row}\n|---|---|\n`;
    expect(docText(jsDoc({ ...nothing, text }))).toBe(
      `/**\n * See:\n * \`\`\`sh\n * ${call}\n * \`\`\`\n * ${row}\n * |---|---|\n */\n`,
    );
    expect(docText(jsDoc({ ...nothing, text: `flat ${row}` })).split("\n").length).toBe(5);
    expect(docText(jsDoc({ ...nothing, text: row })).split("\n").length).toBe(5);
  });

  it.each(["-", "*", "+", ">", "##", "1.", "1)"])("makes no list of prose: %s", (mark) => {
    const text = `${"word ".repeat(15)}on ${mark} and the rest of it`;
    expect(docText(jsDoc({ ...nothing, text }))).toBe(
      `/**\n *${" word".repeat(15)}\n * on ${mark} and the rest of it\n */\n`,
    );
  });

  it("wraps a sentence that goes on over full lines as one", () => {
    const text = [
      `${"word ".repeat(15)}which`,
      `goes on, ${"word ".repeat(12)}to`,
      "its end. Then",
      "comes the next. Values:",
      `${"word ".repeat(16)}and`,
      "One.",
      `${"word ".repeat(16)}and:`,
      "two",
      `${"word ".repeat(16)}and`,
      "three: 3",
      `${"word ".repeat(16)}and`,
      "    four",
    ].join("\n");
    expect(docText(jsDoc({ ...nothing, text }))).toBe(
      [
        "/**",
        ` *${" word".repeat(15)}`,
        ` * which goes on,${" word".repeat(12)} to`,
        " * its end. Then",
        " * comes the next. Values:",
        ` *${" word".repeat(15)}`,
        " * word and",
        " * One.",
        ` *${" word".repeat(15)}`,
        " * word and:",
        " * two",
        ` *${" word".repeat(15)}`,
        " * word and",
        " * three: 3",
        ` *${" word".repeat(15)}`,
        " * word and",
        " *     four",
        " */\n",
      ].join("\n"),
    );
  });

  it.each([
    ["- ", "  "],
    ["  * ", "    "],
    ["10. ", "    "],
    ["   ", "   "],
    ["\t", "\t"],
  ])("indents what follows %j", (before, hanging) => {
    const text = `Text:\n${before}${"word ".repeat(20)}to\n${hanging}the end`;
    const perLine = Math.floor((77 - hanging.length + 1) / "word ".length);
    expect(docText(jsDoc({ ...nothing, text }))).toBe(
      [
        "/**",
        " * Text:",
        ` * ${before}${"word ".repeat(perLine).trim()}`,
        ` * ${hanging}${"word ".repeat(20 - perLine)}to the end`,
        " */\n",
      ].join("\n"),
    );
  });

  it("comes to an end where the indentation is wider than the line", () => {
    const text = `a\n${" ".repeat(200)}- ${"word ".repeat(20)}`;
    const lines = docText(jsDoc({ ...nothing, text })).split("\n");
    expect(lines.slice(2, -2).map((line) => line.trim().replaceAll("*", "").trim())).toEqual([
      "- word",
      "word word word word word word word word",
      "word word word word word word word word",
      "word word word",
    ]);
  });

  it("is a comment and nothing else, whatever it says", () => {
    for (const text of [
      "*/ evil() /*",
      "*\u200B/",
      "/",
      "*",
      "**/",
      "\\",
      "`${x}`",
      "@see {@link x}",
      "a\n*/\nb",
    ]) {
      const source = docText(jsDoc({ ...nothing, text })) + "export {};\n";
      const file = ts.createSourceFile("a.ts", source, ts.ScriptTarget.Latest);
      expect(
        file.statements.map((statement) => statement.kind),
        text,
      ).toEqual([ts.SyntaxKind.ExportDeclaration]);
    }
  });
});

it("wraps a line of megabytes without keeping a copy of it for each line that it becomes", () => {
  const words = 400_000;
  const doc = docText(jsDoc({ text: `  ${"word ".repeat(words)}` }));
  expect(doc.match(/word/g)).toHaveLength(words);
});

describe("line comments", () => {
  it.each([
    ["a\r\nb\rc\u2028d\n\ne", "// a\n// b\n// c\n// d\n//\n// e"],
    [
      "\"\n @ts-expect-error\n@ts-ignore\" != 'a@b'",
      "// \"\n// \\@ts-expect-error\n// \\@ts-ignore\" != 'a@b'",
    ],
    [
      "'\0\u001B\u202E\uD800\uE000\u{E0041}\v\t'",
      "// 'U+0000U+001BU+202EU+D800U+E000U+E0041U+000B\t'",
    ],
    ["a // @__PURE__ //# sourceMappingURL=x", "// a // &#64;__PURE__ //&#35; sourceMappingURL=x"],
  ])("of %j", (text, want) => {
    expect(docText(commentLines(text))).toBe(`${want}\n`);
  });
});
