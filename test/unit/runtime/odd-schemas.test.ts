import { describe, expect, it } from "vitest";
import type { CompiledVersion } from "../../../src/index.js";
import { compile } from "../../../src/index.js";
import { boatCrd } from "../../support/boat.js";

/** The functions for boats whose spec has fields of the given schemas, each JSON text. */
async function boatOf(fields: Readonly<Record<string, string>>): Promise<CompiledVersion> {
  const crd = JSON.stringify(boatCrd({ schema: { type: "object", properties: { spec: "SPEC" } } }));
  const members = Object.entries(fields).map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  const spec = `{"type":"object","properties":{${members.join()}}}`;
  const text = crd.replace('"SPEC"', () => spec);
  const { resources, diagnostics } = await compile({ sources: [{ path: "crd.json", text }] });
  const compiled = resources[0]?.versions["v1"];
  if (compiled === undefined) throw new Error(JSON.stringify(diagnostics));
  return compiled;
}

/** The messages of a creation with the JSON text of a spec, or the spec as it would be stored. */
function answer(boat: CompiledVersion, spec: string): unknown {
  const start = '{"apiVersion":"sea.example.com/v1","kind":"Boat","metadata":{"name":"a"}';
  const admission = boat.admit(`${start},"spec":${spec}}`);
  if (!admission.allowed) return admission.errors.map(({ field, message }) => [field, message]);
  return admission.object["spec"];
}

it("what a CRD calls 1.0 is an integer once the CRD is stored", async () => {
  const boat = await boatOf({
    list: '{"type":"array","items":{"type":"number"},"enum":[[1.0,2e0]]}',
    size: '{"type":"number","enum":[1.0]}',
    set: '{"type":"array","items":{"type":"number"},"x-kubernetes-list-type":"set","default":[1.0]}',
  });
  expect(answer(boat, '{"list":[1,2],"size":1.7}')).toEqual({ list: [1, 2], size: 1.7, set: [1] });
  expect(answer(boat, '{"list":[1,2.0]}')).toEqual([
    ["spec.list", 'Unsupported value: [1,2]: supported values: "[1,2]"'],
  ]);
});

it("fields without a name have brackets where keys of maps have them", async () => {
  const set = '{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set"}';
  const embedded =
    '{"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true}';
  const boat = await boatOf({
    a: `{"type":"object","properties":{"":{"type":"object","properties":{"l":${set},"e":${embedded}}}}}`,
  });
  expect(answer(boat, '{"a":{"":{"l":["x","x"],"e":{"kind":"K"}}}}')).toEqual([
    ["spec.a[].e.apiVersion", "Required value"],
    ["spec.a[].l[1]", 'Duplicate value: "x"'],
  ]);
});

describe("below a node without a type", () => {
  const any = '"x-kubernetes-preserve-unknown-fields":true';
  const set = '{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set"}';
  const map =
    '{"type":"array","items":{"type":"object","required":["k"],"properties":{"k":{"type":"string"}}},"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"]}';
  const embedded = `{"type":"object","x-kubernetes-embedded-resource":true,${any}}`;
  const start = '{"apiVersion":"sea.example.com/v1","kind":"Boat","metadata":{"name":"a"}';

  it.each([
    [`"properties":{"k":${set}}`, '{"k":["a","a"]}', 'spec.f.k[1]: Duplicate value: "a"'],
    [`"additionalProperties":${set}`, '{"k":["a","a"]}', 'spec.f[k][1]: Duplicate value: "a"'],
    [`"items":${set}`, '[["a","a"]]', 'spec.f[0][1]: Duplicate value: "a"'],
    [`"items":${map}`, '[[{"k":"a"},{"k":"a"}]]', 'spec.f[0][1]: Duplicate value: {"k":"a"}'],
    [`"items":${embedded}`, '[{"kind":"K"}]', "spec.f[0].apiVersion: Required value"],
    [
      `"properties":{"e":${embedded}}`,
      '{"e":{"apiVersion":"v1"}}',
      "spec.f.e.kind: Required value",
    ],
  ])("lists and embedded resources are looked at: %s", async (part, value, expected) => {
    const boat = await boatOf({ f: `{${part},${any}}` });
    const object = `${start},"spec":{"f":${value}}}`;
    const errors = boat.validate(JSON.parse(object));
    expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual([expected]);
    expect(answer(boat, `{"f":${value}}`)).toHaveLength(1);
    expect(boat.is(JSON.parse(object))).toBe(false);
  });

  it("what was there twice may stay", async () => {
    const boat = await boatOf({ f: `{"properties":{"k":${set}},${any}}` });
    const boatWith = (k: readonly string[]): unknown => ({
      apiVersion: "sea.example.com/v1",
      kind: "Boat",
      metadata: { name: "a", namespace: "default" },
      spec: { f: { k } },
    });
    const errors = (oldObject: unknown): unknown =>
      boat.validate(boatWith(["b", "b"]), { oldObject }).map(({ field }) => field);
    expect(errors(boatWith(["a", "a"]))).toEqual([]);
    expect(errors(boatWith(["a"]))).toEqual(["spec.f.k[1]"]);
  });
});

