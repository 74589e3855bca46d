import { describe, expect, it } from "vitest";
import type { Imported } from "../../../src/emit/code.js";
import { code, join, literal, word } from "../../../src/emit/code.js";
import { printStatements } from "../../../src/emit/layout/print-statements.js";
import { parseStatements } from "../../../src/emit/tree/parse.js";

const report: Imported = {
  name: "Report",
  local: "Report$1",
  from: { kind: "file", path: "runtime/v1/report" },
  typeOnly: false,
};

describe("code", () => {
  it("turns strings into literals, whatever they hold", () => {
    const evil = "'); process.exit(1); ('";
    expect(code`say(${evil});`.text).toBe(`say("'); process.exit(1); ('");`);
  });

  it("records imports and prints their local names", () => {
    const made = code`new ${report}(${code`x = ${report}`})`;
    expect(made.text).toBe("new Report$1(x = Report$1)");
    expect(made.imports.map(({ name }) => name)).toEqual(["Report"]);
  });

  it("takes words of any script, and nothing but words", () => {
    expect(["pruneÉtéFields", "日本", "𝒳1", "_a", "$"].map((name) => word(name).text)).toEqual([
      "pruneÉtéFields", "日本", "𝒳1", "_a", "$",
    ]); // prettier-ignore
    for (const text of ["", "1a", "a b", "a-b", "a;", "a\u2E2F", "🦄", "a\n"]) {
      expect(() => word(text), text).toThrow("not an identifier");
    }
  });

  it("is laid out whatever the lines of its templates are, but for blank ones", () => {
    const inner = code`if (a) {\nb();\n\n      c();}`;
    const statements = parseStatements(code`{${inner}}`.tokens, "ts");
    expect(printStatements(statements, 0)).toBe("{\n  if (a) {\n    b();\n\n    c();\n  }\n}");
  });

  it("joins lists by line breaks and others by what is asked for", () => {
    expect(code`${[code`a`, code`b`]}`.text).toBe("a\nb");
    expect(join([code`a`, code`b`], " || ").text).toBe("a || b");
  });

  it("keeps what only TypeScript understands out of JavaScript", () => {
    const { tokens } = code`const a: Map<string, ${word("T")}> = b as ${"c"};`;
    const print = (language: "ts" | "js"): string =>
      printStatements(parseStatements(tokens, language), 0);
    expect(print("ts")).toBe('const a: Map<string, T> = b as "c";');
    expect(print("js")).toBe("const a = b;");
  });

  it("takes no text of a CRD for code, whatever it is spliced into", () => {
    const evil = "\"; process.exit(1); // \n \\ ' `${1}`";
    for (const made of [
      code`say(${evil});`,
      code`say({ [${evil}]: 1 });`,
      code`say(a[${evil}]);`,
    ]) {
      const text = printStatements(parseStatements(made.tokens, "ts"), 0);
      expect(text.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g)).toHaveLength(1);
      expect(text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, "")).not.toContain("exit");
    }
  });

  it("takes one plain word as a word and nothing else", () => {
    expect(word("cronTab$1").text).toBe("cronTab$1");
    expect(word("pruneÉtat").text).toBe("pruneÉtat");
    expect(() => word("a; b")).toThrow("not an identifier");
  });
});

describe("literal", () => {
  it.each([
    ['a"b', '"a\\"b"'],
    ["\u2028</script>\u202E", '"\\u2028\\u003C/script>\\u202E"'],
    ["\uE000x\uE001", '"\\uE000x\\uE001"'],
    ["\uD800", '"\\ud800"'],
    ["\u{E0041}\u{1F9D1}", '"\\uDB40\\uDC41\u{1F9D1}"'],
    [-0, "-0"],
    [1e21, "1e+21"],

    [null, "null"],
    [undefined, "undefined"],
  ])("%o is %s", (value, text) => {
    expect(literal(value)).toBe(text);
  });

  it("spells bigints", () => {
    expect(literal(5n)).toBe("5n");
  });
});
