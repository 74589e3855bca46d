import { describe, expect, it } from "vitest";
import { createLanguageService } from "../../../../../src/tools/language/service.js";
import { ruledCrd } from "./ruled-crd.js";

/** The words of the rules of a text, each with its kind. */
async function wordsOf(text: string): Promise<readonly string[]> {
  const language = await createLanguageService().cel();
  const words = await language.words(text);
  return words.map(({ from, to, kind }) => `${text.slice(from, to)} ${kind}`);
}

const words = [
  "self variable",
  "replicas property",
  "> operator",
  "1 number",
  "|| operator",
  "self variable",
  "name property",
  "startsWith function",
  "'a\"b' string",
  "&& operator",
  "true keyword",
];

describe("words of rules", () => {
  it.each([
    ["plain", `self.replicas > 1 || self.name.startsWith('a"b') && true`],
    ["literal", `|\n  self.replicas > 1 ||\n    self.name.startsWith('a"b')\n  && true`],
    ["folded", `>-\n  self.replicas > 1 ||\n  self.name.startsWith('a"b')\n  && true`],
    ["double-quoted", `"self.replicas > 1 || self.name.startsWith('a\\"b') && true"`],
    ["over lines", `self.replicas > 1 ||\n  self.name.startsWith('a"b')\n  && true`],
  ])("stand where they are in a %s scalar", async (name, rule) => {
    const found = await wordsOf(ruledCrd(rule));
    const wanted = words.map((word) =>
      name === "double-quoted" ? word.replace('"', String.raw`\"`) : word,
    );
    expect(found).toEqual(wanted);
  });

  it("are found in JSON, with their escapes", async () => {
    const text = `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
      "x-kubernetes-validations":[{"rule":"self == \\"x\\"","messageExpression":"'a'"}]}`;
    expect(await wordsOf(text)).toEqual([
      "self variable",
      "== operator",
      String.raw`\"x\" string`,
      "'a' string",
    ]);
  });

  it("end with their lines, and comments are words too", async () => {
    const rule = `|\n  self.name == '''a\n  b''' // why\n  && self.all(x, x in [])`;
    expect((await wordsOf(ruledCrd(rule))).slice(3)).toEqual([
      "'''a string",
      "b''' string",
      "// why comment",
      "&& operator",
      "self variable",
      "all function",
      "x variable",
      "x variable",
      "in keyword",
    ]);
  });

  it("are none where the text cannot be read, or holds no CRD", async () => {
    expect(await wordsOf("a: [\nx-kubernetes-validations: {")).toEqual([]);
    expect(await wordsOf("kind: X\nx-kubernetes-validations:\n- rule: self.a")).toEqual([]);
  });
});
