import { describe, expect, it } from "vitest";
import { ecmaPattern } from "../../../../../src/codegen/backends/json-schema/pattern.js";
import { valueSchema } from "../../../../../src/codegen/backends/json-schema/value-schema.js";
import { Annotations } from "../../../../../src/crd/ir/annotations.js";
import { SchemaTable } from "../../../../../src/crd/ir/schema-table.js";
import { generate } from "../../../../../src/index.js";
import type { Json } from "../../../../../src/runtime/v1/values/json/json.js";
import { compileRe2, Re2 } from "../../../../../src/runtime/v1/values/re2/compile.js";
import { readCrds } from "../../../../support/read-crd.js";

function schemaOf(raw: Json): unknown {
  return valueSchema(new SchemaTable().schema(raw), new Annotations(raw));
}

describe("schemas of values", () => {
  it("allow null where the server takes it for an absent field", () => {
    const schema = schemaOf({
      type: "object",
      required: ["a", "b"],
      minProperties: 1,
      maxProperties: 2,
      properties: {
        a: { type: "string", minLength: 3 },
        b: { type: "integer", format: "int32", default: 1, description: "B." },
        c: { type: "string", enum: ["x"] },
        d: { type: "number", nullable: true, minimum: 0, exclusiveMinimum: true },
      },
    });
    expect(schema).toEqual({
      type: "object",
      properties: {
        a: { type: "string", minLength: 3 },
        b: {
          description: "B.",
          default: 1,
          type: ["integer", "null"],
          minimum: -2147483648,
          maximum: 2147483647,
        },
        c: { anyOf: [{ type: "string", enum: ["x"] }, { type: "null" }] },
        d: { type: ["number", "null"], exclusiveMinimum: 0 },
      },
      required: ["a"],
    });
  });

  it("allow null as a value of a map, not as an item of a list", () => {
    expect(
      schemaOf({
        type: "object",
        additionalProperties: { type: "array", maxItems: 2, items: { type: "string" } },
      }),
    ).toEqual({
      type: "object",
      additionalProperties: { type: ["array", "null"], items: { type: "string" }, maxItems: 2 },
    });
  });

  it("say branches exactly or not at all", () => {
    const properties = { a: { type: "string" }, b: { type: "string" } };
    const oneOf = [{ required: ["a"] }, { required: ["b"], properties: { a: { pattern: "^x$" } } }];
    const isNull = { type: "null" };
    const isThere = { allOf: [{ not: isNull }, {}] };
    expect(schemaOf({ type: "object", properties, oneOf })).toMatchObject({
      oneOf: [
        { required: ["a"], properties: { a: isThere } },
        {
          required: ["b"],
          properties: { a: { anyOf: [isNull, { pattern: "^x$" }] }, b: isThere },
        },
      ],
    });
    const unsaid = [
      { properties, oneOf: [{ required: ["unknown"] }] },
      { properties, not: { properties: { a: { format: "date-time" } } } },
      { properties, not: { maxProperties: 1 } },
      { properties: { ...properties, c: { type: "string", default: "" } }, oneOf },
    ];
    for (const further of unsaid) {
      const schema = schemaOf({ type: "object", ...further }); // JSON
      expect(Object.keys(schema as object).sort()).toEqual(["properties", "type"]);
    }
  });

  it("let lists pass where a string has a format, as the server does", () => {
    expect(schemaOf({ type: "string", format: "byte" })).toEqual({ type: ["string", "array"] });
    expect(schemaOf({ type: "integer", format: "int64" })).toEqual({ type: "integer" });
  });
});

