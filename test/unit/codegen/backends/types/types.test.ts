import { describe, expect, it } from "vitest";
import { typesBackend } from "../../../../../src/codegen/backends/types.js";
import type { Version } from "../../../../../src/crd/ir/resource.js";
import type { Json } from "../../../../../src/runtime/v1/values/json/json.js";
import { emitUnit } from "../../../../support/emit-unit.js";
import { schemaResource } from "../../../../support/schema-resource.js";

/** The declarations of `types.ts` for a spec, without those of the resource itself. */
function typesOf(spec: Json, names: readonly string[]): string {
  return declarationsOf({ type: "object", properties: { spec } }, names);
}

/** The declarations of `types.ts` with these names. */
function declarationsOf(schema: Json, names: readonly string[]): string {
  const { resource, version } = schemaResource(schema);
  const [file] = emitUnit(resource, version, [typesBackend]);
  const [printed] = file?.print({ target: "ts", importExtension: ".js", banner: "" }) ?? [];
  const declarations = (printed?.text ?? "").split(/\n\n(?=export |\/\*\*)/);
  const wanted = new RegExp(`^export (?:interface|type) (?:${names.join("|")})\\b`, "m");
  return declarations
    .filter((text) => wanted.test(text))
    .map((text) => text.trim())
    .join("\n");
}

/** The text of `types.ts`, of a version that is changed. */
function textOf(schema: Json, change: (version: Version) => Version): string {
  const { resource, version } = schemaResource(schema);
  const [file] = emitUnit(resource, change(version), [typesBackend]);
  const [printed] = file?.print({ target: "ts", importExtension: ".js", banner: "" }) ?? [];
  return printed?.text ?? "";
}

function fields(properties: Record<string, Json>, required: string[] = []): string {
  const text = typesOf({ type: "object", required, properties }, ["SampleSpec"]);
  return text.replace(/^export interface SampleSpec \{\n|\n\}$/g, "").replace(/^ {2}/gm, "");
}

describe("bytes", () => {
  const bytes = { type: "string", format: "byte" };
  const inner = { type: "object", properties: { all: { type: "array", items: bytes } } };
  const schema = { type: "object", properties: { key: bytes, inner } };

  it("may be lists of numbers where they are sent or applied, and are text where they are read", () => {
    const names = ["SampleSpec", "SampleSpecInput", "SampleSpecApply", "SampleSpecInnerInput"];
    expect(typesOf(schema, names)).toBe(`export interface SampleSpec {
  /** format: byte */
  key?: string | undefined;

  inner?: SampleSpecInner | undefined;
}
export interface SampleSpecInput extends CommentsOf<SampleSpec> {
  key?: string | number[] | null | undefined;
  inner?: SampleSpecInnerInput | null | undefined;
}
export interface SampleSpecInnerInput extends CommentsOf<SampleSpecInner> {
  all?: (string | number[])[] | null | undefined;
}
export interface SampleSpecApply extends CommentsOf<SampleSpec> {
  key?: string | number[] | undefined;
  inner?: SampleSpecInnerApply | undefined;
}`);
  });
});

