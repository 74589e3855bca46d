import ts from "typescript";
import { expect, it } from "vitest";
import { generate } from "../../../../src/index.js";

/** Words of the language as names of columns. */
const words = "async await break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof interface let new null package private return static super switch this throw true try type typeof undefined var void while with yield".split(" "); // prettier-ignore

it("has rows of columns with all names", async () => {
  const crd = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "boats.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { kind: "Boat", plural: "boats", singular: "boat", listKind: "BoatList" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object" } },
          additionalPrinterColumns: words.map((name) => ({ name, type: "string", jsonPath: ".spec.a" })), // prettier-ignore
        },
      ],
    },
  };
  const sources = [{ path: "boats.json", text: JSON.stringify(crd) }];
  const { files } = await generate({ sources, parts: ["table"] });
  const text = files.find(({ path }) => path.endsWith("/table.ts"))?.text ?? "";
  expect(text).toContain("  _class: string | null,\n");
  const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true });
  expect(diagnostics).toEqual([]);
});
