import { describe, expect, it } from "vitest";
import type { TextStyle } from "../../../../src/crd/diagnostics/render/render.js";
import { noLinks, plain } from "../../../../src/crd/diagnostics/render/render.js";
import { readResource } from "../../../../src/crd/frontend/read-resource.js";
import { SchemaTable } from "../../../../src/crd/ir/schema-table.js";
import type { Json } from "../../../../src/runtime/v1/values/json/json.js";
import { newestMinor } from "../../../../src/runtime/v1/values/kubernetes-version.js";
import type { Change } from "../../../../src/tools/diff/change.js";
import { judgeChanges } from "../../../../src/tools/diff/change.js";
import { diffResources } from "../../../../src/tools/diff/diff-resources.js";
import { printText } from "../../../../src/tools/diff/print/text.js";
import { asCrd } from "../../../support/corpus-crds.js";

interface Parts {
  readonly names?: object;
  readonly spec?: object;
  readonly version?: object;
  readonly more?: readonly object[];
  readonly group?: string;
}

const text = { type: "string" };
const spec = { type: "object", properties: { a: text, n: { type: "integer" } } };
const openAPIV3Schema = { type: "object", properties: { spec, status: { type: "object" } } };

function crd({
  names = {},
  spec: more = {},
  version = {},
  more: versions = [],
  group = "example.com",
}: Parts): Json {
  const first = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema } };
  const value = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `boats.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { kind: "Boat", plural: "boats", ...names },
      versions: [{ ...first, ...version }, ...versions],
      ...more,
    },
  };
  return value as unknown as Json; // plain data
}

function diff(before: Parts, after: Parts): readonly Change[] {
  const table = new SchemaTable();
  const [old, now] = [before, after].map((parts) => readResource(asCrd(crd(parts)), table));
  if (old === undefined || now === undefined) return [];
  return diffResources([old], [now], table, newestMinor).changes;
}

const other = { name: "v2", served: true, storage: false, schema: { openAPIV3Schema } };
const smaller = {
  ...other,
  storage: true,
  schema: { openAPIV3Schema: { type: "object", properties: { status: { type: "object" } } } },
};
const scale = { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" };
const column = { name: "A", type: "string", jsonPath: ".spec.a" };

describe("a change of a CRD", () => {
  it.each<readonly [what: string, before: Parts, after: Parts, changes: readonly string[]]>([
    ["another scope", {}, { spec: { scope: "Cluster" } }, ["scope-changed stored+writers+readers"]],
    [
      "another kind",
      {},
      { names: { kind: "Ship" } },
      ["names-changed stored+writers+readers", "names-changed readers", "names-changed behaviour"],
    ],
    ["short names", { names: { shortNames: ["b"] } }, {}, ["short-names-changed behaviour"]],
    ["a version more", {}, { more: [other] }, ["version-added safe"]],
    ["a version less", { more: [other] }, {}, ["version-removed writers+readers+behaviour"]],
    [
      "a version that is not served",
      { more: [other] },
      { more: [{ ...other, served: false }] },
      ["version-unserved writers+readers"],
    ],
    [
      "a version that is deprecated",
      { more: [other] },
      { more: [{ ...other, deprecated: true }] },
      ["version-deprecated behaviour"],
    ],
    [
      "another storage version of the same schema",
      { more: [other] },
      { version: { storage: false }, more: [{ ...other, storage: true }] },
      ["storage-version-changed behaviour"],
    ],
    [
      "a storage version that does not know all fields",
      {},
      { version: { storage: false }, more: [smaller] },
      ["version-added safe", "storage-version-changed stored+writers"],
    ],
    [
      "the status subresource",
      {},
      { version: { subresources: { status: {} } } },
      ["status-added writers"],
    ],
    [
      "the scale subresource, whose numbers may not be negative",
      {},
      { version: { subresources: { scale } } },
      ["scale-added stored+writers"],
    ],
    [
      "another column",
      { version: { additionalPrinterColumns: [column] } },
      { version: { additionalPrinterColumns: [{ ...column, priority: 1 }] } },
      ["column-changed behaviour"],
    ],
    [
      "a selectable field less",
      { version: { selectableFields: [{ jsonPath: ".spec.a" }] } },
      {},
      ["selectable-field-removed readers"],
    ],
    [
      "another group, which is another CRD",
      {},
      { group: "other.example.com" },
      ["crd-removed stored+writers+readers", "crd-added safe"],
    ],
  ])("%s", (_, before, after, changes) => {
    const found = diff(before, after).map(
      ({ code, effects }) => `${code.slice("diff/".length)} ${effects.join("+")}`,
    );
    expect(found).toEqual(changes);
  });

  it("stands side by side where the terminal is wide", () => {
    const changes = diff({}, { spec: { scope: "Cluster" } });
    const judged = judgeChanges(changes, { codes: new Set(), effects: new Set() });
    const style = (columns: number): TextStyle => ({ paint: plain, links: noLinks, columns });
    const [, , head, places, values] = printText(judged, style(120)).split("\n");
    expect(head).toContain("stored[diff/scope-changed]: Boat: the scope has changed");
    expect(places).toMatch(/^ {5}- crd\.json:1:1 +\+ crd\.json:1:1$/);
    expect(values).toMatch(/^ {5}- {3}Namespaced +\+ {3}Cluster$/);
    const narrow = printText(judged, style(80)).split("\n");
    expect(narrow.slice(3, 7)).toEqual([
      "     - crd.json:1:1",
      "     -   Namespaced",
      "     + crd.json:1:1",
      "     +   Cluster",
    ]);
  });
});
