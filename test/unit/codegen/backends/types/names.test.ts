import { describe, expect, it } from "vitest";
import type { NameTable } from "../../../../../src/codegen/backends/names.js";
import { createNames } from "../../../../../src/codegen/backends/names.js";
import { Diagnostics } from "../../../../../src/crd/diagnostics/diagnostics.js";
import type { Json } from "../../../../../src/runtime/v1/values/json/json.js";
import { jsonDocument } from "../../../../support/json-document.js";
import { schemaResource } from "../../../../support/schema-resource.js";

const diagnostics = new Diagnostics();

function namesOf(properties: Record<string, Json>, kind = "Sample"): NameTable {
  const { resource, version } = schemaResource({ type: "object", properties });
  const document = jsonDocument(null);
  const named = { ...resource, names: { ...resource.names, kind }, document };
  return createNames(named, version, diagnostics);
}

function typeNames(properties: Record<string, Json>, kind?: string): string[] {
  return namesOf(properties, kind).types.map(({ name }) => name);
}

function object(...fields: string[]): { type: string; properties: Record<string, Json> } {
  return {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field, { type: "string" }])),
  };
}

const list = (items: Json): Json => ({ type: "array", items });
const map = (values: Json): Json => ({ type: "object", additionalProperties: values });

describe("names of types", () => {
  it("follow the path; lists and maps add nothing", () => {
    const spec = {
      type: "object",
      properties: { env: list(object("a")), sets: map(list(object("b"))) },
    };
    expect(typeNames({ spec })).toEqual([
      "Sample",
      "SampleSpec",
      "SampleSpecEnv",
      "SampleSpecSets",
    ]);
  });

  it("equal shapes have a name for each place", () => {
    const spec = {
      type: "object",
      properties: { deep: { type: "object", properties: { one: object("a") } }, two: object("a") },
    };
    expect(typeNames({ spec })).toEqual([
      "Sample", "SampleSpec", "SampleSpecDeep", "SampleSpecTwo", "SampleSpecDeepOne",
    ]); // prettier-ignore
  });

  it("enums have one, too; lists and maps add nothing", () => {
    const mode = { type: "string", enum: ["a", "b"] };
    const { enums } = namesOf({
      spec: { type: "object", properties: { mode, modes: list(mode), byName: map(mode) } },
    });
    expect(enums.map(({ name, values }) => [name, values])).toEqual([
      ["SampleSpecMode", "sampleSpecModeValues"],
      ["SampleSpecModes", "sampleSpecModesValues"],
      ["SampleSpecByName", "sampleSpecByNameValues"],
    ]);
  });

  it("say what no other field can take: other flavours, and what belongs to every resource", () => {
    diagnostics.takeAll();
    const properties = {
      spec: { type: "object", properties: { input: object("a"), userInput: object("a") } },
      list: object("a"),
      types: object("a"),
      apply: object("a"),
    };
    expect(typeNames(properties)).toEqual([
      "Sample", "SampleSpec", "Sample_List", "Sample_Types", "Sample_Apply", "SampleSpec_Input",
      "SampleSpecUser_Input",
    ]); // prettier-ignore
    expect(diagnostics.list).toEqual([]);
  });

  it("of two paths that lead to one name the shorter has it, then the one that is spelled so", () => {
    diagnostics.takeAll();
    const spec = {
      type: "object",
      properties: {
        "foo-bar": object("b"),
        fooBar: object("a"),
        foo: { type: "object", properties: { bar: object("c") } },
      },
    };
    expect([...typeNames({ spec })].sort()).toEqual([
      "Sample", "SampleSpec", "SampleSpecFoo", "SampleSpecFooBar", "Sample_Spec_FooDashBar", "Sample_Spec_Foo_Bar",
    ]); // prettier-ignore
    expect(diagnostics.list.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      "names/collision: the type of spec.foo-bar is called 'Sample_Spec_FooDashBar', because the name 'SampleSpecFooBar' is taken or reserved",
      "names/collision: the type of spec.foo.bar is called 'Sample_Spec_Foo_Bar', because the name 'SampleSpecFooBar' is taken or reserved",
    ]);
  });

  it.each(["Object", "Map", "Promise", "Error", "Date", "Record", "Class", "HTTPRoute", "my-kind"])(
    "kind %s",
    (kind) => {
      const [type] = typeNames({ spec: object("🦄", "constructor") }, kind);
      expect(type).toMatch(/^[A-Z]\w*$/);
    },
  );

  it("every schema has a local name of its own", () => {
    const names = namesOf({
      spec: {
        type: "object",
        properties: {
          a: list(object("x")),
          b: list(list({ type: "string" })),
          c: { type: "integer" },
        },
      },
    });
    const [, spec] = names.types;
    const local = [...(spec?.schema.fields.values() ?? [])].map((schema) =>
      names.localName(schema),
    );
    expect(local).toEqual(["SampleSpecAList", "SampleSpecBListList", "SampleSpecC"]);
  });
});
