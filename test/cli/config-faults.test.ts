import { beforeEach, describe, expect, it } from "vitest";
import { runCli, Scratch, writeBelow } from "../support/cli.js";

const scratch = new Scratch();
let folder = "";

beforeEach(() => {
  folder = scratch.next();
});

interface Told {
  /** What is said, and the place. */
  readonly head: readonly string[];
  /** What the carets are below. */
  readonly marked: string;
}

/** What is told of a configuration that is code. */
function fault(name: string, text: string): Told {
  writeBelow(folder, name, text);
  const { code, out, err } = runCli(folder, ["generate", "--config", name]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).not.toMatch(/^\s+at |crdgen-stripped/m);
  const lines = err.split("\n");
  const at = lines.findIndex((line) => /^ *\| +\^/.test(line));
  const carets = lines[at] ?? "";
  const start = carets.indexOf("^");
  const marked = (lines[at - 1] ?? "").slice(start, carets.lastIndexOf("^") + 1);
  return { head: lines.slice(0, 2).map((line) => line.trim()), marked };
}

const typed = `interface Shape {
  readonly a: string;
}
type Other = Shape & { b?: number };
enum Colour { Red, Green }

const shape: Other = { a: "x" };
`;

describe.each([
  ["JavaScript", "c.mjs", "// 1\n// 2\n// 3\n// 4\n// 5\n\n// 7\n"],
  ["TypeScript", "c.ts", typed],
])("a configuration in %s", (_, name, above) => {
  const at = (line: number, column: number): string => `--> ${name}:${line}:${column}`;
  const error = (words: string): string => `error[config/invalid]: ${name}: ${words}`;

  it("that throws shows its line", () => {
    const text = `${above}function find() {\n  throw new Error("no CRDs \\u001B[31mhere");\n}\nexport default { inputs: find() };\n`;
    expect(fault(name, text)).toEqual({
      head: [error("no CRDs here"), at(9, 9)],
      marked: "new Error",
    });
  });

  it("that uses what is not there shows its line", () => {
    const text = `${above}export default { inputs: process.env.NONE.split(",") };\n`;
    expect(fault(name, text)).toEqual({
      head: [error("Cannot read properties of undefined (reading 'split')"), at(8, 43)],
      marked: "split",
    });
  });

  it("that is a promise which is rejected shows its line", () => {
    const text = `${above}export default (async () => {\n  await undefined;\n  throw new TypeError("late");\n})();\n`;
    expect(fault(name, text)).toEqual({
      head: [error("late"), at(10, 9)],
      marked: "new TypeError",
    });
  });

  it("that is none shows where it ends to be one", () => {
    const { head } = fault(name, `${above}export default { inputs: [ };\n`);
    expect(head[0]).toMatch(/Unexpected token '}'$|Expression or comma expected\.$/);
    expect(head[1]).toBe(at(8, 28));
  });

  it("that imports what is not there shows the import, and the nearest file", () => {
    writeBelow(folder, "helper.mjs", "export const a = 1;\n");
    const text = `${above}import { a } from "./helpr.mjs";\nexport default { inputs: [a] };\n`;
    expect(fault(name, text)).toEqual({
      head: [
        error("Cannot find module './helpr.mjs'; the nearest file is './helper.mjs'"),
        at(8, 19),
      ],
      marked: '"./helpr.mjs"',
    });
    const other = `${above}import { a } from "no-such-package/x";\nexport default { inputs: [a] };\n`;
    expect(fault(name, other).head).toEqual([
      error("Cannot find package 'no-such-package/x'"),
      at(8, 19),
    ]);
  });

  it("that imports a file with a fault shows that file", () => {
    writeBelow(folder, "helper.mjs", "\nexport const a = missing;\n");
    const text = `${above}import { a } from "./helper.mjs";\nexport default { inputs: [a] };\n`;
    expect(fault(name, text)).toEqual({
      head: [error("missing is not defined"), "--> helper.mjs:2:18"],
      marked: "missing",
    });
    writeBelow(folder, "helper.mjs", "\nexport const b = 1;\n");
    expect(fault(name, text).marked).toBe("a");
    writeBelow(folder, "helper.mjs", "\nexport const = 1;\n");
    expect(fault(name, text).head).toEqual([error("Unexpected token '='"), "--> helper.mjs:2:14"]);
  });

  it("that throws something else is told by its words", () => {
    writeBelow(folder, name, `${above}throw "just a text";\n`);
    const { code, err } = runCli(folder, ["generate", "--config", name]);
    expect([code, err]).toEqual([2, `error: '${name}': just a text\n`]);
  });
});

it("the stack is shown on request", () => {
  writeBelow(
    folder,
    "c.mjs",
    "export default find();\nfunction find() { throw new Error('x'); }\n",
  );
  const { err } = runCli(folder, ["generate", "--config", "c.mjs", "--debug"]);
  expect(err).toMatch(/^debug .*Error: x\n +at find \(file:.*c\.mjs:2:25\)$/m);
});

it("programs get the place as data", () => {
  writeBelow(folder, "c.mjs", "export default (() => find())();\n");
  const { out } = runCli(folder, ["lint", "--config", "c.mjs", "--format", "json"]);
  expect(JSON.parse(out)).toMatchObject({
    code: "config/invalid",
    message: "c.mjs: find is not defined",
    source: "c.mjs",
    start: { line: 1, column: 23 },
    end: { line: 1, column: 27 },
  });
});

it("faults of what a configuration extends, and of its back ends, are shown beside the name", () => {
  writeBelow(folder, "base.mjs", "\nexport default base;\n");
  writeBelow(folder, "back.mjs", "export default () => {\n  throw new Error('no way');\n};\n");
  writeBelow(folder, "c.yaml", "inputs: [crd.yaml]\nextends: ./base.mjs\n");
  writeBelow(folder, "d.yaml", "inputs: [crd.yaml]\nout: out\nbackends: [./back.mjs]\n");
  const extended = runCli(folder, ["generate", "--config", "c.yaml"]).err;
  expect(extended).toContain(
    "c.yaml: extends: 'base.mjs': base is not defined\n --> c.yaml:2:10\n",
  );
  expect(extended).toContain("it fails here\n ::: base.mjs:2:16\n");
  const used = runCli(folder, ["generate", "--config", "d.yaml"]).err;
  expect(used).toContain("'./back.mjs' fails: no way\n --> d.yaml:3:12\n");
  expect(used).toContain("it fails here\n ::: back.mjs:2:9\n");
});