describe("types of the resource itself", () => {
  it("are those of any object where there is no schema", () => {
    const text = textOf({ type: "object" }, (version) => ({ ...version, schema: undefined }));
    for (const [name, base] of [
      ["Sample", "KubernetesObject"],
      ["SampleInput", "KubernetesObjectInput"],
      ["SampleApply", "KubernetesObjectApply"],
    ] as const) {
      expect(text).toMatch(
        new RegExp(
          `export interface ${name} extends ${base}<\\s*"example.com/v1",\\s*"Sample"\\s*> \\{\n  \\[key: string\\]: unknown;\n\\}`,
        ),
      );
    }
  });

  it.each([
    ["use v2", "@deprecated use v2"],
    [undefined, "@deprecated"],
  ])("are deprecated as the version is: %s", (deprecationWarning, tag) => {
    const text = textOf({ type: "object", properties: { a: { type: "string" } } }, (version) => ({
      ...version,
      deprecated: true,
      deprecationWarning,
    }));
    const lines = text.split("\n").filter((line) => line.includes("@deprecated"));
    expect(lines.map((line) => line.replace(/^[ /*]+|[ /*]+$/g, ""))).toEqual(Array(4).fill(tag));
    expect(textOf({ type: "object" }, (version) => version)).not.toContain("@deprecated");
  });
});

describe("types of values", () => {
  it.each<[string, Json, string]>([
    ["string", { type: "string" }, "string | undefined"],
    ["date", { type: "string", format: "date-time" }, "string | undefined"],
    ["integer", { type: "integer", format: "int64" }, "number | undefined"],
    ["boolean", { type: "boolean" }, "boolean | undefined"],
    ["nullable", { type: "string", nullable: true }, "string | null | undefined"],
    ["enum", { type: "string", enum: ["A", "", "s3:Object*"] }, "SampleSpecF | undefined"],
    ["integer enum", { type: "integer", enum: [1, 2, -3] }, "SampleSpecF | undefined"],
    ["boolean enum", { type: "boolean", enum: [true] }, "SampleSpecF | undefined"],
    // apiextensions compares null with no entry of an enum.
    [
      "nullable enum",
      { type: "string", nullable: true, enum: ["P", null] },
      "SampleSpecF | undefined",
    ],
    [
      "enum of lists",
      { type: "array", items: { type: "string" }, enum: [["a"]] },
      "string[] | undefined",
    ],
    ["int-or-string", { "x-kubernetes-int-or-string": true }, "IntOrString | undefined"],
    [
      "list",
      { type: "array", items: { type: "string", enum: ["a", "b"] } },
      "SampleSpecF[] | undefined",
    ],
    [
      "list of lists",
      { type: "array", items: { type: "array", items: { type: "number" } } },
      "number[][] | undefined",
    ],
    [
      "nullable items",
      { type: "array", items: { type: "string", nullable: true } },
      "(string | null)[] | undefined",
    ],
    [
      "map",
      { type: "object", additionalProperties: { type: "string" } },
      "{ [key: string]: string } | undefined",
    ],
    [
      "map of anything",
      { type: "object", additionalProperties: true },
      "{ [key: string]: unknown } | undefined",
    ],
    [
      "preserved object",
      { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      "{ [key: string]: unknown } | undefined",
    ],
    [
      "list that keeps what its items hold",
      {
        type: "array",
        "x-kubernetes-preserve-unknown-fields": true,
        items: { type: "array", items: { type: "object" } },
      },
      "{ [key: string]: unknown }[][] | undefined",
    ],
    [
      "list of anything",
      { type: "array", "x-kubernetes-preserve-unknown-fields": true },
      "unknown[] | undefined",
    ],
    [
      "known and other fields",
      { type: "object", properties: {}, additionalProperties: { type: "string" } },
      "{ [key: string]: string } | undefined",
    ],
    ["pruned object", { type: "object" }, "{ [key: string]: never } | undefined"],
    ["anything", { "x-kubernetes-preserve-unknown-fields": true }, "unknown"],
    [
      "embedded resource",
      {
        type: "object",
        "x-kubernetes-embedded-resource": true,
        "x-kubernetes-preserve-unknown-fields": true,
      },
      "EmbeddedResource | undefined",
    ],
  ])("%s", (_, schema, want) => {
    const text = fields({ f: schema });
    expect(text.replace(/\/\*\*[^]*?\*\/\n/, "")).toBe(`f?: ${want};`);
  });

  it("required and defaulted fields are there when read", () => {
    const text = fields({ a: { type: "string" }, b: { type: "string" } }, ["a"]);
    expect(text).toBe("a: string;\nb?: string | undefined;");
  });

  it("hostile names are keys like any other", () => {
    const names = [
      "__proto__",
      "__proto__",
      "constructor",
      "class",
      "foo-bar",
      "it's",
      "🦄",
      "a\u2028b",
      "*/",
      "1st",
    ];
    const text = fields(Object.fromEntries(names.map((name) => [name, { type: "string" }])));
    expect(text.split("\n").map((line) => line.slice(0, line.indexOf("?:")))).toEqual([
      "__proto__",
      "constructor",
      "class",
      '"foo-bar"',
      '"it\'s"',
      '"🦄"',
      '"a\\u2028b"',
      '"*/"',
      '"1st"',
    ]); // prettier-ignore
  });
});

describe("types of objects", () => {
  const env = {
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
    items: {
      type: "object",
      required: ["name", "value"],
      properties: {
        name: { type: "string" },
        value: { type: "string" },
        kind: { type: "string", default: "a" },
      },
    },
  };

  it("three flavours, each a plain type; comments stand at the first", () => {
    expect(
      typesOf({ type: "object", properties: { env } }, [
        "SampleSpecEnv",
        "SampleSpecEnvInput",
        "SampleSpecEnvApply",
      ]),
    ).toBe(
      `export interface SampleSpecEnv {
  name: string;

  value: string;

  /** @default "a" */
  kind: string;
}
export interface SampleSpecEnvInput extends CommentsOf<SampleSpecEnv> {
  name: string;
  value: string;
  kind?: string | null | undefined;
}
export interface SampleSpecEnvApply extends CommentsOf<SampleSpecEnv> {
  name: string;
  value?: string | undefined;
  kind?: string | undefined;
}`,
    );
  });

  it("an atomic list is applied as a whole", () => {
    const atomic = { ...env, "x-kubernetes-list-type": "atomic" };
    const properties = { env: atomic };
    expect(typesOf({ type: "object", properties }, ["SampleSpecApply", "SampleSpecEnvApply"])).toBe(
      `export interface SampleSpecApply {
  env?: SampleSpecEnvApply[] | undefined;
}
export interface SampleSpecEnvApply extends CommentsOf<SampleSpecEnv> {
  name: string;
  value: string;
  kind?: string | undefined;
}`,
    );
  });

  it("equal objects are applied each as its own place says: as a whole, or in parts", () => {
    const whole = { ...env, "x-kubernetes-list-type": "atomic" };
    const spec = { type: "object", properties: { whole, inside: whole.items } };
    expect(typesOf(spec, ["SampleSpecWholeApply", "SampleSpecInsideApply"])).toBe(
      `export interface SampleSpecWholeApply extends CommentsOf<SampleSpecWhole> {
  name: string;
  value: string;
  kind?: string | undefined;
}
export interface SampleSpecInsideApply extends CommentsOf<SampleSpecInside> {
  name?: string | undefined;
  value?: string | undefined;
  kind?: string | undefined;
}`,
    );
  });

  it("an enum is a type of its own", () => {
    const mode = { type: "string", enum: ["A", "", "s3:Object*"] };
    const count = { type: "array", items: { type: "integer", enum: [1, 2, -3] } };
    const either = { type: "string", nullable: true, enum: ["P", null] };
    const spec = { type: "object", properties: { mode, count, either } };
    expect(typesOf(spec, ["SampleSpecMode", "SampleSpecCount", "SampleSpecEither"])).toBe(
      `export type SampleSpecMode = "A" | "" | "s3:Object*";
export type SampleSpecCount = 1 | 2 | -3;
export type SampleSpecEither = "P";`,
    );
  });

  it("an equal object with the same comments extends the first; what it holds has its own names", () => {
    const server = {
      type: "object",
      properties: {
        host: { type: "string", description: "Its name." },
        mode: { enum: ["a"], type: "string" },
      },
    };
    const spec = { type: "object", properties: { primary: server, replica: server } };
    expect(typesOf(spec, ["SampleSpecReplica", "SampleSpecReplicaInput"])).toBe(
      `export interface SampleSpecReplica extends SampleSpecPrimary {
  mode?: SampleSpecReplicaMode | undefined;
}
export interface SampleSpecReplicaInput extends SampleSpecPrimaryInput {
  mode?: SampleSpecReplicaMode | null | undefined;
}`,
    );
  });

  it("equal objects with other comments keep their own", () => {
    const described = (description: string): Json => ({
      type: "object",
      properties: { host: { type: "string", description } },
    });
    const spec = {
      type: "object",
      properties: { primary: described("a"), replica: described("b") },
    };
    expect(typesOf(spec, ["SampleSpecReplica"])).toContain("/** b */");
  });

  it("a flavour that equals the type as read is another name of it", () => {
    const pair = {
      type: "object",
      required: ["a", "b"],
      properties: {
        a: { type: "string", nullable: true },
        b: { type: "array", items: { type: "integer" } },
        c: { "x-kubernetes-preserve-unknown-fields": true },
      },
    };
    const optional = { type: "object", properties: { d: { type: "string" } } };
    const status = { type: "object", properties: { pair, optional } };
    const names = ["Pair", "Optional"].flatMap((name) =>
      ["Input", "Apply"].map((flavour) => `SampleStatus${name}${flavour}`),
    );
    expect(declarationsOf({ type: "object", properties: { status } }, names)).toBe(
      `export type SampleStatusPairInput = SampleStatusPair;
export interface SampleStatusOptionalInput {
  d?: string | null | undefined;
}
export interface SampleStatusPairApply {
  a?: string | null | undefined;
  b?: number[] | undefined;
  c?: unknown;
}
export type SampleStatusOptionalApply = SampleStatusOptional;`,
    );
  });

  it("what is sent takes null where the server drops it: in fields that may be left out, and in maps", () => {
    const spec = {
      type: "object",
      required: ["map", "list"],
      properties: {
        map: { type: "object", additionalProperties: { type: "string" } },
        list: { type: "array", items: { type: "string" } },
        lists: {
          type: "object",
          additionalProperties: { type: "array", items: { type: "string" } },
        },
        nullable: { type: "string", nullable: true },
        nullables: { type: "object", additionalProperties: { type: "string", nullable: true } },
        enum: { type: "string", enum: ["a"] },
        // Null is a value there, and the enum refuses it.
        nullableEnum: { type: "string", nullable: true, enum: ["a"] },
        any: { "x-kubernetes-preserve-unknown-fields": true },
        embedded: {
          type: "object",
          "x-kubernetes-embedded-resource": true,
          "x-kubernetes-preserve-unknown-fields": true,
        },
      },
    };
    expect(typesOf(spec, ["SampleSpecInput"])).toBe(
      `export interface SampleSpecInput {
  map: { [key: string]: string | null };
  list: string[];
  lists?: { [key: string]: string[] | null } | null | undefined;
  nullable?: string | null | undefined;
  nullables?: { [key: string]: string | null } | null | undefined;
  enum?: SampleSpecEnum | null | undefined;
  nullableEnum?: SampleSpecNullableEnum | undefined;
  any?: unknown;
  embedded?: EmbeddedResourceInput | null | undefined;
}`,
    );
  });

  it("the status may be anything where it is ignored, and is typed where it is written", () => {
    const status = { type: "object", properties: { ready: { type: "boolean" } } };
    const text = (isSubresource: boolean): string =>
      textOf({ type: "object", properties: { status } }, (version) => ({
        ...version,
        status: isSubresource,
      }));
    expect(text(true)).toContain("status?: SampleStatusInput | object | null | undefined;");
    expect(text(false)).toContain("status?: SampleStatusInput | null | undefined;");
    expect(text(true)).toContain("status?: SampleStatusApply | undefined;");
  });

  it("known fields stay typed where unknown ones are kept", () => {
    const spec = {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      properties: { a: { type: "string" } },
    };
    expect(typesOf(spec, ["SampleSpec"])).toBe(
      "export interface SampleSpec {\n  a?: string | undefined;\n  [key: string]: unknown;\n}",
    );
  });

  it("items of a list that keeps unknown fields are a type of their own", () => {
    const item = { type: "object", properties: { a: { type: "string" } } };
    const kept = { type: "array", "x-kubernetes-preserve-unknown-fields": true, items: item };
    const spec = { type: "object", properties: { pruned: { type: "array", items: item }, kept } };
    expect(typesOf(spec, ["SampleSpecPruned", "SampleSpecKept"])).toBe(
      `export interface SampleSpecPruned {
  a?: string | undefined;
}
export interface SampleSpecKept {
  a?: string | undefined;
  [key: string]: unknown;
}`,
    );
  });

  it("an embedded resource has type and metadata", () => {
    const spec = {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      properties: { data: { type: "string" } },
    };
    expect(typesOf(spec, ["SampleSpec"])).toBe(
      `export interface SampleSpec {
  apiVersion: string;
  kind: string;
  metadata?: EmbeddedObjectMeta | undefined;
  data?: string | undefined;
}`,
    );
  });

  it("an embedded resource has to have metadata where the schema says so, but to an applier", () => {
    const spec = {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      required: ["metadata"],
      properties: { data: { type: "string" } },
    };
    const text = typesOf(spec, ["SampleSpec", "SampleSpecInput", "SampleSpecApply"]);
    expect(text).toBe(
      `export interface SampleSpec {
  apiVersion: string;
  kind: string;
  metadata: EmbeddedObjectMeta;
  data?: string | undefined;
}
export interface SampleSpecInput {
  apiVersion: string;
  kind: string;
  metadata: ObjectMetaInput;
  data?: string | null | undefined;
}
export interface SampleSpecApply {
  apiVersion: string;
  kind: string;
  metadata?: EmbeddedObjectMeta | undefined;
  data?: string | undefined;
}`,
    );
  });

  it("a choice between fields is a union that repeats none of the others", () => {
    const spec = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "integer" }, c: { type: "string" } },
      oneOf: [{ required: ["a"] }, { required: ["b"] }],
    };
    expect(typesOf(spec, ["SampleSpec", "SampleSpec_Fields"])).toBe(
      `/** exactly one of \`a\`, \`b\` */
export type SampleSpec = SampleSpec_Fields &
  ({ a: string; b?: undefined } | { b: number; a?: undefined });
export interface SampleSpec_Fields {
  a?: string | undefined;
  b?: number | undefined;
  c?: string | undefined;
}`,
    );
  });

  it("a choice is one in what is sent, where null chooses nothing, but not in what is applied", () => {
    const spec = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "integer", nullable: true } },
      oneOf: [{ required: ["a"] }, { required: ["b"] }],
    };
    const names = ["SampleSpecInput", "SampleSpecInput_Fields", "SampleSpecApply"];
    expect(typesOf(spec, names)).toBe(
      `/** exactly one of \`a\`, \`b\` */
export type SampleSpecInput = SampleSpecInput_Fields &
  ({ a: string; b?: undefined } | { b: number | null; a?: null | undefined });
export interface SampleSpecInput_Fields {
  a?: string | null | undefined;
  b?: number | null | undefined;
}
export interface SampleSpecApply {
  a?: string | undefined;
  b?: number | null | undefined;
}`,
    );
  });

  it("a choice between fields of the resource itself is a union too", () => {
    const text = (name: string): string =>
      declarationsOf(
        {
          type: "object",
          properties: { a: { type: "string" }, b: { type: "object", properties: {} } },
          oneOf: [{ required: ["a"] }, { required: ["b"] }],
        },
        [name, `${name}_Fields`],
      );
    expect(text("SampleInput")).toBe(
      `/** Sample as it is sent: fields with a default may be left out. */
export type SampleInput = SampleInput_Fields &
  (
    | { a: string; b?: null | undefined }
    | { b: { [key: string]: never }; a?: null | undefined }
  );
export interface SampleInput_Fields extends KubernetesObjectInput<
  "example.com/v1",
  "Sample"
> {
  a?: string | null | undefined;
  b?: { [key: string]: never } | null | undefined;
}`,
    );
    expect(text("Sample")).toContain("{ a: string; b?: undefined }");
    expect(text("SampleApply")).toContain("interface SampleApply");
  });

  it.each<[Json, readonly string[]]>([
    [{ type: "integer", minimum: 1, maximum: 9 }, ["1 to 9"]],
    [{ type: "integer", minimum: 1 }, ["at least 1"]],
    [{ type: "integer", maximum: 9 }, ["at most 9"]],
    [
      { type: "integer", minimum: 1, exclusiveMinimum: true, maximum: 9 },
      ["more than 1", "at most 9"],
    ],
    [
      { type: "integer", minimum: 1, maximum: 9, exclusiveMaximum: true },
      ["at least 1", "less than 9"],
    ],
    [
      { type: "number", multipleOf: 0.5, format: "double" },
      ["format: double", "a multiple of 0.5"],
    ],
    [{ type: "string", minLength: 0, maxLength: 1 }, ["at most 1 character"]],
    [{ type: "string", minLength: 1 }, ["at least 1 character"]],
    [{ type: "string", minLength: 2, maxLength: 2 }, ["exactly 2 characters"]],
    [{ type: "string", minLength: 2, maxLength: 3 }, ["2 to 3 characters"]],
    [
      { type: "array", minItems: 1, maxItems: 1, items: { type: "string", minLength: 2 } },
      ["exactly 1 item", "each: at least 2 characters"],
    ],
    [
      { type: "object", minProperties: 1, additionalProperties: { type: "integer", minimum: 0 } },
      ["at least 1 entry", "each: at least 0"],
    ],
    [
      { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
      ["a set: no two items are equal"],
    ],
    [
      {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["a", "b"],
        items: {
          type: "object",
          minProperties: 3,
          properties: { a: { type: "string" }, b: { type: "string" } },
        },
      },
      ["a map: no two items have the same `a` and `b`"],
    ],
    [
      {
        type: "string",
        allOf: [{ pattern: "a" }],
        oneOf: [{ pattern: "b" }],
        not: { pattern: "c" },
      },
      ["further constraints: allOf, oneOf, not"],
    ],
    [{ "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] }, []],
  ])("what %j demands stands in the comment", (schema, facts) => {
    const [comment = ""] = /\/\*\*[^]*?\*\//.exec(fields({ f: schema })) ?? [];
    const lines = comment.split("\n").map((line) => line.replace(/^[ /*]+|[ /*]+$/g, ""));
    expect(lines.filter((line) => line !== "").map((line) => line.replace(/^- /, ""))).toEqual(
      facts,
    );
  });

  const either = [{ required: ["a"] }, { required: ["b"] }];
  it.each<[object, readonly string[]]>([
    [{ oneOf: either }, ["exactly one of `a`, `b`"]],
    [{ anyOf: either }, ["at least one of `a`, `b`"]],
    [{ allOf: either }, ["all of `a`, `b`"]],
    [{ oneOf: [...either, { required: ["a", "b"] }] }, ["further constraints: oneOf"]],
    [{ oneOf: [...either, { minProperties: 3 }] }, ["further constraints: oneOf"]],
    [
      { oneOf: [{ required: ["a"], maxProperties: 1 }, { required: ["b"] }] },
      ["at least one of `a`, `b`", "further constraints: oneOf"],
    ],
    [
      { anyOf: [{ required: ["a"], maxProperties: 1 }, { required: ["b"] }] },
      ["at least one of `a`, `b`", "further constraints: anyOf"],
    ],
    [
      { anyOf: [{ required: ["a"], properties: { a: { pattern: "x" } } }, { required: ["b"] }] },
      ["at least one of `a`, `b`", "further constraints: anyOf"],
    ],
    [
      { allOf: [{ required: ["a"] }, { required: ["b"], minProperties: 3 }] },
      ["all of `a`, `b`", "further constraints: allOf"],
    ],
    [
      {
        oneOf: [
          { required: ["a"], not: { required: ["b"] } },
          { required: ["b"], not: { anyOf: [{ required: ["a"] }, { required: ["c"] }] } },
        ],
      },
      ["exactly one of `a`, `b`"],
    ],
    [
      {
        oneOf: [
          { required: ["a"], not: { required: ["b"] } },
          { required: ["b"], maxProperties: 1 },
        ],
      },
      ["at least one of `a`, `b`", "further constraints: oneOf"],
    ],
    [
      {
        oneOf: [
          { required: ["a"], not: { required: ["b", "c"] } },
          { required: ["b"], not: { required: ["a"] } },
        ],
      },
      ["at least one of `a`, `b`", "further constraints: oneOf"],
    ],
    [
      {
        oneOf: [
          { required: ["a"], not: { anyOf: [{ required: ["b"] }], required: ["c"] } },
          { required: ["b"], not: { anyOf: [{ required: ["a"] }], maxProperties: 1 } },
        ],
      },
      ["at least one of `a`, `b`", "further constraints: oneOf"],
    ],
  ])("choices between fields are spelled out: %j", (junctors, facts) => {
    const string = { type: "string" };
    const ab = { a: string, b: string, c: string };
    const text = typesOf({ type: "object", properties: ab, ...junctors }, ["SampleSpec"]);
    const [comment = ""] = /^\/\*\*[^]*?\*\//.exec(text) ?? [];
    const lines = comment.split("\n").map((line) => line.replace(/^[ /*-]+|[ /*]+$/g, ""));
    expect(lines.filter((line) => line !== "")).toEqual(facts);
  });

  it("constraints, rules and defaults stand in the comments", () => {
    const spec = {
      type: "object",
      "x-kubernetes-validations": [
        { rule: "self.a > 1" },
        { rule: "has(self.a)", message: "a is needed" },
      ],
      properties: {
        a: {
          type: "integer",
          description: "How many.",
          minimum: 1,
          maximum: 9,
          multipleOf: 2,
          default: 2,
        },
        b: { type: "array", maxItems: 1, items: { type: "string", pattern: "^`$", maxLength: 4 } },
      },
    };
    expect(typesOf(spec, ["SampleSpec"])).toBe(
      `/**
 * - rule: \`self.a > 1\`
 * - a is needed
 */
export interface SampleSpec {
  /**
   * How many.
   *
   * - 1 to 9
   * - a multiple of 2
   *
   * @default 2
   */
  a: number;

  /**
   * - at most 1 item
   * - each: at most 4 characters
   * - each: pattern: \`\` ^\`$ \`\`
   */
  b?: string[] | undefined;
}`,
    );
  });
});
