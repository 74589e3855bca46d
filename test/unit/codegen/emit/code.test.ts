import { describe, expect, it } from "vitest";
import type { Imported, Stmt } from "../../../../src/codegen/emit/code.js";
import {
  clause,
  expr,
  literal,
  nothing,
  operatorCode,
  property,
  stmt,
  tsType,
  word,
} from "../../../../src/codegen/emit/code.js";
import { collectImports } from "../../../../src/codegen/emit/nodes/kinds.js";
import {
  printExpression,
  printStatements,
  printType,
} from "../../../../src/codegen/emit/print/print.js";

const report: Imported = {
  name: "Report",
  local: "Report$1",
  from: { kind: "file", path: "runtime/v1/report" },
  typeOnly: false,
};

function print(statement: Stmt, language: "ts" | "js" = "ts"): string {
  return printStatements([statement], { language });
}

describe("templates", () => {
  it("record imports and print their local names", () => {
    const made = expr`new ${report}(${expr`x = ${report}`})`;
    expect(printExpression(made)).toBe("new Report$1((x = Report$1))");
    const imports = new Set<Imported>();
    collectImports(made, imports);
    expect([...imports]).toEqual([report]);
  });

  it("are laid out whatever their lines are, but for blank ones", () => {
    const inner = stmt`if (a) {\nb();\n\n      c();}`;
    expect(print(stmt`{${inner}}`)).toBe("{\n  if (a) {\n    b();\n\n    c();\n  }\n}\n");
  });

  it("add the parentheses that a piece needs where it stands", () => {
    const either = expr`a || b`;
    expect(printExpression(expr`${either} && !${either}`)).toBe("(a || b) && !(a || b)");
    expect(printExpression(expr`${either}.length`)).toBe("(a || b).length");
    expect(printExpression(expr`${expr`a?.b`}.c`)).toBe("(a?.b).c");
    expect(printExpression(operatorCode([either, word("c")], "??"))).toBe("(a || b) ?? c");
  });

  it("take lists for several of what stands there", () => {
    const all = [word("a"), word("b")];
    expect(printExpression(expr`f(${all}, [${all}], ${[]})`)).toBe("f(a, b, [a, b])");
    expect(printExpression(expr`{ ${property`a: 1, b`}, ...c }`)).toBe("{ a: 1, b, ...c }");
    expect(print(stmt`if (a) { ${[stmt`b();`, nothing, stmt`c();\nd();`]} }`)).toBe(
      "if (a) {\n  b();\n  c();\n  d();\n}\n",
    );
    expect(print(stmt`switch (a) { ${clause`case 1: case 2: b();`} default: c(); }`)).toBe(
      "switch (a) {\n  case 1:\n  case 2:\n    b();\n  default:\n    c();\n}\n",
    );
  });

  it("know types of namespaces", () => {
    const z: Imported = { ...report, name: "*", local: "z" };
    const type = tsType`${z}.ZodObject<Fields<${word("T")}>, ${z}.core.$loose>[]`;
    expect(printType(type)).toBe("z.ZodObject<Fields<T>, z.core.$loose>[]");
    const imports = new Set<Imported>();
    collectImports(type, imports);
    expect([...imports]).toEqual([z]);
  });

  it("keep what only TypeScript understands out of JavaScript", () => {
    const made = stmt`const a: Map<string, ${word("T")}> = b as ${"c"};`;
    expect(print(made)).toBe('const a: Map<string, T> = b as "c";\n');
    expect(print(made, "js")).toBe("const a = b;\n");
    expect(print(stmt`const a${undefined} = b;`)).toBe("const a = b;\n");
  });

  it("take no text of a CRD for code, whatever it is spliced into", () => {
    const evil = "\"; process.exit(1); // \n \\ ' `${1}`";
    for (const made of [
      stmt`say(${evil});`,
      stmt`say({ [${evil}]: 1 });`,
      stmt`say({ ${evil}: 1 });`,
      stmt`say(a[${evil}]);`,
      stmt`const a: ${evil} = b;`,
    ]) {
      const text = print(made);
      expect(text.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g)).toHaveLength(1);
      expect(text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, "")).not.toContain("exit");
    }
  });

  it("refuse what is no piece of the kind that is asked for", () => {
    expect(() => expr`f(${stmt`a();`})`).toThrow("an expression is asked for");
    expect(() => stmt`${word("a")}`).toThrow("a statement is asked for");
    expect(() => tsType`${expr`a + b`}`).toThrow("a type is asked for");
    expect(() => expr`a, b; c`).toThrow("no template");
    expect(() => stmt`a()`).toThrow("no template");
  });
});

describe("words", () => {
  it("are of any script, and nothing but words", () => {
    const names = ["pruneÉtéFields", "日本", "𝒳1", "_a", "$", "cronTab$1"];
    expect(names.map((name) => printExpression(word(name)))).toEqual(names);
    for (const text of ["", "1a", "a b", "a-b", "a;", "a\u2E2F", "🦄", "a\n"]) {
      expect(() => word(text), text).toThrow("not an identifier");
    }
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

  it.each([-0, 1e21, null, undefined, 5n, true])("%o is the same in a template", (value) => {
    expect(printExpression(expr`${value}`)).toBe(literal(value));
  });
});
