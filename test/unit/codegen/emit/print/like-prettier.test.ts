import { format } from "prettier";
import { describe, expect, it } from "vitest";
import { printStatements } from "../../../../../src/codegen/emit/print/print.js";
import { seeds } from "../../../../support/seeds.js";
import { nodesOf } from "./nodes-of-typescript.js";
import { RandomDeclarations } from "./random-declarations.js";

const long = "anOperandWithALongName";
const longer = "anotherOperandWithAnEvenLongerName";

/** Statements on one line each. */
const written: Readonly<Record<string, string>> = {
  "a short condition": "if (a) return false;",
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
  "a long counting loop": `for (let index = ${long}; index < ${longer}.length; index += ${long}) { go(list[index]); }`,
  "a labelled block":
    "check: { switch (key) { case 1: case 2: go(); break; default: break check; } }",
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
  "a type of types": `const it: ReadonlyMap<string, ${longer}> = new Map<string, ${longer}>([["a", ${long}]]);`,
  "a union": `let it: ${longer} | ${long} | undefined;`,
  "a class with nothing": `class A { constructor() {} }`,
  "a class with a long name": `export class ${long}${longer}${long} extends Base<${longer}, ${long}> { constructor(a: B) { super(a); } }`,
  "a function of several lines": `export function ${long}(a: string, b?: number, c: ${longer}[] = []): { readonly [key: string]: ${long} } { return {}; }`,
  "a declared function": `export declare function ${long}(a: ${longer}, b: ${longer}): asserts a is ${longer};`,
  "a pattern as a parameter": `function f({ a, b }: { a: string; b: string }): void {}`,
  "a pattern of several lines": `function f({ a, b }: { ${long}: string; ${longer}: string }): void {}`,
  "an object type": `export type T = { a: string; b: ${longer}; c: ${long}[]; d: readonly ${longer}[] };`,
  "an intersection": `type T = A & { a: string; b: ${longer} } & ${longer} & ${long};`,
  "an object type in another type": `type T = Map<string, { a: ${longer}; b: ${longer}; c: ${long} }>;`,
  "a tuple": `type T = readonly [a: ${longer}, b: ${longer}, c: ${long}];`,
  "a union of several lines": `type T = "${long}" | "${longer}" | { a: string } | null;`,
  "a list of a union": `type T = (${long} | ${longer} | ${long}${longer})[];`,
  "a type of functions": `type T = (a: ${longer}, b: ${longer}) => ${long} | undefined;`,
  "a type with a condition": `type T<A> = A extends ${longer} ? { a: ${longer} } : A extends B ? ${long} : ${longer};`,
  "an intersection with an object": `type T = Partial<Omit<${longer}, "a" | "b">> & { a?: string | undefined; bbbbbbbbbbbb: ${long} };`,
  "a type below its name": `type ${long}${longer}${long}Type = keyof ${longer};`,
  "a member of a type": `type ${long}${longer}${long}Type = ${longer}["a"]["b"];`,
  "an index signature": `export interface A { [key: string]: ${longer} | { ${long}: ${longer}; b: number } | undefined; }`,
  "a member that is a function": `export interface A { ${long}: (a: ${longer}, b: ${longer}) => Promise<${long}>; }`,
  "a number as a key": `const a = { 1: "a", b: 2 };`,
  "quotes in a text": `const a = 'it"s';`,
  "parts of lists": `const all = [...(a ? b : c), ...a, ...(b ?? c)];`,
  "a template":
    "const text = `some ${a} text that is so long that it does not fit ${b.c(d)} on its line at all`;",
  "an awaited call": `const it = await ${long}(${longer}, ${longer}, ${long});`,
  "a member of a call": `return ${long}(${longer}, ${longer}, ${long}).length;`,
  "members of calls": `const it = ${long}(${longer}, ${longer}).length + ${long}(${longer});`,
  "a function that is the last argument": `go(async.value, (${long}) => ${longer}(${long}, ${longer}, ${long}, ${longer}));`,
  "a condition in a last argument": `go((${long}) => ${long} ? ${longer} : { a: ${long}, b: ${longer}, c: ${long} });`,
  "a function between arguments": `go(${long}, (a, b) => { return a; }, ${longer});`,
  "an error with a template": `throw new Error(\`invariant: \${${long}} is no \${${longer}} of \${a.b.c}\`);`,
  "a member by an index": `const it = a[${longer}.${long}] ?? b[${longer}.${long}.${long}];`,
  "an assignment": `a.b.c = ${longer}.${long} || ${longer}.${long}.${long} || 1;`,
  "a function below its name": `const f = (${long}: A, ${longer}: B): C => ${long}.${longer}(${longer});`,
  "a function with a block": `const f = (${long}: A, ${longer}: B, c: ${long}): C => { return 1; };`,
  "a long loop": `while (${long} !== undefined && ${longer}.${long} === ${longer}) { go(); }`,
  "a long switch": `switch (${long}.${longer}(${longer}).${long}.${long}.${longer}) { default: go(); }`,
  "a condition of comparisons": `const it = ${long} === ${longer} ? { a: ${long}, b: ${longer} } : undefined;`,
  "a long name with a type": `const it = ${longer}${longer}${longer} as ${long};`,
  "an object that satisfies a type": `const it = { ${long}: (a, b) => a, ${longer}: [${long}, ${longer}] } satisfies ${long};`,
  negations: `return !${long}.${longer}(${longer}) && !(a instanceof ${long}) && typeof ${longer} === "string";`,
  "products and sums": `const it = -(${longer} + ${longer}) * (${long} - ${long} * 2) % 7 + ${long};`,
  bits: `const it = ${long} / ${longer} * ${long} + (a << 2 | b) - ${longer};`,
  "a loop over a pattern": `for (const { ${long}, ${longer} } of ${long}.${longer}(${longer}, ${long})) go();`,
  "a failure that is caught": `try { go(); } catch (error) { stop(error); } finally { wait(); }`,
  "types of a call": `const it = new Map<string, (a: ${longer}) => ${long}>([["a", (a) => a.b], ["b", (a) => a.c]]);`,
  "a list of texts": `const it = new Set([${Array.from({ length: 12 }, (_, n) => `"name${n}"`).join(", ")}]);`,
  "a call below its type": `export const it: Record<string, ${long}> = Object.fromEntries(${longer}.map((one) => [one.a, one.b]));`,
  "conditions of conditions": `const it = a ? b : ${longer} && ${long} ? (${longer}, ${long}) : ${longer}.${long}(${longer});`,
};