describe("what is 0 asks something of a value, and what no value of a type can have", () => {
  const map = '"type":"object","additionalProperties":{"type":"string"}';
  const fields = '"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}';

  it.each([
    [`{${map},"allOf":[{"maxProperties":0}]}`, '{"a":"x"}', false],
    [`{${map},"allOf":[{"maxProperties":0}]}`, "{}", true],
    [`{${map},"not":{"maxProperties":0}}`, '{"a":"x"}', true],
    [`{${map},"not":{"minProperties":0}}`, '{"a":"x"}', false],
    [`{${fields},"oneOf":[{"maxProperties":0},{"required":["a"]}]}`, '{"b":"y"}', false],
    ['{"type":"integer","anyOf":[{"multipleOf":0},{"enum":[7]}]}', "1", false],
    ['{"type":"array","items":{"type":"string"},"anyOf":[{"maxItems":0}]}', '["a"]', false],
    ['{"type":"string","anyOf":[{"maxLength":0}]}', '"a"', false],
    ['{"type":"boolean","anyOf":[{"format":"ipv4"}]}', "true", false],
    ['{"type":"boolean","allOf":[{"format":"ipv4"}]}', "true", false],
    ['{"type":"boolean","oneOf":[{"format":"ipv4"}]}', "true", false],
    ['{"type":"boolean","not":{"not":{"format":"ipv4"}}}', "true", false],
    ['{"type":"boolean","not":{"format":"ipv4"}}', "true", true],
    ['{"type":"integer","anyOf":[{"format":"ipv4"}]}', "1", false],
    ['{"type":"array","items":{"type":"string"},"anyOf":[{"format":"ipv4"}]}', '["a"]', true],
  ])("%s: %s", async (schema, value, isValid) => {
    const boat = await boatOf({ f: schema });
    const object = JSON.parse(
      `{"apiVersion":"sea.example.com/v1","kind":"Boat","metadata":{"name":"a"},"spec":{"f":${value}}}`,
    ) as unknown;
    expect(boat.is(object)).toBe(isValid);
    expect(boat.validate(object).length === 0).toBe(isValid);
  });
});

describe("an integer is one of the texts of an enum if it is the code point of that text, as Go converts it", () => {
  const schema = '{"x-kubernetes-int-or-string":true,"enum":["A","\ufffd","😀"]}';

  it.each([
    ["65", true],
    ["66", false],
    ["65.5", false],
    [String(0x1f600), true],
    [String(0xd800), true],
    [String(0xdfff), true],
    [String(0xe000), false],
    [String(0x110000), true],
    ["-1", true],
  ])("%s: %s", async (value, isValid) => {
    const boat = await boatOf({ f: schema });
    const object = JSON.parse(
      `{"apiVersion":"sea.example.com/v1","kind":"Boat","metadata":{"name":"a"},"spec":{"f":${value}}}`,
    ) as unknown;
    expect(boat.is(object)).toBe(isValid);
    expect(boat.validate(object).length === 0).toBe(isValid);
  });
});

it("functions for fields with letters of any script", async () => {
  const inner =
    '{"type":"object","properties":{"é":{"type":"string","maxLength":1,"default":"x"}}}';
  const boat = await boatOf({ é: inner, 中文: `{"type":"array","items":${inner}}` });
  expect(answer(boat, '{"é":{"b":1},"中文":[{}]}')).toEqual({ é: { é: "x" }, 中文: [{ é: "x" }] });
  expect(answer(boat, '{"é":{"é":"ab"}}')).toEqual([
    ["spec.é.é", "Too long: may not be more than 1 byte"],
  ]);
});

