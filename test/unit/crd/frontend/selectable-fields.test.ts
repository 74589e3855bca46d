import { expect, it } from "vitest";
import { lintCrd } from "../../../../src/crd/frontend/lint-crd.js";
import { SchemaTable } from "../../../../src/crd/ir/schema-table.js";
import { boatCrd } from "../../../support/boat.js";
import { asCrd } from "../../../support/corpus-crds.js";
import { plainLintOptions } from "../../../support/lint-options.js";

it("an empty validation counts as one", () => {
  const version = { schema: {}, selectableFields: [{ jsonPath: "" }] };
  const { causes } = lintCrd(asCrd(boatCrd({ version })), {
    ...plainLintOptions,
    table: new SchemaTable(),
  });
  const fields = causes.map(({ field }) => field);
  expect(fields).toContain("spec.selectableFields[0].jsonPath");
  expect(fields).not.toContain("spec.selectableFields");
});

it.each([
  ["a", "is an invalid path: expected [ or . but got: a"],
  ["[0]", "is an invalid path: array notation is not allowed"],
  [".", "is an invalid path: unexpected end of JSON path"],
])("the path %s is faulty whatever the schema is", (jsonPath, fault) => {
  const unconvertible = { type: "object", properties: { size: { items: [{}] } } };
  const schema = { openAPIV3Schema: unconvertible };
  const crd = asCrd(boatCrd({ version: { schema, selectableFields: [{ jsonPath }] } }));
  const { causes } = lintCrd(crd, { ...plainLintOptions, table: new SchemaTable() });
  const faults = causes
    .filter(({ field }) => field === "spec.selectableFields[0].jsonPath")
    .map(({ message }) => message);
  expect(faults).toEqual([`Invalid value: ${JSON.stringify(jsonPath)}: ${fault}`]);
});
