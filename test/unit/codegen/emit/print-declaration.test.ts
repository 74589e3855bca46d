import * as fc from "fast-check";
import * as prettier from "prettier";
import { describe, expect, it } from "vitest";
import { declarationText } from "../../../../src/codegen/emit/declaration-text.js";
import type { TypeDeclaration } from "../../../../src/codegen/emit/types/print-declaration.js";
import { typeDeclaration } from "../../../../src/codegen/emit/types/print-declaration.js";
import type { Member, TypeNode } from "../../../../src/codegen/emit/types/type-expression.js";
import {
  arrayOf,
  field,
  intersection,
  keyword,
  literalType,
  mapOf,
  objectType,
  optionalField,
  reference,
  union,
} from "../../../../src/codegen/emit/types/type-expression.js";

function print(declaration: TypeDeclaration): string {
  return declarationText(typeDeclaration(declaration), ".ts", "export ");
}

async function asPrettier(text: string): Promise<string> {
  return await prettier.format(text, { parser: "typescript" });
}

const name = fc
  .array(fc.constantFrom("Cron", "Tab", "Spec", "Template", "PodAffinityTerm", "X"), {
    minLength: 1,
    maxLength: 8,
  })
  .map((words) => words.join(""));
const key = fc.oneof(
  name.map((text) => text.toLowerCase()),
  fc.constantFrom("foo-bar", "it's", 'a "quoted" name', "1st", "a.b", "ünï", "__proto__", "$ref"),
);
const leaf: fc.Arbitrary<TypeNode> = fc.oneof(
  fc
    .constantFrom("string", "number", "boolean", "unknown")
    .map((word) => keyword(word as "string")), // one of the list
  fc.oneof(name, fc.constantFrom('say "hi"', "it's", "", "*/")).map(literalType),
  name.map((text) => reference(text)),
);
const { type } = fc.letrec<{ type: TypeNode; element: TypeNode }>((tie) => ({
  type: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    tie("element").map(arrayOf),
    tie("element").map(mapOf),
    fc
      .array(fc.oneof(leaf, tie("element").map(arrayOf)), { minLength: 2, maxLength: 7 })
      .map((list) => union(list)),
    tie("element").map((of) => union([of, keyword("null")])),
  ),
  element: tie("type"),
}));

describe("layout of declarations, with prettier as the oracle", () => {
  it("interfaces", async () => {
    const member = fc
      .tuple(key, type, fc.boolean())
      .map(([text, of, optional]): Member =>
        optional ? optionalField(text, of) : field(text, of),
      );
    await fc.assert(
      fc.asyncProperty(
        name,
        fc.array(member, { minLength: 1, maxLength: 4 }),
        async (text, members) => {
          const printed = print({
            kind: "interface",
            name: text,
            doc: [],
            extends: undefined,
            members,
          });
          expect(printed).toBe(await asPrettier(printed));
        },
      ),
      { numRuns: 400, seed: 1 },
    );
  });

  it("interfaces with a type parameter, and perhaps with a base", async () => {
    const names = fc.string({ unit: fc.constantFrom("A", "b"), minLength: 1, maxLength: 60 });
    const member = field("a", keyword("string"));
    const parameters = ["Text extends string = string & {}"];
    await fc.assert(
      fc.asyncProperty(names, fc.option(names), fc.boolean(), async (own, base, hasArguments) => {
        const args = hasArguments ? [literalType("policy/v1"), literalType("Budget")] : [];
        const printed = print({
          kind: "interface",
          name: own,
          doc: [],
          extends: base === null ? undefined : reference(base, ...args),
          members: [member],
          parameters,
        });
        expect(printed).toBe(await asPrettier(printed));
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it("aliases of references with arguments", async () => {
    const fields = fc.array(fc.tuple(name, name), { minLength: 1, maxLength: 3 });
    const literals = fc.array(name.map(literalType), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(name, name, literals, fields, async (text, base, keys, list) => {
        const inner = reference("WithOptional", reference(base), union(keys));
        const replaced = objectType(list.map(([one, of]) => optionalField(one, reference(of))));
        for (const aliased of [inner, reference("WithFields", inner, replaced), reference(base)]) {
          const printed = print({ kind: "alias", name: text, doc: [], type: aliased });
          expect(printed).toBe(await asPrettier(printed));
        }
      }),
      { numRuns: 200, seed: 2 },
    );
  });

  it("a base with arms", async () => {
    const arm = fc
      .tuple(name, name)
      .map(([one, of]) =>
        objectType([field(one, reference(of)), optionalField("b", keyword("undefined"))]),
      );
    await fc.assert(
      fc.asyncProperty(
        name,
        name,
        fc.array(arm, { minLength: 2, maxLength: 4 }),
        async (text, base, arms) => {
          const aliased = intersection(reference(base), union(arms));
          const printed = print({ kind: "alias", name: text, doc: [], type: aliased });
          expect(printed).toBe(await asPrettier(printed));
        },
      ),
      { numRuns: 200, seed: 3 },
    );
  });

  it("heritage", async () => {
    for (const length of [1, 20, 40, 60]) {
      const base = reference(
        "KubernetesObject",
        literalType(`${"g".repeat(length)}.io/v1`),
        literalType("CronTab"),
      );
      for (const members of [[], [field("spec", keyword("string"))]]) {
        const printed = print({
          kind: "interface",
          name: "CronTab",
          doc: [],
          extends: base,
          members,
        });
        expect(printed).toBe(await asPrettier(printed));
      }
    }
  });
});
