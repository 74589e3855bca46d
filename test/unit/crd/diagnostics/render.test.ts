import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../../../src/crd/diagnostics/diagnostics.js";
import { displayWidth } from "../../../../src/crd/diagnostics/render/printable.js";
import {
  noLinks,
  plain,
  renderGithub,
  renderJson,
  renderText,
} from "../../../../src/crd/diagnostics/render/render.js";

const file = { path: "crd.yaml", text: "spec:\n  group: example\n  scope: Both\n" };

const diagnostic: Diagnostic = {
  code: "input/conflicting-crd",
  severity: "error",
  message: "should be a domain",
  span: { file, start: 15, end: 22 },
  related: [{ message: "first declared here", span: { file, start: 0, end: 4 } }],
  help: "write 'example.com'\u001B[2J",
  cause: { reason: "FieldValueInvalid", field: "spec.group", message: "Invalid value" },
};

describe("renderText", () => {
  it("frames the source", () => {
    expect(renderText(diagnostic)).toBe(`error[input/conflicting-crd]: should be a domain
 --> crd.yaml:2:10
  |
2 |   group: example
  |          ^^^^^^^
   = first declared here
 ::: crd.yaml:1:1
  |
1 | spec:
  | ^^^^
   = API server: spec.group: Invalid value
   = help: write 'example.com'\\u001b[2J`);
  });

  it.each([
    ["a: 漢字, b: [x]", "[x]", 12, 3],
    ["a: é́, b: [漢字]", "漢字", 10, 4],
    ["a: 😀, b: [x]", "[x]", 10, 3],
    ["a: \u2028, b: [x]", "[x]", 14, 3],
    ["a:\t\t[x]", "[x]", 4, 3],
  ])("puts carets under what they mean: %s", (text, part, indent, carets) => {
    const start = text.indexOf(part);
    const span = { file: { path: "a.yaml", text }, start, end: start + part.length };
    const lines = renderText({ ...diagnostic, related: [], span }).split("\n");
    expect(lines[4]).toBe(`  | ${" ".repeat(indent)}${"^".repeat(carets)}`);
  });

  it("keeps a path on its line", () => {
    const span = { file: { path: "a\nb.yaml", text: "x" }, start: 0, end: 1 };
    expect(renderText({ ...diagnostic, span })).toContain(" --> a\\u000ab.yaml:1:1\n");
  });

  it.each([
    ["no diagnostic of its own", "a\nerror[x]: b", ": a\n   error[x]: b\n"],
    [
      "no command of GitHub",
      "a\n \t::add-mask::b\n::error::c",
      ": a\\u000a  ::add-mask::b\\u000a::error::c\n",
    ],
    [
      "no command of Azure",
      "a ##vso[task.x]b ##[error]",
      ": a \\u0023#vso[task.x]b \\u0023#[error]\n",
    ],
    ["nothing that turns text", "a\u061C\u2066b\u009B", ": a\\u061c\\u2066b\\u009b\n"],
    ["the frames of CEL", "ERROR: a\n | b\n | ^", ": ERROR: a\n | b\n | ^\n"],
  ])("makes of what a message holds %s", (_, message, want) => {
    expect(renderText({ ...diagnostic, message })).toContain(want);
  });

  it("cuts long lines around the place", () => {
    const long = { path: "long.yaml", text: `a: ${"x".repeat(5000)}Y${"z".repeat(5000)}` };
    const text = renderText({
      ...diagnostic,
      related: [],
      span: { file: long, start: 5003, end: 5004 },
    });
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(200);
    expect(text).toContain("xY");
  });
});

/** Columns to render at, and lines to mark something in. */
const excerpts = [20, 21, 37, 60, 80, 100, 160, 200].flatMap((columns) =>
  ["", "a: ", "名前: ", "x".repeat(40), "漢".repeat(60), "👨‍👩‍👧‍👦".repeat(30), "y".repeat(3000)].flatMap(
    (before) =>
      ["", "z".repeat(15), "字".repeat(90)].map((after) => [columns, before, after] as const),
  ),
);

