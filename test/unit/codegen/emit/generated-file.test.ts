import { describe, expect, it } from "vitest";
import type { Imported } from "../../../../src/codegen/emit/code.js";
import { expr, stmt, tsType } from "../../../../src/codegen/emit/code.js";
import { GeneratedFile } from "../../../../src/codegen/emit/generated-file.js";
import { typeDeclaration } from "../../../../src/codegen/emit/types/print-declaration.js";

function imported(name: string, path: string, isType: boolean): Imported {
  return { name, local: name, from: { kind: "file", path }, typeOnly: isType };
}

function sample(): GeneratedFile {
  const file = new GeneratedFile("a.com/v1/things/validate");
  const isObject = imported("isObject", "runtime/v1/json", false);
  const thing = imported("Thing", "a.com/v1/things/types", true);
  file.add(
    {
      kind: "const",
      name: "limit",
      exported: false,
      doc: [],
      type: undefined,
      value: expr`${3}`,
    },
    typeDeclaration({ kind: "alias", name: "Alias", doc: [], type: tsType`${thing}` }),
    {
      kind: "function",
      name: "isThing",
      exported: true,
      doc: ["/** Whether it is. */"],
      parameters: [
        { name: "value", type: tsType`unknown` },
        { name: "deep", type: tsType`boolean`, optional: true },
      ],
      returns: tsType`value is ${thing}`,
      body: stmt`const found: boolean = ${isObject}(value);\nreturn found;`,
    },
  );
  return file;
}

const banner = "// mark\n";

describe("GeneratedFile", () => {
  it("prints TypeScript", () => {
    const [file] = sample().print({ target: "ts", importExtension: ".js", banner });
    expect(file?.path).toBe("a.com/v1/things/validate.ts");
    expect(file?.text).toBe(`// mark

import { isObject } from "../../../runtime/v1/json.js";
import type { Thing } from "./types.js";

const limit = 3;

export type Alias = Thing;

/** Whether it is. */
export function isThing(value: unknown, deep?: boolean): value is Thing {
  const found: boolean = isObject(value);
  return found;
}
`);
  });

  it("prints JavaScript with declarations", () => {
    const [script, types] = sample().print({ target: "js", importExtension: ".js", banner });
    expect(script?.text).toBe(`// mark

import { isObject } from "../../../runtime/v1/json.js";

const limit = 3;

/** Whether it is. */
export function isThing(value, deep) {
  const found = isObject(value);
  return found;
}
`);
    expect(types?.text).toBe(`// mark

import type { Thing } from "./types.js";

export type Alias = Thing;

/** Whether it is. */
export declare function isThing(value: unknown, deep?: boolean): value is Thing;
`);
  });

  it("gives a script for evaluation in memory", () => {
    const script = sample().script();
    expect(script.exports).toEqual(["isThing"]);
    expect(script.imports.map(({ name }) => name)).toEqual(["isObject"]);
    expect(script.body).not.toContain("export");
  });

  it.each([
    [".ts", '"./types.ts"'],
    ["none", '"./types"'],
  ] as const)("ends imports as asked: %s", (importExtension, expected) => {
    const [file] = sample().print({ target: "ts", importExtension, banner });
    expect(file?.text).toContain(expected);
  });

  it("leaves out private declarations that nothing written names, with their imports", () => {
    const file = new GeneratedFile("a.com/v1/things/rules");
    const rest = { kind: "const", exported: false, doc: [], type: undefined } as const;
    const sizeOf = imported("sizeOf", "runtime/v1/rules", false);
    const inner = file.addPrivate({ ...rest, name: "inner", value: expr`1` });
    const named = file.addPrivate({ ...rest, name: "named", value: expr`${inner} + 1` });
    const lost = file.addPrivate({ ...rest, name: "lost", value: expr`${sizeOf}` });
    file.addPrivate({ ...rest, name: "lostToo", value: expr`${lost}` });
    file.add({ ...rest, name: "total", exported: true, value: expr`${named}` });
    expect(file.imports).toEqual([]);
    const [{ text } = { text: "" }] = file.print({ target: "js", importExtension: ".js", banner });
    expect(text).toBe(
      `${banner}\nconst inner = 1;\n\nconst named = inner + 1;\n\nexport const total = named;\n`,
    );
    expect(file.script().body).not.toContain("lost");
  });

  it("prints the ways to call a function", () => {
    const object = { name: "object", type: tsType`unknown` };
    const scale = imported("Scale", "runtime/v1/kubernetes", true);
    const file = new GeneratedFile("a.com/v1/things/admit");
    file.add({
      kind: "function",
      name: "admit",
      exported: true,
      doc: ["/** Admits it. */"],
      parameters: [object, { name: "scaled", type: tsType`boolean`, optional: true }],
      returns: tsType`unknown`,
      overloads: [
        { parameters: [object], returns: tsType`string` },
        {
          parameters: [object, { name: "scaled", type: tsType`boolean` }],
          returns: tsType`${scale}`,
        },
      ],
      body: stmt`return scaled === true ? {} : object;`,
    });
    const texts = (target: "ts" | "js"): readonly (string | undefined)[] =>
      file.print({ target, importExtension: ".js", banner }).map(({ text }) => text);
    expect(texts("ts")).toEqual([
      `// mark

import type { Scale } from "../../../runtime/v1/kubernetes.js";

/** Admits it. */
export function admit(object: unknown): string;
export function admit(object: unknown, scaled: boolean): Scale;
export function admit(object: unknown, scaled?: boolean): unknown {
  return scaled === true ? {} : object;
}
`,
    ]);
    expect(texts("js")).toEqual([
      `// mark

/** Admits it. */
export function admit(object, scaled) {
  return scaled === true ? {} : object;
}
`,
      `// mark

import type { Scale } from "../../../runtime/v1/kubernetes.js";

/** Admits it. */
export declare function admit(object: unknown): string;
export declare function admit(object: unknown, scaled: boolean): Scale;
`,
    ]);
  });
});
