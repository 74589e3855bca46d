import { describe, expect, it } from "vitest";
import { FunctionCode } from "../../../../src/backends/rules/writing/function-code.js";
import type { Imported, Stmt } from "../../../../src/emit/code.js";
import { expr, namesIn, spareConstant, stmt, tsType, word } from "../../../../src/emit/code.js";
import * as make from "../../../../src/emit/nodes/make.js";
import { collectImports } from "../../../../src/emit/nodes/visit.js";
import { printStatements } from "../../../../src/emit/print/print.js";

function imported(name: string): Imported {
  const from = { kind: "file", path: "runtime/v1/rules" } as const;
  return { name, local: name, from, typeOnly: false };
}

function printed(body: Stmt): string {
  return printStatements([body], { language: "ts" }).trimEnd();
}

function importsOf(body: Stmt): readonly Imported[] {
  const found = new Set<Imported>();
  collectImports(body, found);
  return [...found];
}

describe("local variables of a rule", () => {
  it("do not hide what the function uses of its file", () => {
    const body = new FunctionCode(["self"]);
    const pattern = body.local("pattern");
    const text = printed(
      body.body([
        stmt`const ${pattern} = self["pattern"];`,
        stmt`return ${imported("pattern")}.test(${pattern});`,
      ]),
    );
    expect(text).toBe('const pattern2 = self["pattern"];\nreturn pattern.test(pattern2);');
  });

  it("are named in the order of the text, whatever was given up", () => {
    const body = new FunctionCode([]);
    body.local("it");
    const second = body.local("it");
    const third = body.local("it");
    const text = printed(body.body([stmt`f(${third}, ${second});`, stmt`g(${second}, ${third});`]));
    expect(text).toBe("f(it, it2);\ng(it2, it);");
  });

  it("are left out where nothing reads them, with what only they read and import", () => {
    const body = new FunctionCode(["self"]);
    const [range, size] = [body.local("range"), body.local("size")];
    const whole = body.body([
      spareConstant(range, expr`self["sizeOf"]`),
      spareConstant(size, expr`${imported("sizeOf")}(${range}) || null`),
      stmt`return true;`,
    ]);
    expect(printed(whole)).toBe("return true;");
    expect(importsOf(whole)).toEqual([]);
  });

  it("keep the imports that a spread reads", () => {
    const present = imported("present");
    const made = new FunctionCode(["self"]).body([stmt`return [...${present}(self)];`]);
    expect(importsOf(made)).toEqual([present]);
  });

  it("are declared where an expression assigns to them", () => {
    const body = new FunctionCode(["self"]);
    const type = tsType`boolean`;
    const [left, unused] = [body.temporary("left", type), body.temporary("right", type)];
    const chain = expr`${make.assign("=", left, expr`self.a`)} || ${left}`;
    expect(printed(body.body([stmt`return ${chain};`]))).toBe(
      "let left: boolean;\nreturn (left = self.a) || left;",
    );
    expect(() => printed(stmt`return ${unused};`)).toThrow("invariant: a variable without a name");
  });

  it("leave alone what the code calls by a name of other letters than those of ASCII", () => {
    const body = new FunctionCode(["größe"]);
    const size = body.local("size");
    const all = imported("größeAll");
    const made = body.body([stmt`return ${all}(${word("größe")}, ${size});`]);
    expect(importsOf(made)).toEqual([all]);
    expect([...namesIn(made)]).toEqual(["größe"]);
  });

  it("begin with an underscore where a loop needs them and nothing else", () => {
    const body = new FunctionCode([]);
    const element = body.local("element");
    const loop = printed(body.body([stmt`for (const ${element} of list) count++;`]));
    expect(loop).toBe("for (const _element of list) count++;");
  });

  it("become one where they hold the same", () => {
    const body = new FunctionCode([]);
    const [first, second] = [body.local("it"), body.local("it")];
    body.rename(second, first);
    expect(printed(body.body([stmt`f(${first}, ${second});`]))).toBe("f(it, it);");
  });

  it("become one in whatever order that is found out", () => {
    const body = new FunctionCode([]);
    const [first, second, third] = [body.local("it"), body.local("it"), body.local("it")];
    body.rename(second, first);
    body.rename(first, third);
    body.rename(third, second);
    expect(printed(body.body([stmt`f(${first}, ${second}, ${third});`]))).toBe("f(it, it, it);");
  });
});
