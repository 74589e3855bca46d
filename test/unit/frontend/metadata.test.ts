import { expect, it } from "vitest";

import { lintCrd, plainLintOptions } from "../../../src/frontend/lint-crd.js";
import { SchemaTable } from "../../../src/ir/schema-table.js";
import { boatCrd } from "../../support/boat.js";
import { asCrd } from "../../support/corpus-crds.js";

/** How many faults a server of a version tells of two labels with one bad value. */
function faultsOn(minor: 36 | 37): number {
  const labels = { app: "{{ name }}", part: "{{ name }}" };
  const crd = asCrd(boatCrd({ metadata: { labels } }));
  const options = { ...plainLintOptions, minor, table: new SchemaTable() };
  return lintCrd(crd, options).causes.filter(({ field }) => field === "metadata.labels").length;
}

it("equal faults of metadata are told once, from 1.37 on", () => {
  expect([faultsOn(36), faultsOn(37)]).toEqual([2, 1]);
});
