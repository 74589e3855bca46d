import { describe, expect, it } from "vitest";
import { readResource } from "../../../../src/crd/frontend/read-resource.js";
import { SchemaTable } from "../../../../src/crd/ir/schema-table.js";
import type { Json } from "../../../../src/runtime/v1/values/json/json.js";
import { newestMinor } from "../../../../src/runtime/v1/values/kubernetes-version.js";
import { diffResources } from "../../../../src/tools/diff/diff-resources.js";
import { asCrd } from "../../../support/corpus-crds.js";

type Schema = { readonly [keyword: string]: Json };

/** The changes of `spec.a` or below, as `code path effects: reason`. */
function changesOf(before: Schema, after: Schema, around: Schema = {}): readonly string[] {
  const table = new SchemaTable();
  const read = (a: Schema): ReturnType<typeof readResource> =>
    readResource(asCrd(crdWith({ type: "object", properties: { a }, ...around })), table);
  const { changes } = diffResources([read(before)], [read(after)], table, newestMinor);
  return changes.map(
    ({ code, path, effects, reason }) =>
      `${code.slice("diff/".length)} ${path} ${effects.join("+")}: ${reason}`,
  );
}

function crdWith(spec: Schema): Json {
  const root = { type: "object", properties: { spec } } as unknown as Json; // plain data
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "samples.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { kind: "Sample", plural: "samples" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: root } }],
    },
  };
}

const good = "all values that were valid still are";
const text = { type: "string" };
const list = (more: Schema): Schema => ({ type: "array", items: text, ...more });
const object = (properties: Schema, more: Schema = {}): Schema => ({
  type: "object",
  properties,
  ...more,
});
const keep = "x-kubernetes-preserve-unknown-fields";

type Row = readonly [what: string, before: Schema, after: Schema, changes: readonly string[]];

