import { describe, expect, it } from "vitest";
import { Local, localName } from "../../../../src/codegen/emit/code.js";
import { collectImports, namesIn } from "../../../../src/codegen/emit/nodes/kinds.js";
import * as make from "../../../../src/codegen/emit/nodes/make.js";
import type { Node } from "../../../../src/codegen/emit/nodes/nodes.js";
import {
  printExpression,
  printStatements,
  printType,
} from "../../../../src/codegen/emit/print/print.js";
import type { Splice } from "../../../../src/codegen/emit/template/holes.js";
import {
  clause,
  expr,
  property,
  stmt,
  tsType,
} from "../../../../src/codegen/emit/template/tags.js";
import { nodesOf } from "./print/nodes-of-typescript.js";

describe("holes", () => {
  const either = expr`x || y`;

  it.each([
    [expr`${either} && z`, "(x || y) && z"],
    [expr`!${either}`, "!(x || y)"],
    [expr`-${expr`-1.5`} < ${expr`d`}`, "-(-1.5) < d"],
    [expr`${-1} - ${-1}`, "-1 - -1"],
    [expr`${expr`a, b`} + c`, "(a, b) + c"],
    [expr`${expr`a?.b`}.c`, "(a?.b).c"],
    [expr`${expr`a?.b`}?.c`, "(a?.b)?.c"],
    [expr`a ?? ${either}`, "a ?? (x || y)"],
    [expr`(${expr`-a`}) ** 2`, "(-a) ** 2"],
    [expr`new ${expr`f()`}()`, "new (f())()"],
    [expr`f(${[]}, ${[expr`a`, expr`b, c`]})`, "f(a, (b, c))"],
    [expr`() => ${expr`{ a }`}`, "() => ({ a })"],
    [expr`${"</script>"}`, '"\\u003C/script>"'],
    [expr`{ ${property`"b-c": ${2}, ${[make.shorthand(make.nameOf("d"))]}`} }`, '{ "b-c": 2, d }'],
  ])("keep what they hold together: %#", (made, text) => {
    expect(printExpression(made)).toBe(text);
  });

  it("take statements, clauses, annotations and types", () => {
    const cases = [...clause`case ${"a"}: ${[stmt`b();`, stmt`break;`]}`, ...clause`default: c();`];
    const made = stmt`let x${undefined} = 1; let y: ${tsType`A | B`}[];
${[]}

switch (x) { ${cases} }`;
    expect(printStatements([made])).toBe(`let x = 1;
let y: (A | B)[];

switch (x) {
  case "a":
    b();
    break;
  default:
    c();
}
`);
    expect(printType(tsType`readonly ${tsType`A | B`}[]`)).toBe("readonly (A | B)[]");
  });

  it("refuse what may not stand there", () => {
    expect(() => expr`f(${stmt`a();`})`).toThrow("an expression is asked for");
    expect(
      () => stmt`${expr`a`}
b();`,
    ).toThrow("a statement is asked for");
    expect(() => tsType`${stmt`a();`}`).toThrow("a type is asked for");
    expect(() => expr`a b`).toThrow("no template: a ⟂ b");
  });

  it("tell what code imports and which words it uses", () => {
    const use = { name: "isSet", local: "isSet$1", from: { kind: "file", path: "x" }, typeOnly: false } as const; // prettier-ignore
    const made = stmt`if (${use}(value)) return ${localName(new Local("text", 1, "text2"))}.name;`;
    const found = new Set<unknown>();
    collectImports(made, found as Set<typeof use>); // what the set of all holds
    expect([...found]).toEqual([use]);
    expect([...namesIn(made)]).toEqual(["value"]);
    expect(printStatements([made])).toBe("if (isSet$1(value)) return text2.name;\n");
  });
});

/** A template as its text, with a hole wherever a capital letter stands alone. */
function filled(
  tag: (parts: TemplateStringsArray, ...holes: Splice[]) => Node,
  text: string,
): Node {
  const parts = text.split(/\b[H-Z]\b/);
  const holes = [...text.matchAll(/\b[H-Z]\b/g)].map(([name]) => make.nameOf(name));
  return tag(Object.assign(parts, { raw: parts }), ...holes);
}

describe("templates", () => {
  it.each([
    "H && I || J && (K || L);",
    "H ?? (I || J);",
    "a = b = H ? I : J ? K : L;",
    "H - (I - J) - K ** L ** 2;",
    "x < H || (y as readonly I[]).length >= 2;",
    "f(H, ...I)(J)[K]?.[L]?.m?.(n);",
    "new H.b(I)(J);",
    "new (H())(I);",
    'typeof H === "string" && void I;',
    "H += i++ - --j;",
    '({ a: H, "b-c": I, [J]: K, ...L });',
    "[H, I].length;",
    "x = (a: A, { b, c = H }: B, ...rest: C[]) => { return I; };",
    "x = (a) => ({ a }).b;",
    "/a[/]b/u.test(H) ? H / I / J : 0x1F;",
    "const [a, b] = H as unknown as I;",
    'let x: { [key: string]: A; readonly b?: C["d"] } | ((a: A) => b is B) = H!;',
    "if (H) { a(); } else if (I) b(); else { c(); }",
    "for (const [key, value] of H) { if (I) continue; a(); }",
    "for (let i = 0; i < H; i++) a(i);",
    "for (const key in H) while (I) { break; }",
    "outer: for (;;) { continue outer; }",
    "switch (H) { case I: case J: a(); break; default: b(); }",
    "try { a(); } catch (error) { throw error; } finally { b(); }",
    "H in I && J instanceof K;",
  ])("mean what TypeScript reads: %s", (text) => {
    const [read, ...others] = nodesOf(text);
    expect(others).toEqual([]);
    if (read === undefined) throw new Error("nothing read");
    expect(withoutLayout(filled(stmt, text))).toEqual(withoutLayout(read));
  });
});

/** A tree without what only the printer asks for. */
function withoutLayout(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutLayout);
  if (typeof node !== "object" || node === null || node instanceof Local) return node;
  const kept = Object.entries(node).filter(([name]) => !["flat", "flags", "broken"].includes(name));
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutLayout(part)]));
}
