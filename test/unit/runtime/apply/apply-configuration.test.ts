import { describe, expect, it } from "vitest";
import type { ApplyConfigurationOptions } from "../../../../src/runtime/v1/apply.js";
import { applyConfiguration, updateManagedFields } from "../../../../src/runtime/v1/apply.js";
import type { MergeSchema, MergeType } from "../../../../src/runtime/v1/apply/merge-schema.js";
import { isApiError } from "../../../../src/runtime/v1/client/api-error.js";
import type { Json, JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../../../src/runtime/v1/values/json/json.js";

const apiVersion = "sea.example.com/v1";
const port: MergeType = { map: { fields: { number: "numeric", name: "string", kind: "string" } } };
const tag: MergeType = { map: { fields: { key: "numeric", text: "string" } } };
const spec: MergeType = {
  map: {
    fields: {
      text: "string",
      other: "string",
      size: "numeric",
      on: "boolean",
      when: "scalar",
      atoms: { list: { items: "string" } },
      set: { list: { items: "string", set: true } },
      ports: { list: { items: port, keys: ["number", "kind"], defaults: { kind: "tcp" } } },
      whole: { map: { fields: { a: "string", b: "string" }, atomic: true } },
      parts: { map: { values: "string" } },
      tags: { list: { items: tag, keys: ["key"], defaults: { key: 2 } } },
      any: "deduced",
    },
  },
};
const schema: MergeSchema = {
  type: { map: { fields: { apiVersion: "string", kind: "string", metadata: "metadata", spec } } },
};

function boat(content: JsonObject): JsonObject {
  return { apiVersion, kind: "Boat", metadata: { name: "a" }, spec: content };
}

function optionsOf(manager: string, more: object = {}): ApplyConfigurationOptions {
  return { schema, apiVersion, kind: "Boat", manager, time: "2026-01-02T03:04:05Z", ...more };
}

function applied(
  live: JsonObject | undefined,
  content: JsonObject,
  manager: string,
  more: object = {},
): JsonObject {
  const result = applyConfiguration(live, boat(content), optionsOf(manager, more));
  if (!result.applied) throw new Error(result.status.message);
  return result.object;
}

function refusal(live: JsonObject | undefined, configuration: JsonObject, manager = "m"): string {
  try {
    const result = applyConfiguration(live, configuration, optionsOf(manager));
    return result.applied ? "applied" : `${result.status.code} ${result.status.message}`;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return `${error.code} ${error.message}`;
  }
}

function ownersOf({ metadata }: JsonObject): readonly Json[] {
  const { managedFields = [] } = isObject(metadata) ? metadata : {};
  const entries = Array.isArray(managedFields) ? managedFields.filter(isObject) : [];
  return entries.map(({ manager = "", operation = "", fieldsV1 = {} }) => [
    manager,
    operation,
    isObject(fieldsV1) ? (fieldsV1["f:spec"] ?? {}) : {},
  ]);
}

describe("what is owned", () => {
  it("is what the configuration says, with the keys of lists", () => {
    const object = applied(undefined, { text: "x", ports: [{ number: 80 }], set: ["a"] }, "one");
    expect(object["metadata"]).toEqual({
      name: "a",
      managedFields: [
        {
          apiVersion,
          fieldsType: "FieldsV1",
          fieldsV1: {
            "f:spec": {
              "f:ports": { 'k:{"kind":"tcp","number":80}': { ".": {}, "f:number": {} } },
              "f:set": { 'v:"a"': {} },
              "f:text": {},
            },
          },
          manager: "one",
          operation: "Apply",
          time: "2026-01-02T03:04:05Z",
        },
      ],
    });
  });

  it("is shared where the values are equal, and has no time where nothing changed", () => {
    const object = applied(applied(undefined, { text: "x" }, "one"), { text: "x" }, "two");
    expect(ownersOf(object)).toEqual([
      ["two", "Apply", { "f:text": {} }],
      ["one", "Apply", { "f:text": {} }],
    ]);
    expect(JSON.stringify(object).match(/"time"/g)).toHaveLength(1);
  });

  it("is a whole atomic list or object, and each field of one of any kind", () => {
    const object = applied(
      undefined,
      { atoms: ["a"], whole: { a: "1" }, parts: { x: "1" }, any: { p: [1], q: {} } },
      "one",
    );
    expect(ownersOf(object)).toEqual([
      [
        "one",
        "Apply",
        {
          "f:any": { "f:p": {}, "f:q": {} },
          "f:atoms": {},
          "f:parts": { "f:x": {} },
          "f:whole": {},
        },
      ],
    ]);
  });

  it("belonged to one who was there before, where nobody owned anything", () => {
    const object = applied(boat({ text: "x", size: 1 }), { size: 1 }, "one");
    expect(ownersOf(object)).toEqual([
      ["one", "Apply", { "f:size": {} }],
      ["before-first-apply", "Update", { ".": {}, "f:size": {}, "f:text": {} }],
    ]);
  });
});

describe("what is left out of the next configuration", () => {
  it("goes, unless another manager owns it", () => {
    const first = applied(undefined, { text: "x", other: "y" }, "one");
    const second = applied(first, { other: "y" }, "two");
    const third = applied(second, { size: 1 }, "one");
    expect(third["spec"]).toEqual({ other: "y", size: 1 });
  });

  it("stays where others own fields in it", () => {
    const first = applied(undefined, { ports: [{ number: 80 }, { number: 81 }] }, "one");
    const second = applied(first, { ports: [{ number: 80, kind: "tcp", name: "x" }] }, "two");
    const third = applied(second, {}, "one");
    expect(third["spec"]).toEqual({ ports: [{ number: 80, kind: "tcp", name: "x" }] });
  });

  it("is null where others own nothing but an item, as on the server", () => {
    const first = applied(undefined, { tags: [{ key: 1 }, { key: 2, text: "x" }] }, "one");
    const second = applied(first, { tags: [{}] }, "two");
    expect(applied(second, {}, "one")["spec"]).toEqual({ tags: null });
  });

  it("goes from sets, item by item", () => {
    const first = applied(undefined, { set: ["a", "b"] }, "one");
    const second = applied(first, { set: ["c", "b"] }, "two");
    expect(second["spec"]).toEqual({ set: ["a", "c", "b"] });
    expect(applied(second, { set: ["b"] }, "one")["spec"]).toEqual({ set: ["c", "b"] });
  });
});

describe("lists", () => {
  it("have the order of the configuration where it says something of it", () => {
    const first = applied(undefined, { set: ["a", "b", "c"] }, "one");
    expect(applied(first, { set: ["c", "a", "x"] }, "two")["spec"]).toEqual({
      set: ["b", "c", "a", "x"],
    });
  });
});

describe("conflicts", () => {
  const live = applied(undefined, { text: "x", ports: [{ number: 1_000_000, name: "p" }] }, "one");
  const wanted = boat({ text: "y", ports: [{ number: 1_000_000, name: "q" }] });

  it("are those of the server", () => {
    const result = applyConfiguration(live, wanted, optionsOf("two"));
    expect(result).toEqual({
      applied: false,
      conflicts: [
        { manager: "one", field: ".spec.text" },
        { manager: "one", field: '.spec.ports[kind="tcp",number=1e+06].name' },
      ],
      status: {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        message:
          'Apply failed with 2 conflicts: conflicts with "one":\n- .spec.text\n- .spec.ports[kind="tcp",number=1e+06].name',
        reason: "Conflict",
        details: {
          causes: [
            {
              reason: "FieldManagerConflict",
              message: 'conflict with "one"',
              field: ".spec.text",
            },
            {
              reason: "FieldManagerConflict",
              message: 'conflict with "one"',
              field: '.spec.ports[kind="tcp",number=1e+06].name',
            },
          ],
        },
        code: 409,
      },
    });
  });

  it("tell updates and subresources", () => {
    const first = updateManagedFields(undefined, boat({ text: "x" }), {
      ...optionsOf("kubectl"),
      subresource: "status",
    });
    expect(refusal(first, boat({ text: "y" }))).toBe(
      '409 Apply failed with 1 conflict: conflict with "kubectl" with subresource "status" using sea.example.com/v1: .spec.text',
    );
  });

  it("are taken by force", () => {
    const object = applied(live, { text: "y" }, "two", { force: true });
    expect(object["spec"]).toEqual({ text: "y", ports: [{ number: 1_000_000, name: "p" }] });
    expect(ownersOf(object)).toEqual([
      [
        "one",
        "Apply",
        {
          "f:ports": {
            'k:{"kind":"tcp","number":1000000}': { ".": {}, "f:name": {}, "f:number": {} },
          },
        },
      ],
      ["two", "Apply", { "f:text": {} }],
    ]);
  });

  it("leave the given objects as they are", () => {
    const before = JSON.stringify(live);
    applyConfiguration(live, wanted, optionsOf("two"));
    applyConfiguration(live, wanted, optionsOf("two", { force: true }));
    expect(JSON.stringify(live)).toBe(before);
  });
});

describe("what is refused", () => {
  const typed = (text: string): string =>
    `500 failed to create typed patch object (/a; sea.example.com/v1, Kind=Boat): ${text}`;

  it.each([
    [{ text: 5 }, ".spec.text: expected string, got &value.valueUnstructured{Value:5}"],
    [
      { text: { a: 1 } },
      '.spec.text: expected string, got &value.valueUnstructured{Value:map[string]interface {}{"a":1}}',
    ],
    [{ size: "x" }, ".spec.size: expected numeric (int or float), got string"],
    [{ size: [1] }, ".spec.size: expected numeric (int or float), got []interface {}"],
    [{ on: 1 }, ".spec.on: expected boolean, got &{1}"],
    [{ when: {} }, ".spec.when: expected any scalar, got &{map[]}"],
    [{ atoms: { a: [null, 1.5] } }, ".spec.atoms: expected list, got &{map[a:[<nil> 1.5]]}"],
    [{ parts: "x" }, ".spec.parts: expected map, got &{x}"],
    [{ atoms: ["a", 1] }, ".spec.atoms[1]: expected string, got &value.valueUnstructured{Value:1}"],
    [{ unknown: 1 }, ".spec.unknown: field not declared in schema"],
    [{ set: ["a", "a"] }, '.spec.set: duplicate entries for key [="a"]'],
    [
      { set: [null] },
      ".spec.set: element 0: associative list without keys has an element that's an explicit null",
    ],
    [
      { ports: [{ number: 1 }, { number: 1, kind: "tcp" }] },
      '.spec.ports: duplicate entries for key [kind="tcp",number=1]',
    ],
    [
      { ports: ["x"] },
      ".spec.ports: element 0: associative list with keys may not have non-map elements",
    ],
    [
      { text: 1, size: "x" },
      "errors:\n  .spec.text: expected string, got &value.valueUnstructured{Value:1}\n  .spec.size: expected numeric (int or float), got string",
    ],
  ] as const)("%j", (content, text) => {
    expect(refusal(undefined, boat(content as unknown as JsonObject))).toBe(typed(text));
  });

  it("a configuration with managed fields, even without any", () => {
    const configuration = { ...boat({}), metadata: { name: "a", managedFields: [] } };
    expect(refusal(undefined, configuration)).toBe("400 metadata.managedFields must be nil");
  });

  it.each([
    [{ kind: "Ship" }, "sea.example.com/v1, Kind=Ship"],
    [{ apiVersion: "sea.example.com/v2" }, "sea.example.com/v2, Kind=Boat"],
    [{ apiVersion: "", kind: "" }, "/, Kind="],
    [{ apiVersion: "http://example.com" }, "/, Kind="],
  ])("another type, %j", (changes, type) => {
    expect(refusal(undefined, { ...boat({}), ...changes })).toBe(
      `400 invalid object type: ${type}`,
    );
  });

  it.each([
    ["", "fieldManager: Required value: is required for apply patch"],
    ["x".repeat(129), "fieldManager: Too long: may not be more than 128 bytes"],
    ["a\n", 'fieldManager: Invalid value: "a\\n": invalid character U+000A (at position 1)'],
  ])("a manager called %j", (manager, text) => {
    expect(refusal(undefined, boat({}), manager)).toBe(
      `422 PatchOptions.meta.k8s.io "" is invalid: ${text}`,
    );
  });

  it("what is not JSON", () => {
    const configuration = boat({ text: (() => "x") as unknown as string });
    expect(() => applyConfiguration(undefined, configuration, optionsOf("m"))).toThrow(TypeError);
  });
});