describe("lines are broken as prettier breaks them", () => {
  it.each(Object.entries(written))("%s", async (_, text) => {
    expect(printStatements(nodesOf(text))).toBe(await prettier(text));
  });

  it("random declarations and chains", async () => {
    for (const seed of seeds(300)) {
      const text = printStatements([new RandomDeclarations(seed).declaration()]);
      expect(text, `seed ${seed}`).toBe(await prettier(text));
    }
  }, 60_000);
});

describe("what prettier does not do", () => {
  it.each([
    [
      "what is tested on several lines has braces",
      `if (${long} === 1 || ${longer} !== 2 || c > 3) return 1;`,
      `if (\n  ${long} === 1 ||\n  ${longer} !== 2 ||\n  c > 3\n) {\n  return 1;\n}\n`,
    ],
    [
      "so have all branches if one of them does",
      "if (a) go(); else stop();",
      "if (a) {\n  go();\n} else {\n  stop();\n}\n",
    ],
    ["comparisons of comparisons are told apart", "a < b > c;", "(a < b) > c;\n"],
    [
      "comparisons in lists are no types of a call",
      "f((a < b), c > (d, e));",
      "f((a < b), c > (d, e));\n",
    ],
    [
      "numbers are quoted beside keys with quotes",
      'x = { 1: 2, "b-c": 3 };',
      'x = { "1": 2, "b-c": 3 };\n',
    ],
  ])("%s", (_, text, expected) => {
    expect(printStatements(nodesOf(text))).toBe(expected);
  });
});

async function prettier(text: string): Promise<string> {
  return format(text, { parser: "typescript" });
}
