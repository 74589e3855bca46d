import { describe, expect, it } from "vitest";
import { CrdLinter } from "../../../../src/codegen/pipeline/crd-linter.js";
import { lintSources } from "../../../../src/codegen/pipeline/lint-sources.js";
import { Diagnostics } from "../../../../src/crd/diagnostics/diagnostics.js";
import { positionAt } from "../../../../src/crd/source/source-file.js";

function crdText(version: string, metadata = "name: boats.example.com"): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { ${metadata} }
spec:
  group: example.com
  names: { kind: Boat, plural: boats }
  scope: Namespaced
  versions:
${version}`;
}

async function placesOf(text: string): Promise<string[]> {
  const file = { path: "crd.yaml", text };
  const diagnostics = new Diagnostics();
  await lintSources([file], new CrdLinter({ minor: 37 }), diagnostics, () => undefined);
  return diagnostics.list.map(({ span, code }) => {
    if (span === undefined) return code;
    const { line, column } = positionAt(file, span.start);
    return `${line}:${column} ${code} ${text.slice(span.start, span.end)}`;
  });
}

const version = `  - name: v1
    served: true
    storage: true
    schema: { openAPIV3Schema: { type: object } }
`;

describe("places of faults of CRDs", () => {
  it.each([
    [
      "no schema",
      "    schema: { openAPIV3Schema: { type: object } }\n",
      "",
      ["9:3 crd/schema-missing -"],
    ],
    [
      "no storage",
      "    storage: true\n",
      "",
      ["9:3 crd/storage-version -", "8:3 crd/stored-versions versions"],
    ],
    [
      "two storages behind a version that is none",
      version,
      `${version.replace("storage: true", "storage: false")}${version.replace("v1", "v2")}${version.replace("v1", "v3")}`,
      ["19:14 crd/storage-version true", "8:3 crd/stored-versions versions"],
    ],
    [
      "a bad name, which the server tells twice",
      "name: v1",
      "name: V1",
      ["9:11 crd/version-name-invalid V1", "9:11 crd/version-name-invalid V1"],
    ],
    [
      "an empty text",
      "    served",
      "    additionalPrinterColumns: [{ name: '', type: string, jsonPath: .kind }]\n    served",
      ["10:40 crd/column-incomplete ''"],
    ],
  ] as const)("%s", async (_name, old, changed, places) => {
    expect(await placesOf(crdText(version.replace(old, changed)))).toEqual(places);
  });

  it("marks the labels and finalizers that are wrong", async () => {
    const metadata =
      'name: boats.example.com, labels: { a: "b c", "d e": f, g: "h i" }, finalizers: [a/b, "c d"]';
    const places = await placesOf(crdText(version, metadata));
    expect(places.sort()).toEqual([
      '3:51 crd/metadata-invalid "b c"',
      '3:58 crd/metadata-invalid "d e"',
      '3:71 crd/metadata-invalid "h i"',
      '3:98 crd/metadata-invalid "c d"',
    ]);
  });

  it("marks what is wrong in a default", async () => {
    const field = `properties: { a: { type: object, default: { b: 1, c: [x, 2], "d.e/f": 3 }, properties: {
      b: { type: string }, c: { type: array, items: { type: string } }, "d.e/f": { type: string } } } }`;
    const text = crdText(version.replace("type: object", `type: object, ${field}`));
    expect(await placesOf(text)).toEqual([
      "12:95 schema/default-invalid 1",
      "12:105 schema/default-invalid 2",
      "12:118 schema/default-invalid 3",
    ]);
  });
});

it("shows all labels that one cause is about", async () => {
  const metadata = 'name: boats.example.com, labels: { a: "b c", d: "b c" }';
  const file = { path: "crd.yaml", text: crdText(version, metadata) };
  const diagnostics = new Diagnostics();
  await lintSources([file], new CrdLinter({ minor: 37 }), diagnostics, () => undefined);
  const [fault] = diagnostics.list;
  expect(
    fault?.related.map(({ span, message }) => [positionAt(file, span.start), message]),
  ).toEqual([[{ line: 3, column: 61 }, "and here"]]);
});

describe("places in rules", () => {
  const rule = (scalar: string): string =>
    crdText(
      version.replace(
        "schema: { openAPIV3Schema: { type: object } }",
        `schema:
      openAPIV3Schema:
        type: object
        x-kubernetes-validations:
        - message: x
          rule: ${scalar}
        properties: { a: { type: string } }`,
      ),
    );

  it.each([
    ["self.a == == 'x'", "17:27 cel/syntax =="],
    ["size(self.a) == 'b'", "17:30 cel/no-matching-overload =="],
    ["self.a.matches('(')", "17:32 cel/type '('"],
    ["self.a + 1.5 == self.a", "17:24 cel/no-matching-overload +"],
    ["self.?b.orValue(1) == 1", "17:21 cel/undefined-field .?b"],
    ['\'"a" == r"\\" + nope\'', "17:32 cel/undeclared-reference nope"],
    ["self.a == 'b", "17:27 cel/syntax 'b"],
    ["|-\n            (self.a ==\n              'é😀'\n", "19:20 cel/syntax "],
    [">\n            (self.a == 'b'\n", "18:27 cel/syntax "],
    [">\n            self.a ==\n            nope\n", "19:13 cel/undeclared-reference nope"],
  ])("%j", async (scalar, place) => {
    const [first] = await placesOf(rule(scalar));
    expect(first).toBe(place);
  });
});
