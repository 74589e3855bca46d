import { describe, expect, it } from "vitest";
import { fieldTableOf } from "../../../../src/tools/docs/model/fields.js";
import type { FieldNode } from "../../../../src/tools/docs/model/page.js";
import { fieldAnchor } from "../../../../src/tools/docs/model/page.js";
import { readCrds } from "../../../support/read-crd.js";

async function tableOf(schema: object): Promise<readonly FieldNode[]> {
  const [resource] = await readCrds({ schema });
  const version = resource?.versions[0];
  if (version === undefined) throw new Error("no version");
  return fieldTableOf(version).nodes;
}

async function fieldOf(field: object): Promise<FieldNode | undefined> {
  const nodes = await tableOf({ type: "object", properties: { field } });
  return nodes[nodes[0]?.fields?.[0]?.[1] ?? -1];
}

describe("the fields of a version as data", () => {
  it.each([
    [{ type: "string" }, "string"],
    [{ type: "array", items: { type: "object" } }, "[]object"],
    [{ type: "object", additionalProperties: { type: "integer" } }, "map[string]integer"],
    [
      { type: "array", items: { type: "object", additionalProperties: { type: "boolean" } } },
      "[]map[string]boolean",
    ],
    [{ "x-kubernetes-int-or-string": true }, "integer or string"],
    [{ "x-kubernetes-preserve-unknown-fields": true }, "any"],
  ])("names the type of %j", async (schema, type) => {
    expect((await fieldOf(schema))?.type).toBe(type);
  });

  it("tells constraints in words, those of items and values with their subject", async () => {
    const field = await fieldOf({
      type: "array",
      minItems: 1,
      maxItems: 1,
      nullable: true,
      items: {
        type: "object",
        additionalProperties: { type: "string", maxLength: 63, enum: ["a"] },
      },
    });
    expect(field?.constraints).toEqual([
      ["Null", "may be null"],
      ["Items", "exactly 1 item"],
      ["each value of each item", 'one of "a"'],
      ["each value of each item", "at most 63 characters"],
    ]);
  });

  it("tells choices in words, and leaves out those of int-or-string", async () => {
    const choices = await fieldOf({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      oneOf: [
        { required: ["a"] },
        { required: ["b"], not: { properties: { b: { minLength: 2 } } } },
      ],
    });
    expect(choices?.constraints).toEqual([
      [
        "Value",
        "exactly one of: (a is required) or (b is required and not: b: at least 2 characters)",
      ],
    ]);
    const either = await fieldOf({
      "x-kubernetes-int-or-string": true,
      anyOf: [{ type: "integer" }, { type: "string" }],
      maximum: 5,
    });
    expect(either?.constraints).toEqual([["Range", "at most 5"]]);
  });

  it("has defaults, values and rules, and says which rules are for updates", async () => {
    const field = await fieldOf({
      type: "array",
      default: [1.5],
      items: {
        type: "number",
        "x-kubernetes-validations": [
          { rule: "self == oldSelf", message: "is fixed" },
          { rule: "'oldSelf' != string(self)" },
        ],
      },
    });
    expect(field?.default).toBe("[1.5]");
    expect(field?.rules).toEqual([
      { rule: "self == oldSelf", message: "is fixed", subject: "each item", isTransition: 1 },
      { rule: "'oldSelf' != string(self)", subject: "each item" },
    ]);
  });

  it("has the keywords as YAML, without descriptions and fields, where they say something", async () => {
    const field = await fieldOf({
      type: "array",
      description: "many",
      items: { type: "object", required: ["a"], properties: { a: { type: "string" } } },
    });
    expect(field?.source).toBe("type: array\nitems:\n  type: object\n  required:\n  - a\n");
    expect(field?.fields?.map(([name, , required]) => [name, required])).toEqual([["a", 1]]);
    expect(field?.steps).toBe("[*]");
    expect((await fieldOf({ type: "string", description: "text" }))?.source).toBeUndefined();
  });

  it("shares equal fields, and keeps those apart that are described differently", async () => {
    const text = { type: "string", description: "a text" };
    const other = { type: "string", description: "another" };
    const nodes = await tableOf({ type: "object", properties: { a: text, b: text, c: other } });
    const [a, b, c] = (nodes[0]?.fields ?? []).map(([, node]) => node);
    expect(a).toBe(b);
    expect(c).not.toBe(a);
  });

  it("has fields that are called like members of Object", async () => {
    const properties: unknown = JSON.parse(
      '{"__proto__":{"type":"string"},"constructor":{"type":"integer"}}',
    );
    const nodes = await tableOf({ type: "object", properties });
    expect(nodes[0]?.fields?.map(([name]) => name)).toEqual(["__proto__", "constructor"]);
  });
});

describe("anchors of fields", () => {
  it("are paths, in which odd characters are escaped", () => {
    expect(fieldAnchor("spec.env[*].name")).toBe("spec.env[*].name");
    expect(fieldAnchor('a["b c~:"]')).toBe("a[~22~b~20~c~7e~~3a~~22~]");
  });
});