describe("a change of a schema", () => {
  it.each<Row>([
    [
      "a higher minimum",
      { type: "integer", minimum: 0 },
      { type: "integer", minimum: 1 },
      ["minimum-changed spec.a writers: 0 was valid and is refused now"],
    ],
    [
      "a lower minimum",
      { type: "integer", minimum: 1 },
      { type: "integer", minimum: 0 },
      [`minimum-changed spec.a safe: ${good}`],
    ],
    [
      "a minimum that other keywords imply",
      { type: "integer", enum: [3, 5] },
      { type: "integer", enum: [3, 5], minimum: 3 },
      [`minimum-changed spec.a safe: ${good}`],
    ],
    [
      "a multiple of what it was a multiple of",
      { type: "integer", multipleOf: 10 },
      { type: "integer", multipleOf: 5 },
      [`multiple-of-changed spec.a safe: ${good}`],
    ],
    [
      "a longer text",
      { type: "string", maxLength: 5 },
      { type: "string", maxLength: 6 },
      [`max-length-changed spec.a safe: ${good}`],
    ],
    [
      "a length that the pattern implies",
      { type: "string", pattern: "^[a-z]{3}$" },
      { type: "string", pattern: "^[a-z]{3}$", minLength: 2, maxLength: 3 },
      [`min-length-changed spec.a safe: ${good}`, `max-length-changed spec.a safe: ${good}`],
    ],
    [
      "a wider pattern",
      { type: "string", pattern: "^[a-f]+$" },
      { type: "string", pattern: "^[a-z]*$" },
      [`pattern-changed spec.a safe: ${good}`],
    ],
    [
      "a narrower pattern",
      { type: "string", pattern: "^[a-z]*$" },
      { type: "string", pattern: "^[a-f]+$" },
      ['pattern-changed spec.a writers: "" was valid and is refused now'],
    ],
    [
      "a pattern with other words for the same texts",
      { type: "string", pattern: "^(foo|bar)$" },
      { type: "string", pattern: "^(?:bar|fo{2})$" },
      [`pattern-changed spec.a safe: ${good}`],
    ],
    [
      "a pattern of which the old format has all texts",
      { type: "string", format: "uuid" },
      { type: "string", pattern: "^[0-9a-fA-F-]+$" },
      [`pattern-changed spec.a safe: ${good}`, `format-changed spec.a safe: ${good}`],
    ],
    [
      "a format",
      text,
      { type: "string", format: "date-time" },
      ['format-changed spec.a writers: "" was valid and is refused now'],
    ],
    [
      "a format that no server enforces",
      text,
      { type: "string", format: "color" },
      [`format-changed spec.a safe: ${good}`],
    ],
    [
      "an enum with other values",
      { type: "string", enum: ["a", "b"] },
      { type: "string", enum: ["b", "c"] },
      [
        'enum-value-removed spec.a writers: "a" was valid and is refused now',
        "enum-value-added spec.a readers: readers may meet a value that they do not know",
      ],
    ],
    [
      "an enum of all texts of a pattern",
      { type: "string", pattern: "^(on|off)$" },
      { type: "string", pattern: "^(on|off)$", enum: ["on", "off"] },
      [`enum-added spec.a safe: ${good}`],
    ],
    [
      "a wider type",
      { type: "integer" },
      { type: "number" },
      ["type-changed spec.a readers: readers may meet values of another type"],
    ],
    [
      "another type",
      object({ b: text }),
      text,
      [
        "type-changed spec.a stored+writers+readers: the server prunes what objects held here; {} was valid and is refused now; readers may meet values of another type",
      ],
    ],
    [
      "null for a number or a text, which was dropped",
      { "x-kubernetes-int-or-string": true },
      { "x-kubernetes-int-or-string": true, nullable: true },
      ["nullable-added spec.a readers: readers may meet null"],
    ],
    [
      "no null for what may be anything",
      { [keep]: true, nullable: true },
      { [keep]: true },
      ["nullable-removed spec.a stored+writers: a null that was kept is dropped now"],
    ],
    [
      "keys in an object that was always empty",
      object({}),
      { type: "object", additionalProperties: text },
      ["map-values-added spec.a readers: the object was always empty: readers may meet keys in it"],
    ],
    [
      "a boolean that was always true",
      { type: "boolean", enum: [true] },
      { type: "boolean" },
      ["enum-removed spec.a readers: readers may meet values that were not in the enum"],
    ],
    [
      "a field that was always there, and becomes a key of a map",
      object({ b: text }, { required: ["b"] }),
      { type: "object", additionalProperties: text },
      [
        "field-removed spec.a.b readers: it is a key like any other now: readers may miss it",
        "map-values-added spec.a safe: the server pruned other keys before",
      ],
    ],
    [
      "null",
      text,
      { type: "string", nullable: true },
      ["nullable-added spec.a readers: readers may meet null"],
    ],
    [
      "no null any more",
      { type: "string", nullable: true },
      text,
      ["nullable-removed spec.a stored+writers: a null that was kept is dropped now"],
    ],
    [
      "a default",
      text,
      { type: "string", default: "x" },
      ["default-added spec.a behaviour: objects without it read as if it had been set"],
    ],
    [
      "no default any more",
      { type: "string", default: "x" },
      text,
      ["default-removed spec.a readers: readers may miss it"],
    ],
    [
      "a field that is gone",
      object({ b: text, c: { type: "integer" } }),
      object({ c: { type: "integer" } }),
      [
        "field-removed spec.a.b stored+writers+readers: the server prunes it: stored objects lose it, and values that clients send are dropped",
      ],
    ],
    [
      "a field that was renamed",
      object({ image: text }),
      object({ imageName: text }),
      [
        "field-renamed spec.a.image stored+writers+readers: the server prunes it: stored objects lose it, and values that clients send are dropped",
      ],
    ],
    [
      "a new field",
      object({ b: text }),
      object({ b: text, other: { type: "integer" } }),
      ["field-added spec.a.other safe: the server pruned it before"],
    ],
    [
      "a new field where unknown fields were kept",
      { type: "object", [keep]: true },
      object({ b: text }, { [keep]: true }),
      [
        "field-added spec.a.b safe: the server kept it before: its values are compared below",
        "type-changed spec.a.b stored+writers: the server prunes what objects held here; {} was valid and is refused now",
        "unknown-fields-pruned spec.a.b stored+writers+readers: stored objects lose all fields that the schema does not name",
      ].slice(0, 2),
    ],
    [
      "a field that becomes a key of a map",
      object({ b: { type: "string", maxLength: 3 } }),
      { type: "object", additionalProperties: { type: "string", maxLength: 2 } },
      [
        "field-removed spec.a.b behaviour: it is a key like any other now",
        'max-length-changed spec.a.b writers: "aaa" was valid and is refused now',
        "map-values-added spec.a safe: the server pruned other keys before",
      ],
    ],
    [
      "a required field",
      object({ b: text }),
      object({ b: text }, { required: ["b"] }),
      ["required-added spec.a.b writers: objects without it are refused now"],
    ],
    [
      "a required field with a default",
      object({ b: text }),
      object({ b: { type: "string", default: "" } }, { required: ["b"] }),
      [
        "required-added spec.a.b safe: its default stands in for it",
        "default-added spec.a.b behaviour: objects without it read as if it had been set",
      ],
    ],
    [
      "a required field where unknown fields are kept, which never ratchet",
      object({ b: text }, { [keep]: true }),
      object({ b: text }, { [keep]: true, required: ["b"] }),
      ["required-added spec.a.b stored+writers: objects without it are refused now"],
    ],
    [
      "a list that becomes a set",
      list({}),
      list({ "x-kubernetes-list-type": "set" }),
      [
        'list-type-changed spec.a writers+behaviour: ["",""] was valid and has duplicates now; server-side apply merges items in another way',
      ],
    ],
    [
      "a set that becomes a list",
      list({ "x-kubernetes-list-type": "set" }),
      list({ "x-kubernetes-list-type": "atomic" }),
      ["list-type-changed spec.a behaviour: server-side apply merges items in another way"],
    ],
    [
      "fewer items",
      list({}),
      list({ maxItems: 1 }),
      ['max-items-changed spec.a writers: ["","a"] was valid and is refused now'],
    ],
    [
      "branches that all old branches imply",
      { type: "string", anyOf: [{ enum: ["a"] }, { enum: ["b"] }] },
      { type: "string", anyOf: [{ maxLength: 1 }, { pattern: "^x" }] },
      ["any-of-changed spec.a safe: all values that were valid still are"],
    ],
    [
      "a branch that refuses something",
      { type: "string" },
      { type: "string", not: { enum: ["a"] } },
      ['not-changed spec.a writers: "a" was valid and is refused now'],
    ],
    [
      "a rule",
      object({ n: { type: "integer" } }),
      object(
        { n: { type: "integer" } },
        { "x-kubernetes-validations": [{ rule: "!has(self.n) || self.n > 0" }] },
      ),
      ['rule-added spec.a writers: {"n":0} was valid and is refused now'],
    ],
    [
      "a rule with another message",
      object({}, { "x-kubernetes-validations": [{ rule: "true", message: "a" }] }),
      object({}, { "x-kubernetes-validations": [{ rule: "true", message: "b" }] }),
      ["rule-message-changed spec.a safe: it accepts what it accepted"],
    ],
    [
      "unknown fields that are pruned",
      { type: "object", [keep]: true },
      { type: "object" },
      [
        "unknown-fields-pruned spec.a stored+writers+readers: stored objects lose all fields that the schema does not name",
      ],
    ],
    [
      "another description",
      { type: "string", description: "a" },
      { type: "string", description: "b" },
      ["description-changed spec.a safe: the server does not look at it"],
    ],
    ["nothing", object({ b: text, c: list({}) }), object({ c: list({}), b: text }), []],
  ])("%s", (_, before, after, changes) => {
    expect(changesOf(before, after)).toEqual(changes);
  });

  it("knows what allOf above says of a place", () => {
    const around = { allOf: [{ properties: { a: { maximum: 10 } } }] };
    const after = { type: "integer", maximum: 10 };
    const [change] = changesOf({ type: "integer" }, after, around);
    expect(change).toBe(`maximum-changed spec.a safe: ${good}`);
  });
});

describe("a change below metadata, which has Kubernetes' own types", () => {
  const embedded = (name: Schema): Schema =>
    object(
      { apiVersion: text, kind: text, metadata: object(name) },
      { "x-kubernetes-embedded-resource": true },
    );

  it.each<Row>([
    [
      "another type breaks no reader",
      embedded({ name: text }),
      embedded({ name: { type: "integer" } }),
      ['type-changed spec.a.metadata.name writers: "" was valid and is refused now'],
    ],
    [
      "a field that the schema does not name any more is not pruned",
      embedded({ name: text }),
      embedded({}),
      ["field-removed spec.a.metadata.name safe: every object has it, whatever the schema says"],
    ],
    [
      "more values are none that readers did not know",
      embedded({ name: { type: "string", enum: ["a"] } }),
      embedded({ name: { type: "string", enum: ["a", "b"] } }),
      [
        "enum-value-added spec.a.metadata.name safe: every object has it by Kubernetes' own types, whatever the schema says",
      ],
    ],
  ])("%s", (_, before, after, changes) => {
    expect(changesOf(before, after)).toEqual(changes);
  });
});
