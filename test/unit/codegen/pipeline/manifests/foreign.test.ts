import { describe, expect, it } from "vitest";
import { kustomizationRoles } from "../../../../../src/codegen/pipeline/manifests/kustomization-roles.js";
import { foreignKind } from "../../../../../src/codegen/pipeline/manifests/read-manifests.js";
import type { Skipped } from "../../../../../src/codegen/pipeline/manifests/skipped.js";
import { skippedCounts } from "../../../../../src/codegen/pipeline/manifests/skipped.js";
import type { FilePlace } from "../../../../../src/crd/source/source-file.js";
import type { Json } from "../../../../../src/runtime/v1/values/json/json.js";

const anywhere: FilePlace = { inPatches: false };

function kindOf(value: Json, path = "a.yaml", place: FilePlace | undefined = anywhere) {
  return foreignKind(value, { path, text: "", place });
}

describe("what a document is", () => {
  it.each<[string, Json, string | undefined]>([
    ["an object", { apiVersion: "v1", kind: "Pod" }, undefined],
    ["an object without its kind", { apiVersion: "v1", metadata: {} }, undefined],
    ["an object with a misspelt key", { api_version: "v1", kind: "Pod" }, undefined],
    ["a CRD without anything", { kind: "CustomResourceDefinition" }, undefined],
    ["nothing", null, undefined],
    ["a text", "text", "other-document"],
    ["an empty object", {}, "other-document"],
    ["an empty list", [], "other-document"],
    ["steps of a patch", [{ op: "add", path: "/a", value: 1 }], "kustomize-patch"],
    ["steps of something else", [{ op: "sub", path: "/a" }], "other-document"],
    ["name references", { nameReference: [{ kind: "A" }] }, "kustomize-configuration"],
    ["a namespace that is a text", { namespace: "a" }, "other-document"],
    [
      "annotations of a bundle",
      { annotations: { "operators.operatorframework.io.bundle.package.v1": "a" } },
      "operator-bundle",
    ],
    ["a schema", { $schema: "http://json-schema.org/draft-07/schema#" }, "json-schema"],
    ["services", { services: { a: {} } }, "compose-file"],
    ["a workflow", { on: "push", jobs: {} }, "github-workflow"],
  ])("%s", (_, value, kind) => {
    expect(kindOf(value)).toBe(kind);
  });

  it("follows from the name of the file where the content does not tell", () => {
    expect(kindOf({ resources: ["a"] }, "x/kustomization.yaml")).toBe("kustomization");
    expect(kindOf({ apiVersion: "v2", name: "a" }, "x/Chart.yaml")).toBe("helm-chart");
    expect(kindOf({ a: 1 }, "values.yaml")).toBe("other-document");
    const inChart: FilePlace = { inPatches: false, chart: "elsewhere" };
    expect(kindOf({ a: 1 }, "ci/small-values.yaml", inChart)).toBe("helm-values");
  });

  it("takes no file that somebody named for a patch of a CRD", () => {
    const patch = { kind: "CustomResourceDefinition", metadata: { name: "a" } };
    expect(kindOf(patch, "patches/a.yaml", { inPatches: true })).toBe("kustomize-patch");
    expect(foreignKind(patch, { path: "patches/a.yaml", text: "" })).toBeUndefined();
  });
});

describe("the roles of files in a kustomization", () => {
  it("are those of its fields; a resource is nothing else", () => {
    const roles = kustomizationRoles({
      resources: ["a.yaml", "b.yaml"],
      patches: [{ path: "b.yaml" }, { path: "c.yaml" }, { patch: "- op: add" }],
      patchesStrategicMerge: ["d.yaml", "kind: A\nmetadata: {}\n"],
      patchesJson6902: [{ path: "e.yaml" }],
      configurations: ["f.yaml"],
      replacements: [{ path: "g.yaml" }, { source: {} }],
      helmCharts: [{ valuesFile: "h.yaml", additionalValuesFiles: ["i.yaml"] }],
    });
    expect(Object.fromEntries(roles)).toEqual({
      "a.yaml": "resource",
      "b.yaml": "resource",
      "c.yaml": "patch",
      "d.yaml": "patch",
      "e.yaml": "patch",
      "f.yaml": "configuration",
      "g.yaml": "configuration",
      "h.yaml": "values",
      "i.yaml": "values",
    });
  });

  it.each<[Json]>([[null], [[1]], [{ patches: "a", resources: [1, null], helmCharts: [null] }]])(
    "are none of what is no kustomization: %j",
    (value) => {
      expect([...kustomizationRoles(value)]).toEqual([]);
    },
  );
});

it("counts with the most frequent first", () => {
  const one = (kind: Skipped["kind"]): Skipped => ({ kind, source: "a", line: 1 });
  expect(skippedCounts([one("helm-chart"), one("kustomize-patch"), one("kustomize-patch")])).toBe(
    "2 kustomize patches, 1 Helm chart",
  );
  expect(skippedCounts([])).toBe("");
});
