import { expect, it } from "vitest";

import { lintCrd, plainLintOptions } from "../../../src/frontend/lint-crd.js";
import { SchemaTable } from "../../../src/ir/schema-table.js";
import { asCrd } from "../../support/corpus-crds.js";

/** How many faults a server of a version tells of two labels with one bad value. */
function faultsOn(minor: 36 | 37): number {
  const crd = asCrd({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "boats.sea.example.com", labels: { app: "{{ name }}", part: "{{ name }}" } },
    spec: {
      group: "sea.example.com",
      scope: "Namespaced",
      names: { plural: "boats", kind: "Boat" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object" } },
        },
      ],
    },
  });
  const options = { ...plainLintOptions, minor, table: new SchemaTable() };
  return lintCrd(crd, options).causes.filter(({ field }) => field === "metadata.labels").length;
}

it("equal faults of metadata are told once, from 1.37 on", () => {
  expect([faultsOn(36), faultsOn(37)]).toEqual([2, 1]);
});
