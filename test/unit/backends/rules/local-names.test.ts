import { describe, expect, it } from "vitest";
import { FunctionCode } from "../../../../src/backends/rules/writing/function-code.js";
import { assignment, breakLines } from "../../../../src/emit/break-lines.js";
import type { Imported } from "../../../../src/emit/code.js";
import { assigning, code, constant, empty, raw, variableName } from "../../../../src/emit/code.js";

function imported(name: string): Imported {
  const from = { kind: "file", path: "runtime/v1/rules" } as const;
  return { name, local: name, from, typeOnly: false };
}

describe("local variables of a rule", () => {
  it("do not hide what the function uses of its file", () => {
    const body = new FunctionCode(["self"]);
    const pattern = body.local("pattern");
    const text = body.body([
      code`const ${pattern} = self["pattern"];`,
      code`return ${imported("pattern")}.test(${pattern});`,
    ]).text;
    expect(text).toBe('const pattern2 = self["pattern"];\nreturn pattern.test(pattern2);');
  });

  it("are named in the order of the text, whatever was given up", () => {
    const body = new FunctionCode([]);
    body.local("it");
    const second = body.local("it");
    const third = body.local("it");
    const text = body.body([code`f(${third}, ${second});`, code`g(${second}, ${third});`]).text;
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
    expect(whole.text).toBe("return true;");
    expect(whole.imports).toEqual([]);
  });

  it("keep the imports that a spread reads", () => {
    const present = imported("present");
    const { imports } = new FunctionCode(["self"]).body([code`return [...${present}(self)];`]);
    expect(imports).toEqual([present]);
  });

  it("are declared however the code that assigns to them is broken into lines", () => {
    const body = new FunctionCode(["self"]);
    const left = body.temporary("left", empty);
    const long = raw(`${"a".repeat(50)} || ${"b".repeat(50)}`);
    const chain = code`${assigning(left, long)} || ${left}`;
    const { text } = body.body([code`return ${breakLines(chain, "parentheses")};`]);
    expect(text).toMatch(/^let left;\nreturn \(\n +\(\n +left = /);
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
    const loop = body.body([code`for (const ${element} of list) count++;`]).text;
    expect(loop).toBe("for (const _element of list) count++;");
  });

  it("become one where they hold the same", () => {
    const body = new FunctionCode([]);
    const [first, second] = [body.local("it"), body.local("it")];
    body.rename(second, first);
    expect(body.body([code`f(${first}, ${second});`]).text).toBe("f(it, it);");
  });

  it("become one in whatever order that is found out", () => {
    const body = new FunctionCode([]);
    const [first, second, third] = [body.local("it"), body.local("it"), body.local("it")];
    body.rename(second, first);
    body.rename(first, third);
    body.rename(third, second);
    expect(body.body([code`f(${first}, ${second}, ${third});`]).text).toBe("f(it, it, it);");
  });
});

describe("long expressions", () => {
  const long = "a".repeat(60);

  it("are broken after && and ||", () => {
    const broken = breakLines(raw(`${long} || ${long}`), "parentheses").text;
    expect(broken).toBe(`(\n  ${long} ||\n  ${long}\n)`);
  });

  it("are broken before ? and :, but not in a string", () => {
    const broken = assignment(raw("it"), raw(`${long} ? " ? : || " : ${long}`)).text;
    expect(broken).toBe(`it =\n  ${long}\n    ? " ? : || "\n    : ${long};`);
  });

  it("of a call have a line per argument", () => {
    const broken = breakLines(raw(`f(${long}, g("a, b", ${long}))`), "parentheses").text;
    expect(broken).toBe(`f(\n  ${long},\n  g("a, b", ${long}),\n)`);
  });

  it("stay on one line where they fit", () => {
    expect(breakLines(raw("a || b"), "parentheses").text).toBe("a || b");
  });
});