describe("an excerpt", () => {
  const marked = "«漢字»";

  function excerptOf(columns: number, before: string, after: string): readonly string[] {
    const text = `${before}${marked}${after}`;
    const span = {
      file: { path: "a.yaml", text },
      start: before.length,
      end: before.length + marked.length,
    };
    const one = {
      ...diagnostic,
      message: "m",
      related: [],
      help: undefined,
      cause: undefined,
      span,
    };
    return renderText(one, { paint: plain, links: noLinks, columns }).split("\n").slice(3);
  }

  it.each(excerpts)("at %d columns of %j and %j fits, and marks what is meant", (...args) => {
    const [columns] = args;
    const [line = "", carets = ""] = excerptOf(...args);
    expect(displayWidth(line)).toBeLessThanOrEqual(columns);
    expect(displayWidth(carets)).toBeLessThanOrEqual(columns);
    const indent = carets.indexOf("^");
    const before = line.slice(0, line.indexOf("«"));
    expect(displayWidth(before)).toBe(indent);
    expect(carets.slice(indent)).toBe("^".repeat(displayWidth(marked)));
    expect(line).toContain(marked);
  });

  it("is the whole line where that fits", () => {
    expect(excerptOf(40, "name: ", ", b: c")).toEqual([
      "1 | name: «漢字», b: c",
      "  |       ^^^^^^",
    ]);
  });

  it("ends with … where only the end does not fit", () => {
    expect(excerptOf(20, "name: ", ", b: c, d: e")).toEqual([
      "1 | name: «漢字», b…",
      "  |       ^^^^^^",
    ]);
  });

  it("begins with … where what is marked would not fit", () => {
    expect(excerptOf(40, "name: ".repeat(20), ", b: c")).toEqual([
      "1 | …ame: name: name: name: «漢字», b: c",
      "  |                         ^^^^^^",
    ]);
  });
});

describe("renderJson and renderGithub", () => {
  it("are text to a terminal, too", () => {
    const message = "a\u009B31m\u202E ##vso[x]";
    const text = renderJson({ ...diagnostic, message });
    expect(text).toContain('"a\\u009b31m\\u202e \\u0023#vso[x]"');
    expect(JSON.parse(text)).toMatchObject({ message });
  });

  it("are one line each", () => {
    expect(JSON.parse(renderJson(diagnostic))).toMatchObject({
      code: "input/conflicting-crd",
      source: "crd.yaml",
      start: { line: 2, column: 10 },
      end: { line: 2, column: 17 },
      cause: { field: "spec.group" },
    });
    const alone = { ...diagnostic, related: [], help: undefined };
    expect(renderGithub(alone)).toBe(
      "::error file=crd.yaml,line=2,col=10,endColumn=17,title=input/conflicting-crd::should be a domain",
    );
    expect(renderGithub({ ...alone, span: undefined })).toBe(
      "::error title=input/conflicting-crd::should be a domain",
    );
    const lines = { file, start: 8, end: 22 };
    expect(renderGithub({ ...alone, span: lines })).toBe(
      "::error file=crd.yaml,line=2,col=3,endColumn=17,title=input/conflicting-crd::should be a domain",
    );
    expect(renderGithub({ ...alone, span: { ...lines, start: 0 } })).toBe(
      "::error file=crd.yaml,line=1,endLine=2,title=input/conflicting-crd::should be a domain",
    );
    const inFile = { ...alone, span: undefined, path: "a,b.mjs" };
    expect(JSON.parse(renderJson(inFile))).toMatchObject({ source: "a,b.mjs" });
    expect(renderJson(inFile)).not.toContain('"start":{"line":2');
    expect(renderGithub(inFile)).toBe(
      "::error file=a%2Cb.mjs,title=input/conflicting-crd::should be a domain",
    );
  });

  it("say where related places are", () => {
    const span = { file: { ...file, path: "a\nb,c.yaml" }, start: 8, end: 13 };
    const related = [...diagnostic.related, { message: "and here", span }];
    expect(renderGithub({ ...diagnostic, related, help: "rename one" })).toBe(
      "::error file=crd.yaml,line=2,col=10,endColumn=17,title=input/conflicting-crd::should be a domain" +
        "%0Afirst declared here: crd.yaml:1:1%0Aand here: a\\u000ab,c.yaml:2:3%0Arename one",
    );
  });

  it("sends no escape sequences to logs", () => {
    expect(renderGithub({ ...diagnostic, related: [], message: "100%\r\nsure" })).toBe(
      "::error file=crd.yaml,line=2,col=10,endColumn=17,title=input/conflicting-crd::" +
        "100%25\\u000d%0Asure%0Awrite 'example.com'\\u001b[2J",
    );
  });
});
