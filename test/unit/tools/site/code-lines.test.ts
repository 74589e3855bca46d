import { describe, expect, it } from "vitest";
import { inPageOrder, statusShape } from "../../../../src/tools/docs/model/example-order.js";
import type { FieldTable } from "../../../../src/tools/docs/model/page.js";
import { shownTypes } from "../../../../src/tools/docs/model/types-text.js";
import type { CodeLine } from "../../../../src/tools/site/page/code-lines.js";
import { isWithin } from "../../../../src/tools/site/page/code-lines.js";
import { typeLines } from "../../../../src/tools/site/page/types-lines.js";
import { yamlLines } from "../../../../src/tools/site/page/yaml-lines.js";

const table: FieldTable = {
  nodes: [
    {
      type: "object",
      fields: [
        ["spec", 1],
        ["status", 2],
      ],
    },
    {
      type: "object",
      fields: [
        ["list", 3],
        ["map", 4],
        ["text", 5, 1],
        ["a.b", 5],
      ],
    },
    { type: "object", fields: [["items", 3]] },
    { type: "[]object", steps: "[*]", fields: [["name", 5]] },
    { type: "map[string][]object", steps: ".*[*]", fields: [["name", 5]] },
    { type: "string" },
  ],
};

const textOf = ({ tokens }: CodeLine): string => tokens.map(([, text]) => text).join("");
const pathsOf = (lines: readonly CodeLine[]): readonly string[] => lines.map(({ path }) => path);

describe("lines of YAML", () => {
  const yaml = `spec:
  text: |-
    name: of a block

    more: lines
  a.b: "x: y"
  list:
  - name: a
    other: 1
  map:
    key:
    - name: b
`;

  it("know which field they are about", () => {
    const lines = yamlLines(yaml, table);
    expect(pathsOf(lines)).toEqual([
      "spec",
      ...Array.from({ length: 4 }, () => "spec.text"),
      'spec["a.b"]',
      "spec.list",
      "spec.list[*].name",
      "spec.list[*]",
      "spec.map",
      "spec.map.*",
      "spec.map.*[*].name",
    ]);
    expect(`${lines.map(textOf).join("\n")}\n`).toBe(yaml);
  });

  it("are coloured by what stands in them", () => {
    const kinds = (line: string): readonly string[] =>
      (yamlLines(line, table)[0]?.tokens ?? []).flatMap(([kind]) => (kind === "" ? [] : [kind]));
    expect(kinds("a: true")).toEqual(["key", "word"]);
    expect(kinds("a: -1.5")).toEqual(["key", "number"]);
    expect(kinds("- 'it''s: a': text")).toEqual(["key", "string"]);
    expect(kinds("- https://example.com/a")).toEqual(["string"]);
    expect(kinds("# a: b")).toEqual(["comment"]);
  });

  it("follow comments that show the shape of a status", () => {
    const shape = statusShape(table);
    expect(shape).toBe(`# status: # written by the controller
#   items:
#   - name: <string>
`);
    const lines = yamlLines(shape, table);
    expect(pathsOf(lines)).toEqual(["status", "status.items", "status.items[*].name"]);
    expect(`${lines.map(textOf).join("\n")}\n`).toBe(shape);
  });
});

describe("an example of a page", () => {
  it("has its fields in the order of the page, and all of them", () => {
    const object = {
      apiVersion: "a/v1",
      kind: "K",
      metadata: { name: "n" },
      spec: { unknown: 1, "a.b": "", list: [{ other: 1, name: "" }], text: "" },
    };
    const ordered = inPageOrder(object, table);
    expect(ordered).toEqual(object);
    expect(Object.keys(ordered)).toEqual(["apiVersion", "kind", "metadata", "spec"]);
    expect(Object.keys(ordered["spec"] as object)).toEqual(["unknown", "text", "list", "a.b"]);
  });
});

describe("lines of types", () => {
  const file = `// @generated
import type { KubernetesObject } from "x";

/** The kind. export interface Nothing {} */
export interface Kind extends KubernetesObject<"a/v1", "Kind"> {
  /** Its spec. */
  spec?: KindSpec | undefined;
}

export interface KindList {}

export interface KindSpec {
  list?:
    KindSpecList[] | undefined;

  /**
   * A map.
   */
  map?: { [key: string]: KindSpecMap[] } | undefined;
  "a.b"?: string | undefined;
}

export interface KindSpecMap {
  name: string;
}

export interface KindSpecList {
  name: string;
}
`;

  it("are those that the kind needs, without comments", () => {
    expect(shownTypes(file)).toBe(`export interface Kind extends KubernetesObject<"a/v1", "Kind"> {
  spec?: KindSpec | undefined;
}

export interface KindSpec {
  list?:
    KindSpecList[] | undefined;
  map?: { [key: string]: KindSpecMap[] } | undefined;
  "a.b"?: string | undefined;
}

export interface KindSpecList {
  name: string;
}

export interface KindSpecMap {
  name: string;
}
`);
    expect(shownTypes("")).toBe("");
  });

  it("know which field they are about", () => {
    const text = shownTypes(file);
    const lines = typeLines(text, table);
    expect(pathsOf(lines)).toEqual([
      ...["", "spec", "", ""],
      ...["spec", "spec.list", "spec.list", "spec.map", 'spec["a.b"]', "spec", ""],
      ...["spec.list[*]", "spec.list[*].name", "spec.list[*]", ""],
      ...["spec.map.*[*]", "spec.map.*[*].name", "spec.map.*[*]"],
    ]);
    expect(`${lines.map(textOf).join("\n")}\n`).toBe(text);
  });
});

it("a field is within itself and what is around it, and not within one whose name goes on", () => {
  expect(isWithin("spec.list[*].name", "spec.list")).toBe(true);
  expect(isWithin("spec.list", "spec.list")).toBe(true);
  expect(isWithin("spec.lists", "spec.list")).toBe(false);
});
