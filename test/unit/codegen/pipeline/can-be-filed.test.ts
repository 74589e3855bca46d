import { expect, it } from "vitest";
import { compile, generate } from "../../../../src/index.js";

/** A CRD as the API server would refuse it. */
function crd(group: string, plural: string, kind: string, ...versions: readonly string[]): object {
  const schema = { openAPIV3Schema: { type: "object" } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural, kind },
      versions: versions.map((name, index) => ({
        name,
        served: true,
        storage: index === 0,
        schema,
      })),
    },
  };
}

it.each([
  ["versions that differ in case", crd("a.example.com", "boats", "Boat", "v1beta1", "v1Beta1")],
  ["a plural with capitals", crd("a.example.com", "Boats", "Boat", "v1")],
  ["a group with capitals", crd("A.example.com", "boats", "Boat", "v1")],
  ["a group that is a path", crd("..", "boats", "Boat", "v1")],
  ["the folder of the runtime", crd("runtime", "client", "Boat", "v1")],
])("nothing is written for %s, even if invalid CRDs are wanted", async (_what, refused) => {
  const text = JSON.stringify([refused, crd("b.example.com", "cars", "cAR", "v1")]);
  const { files } = await generate({
    sources: [{ path: "crds.json", text: `{"kind":"List","apiVersion":"v1","items":${text}}` }],
    allowInvalid: true,
    parts: ["types", "client"],
  });
  const folders = new Set(files.map(({ path }) => path.replace(/\/?[^/]*$/, "")));
  expect([...folders].filter((folder) => !folder.startsWith("runtime/v1"))).toEqual([
    "b.example.com/v1/cars",
    "b.example.com/v1",
    "",
  ]);
  expect(files.map(({ path }) => path)).not.toContain("runtime/v1/client/types.ts");
});

it("a group with the name of the output's index is refused where it would be written", async () => {
  const text = JSON.stringify(crd("index.ts", "boats", "Boat", "v1"));
  const input = { sources: [{ path: "crd.json", text }] };
  const { files, diagnostics } = await generate(input);
  expect(files).toEqual([]);
  expect(diagnostics).toMatchObject([{ code: "input/reserved-group", source: "crd.json" }]);
  expect((await generate({ ...input, only: ["other/*"] })).diagnostics).toEqual([]);
  expect((await compile(input)).resources).toHaveLength(1);
});
