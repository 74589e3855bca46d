import { describe, expect, it } from "vitest";
import type { FieldTable } from "../../../../src/tools/docs/model/page.js";
import { createSearch } from "../../../../src/tools/docs/search/find-fields.js";
import { SearchIndex } from "../../../../src/tools/docs/search/search-index.js";

const secretRef: FieldTable["nodes"][number] = { type: "object", fields: [["name", 1]] };
const name = { type: "string" };

function search(...tables: readonly (readonly [kind: string, fields: FieldTable])[]) {
  const index = new SearchIndex();
  for (const [kind, fields] of tables) {
    index.add({ group: "example.com", kind, version: "v1", href: `${kind}.html`, fields });
  }
  return createSearch(JSON.parse(JSON.stringify(index.data())));
}

const boat: FieldTable = {
  nodes: [
    { type: "object", fields: [["spec", 2]] },
    name,
    {
      type: "object",
      fields: [
        ["secretRef", 3],
        ["sails", 4],
        ["example.com/odd name", 3],
      ],
    },
    secretRef,
    { type: "[]object", steps: "[*]", fields: [["sailSecretRef", 3]] },
  ],
};

const car: FieldTable = {
  nodes: [{ type: "object", fields: [["secretRef", 2]] }, name, secretRef],
};

function pathsOf(found: ReturnType<ReturnType<typeof search>["find"]>): readonly string[] {
  return found.hits.map(({ kind, path }) => `${kind} ${path}`);
}

describe("the search over fields", () => {
  const fields = search(["Boat", boat], ["Car", car]);

  it("lists every path, the best names and the shortest paths first", () => {
    const found = fields.find("secretref", 10);
    expect(pathsOf(found)).toEqual([
      "Car secretRef",
      "Boat spec.secretRef",
      "Boat spec.sails[*].sailSecretRef",
    ]);
    expect(found.total).toBe(3);
  });

  it("writes paths as diagnostics do", () => {
    expect(pathsOf(fields.find("name", 10))).toEqual([
      "Car secretRef.name",
      "Boat spec.secretRef.name",
      'Boat spec["example.com/odd name"].name',
      "Boat spec.sails[*].sailSecretRef.name",
      'Boat spec["example.com/odd name"]',
    ]);
  });

  it("wants the names above, where the query has dots", () => {
    expect(pathsOf(fields.find("sails[*].sailSecretRef.na", 10))).toEqual([
      "Boat spec.sails[*].sailSecretRef.name",
    ]);
    expect(fields.find("sail.name", 10).total).toBe(0);
  });

  it("counts what is beyond the limit", () => {
    const found = fields.find("name", 2);
    expect(found.hits).toHaveLength(2);
    expect(found.total).toBe(5);
  });

  it("finds kinds by their names, before fields", () => {
    expect(pathsOf(fields.find("boat", 10))).toEqual(["Boat "]);
  });

  it("finds nothing for nothing", () => {
    expect(fields.find(" . ", 10)).toEqual({ total: 0, hits: [] });
  });

  it("keeps one shape for what is the same", () => {
    const index = new SearchIndex();
    const page = { group: "example.com", kind: "Boat", fields: boat };
    index.add({ ...page, version: "v1", href: "v1.html" });
    const { length } = index.data().shapes;
    index.add({ ...page, version: "v2", href: "v2.html" });
    expect(index.data().shapes).toHaveLength(length);
  });

  it("takes schemas that are deeper than the stack", () => {
    const depth = 12_000;
    const nodes = Array.from({ length: depth }, (_, index) =>
      index + 1 < depth ? { type: "object", fields: [["a", index + 1] as const] } : name,
    );
    const found = search(["Deep", { nodes }]).find("a", 1);
    expect(found.total).toBe(depth - 1);
    expect(found.hits[0]?.path).toBe("a");
  });
});
