import { format } from "prettier";
import { describe, expect, it } from "vitest";
import { printStatements } from "../../../src/emit/print/print.js";
import { statementOf } from "../../support/template.js";

const long = "anOperandWithALongName";
const longer = "anotherOperandWithAnEvenLongerName";

/** Statements on one line each, as templates write them. */
const written: Readonly<Record<string, string>> = {
  "a short condition": "if (a) return false;",
  "a long condition": `if (${long} === 1 || ${longer} !== 2 || ${long}.length > 3) return false;`,
  "mixed operators": `return a && b || ${long} && ${longer} || a % b * 2 > c && ${long};`,
  "a chain that leans to the right": "return a || (b || (c || d));",
  "needless parentheses": "const a = ((b) + (c));",
  "a negated test": `if (!(${long} instanceof ${longer} && "a" in ${long} && ${longer})) { go(); }`,
  "nested choices": `return ${long} ? ${longer} : ${longer} ? ${long} : ${longer} ? 1 : 2;`,
  "a constant with a long call": `const it = ${long}(${longer}, ${longer}, "text", { a: 1 });`,
  "a constant with a long chain": `const it = ${long} && ${longer} && ${long} && ${longer};`,
  "an object that is the last argument": `run(${long}, { first: ${longer}, second: ${longer} });`,
  "a table": "const rows = [[1, 2], [3, 4]];",
  "many numbers": `const all = [${Array.from({ length: 40 }, (_, n) => n * 7).join(", ")}];`,
  "a loop": "for (const [key, value] of Object.entries(all)) { if (value) continue; go(key); }",
  "a counting loop": "for (let index = 0; index < list.length; index++) { go(list[index]); }",
  "a labelled block":
    "check: { switch (key) { case 1: case 2: go(); break; default: break check; } }",
  "both ways": "if (a) { go(); } else if (b) stop(); else { wait(); }",
  "an optional chain that ends": "const a = (b?.c).d;",
  "an arrow with an object": "const make = () => ({ a, b: 2, ...c });",
  "a pure call": `const it = /* @__PURE__ */ new Thing(${longer}, ${longer}, "some text");`,
  "a regular expression": 'const found = /^[/"]+$/u.test(text);',
  "a comment and an empty line": "// why\nlet a;\n\ngo();",
  "a short chain": "const a = z.string().min(1).nullish();",
  "a chain of two calls": `const ${long} = z.number().refine(${long}, "${longer}");`,
  "a chain with a function": `const it = z.string().refine((text) => text.length > 2).nullish();`,
  "a chain with a function that is long": `const it = { key: z.array(${long}).refine((items) => areGood(items, ["${longer}"]), "${long}").nullish() };`,
  "a chain that ends in a function": `const it = z.object({ a: ${longer}, b: ${longer} }).check(({ value }) => { go(value); });`,
  "a short chain that ends in a function":
    "const it = z.object({}).check(({ value }) => { go(value); });",
  "a chain of two functions":
    "const it = a.map((one) => one.b).check(({ value }) => { go(value); });",
  "a chain of many functions":
    "const it = a.map((one) => one.b).map((one) => one).check(({ value }) => { go(value); });",
  "a chain with a regular expression": "const it = z.string().min(1).regex(/^[a-z]$/u).nullish();",
  "a chain with a short regular expression":
    "const it = z.string().min(1).regex(/^a$/u).nullish();",
  "a chain of members": `const it = some.thing.of.${long}.${longer}(1).${long}(2).${longer}(3);`,
  "a chain of a class": `const it = Some.${long}(${longer}).${long}(${longer}).${long}(2);`,
  "a chain of this": `this.${long}(${longer}).${long}(${longer}).${long}(${longer});`,
  "a chain as a statement": `ab.${long}(${longer}).${long}(${longer}).${long}(${longer});`,
  "a chain behind a call": `const it = make(${long}).${long}(${longer}).${long}(${longer});`,
  "a chain with an index": `const it = a[0].${long}(${longer})[${long}].${long}(${longer}).b;`,
  "a chain in a union": `const it = z.union([z.number().refine(${long}, "text"), z.string().regex(/^[a-z]+$/u)]).nullish();`,
  "a chain with nested chains": `const it = z.array(z.enum(["a", "b"]).nullable()).min(1).max(2);`,
  "a chain with records": `const it = { some: z.record(z.string(), z.string().nullable()).nullish() };`,
};

describe("statements are laid out as prettier does", () => {
  it.each(Object.entries(written))("%s", async (_, text) => {
    await expectLikePrettier(text);
  });

  it.each([
    `const it: ReadonlyMap<string, ${longer}> = new Map<string, ${longer}>([["a", ${long}]]);`,
    `const it = (value as readonly (string | undefined)[]).length;`,
    `let it: ${longer} | ${long} | undefined;`,
  ])("with types: %s", async (text) => {
    await expectLikePrettier(text);
  });
});

describe("JavaScript has no types", () => {
  it.each([
    ["let it: A | undefined;", "let it;"],
    ["return (a as B).c;", "return a.c;"],
    ["const s = new Set<string>(a);", "const s = new Set(a);"],
    ["const f = (a: A, b?: B[]) => a;", "const f = (a, b) => a;"],
  ])("%s", (text, expected) => {
    expect(print(text, "js")).toBe(`${expected}\n`);
  });
});

describe("what generated code has no use for does not parse", () => {
  it.each(["class A {}", "a b;", "if (a", 'const a = "b'])("%s", (text) => {
    expect(() => statementOf(text)).toThrow("invariant");
  });
});

async function expectLikePrettier(text: string): Promise<void> {
  const printed = print(text, "ts");
  expect(printed).toBe(await format(printed, { parser: "typescript" }));
  // In other words: what the layout adds or leaves out are line breaks, parentheses and braces
  // alone.
  const laidOut = await format(text, { parser: "typescript" });
  expect(bare(printed)).toBe(bare(laidOut));
}

function bare(text: string): string {
  return text.replaceAll(/[\s{}]/g, "");
}

function print(text: string, language: "ts" | "js"): string {
  return printStatements([statementOf(text)], { language });
}
