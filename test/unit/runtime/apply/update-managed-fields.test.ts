import { describe, expect, it } from "vitest";
import type { MergeSchema, UpdateManagedFieldsOptions } from "../../../../src/runtime/v1/apply.js";
import {
  applyConfiguration,
  deducedMergeSchema,
  keepTimes,
  managerOfUserAgent,
  scaledManagedFields,
  scaleManagedFields,
  updateManagedFields,
} from "../../../../src/runtime/v1/apply.js";
import type { Json, JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../../../src/runtime/v1/values/json/json.js";

const apiVersion = "sea.example.com/v1";
const schema: MergeSchema = { ...deducedMergeSchema, status: true, replicas: ["spec", "replicas"] };

function boat(spec: JsonObject, entries?: Json): JsonObject {
  const managed = entries === undefined ? {} : { managedFields: entries };
  return { apiVersion, kind: "Boat", metadata: { name: "a", uid: "u", ...managed }, spec };
}

function optionsOf(manager: string, more: object = {}): UpdateManagedFieldsOptions {
  return { schema, apiVersion, manager, time: "2026-01-02T03:04:05.678Z", ...more };
}

function entriesOf({ metadata }: JsonObject): readonly JsonObject[] {
  const { managedFields = [] } = isObject(metadata) ? metadata : {};
  return Array.isArray(managedFields) ? managedFields.filter(isObject) : [];
}

/** As it is stored after a write of a spec. */
function written(
  live: JsonObject | undefined,
  spec: JsonObject,
  manager: string,
  more = {},
): JsonObject {
  return updateManagedFields(live, boat(spec), optionsOf(manager, more));
}

function ownersOf(object: JsonObject): readonly Json[] {
  return entriesOf(object).map(({ manager = "", fieldsV1 = {} }) => [manager, fieldsV1]);
}

describe("an update", () => {
  it("owns what it changes, and takes it from others", () => {
    const first = written(undefined, { a: 1, b: 2 }, "one");
    const second = written(first, { a: 1, b: 3, c: 4 }, "two");
    expect(ownersOf(second)).toEqual([
      ["one", { "f:spec": { ".": {}, "f:a": {} } }],
      ["two", { "f:spec": { "f:b": {}, "f:c": {} } }],
    ]);
    expect(entriesOf(second)[1]).toMatchObject({
      operation: "Update",
      time: "2026-01-02T03:04:05Z",
    });
  });

  it("of nothing keeps the owners and their times", () => {
    const first = written(undefined, { a: 1 }, "one");
    expect(written(first, { a: 1 }, "two", { time: "2027-01-01T00:00:00Z" })).toEqual(first);
  });

  it("takes away owners of what it removes", () => {
    const first = written(undefined, { a: 1, b: 2 }, "one");
    expect(ownersOf(written(first, { b: 2 }, "two"))).toEqual([
      ["one", { "f:spec": { ".": {}, "f:b": {} } }],
    ]);
  });

  it("does not own the status, which it cannot change", () => {
    const object = { ...boat({ a: 1 }), status: { phase: "x" } };
    const fields = { "f:spec": { ".": {}, "f:a": {} } };
    expect(ownersOf(updateManagedFields(undefined, object, optionsOf("one")))).toEqual([
      ["one", fields],
    ]);
  });

  it("of the status owns nothing else", () => {
    const first = written(undefined, { a: 1 }, "one");
    const object = { ...boat({ a: 2 }), status: { phase: "x" } };
    const second = updateManagedFields(first, object, optionsOf("one", { subresource: "status" }));
    expect(
      entriesOf(second).map(({ subresource = "", fieldsV1 = {} }) => [subresource, fieldsV1]),
    ).toEqual([
      ["", { "f:spec": { ".": {}, "f:a": {} } }],
      ["status", { "f:status": { ".": {}, "f:phase": {} } }],
    ]);
  });

  it("of an object without owners gives it none", () => {
    expect(entriesOf(written(boat({ a: 1 }), { a: 2 }, "one"))).toEqual([]);
  });

  it("of a manager without a name is one of an unknown manager", () => {
    expect(entriesOf(written(undefined, { a: 1 }, ""))[0]?.["manager"]).toBe("unknown");
  });

  it("joins the oldest managers when there are more than ten", () => {
    let object = written(undefined, { m0: 0 }, "m0");
    for (let index = 1; index < 12; index++) {
      const spec = Object.fromEntries(Array.from({ length: index + 1 }, (_, at) => [`m${at}`, at]));
      const time = `2026-01-02T03:04:${10 + index}Z`;
      object = written(object, spec, `m${index}`, { time });
    }
    const entries = entriesOf(object);
    expect(entries).toHaveLength(10);
    expect(entries[0]).toMatchObject({
      manager: "ancient-changes",
      time: "2026-01-02T03:04:12Z",
      fieldsV1: { "f:spec": { ".": {}, "f:m0": {}, "f:m1": {}, "f:m2": {} } },
    });
  });
});

describe("managed fields of a request", () => {
  const live = written(undefined, { a: 1 }, "one");
  const entry = {
    apiVersion,
    fieldsType: "FieldsV1",
    fieldsV1: { "f:spec": { "f:a": {} } },
    manager: "mine",
    operation: "Update",
  };

  function sent(entries: Json): readonly Json[] {
    return ownersOf(updateManagedFields(live, boat({ a: 1 }, entries), optionsOf("two")));
  }

  it("count", () => {
    expect(sent([entry])).toEqual([["mine", { "f:spec": { "f:a": {} } }]]);
  });

  it("take all owners away by one empty entry", () => {
    expect(sent([{}])).toEqual([]);
  });

  it.each([
    [[]],
    [[{ ...entry, fieldsType: "FieldsV2" }]],
    [[{ ...entry, operation: "Patch" }]],
    [[{ ...entry, apiVersion: "" }]],
    [[{ ...entry, fieldsV1: { spec: {} } }]],
  ])("leave the owners as they are: %j", (entries) => {
    expect(sent(entries)).toEqual(ownersOf(live));
  });

  it("stay as they are with one of a version that there is not", () => {
    const entries = [{ ...entry, apiVersion: "sea.example.com/v0" }];
    expect(sent(entries)).toEqual(ownersOf(live));
    const object = boat({ a: 1 }, entries);
    expect(() => applyConfiguration(object, boat({}), optionsOf("two"))).toThrow(
      "request to convert CR to an invalid group/version: sea.example.com/v0",
    );
  });
});

describe("versions", () => {
  it("are compared in the version of each owner", () => {
    const other = "sea.example.com/v2";
    const convert = (object: JsonObject, wanted: string) => {
      const { size, length, ...rest } = isObject(object["spec"]) ? object["spec"] : {};
      const value = size ?? length;
      const renamed = wanted === other ? { length: value ?? null } : { size: value ?? null };
      return { object: { ...object, apiVersion: wanted, spec: { ...rest, ...renamed } }, schema };
    };
    const first = written(undefined, { size: 1 }, "one");
    const live = { ...first, apiVersion: other, spec: { length: 1 } };
    const configuration = { ...boat({ length: 2 }), apiVersion: other, metadata: { name: "a" } };
    const options = { ...optionsOf("two"), apiVersion: other, convert };
    expect(applyConfiguration(live, configuration, options)).toMatchObject({
      applied: false,
      conflicts: [{ manager: "one", field: ".spec.size" }],
    });
  });
});

describe("a scale", () => {
  const schemaOf = (version: string): MergeSchema | undefined =>
    version === apiVersion ? schema : undefined;
  const live = written(undefined, { a: 1, replicas: 2 }, "one");

  it("has the owners of the number of replicas", () => {
    expect(scaleManagedFields(entriesOf(live) as Json[], schemaOf)).toEqual([
      {
        apiVersion: "autoscaling/v1",
        fieldsType: "FieldsV1",
        fieldsV1: { "f:spec": { "f:replicas": {} } },
        manager: "one",
        operation: "Update",
        time: "2026-01-02T03:04:05Z",
      },
    ]);
  });

  it("gives the number to who scales", () => {
    const scale = [
      {
        apiVersion: "autoscaling/v1",
        fieldsType: "FieldsV1",
        fieldsV1: { "f:spec": { "f:replicas": {} } },
        manager: "scaler",
        operation: "Update",
        subresource: "scale",
        time: "2026-01-02T03:04:06Z",
      },
    ];
    expect(scaledManagedFields(entriesOf(live) as Json[], scale, apiVersion, schemaOf)).toEqual([
      {
        apiVersion,
        fieldsType: "FieldsV1",
        fieldsV1: { "f:spec": { "f:replicas": {} } },
        manager: "scaler",
        operation: "Update",
        subresource: "scale",
      },
      {
        apiVersion,
        fieldsType: "FieldsV1",
        fieldsV1: { "f:spec": { ".": {}, "f:a": {} } },
        manager: "one",
        operation: "Update",
        time: "2026-01-02T03:04:05Z",
      },
    ]);
  });
});

describe("times", () => {
  it("stay where nothing else changes", () => {
    const old = written(undefined, { a: 1 }, "one");
    const later = written(undefined, { a: 1 }, "one", { time: "2027-01-01T00:00:00Z" });
    expect(keepTimes(old, later)).toEqual(old);
    const changed = { ...later, status: {} };
    expect(keepTimes(old, changed)).toBe(changed);
  });
});

describe("the manager of a User-Agent", () => {
  it.each([
    ["kubectl/v1.37.2 (linux/amd64)", "kubectl"],
    ["a\tb", "ab"],
    ["é".repeat(100), "é".repeat(64)],
    ["", ""],
  ])("%j", (userAgent, manager) => {
    expect(managerOfUserAgent(userAgent)).toBe(manager);
  });
});
