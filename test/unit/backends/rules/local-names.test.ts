import { describe, expect, it } from "vitest";
import { FunctionCode } from "../../../../src/backends/rules/writing/function-code.js";
import type { Code, Imported } from "../../../../src/emit/code.js";
import { assigning, code, constant, empty, variableName } from "../../../../src/emit/code.js";
import { printStatements } from "../../../../src/emit/layout/print-statements.js";
import { parseStatements } from "../../../../src/emit/tree/parse.js";

function imported(name: string): Imported {
  const from = { kind: "file", path: "runtime/v1/rules" } as const;
  return { name, local: name, from, typeOnly: false };
}

function printed(body: Code): string {
  return printStatements(parseStatements(body.tokens, "ts"), 0);
}

describe("local variables of a rule", () => {
  it("do not hide what the function uses of its file", () => {
    const body = new FunctionCode(["self"]);
    const pattern = body.local("pattern");
    const text = printed(
      body.body([
        code`const ${pattern} = self["pattern"];`,
        code`return ${imported("pattern")}.test(${pattern});`,
      ]),
    );
    expect(text).toBe('const pattern2 = self["pattern"];\nreturn pattern.test(pattern2);');
  });

  it("are named in the order of the text, whatever was given up", () => {
    const body = new FunctionCode([]);
    body.local("it");
    const second = body.local("it");
    const third = body.local("it");
    const text = printed(body.body([code`f(${third}, ${second});`, code`g(${second}, ${third});`]));
    expect(text).toBe("f(it, it2);\ng(it2, it);");
  });

  it("are left out where nothing reads them, with what only they read and import", () => {
    const body = new FunctionCode(["self"]);
    const [range, size] = [body.local("range"), body.local("size")];
    const whole = body.body([
      constant(range, code`const ${range} = self["sizeOf"];`),
      constant(size, code`const ${size} =\n  ${imported("sizeOf")}(${range}) ||\n  null;`),
      code`return true;`,
    ]);
    expect(printed(whole)).toBe("return true;");
    expect(whole.imports).toEqual([]);
  });

  it("keep the imports that a spread reads", () => {
    const present = imported("present");
    const { imports } = new FunctionCode(["self"]).body([code`return [...${present}(self)];`]);
    expect(imports).toEqual([present]);
  });

  it("are declared where an expression assigns to them", () => {
    const body = new FunctionCode(["self"]);
    const [left, unused] = [body.temporary("left", empty), body.temporary("right", empty)];
    const chain = code`${assigning(left, code`self.a`)} || ${left}`;
    expect(printed(body.body([code`return ${chain};`]))).toBe(
      "let left;\nreturn (left = self.a) || left;",
    );
    expect(() => printed(code`${unused}`)).toThrow("invariant: a variable without a name");
  });

  it("leave alone what the code calls by a name of other letters than those of ASCII", () => {
    const body = new FunctionCode(["größe"]);
    const size = body.local("size");
    const all = imported("größeAll");
    const made = body.body([code`return ${all}(${variableName("größe")}, ${size});`]);
    expect(made.imports).toEqual([all]);
    expect([...made.variables]).toEqual(["größe"]);
  });

  it("begin with an underscore where a loop needs them and nothing else", () => {
    const body = new FunctionCode([]);
    const element = body.local("element");
    const loop = printed(body.body([code`for (const ${element} of list) count++;`]));
    expect(loop).toBe("for (const _element of list) count++;");
  });

  it("become one where they hold the same", () => {
    const body = new FunctionCode([]);
    const [first, second] = [body.local("it"), body.local("it")];
    body.rename(second, first);
    expect(printed(body.body([code`f(${first}, ${second});`]))).toBe("f(it, it);");
  });

  it("become one in whatever order that is found out", () => {
    const body = new FunctionCode([]);
    const [first, second, third] = [body.local("it"), body.local("it"), body.local("it")];
    body.rename(second, first);
    body.rename(first, third);
    body.rename(third, second);
    expect(printed(body.body([code`f(${first}, ${second}, ${third});`]))).toBe("f(it, it, it);");
  });
});
