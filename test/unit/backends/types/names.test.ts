import { describe, expect, it } from "vitest";
import type { NameTable } from "../../../../src/backends/names.js";
import { createNames } from "../../../../src/backends/names.js";
import { Diagnostics } from "../../../../src/diagnostics/diagnostics.js";
import type { Json } from "../../../../src/runtime/v1/json/json.js";
import { jsonDocument } from "../../../support/json-document.js";
import { schemaResource } from "../../../support/schema-resource.js";

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

  it("equal shapes have one, that of the place nearest to the root", () => {
    const spec = {
      type: "object",
      properties: { deep: { type: "object", properties: { one: object("a") } }, two: object("a") },
    };
    expect(typeNames({ spec })).toEqual([
      "Sample",
      "SampleSpec",
      "SampleSpecDeep",
      "SampleSpecTwo",
    ]);
  });

  it("what concerns the place alone makes no other type", () => {
    const properties = {
      a: object("x"),
      b: { ...object("x"), nullable: true },
      c: { ...object("x"), default: {} },
    };
    expect(typeNames(properties)).toEqual(["Sample", "SampleA"]);
  });

  it("Kubernetes' own types keep their names", () => {
    const condition = object("type", "status", "reason", "message", "lastTransitionTime");
    const selector = {
      type: "object",
      properties: {
        matchLabels: map({ type: "string" }),
        matchExpressions: list({
          ...object("key", "operator"),
          properties: {
            key: { type: "string" },
            operator: { type: "string" },
            values: list({ type: "string" }),
          },
        }),
      },
    };
    const names = typeNames({
      status: { type: "object", properties: { conditions: list(condition) } },
      spec: {
        type: "object",
        properties: {
          selector,
          imagePullSecrets: list(object("name")),
          other: object("name", "more"),
        },
      },
    });
    expect([...names].sort()).toEqual([
      "Sample", "SampleCondition", "SampleLabelSelector", "SampleLabelSelectorRequirement",
      "SampleLocalObjectReference", "SampleSpec", "SampleSpecOther", "SampleStatus",
    ]); // prettier-ignore
  });

  it("Kubernetes' names are not for what only looks like its types", () => {
    const configuration = object("conditions", "observedGeneration");
    const ceph = {
      type: "object",
      required: ["monitors"],
      properties: {
        monitors: list({ type: "string" }),
        secretFile: { type: "string" },
        secretRef: object("name"),
      },
    };
    const spec = {
      type: "object",
      properties: {
        pause: object("reason", "startTime"),
        rootCAs: list(object("configMap", "secret")),
        volume: { type: "object", properties: { name: { type: "string" }, cephfs: ceph } },
      },
    };
    expect([...typeNames({ spec, status: configuration })].sort()).toEqual([
      "Sample", "SampleCephFSVolumeSource", "SampleLocalObjectReference", "SampleSpec", "SampleSpecPause",
      "SampleSpecRootCAs", "SampleStatus", "SampleVolume",
    ]); // prettier-ignore
    expect(typeNames({ spec: object("ingressClassName") })).toEqual(["Sample", "SampleSpec"]);
  });

  it("one field more makes another type, and the first keeps its name", () => {
    const properties = { a: object("x", "y"), b: object("x", "y") };
    expect(typeNames(properties)).toEqual(["Sample", "SampleA"]);
    expect(typeNames({ ...properties, a: object("x", "y", "z") })).toEqual([
      "Sample",
      "SampleAExtended",
      "SampleA",
    ]);
  });

  it("collisions are settled by position and reported", () => {
    diagnostics.takeAll();
    const spec = {
      type: "object",
      properties: { fooBar: object("a"), "foo-bar": object("b"), input: object("c") },
    };
    expect(typeNames({ spec })).toEqual([
      "Sample", "SampleSpec", "SampleSpecFooBar", "Sample_Spec_FooDashBar", "Sample_Spec_Input",
    ]); // prettier-ignore
    expect(diagnostics.list.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      "names/collision: the type of spec.foo-bar is called 'Sample_Spec_FooDashBar', because the name 'SampleSpecFooBar' is taken or reserved",
      "names/collision: the type of spec.input is called 'Sample_Spec_Input', because the name 'SampleSpecInput' is taken or reserved",
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
