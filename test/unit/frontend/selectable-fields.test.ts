import { expect, it } from "vitest";

import { lintCrd, plainLintOptions } from "../../../src/frontend/lint-crd.js";
import { SchemaTable } from "../../../src/ir/schema-table.js";
import { asCrd } from "../../support/corpus-crds.js";

it.each([
  ["a", "is an invalid path: expected [ or . but got: a"],
  ["[0]", "is an invalid path: array notation is not allowed"],
  [".", "is an invalid path: unexpected end of JSON path"],
])("the path %s is faulty whatever the schema is", (jsonPath, fault) => {
  const unconvertible = { type: "object", properties: { size: { items: [{}] } } };
  const schema = { openAPIV3Schema: unconvertible };
  const selectableFields = [{ jsonPath }];
  const crd = asCrd({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "boats.sea.example.com" },
    spec: {
      group: "sea.example.com",
      scope: "Namespaced",
      names: { plural: "boats", kind: "Boat" },
      versions: [{ name: "v1", served: true, storage: true, schema, selectableFields }],
    },
  });
  const { causes } = lintCrd(crd, { ...plainLintOptions, table: new SchemaTable() });
  const faults = causes
    .filter(({ field }) => field === "spec.selectableFields[0].jsonPath")
    .map(({ message }) => message);
  expect(faults).toEqual([`Invalid value: ${JSON.stringify(jsonPath)}: ${fault}`]);
});