it("a null that a default will replace still keeps an embedded resource from being read", async () => {
  const kind = '{"type":"string","default":"K"}';
  const boat = await boatOf({
    e: `{"type":"object","x-kubernetes-embedded-resource":true,"properties":{"kind":${kind}}}`,
  });
  const start = '{"apiVersion":"sea.example.com/v1","kind":"Boat","metadata":{"name":"a"}';
  const admission = boat.admit(`${start},"spec":{"e":{"apiVersion":"v1","kind":null}}}`);
  expect(!admission.allowed && admission.status.message).toBe(
    'Boat in version "v1" cannot be handled as a Boat: spec.e.kind: Invalid value: null: must be a string',
  );
  const isGood = (e: string): boolean => boat.is(JSON.parse(`${start},"spec":{"e":${e}}}`));
  expect(isGood('{"apiVersion":"v1","kind":null}')).toBe(false);
  expect(isGood('{"apiVersion":"v1"}')).toBe(true);
});

it("a factor beyond int64 is told as the int64 that the server makes of it", async () => {
  const boat = await boatOf({ size: '{"type":"number","multipleOf":1e19}' });
  const least = "-9223372036854775808";
  expect(answer(boat, '{"size":4}')).toEqual([
    [
      "spec.size",
      `Invalid value: ${least}: factor MultipleOf declared for spec.size must be positive: ${least}`,
    ],
  ]);
});

it("nulls in the metadata of an embedded resource go as its schema says, before it is read", async () => {
  const labels = '{"type":"object","additionalProperties":{"type":"string"}}';
  const metadata = `{"type":"object","properties":{"labels":${labels}}}`;
  const boat = await boatOf({
    e: `{"type":"object","x-kubernetes-embedded-resource":true,"properties":{"metadata":${metadata}}}`,
    f: '{"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true}',
  });
  const resource = '{"apiVersion":"v1","kind":"K","metadata":{"labels":{"a":null,"b":"c"}}}';
  expect(answer(boat, `{"e":${resource},"f":${resource}}`)).toEqual({
    e: { apiVersion: "v1", kind: "K", metadata: { labels: { b: "c" } } },
    f: { apiVersion: "v1", kind: "K", metadata: { labels: { a: "", b: "c" } } },
  });
});

it("a default's metadata of an embedded resource is stored as the server writes metadata", async () => {
  const preset =
    '{"apiVersion":"v1","kind":"K","metadata":{"name":"","labels":{},"namespace":"n"}}';
  const boat = await boatOf({
    e: `{"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true,"default":${preset}}`,
    f: `{"type":"object","x-kubernetes-embedded-resource":true,"properties":{"metadata":{"type":"object","properties":{"zone":{"type":"string","default":"z"}}}}}`,
  });
  const sent = '{"f":{"apiVersion":"v1","kind":"K","metadata":{}}}';
  expect(answer(boat, sent)).toHaveProperty("f.metadata", {});
  expect(answer(boat, "{}")).toEqual({
    e: { apiVersion: "v1", kind: "K", metadata: { namespace: "n" } },
  });
});

it("a zero time of deletion is none", async () => {
  const boat = await boatOf({});
  const metadata = { name: "a", namespace: "default", resourceVersion: "1" };
  const old = { apiVersion: "sea.example.com/v1", kind: "Boat", metadata };
  const zero = { ...metadata, deletionTimestamp: "0001-01-01T00:00:00Z" };
  const admission = boat.admit({ ...old, metadata: zero }, { oldObject: old });
  expect(admission.allowed && admission.object["metadata"]).toEqual(metadata);
});

