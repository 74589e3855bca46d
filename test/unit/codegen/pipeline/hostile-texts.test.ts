import ts from "typescript";
import { describe, expect, it } from "vitest";
import { generate } from "../../../../src/index.js";
import { withoutMark } from "../../../support/compile.js";

/** Texts that would end a literal or a comment, mislead a reader, or be taken for a directive. */
const hostile = [
  "*/ evil() /*",
  "`${evil()}`",
  "'\"\\'\\\"",
  '"); evil(); ("',
  ' ? " : " && ',
  "\n@ts-expect-error\n",
  "\n@ts-ignore",
  "\r\n// @ts-nocheck",
  "\u2028\u2029",
  "\0\u001B[31m\u009B",
  "\u202E\u2066\u061C",
  "\uE000 as any\uE001",
  "\uE010a\uE0111\uE012",
  "</script><!--",
  "#__PURE__ @__NO_SIDE_EFFECTS__",
  "//# sourceMappingURL=x",
  "\u{E0041}",
  "\\",
];

/** A CRD that holds a text everywhere where the API server takes any. */
function crdWith(text: string): string {
  const escaped = text.replace(/[\\']/g, "\\$&").replace(/[\n\r]/g, "\\n");
  const tripled = text.replace(/[\\']/g, "\\$&");
  const key = `k${text}`;
  const spec = {
    type: "object",
    description: text,
    title: text,
    externalDocs: { url: text, description: text },
    example: { [text]: text },
    required: [key],
    default: { [key]: text, free: "x" },
    properties: {
      [key]: { type: "string", description: text },
      choice: { type: "string", enum: [`${text}1`, `${text}2`], default: `${text}1` },
      pattern: { type: "string", pattern: `^${text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$` },
      format: { type: "string", format: text },
      list: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": [key],
        items: { type: "object", required: [key], properties: { [key]: { type: "string" } } },
      },
      free: { type: "string", maxLength: 10 },
    },
    "x-kubernetes-validations": [
      { rule: `self.free != '${escaped}' && self.free != '''${tripled}'''`, message: "m" },
      { rule: "self.free != ''", messageExpression: `'${escaped}' + self.free` },
    ],
  };
  return JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "things.example.com", annotations: { note: text } },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "things", kind: "Thing" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          additionalPrinterColumns: [
            { name: text, description: text, type: "string", jsonPath: ".spec.free" },
          ],
          schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
        },
      ],
    },
  });
}

/**
 * The kinds of a file's nodes; names and literals, parentheses and braces, which follow the length,
 * are one.
 */
function skeleton(path: string, text: string): readonly string[] {
  const kinds: string[] = [];
  const walk = (node: ts.Node, isName: boolean): void => {
    const inner = bare(node);
    if (isName || ts.isStringLiteral(inner)) kinds.push("text");
    else {
      kinds.push(ts.SyntaxKind[inner.kind]);
      const name = (inner as { readonly name?: ts.Node }).name; // nodes without names have none
      ts.forEachChild(inner, (child) => {
        walk(child, child === name && !ts.isVariableDeclaration(inner));
      });
    }
  };
  walk(ts.createSourceFile(path, text, ts.ScriptTarget.Latest), false);
  return kinds;
}

function bare(node: ts.Node): ts.Node {
  if (ts.isParenthesizedExpression(node)) return bare(node.expression);
  const [only, second] = ts.isBlock(node) ? node.statements : [];
  return only !== undefined && second === undefined ? bare(only) : node;
}

describe("texts of a CRD", () => {
  it.each(hostile)("are no code, comments' ends or directives: %j", async (text) => {
    const plain = "-".padEnd(text.length, "x");
    const [bad, good] = await Promise.all(
      [text, plain].map((each) =>
        generate({ sources: [{ path: "crd.json", text: crdWith(each) }], runtime: "import" }),
      ),
    );
    expect(bad?.files.map(({ path }) => path)).toEqual(good?.files.map(({ path }) => path));
    expect(bad?.files.length).toBeGreaterThan(8);
    for (const [index, file] of (bad?.files ?? []).entries()) {
      expect(skeleton(file.path, file.text), file.path).toEqual(
        skeleton(file.path, good?.files[index]?.text ?? ""),
      );
      expect(file.text, file.path).not.toMatch(
        /[\0-\x08\x0B-\x1F\x7F-\x9F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uE000-\uF8FF\u{E0041}]/u,
      );
      expect(withoutMark(file.text), file.path).not.toMatch(/^\s*(?:\/{2,3}|\/?\*+)\s*@ts-/m);
    }
  });
});