describe("lengths, which some editors count in UTF-16 units", () => {
  const loose = {
    type: "string",
    if: { pattern: "[^\\u0000-\\uffff]" },
    then: { maxLength: 6 },
    else: { maxLength: 3 },
  };

  it.each<readonly [what: string, raw: { readonly [keyword: string]: Json }, said: unknown]>([
    ["any text", {}, loose],
    ["a pattern that leaves an end open", { pattern: "^[a-z]+" }, { ...loose, pattern: "^[a-z]+" }],
    ["one that allows all characters", { pattern: "^.+$" }, undefined],
    ["one of letters", { pattern: "^([a-z]|[A-Z]$)$" }, { maxLength: 3 }],
    ["one of several words", { pattern: "^a*$|^b*$" }, { maxLength: 3 }],
    ["one that is half open", { pattern: "^a*$|b" }, loose],
    ["letters in any case, also those of other languages", { pattern: "(?i)^[a-zé]+$" }, loose],
    ["a choice", { enum: ["a", "b"] }, { maxLength: 3 }],
    ["a choice of emoji", { enum: ["🙂🙂"] }, loose],
  ])("allow what the server does: %s", (_, raw, said) => {
    const schema = schemaOf({ type: "string", maxLength: 3, ...raw });
    expect(schema).toMatchObject(said ?? loose);
  });

  it("are left out of branches where the counts may differ", () => {
    const branches = (...all: readonly Json[]): Json => ({ type: "string", anyOf: [...all] });
    const exact = branches({ minLength: 1 }, { maxLength: 0 }, { pattern: "^a*$", maxLength: 5 });
    expect(schemaOf(exact)).toEqual(exact);
    expect(schemaOf(branches({ minLength: 2 }, { maxLength: 0 }))).toEqual({ type: "string" });
    expect(schemaOf(branches({ maxLength: 2 }))).toEqual({ type: "string" });
  });
});

describe("patterns", () => {
  it.each([
    ["^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "^[0-9a-z]([\\-0-9a-z]*[0-9a-z])?$"],
    ["a.b", "a[^\\n]b"],
    ["\\s\\d", "[\\t\\n\\f\\r ][0-9]"],
    ["(?i)ab", "[Aa][Bb]"],
    ["(?:ab|c){2,}?x", "(?:ab|c){2,}?x"],
    ["(?m)^a$", "(?<![^\\n])a(?![^\\n])"],
    ["\\Qa.b\\E\\z", "a\\.b$"],
    ["(?P<n>é)", "(\\u00e9)"],
  ])("%s becomes %s", (pattern, expected) => {
    expect(ecmaPattern(pattern)).toBe(expected);
  });

  it.each(["(", "(?i)ſ", "a{2,1}"])("%s has no equal", (pattern) => {
    expect(ecmaPattern(pattern)).toBeUndefined();
  });

  it("match the same texts", () => {
    const texts = ["", "a", "ab", "A-b", "a\nb", "a\u2028b", "é", "\u00a0", "x1_", "😀"];
    const patterns = [
      ".",
      "^.$",
      "^\\S+$",
      "\\w\\b",
      "\\B",
      "[^a]",
      "\\pL",
      "^(?s).*$",
      "a|\\D\\W",
    ];
    for (const pattern of patterns) {
      const compiled = compileRe2(pattern);
      if (!(compiled instanceof Re2)) throw new Error(pattern);
      const expression = new RegExp(ecmaPattern(pattern) ?? "", "u");
      for (const text of texts) {
        expect(expression.test(text), `${pattern} ${text}`).toBe(compiled.test(text));
      }
    }
  });
});

describe("files", () => {
  it("stand in the folder of the version, one of OpenAPI for all kinds", async () => {
    const schema = { type: "object" };
    const resources = await readCrds({ schema }, { schema, kind: "Node", plural: "nodes" });
    const sources = resources.map(({ document }, index) => ({
      path: `${index}.json`,
      text: JSON.stringify(document.value),
    }));
    const write = async (
      order: typeof sources,
    ): Promise<readonly (readonly [string, string])[]> => {
      const parts = ["openapi", "json-schema"] as const;
      const { files } = await generate({ sources: order, parts, versionInBanner: false });
      return files.map(({ path, text }) => [path, text]);
    };
    const files = await write(sources);
    const folder = "stable.example.com/v1";
    expect(files.map(([path]) => path)).toEqual([
      "custom-resources.schema.json",
      `${folder}/crontabs.schema.json`,
      `${folder}/nodes.schema.json`,
      `${folder}/openapi-v2.json`,
      `${folder}/openapi.json`,
    ]);
    expect(files[0]?.[1]).toMatch(/^\{\n {2}"\$comment": "@generated by crdgen",\n/);
    expect(files[4]?.[1]).toMatch(/^\{\n {2}"x-generated": "@generated by crdgen",\n/);
    expect(files[4]?.[1]).toContain('"com.example.stable.v1.CronTab"');
    expect(files[4]?.[1]).toContain('"com.example.stable.v1.Node"');
    expect(await write([...sources].reverse())).toEqual(files);
  });
});