describe("objects with more fields than a number has bits", () => {
  const names = Array.from({ length: 33 }, (_, index) => `f${index}`);
  const fields = (schema: string): string => names.map((name) => `"${name}":${schema}`).join();
  const all = Object.fromEntries(names.map((name) => [name, 1]));
  const boatWith = (spec: unknown): object => ({
    apiVersion: "sea.example.com/v1",
    kind: "Boat",
    metadata: { name: "a" },
    spec,
  });

  it.each<[string, object]>([
    ["all absent", {}],
    ["the last one there", { f32: 1 }],
    ["null in place of the first and the last", { f0: null, f32: null }],
    ["another one", { f31: 5 }],
  ])("are filled with defaults: %s", async (_, a) => {
    const boat = await boatOf({
      a: `{"type":"object","default":{},"properties":{${fields('{"type":"integer","default":1}')}}}`,
    });
    const given = Object.fromEntries(Object.entries(a).filter(([, value]) => value !== null));
    expect(answer(boat, JSON.stringify({ a }))).toEqual({ a: { ...all, ...given } });
    expect(boat.is(boatWith({ a }))).toBe(true);
  });

  it.each<[string, readonly string[]]>([
    ["none", []],
    ["the first", ["f0"]],
    ["the last", ["f32"]],
    ["two", ["f3", "f31"]],
  ])("are told what they lack: %s", async (_, lacking) => {
    const required = JSON.stringify(names);
    const boat = await boatOf({
      a: `{"type":"object","required":${required},"properties":{${fields('{"type":"integer"}')}}}`,
    });
    for (const empty of [undefined, null]) {
      const a = { ...all, ...Object.fromEntries(lacking.map((name) => [name, empty])) };
      const wanted = lacking.map((name) => [`spec.a.${name}`, "Required value"]);
      const kept = Object.fromEntries(Object.entries(a).filter(([, value]) => value === 1));
      const stored = lacking.length === 0 ? { a: kept } : wanted;
      expect(answer(boat, JSON.stringify({ a }))).toEqual(stored);
      expect(boat.is(boatWith({ a }))).toBe(lacking.length === 0);
    }
  });
});

describe("nulls and what stands for them", () => {
  const k = '"properties":{"k":{"type":"string","default":"x"},"v":{"type":"string"}}';
  const keyed = `{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"],"items":{"type":"object",${k}}}`;

  it.each<[schema: string, value: string, stored: string, ...errors: string[]]>([
    ['{"type":"array","items":{"type":"integer","default":7}}', "[1,null]", "[1,7]"],
    ['{"type":"array","items":{"type":"string","default":"x"}}', '["a",null]', '["a","x"]'],
    [
      '{"type":"array","maxItems":1,"items":{"type":"string","default":"x"}}',
      "[null,null]",
      "",
      "spec.f: Too many: 2: must have at most 1 item",
    ],
    [
      '{"type":"object","maxProperties":1,"properties":{"a":{"type":"integer","default":1},"b":{"type":"integer"}}}',
      '{"b":2}',
      "",
      "spec.f: Too many: 2: must have at most 1 item",
    ],
    [
      '{"type":"object","minProperties":1,"properties":{"a":{"type":"integer","default":1}}}',
      "{}",
      '{"a":1}',
    ],
    [
      '{"type":"object","minProperties":1,"properties":{"a":{"type":"integer"}}}',
      '{"a":null}',
      "",
      "spec.f: Invalid value: 0: spec.f in body should have at least 1 properties",
    ],
    [
      '{"type":"object","additionalProperties":{"type":"integer","default":3}}',
      '{"a":null,"b":2}',
      '{"a":3,"b":2}',
    ],
    [keyed, '[{"v":"a"},{"k":"y"}]', '[{"v":"a","k":"x"},{"k":"y"}]'],
    [keyed, '[{"k":null},{"k":"y"}]', '[{"k":"x"},{"k":"y"}]'],
    [keyed, '[{"v":"a"},{"k":"x"}]', "", 'spec.f[1]: Duplicate value: {"k":"x"}'],
    [keyed, '[{"k":null},{}]', "", 'spec.f[1]: Duplicate value: {"k":"x"}'],
  ])("%s %s", async (schema, value, stored, ...errors) => {
    const boat = await boatOf({ f: schema });
    const told = answer(boat, `{"f":${value}}`);
    if (errors.length > 0) {
      expect(
        (told as [string, string][]).map(([field, message]) => `${field}: ${message}`), // refused
      ).toEqual(errors);
    } else expect(told).toEqual({ f: JSON.parse(stored) as unknown });
    const object = `{"apiVersion":"sea.example.com/v1","kind":"Boat","metadata":{"name":"a"},"spec":{"f":${value}}}`;
    expect(boat.is(JSON.parse(object))).toBe(errors.length === 0);
  });
});
