import { beforeAll, describe, expect, it } from "vitest";
import type { CompiledVersion } from "../../../../src/index.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { Float64 } from "../../../../src/runtime/v1/values/json/json.js";
import { compileBoat } from "../../../support/boat.js";

const text = { type: "string" };
let boat: CompiledVersion;

beforeAll(async () => {
  const properties = {
    a: text,
    b: { ...text, default: "x" },
    c: { ...text, nullable: true },
    empty: { type: "object" },
  };
  const schema = { type: "object", properties: { spec: { type: "object", properties } } };
  boat = await compileBoat({ schema });
});

function object(spec: JsonObject): JsonObject {
  return { apiVersion: "sea.example.com/v1", kind: "Boat", metadata: { name: "a" }, spec };
}

it("validates nulls that a request would lose", () => {
  expect(boat.admit(object({ a: null }))).toMatchObject({ allowed: true });
  expect(boat.admit(object({ a: null, b: null, c: null }), { applied: true })).toMatchObject({
    allowed: false,
    errors: [{ field: "spec.a", reason: "FieldValueTypeInvalid" }],
  });
});

it("fills in defaults, and drops unknown fields when it stores the object", () => {
  const applied = object({ b: null, c: null, empty: { x: null, y: 1 } });
  const before = JSON.stringify(applied);
  expect(boat.admit(applied, { applied: true })).toMatchObject({
    allowed: true,
    object: { spec: { b: "x", c: null, empty: {} } },
    warnings: [],
  });
  expect(JSON.stringify(applied)).toBe(before);
});

it("hands out the object before anything is taken from the old one", () => {
  const decoded: JsonObject[] = [];
  const old = { ...object({}), metadata: { name: "a", uid: "1", resourceVersion: "1" } };
  const managedFields = [{ manager: "m", operation: "Update" }];
  const sent = {
    ...object({ x: 1 }),
    metadata: { name: "a", resourceVersion: "1", managedFields },
  };
  const options = { oldObject: old, onDecoded: (found: JsonObject) => decoded.push(found) };
  boat.admit(sent, options);
  expect(decoded).toEqual([
    {
      ...object({ b: "x" }),
      metadata: { name: "a", resourceVersion: "1", managedFields },
    },
  ]);
});

it("applies", () => {
  const configuration = object({ a: "1" });
  const first = boat.applyTo(undefined, configuration, "one");
  if (!first.applied) throw new Error(first.status.message);
  expect(first.object).toMatchObject({ spec: { a: "1" } });
  const options = { manager: "two", force: true };
  const other = object({ a: "2" });
  expect(boat.applyTo(first.object, other, "two")).toMatchObject({
    applied: false,
    conflicts: [{ manager: "one", field: ".spec.a" }],
  });
  expect(boat.applyTo(first.object, other, options)).toMatchObject({
    applied: true,
    object: { spec: { a: "2" } },
  });
  expect(boat.mergeSchema.type).toHaveProperty("map.fields.spec.map.fields.a", "string");
});

describe("what was applied is admitted as the server writes it", () => {
  const time = "2026-01-01T00:00:00Z";

  /** The object after an apply, as it is stored. */
  function apply(live: object | undefined, spec: JsonObject, manager: string, at = time): object {
    const applied = boat.applyTo(live, object(spec), { manager, time: at });
    if (!applied.applied) throw new Error(applied.status.message);
    const admission = boat.admit(applied.object, {
      applied: true,
      ...(live === undefined ? {} : { oldObject: live }),
    });
    if (!admission.allowed) throw new Error(admission.status.message);
    return admission.object;
  }

  const entry = (manager: string, fields: JsonObject, at = time): JsonObject => ({
    apiVersion: "sea.example.com/v1",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:spec": fields },
    manager,
    operation: "Apply",
    time: at,
  });

  it("keeps who owns what, so that the next apply takes away what is no longer said", () => {
    const first = apply(undefined, { a: "1", c: "1" }, "one");
    expect(first).toMatchObject({
      metadata: { managedFields: [entry("one", { "f:a": {}, "f:c": {} })] },
    });
    const later = "2026-01-01T00:00:05Z";
    const second = apply(first, { a: "1" }, "one", later);
    expect(second).toMatchObject({
      metadata: { generation: 2, managedFields: [entry("one", { "f:a": {} }, later)] },
    });
    expect(second).toHaveProperty("spec", { a: "1", b: "x" });
    const third = apply(second, { c: "2" }, "two", later);
    expect(third).toMatchObject({
      metadata: {
        managedFields: [entry("one", { "f:a": {} }, later), entry("two", { "f:c": {} }, later)],
      },
      spec: { a: "1", b: "x", c: "2" },
    });
    // Nothing changes, not even the time.
    expect(apply(third, { c: "2" }, "two", "2026-01-01T00:00:09Z")).toEqual(third);
  });

  it("another uid is an error of the field, as of a patch", () => {
    const stored = {
      ...object({}),
      metadata: { name: "a", namespace: "default", uid: "1", resourceVersion: "1" },
    };
    const sent = { ...object({ a: "1" }), metadata: { name: "a", uid: "2" } };
    const applied = boat.applyTo(stored, sent, "one");
    if (!applied.applied) throw new Error(applied.status.message);
    const message = 'Invalid value: "2": field is immutable';
    expect(boat.admit(applied.object, { applied: true, oldObject: stored })).toMatchObject({
      allowed: false,
      status: {
        code: 422,
        reason: "Invalid",
        message: `Boat.sea.example.com "a" is invalid: metadata.uid: ${message}`,
        details: {
          causes: [
            { field: "metadata.uid", message },
            { field: "metadata.uid", message },
          ],
        },
      },
    });
  });

  it("a uid where there is no object is a conflict, a version is not", () => {
    const metadata = { name: "a", uid: "2", resourceVersion: "5" };
    expect(boat.admit({ ...object({}), metadata }, { applied: true })).toMatchObject({
      allowed: false,
      status: {
        code: 409,
        message:
          'Operation cannot be fulfilled on boats.sea.example.com "a": uid mismatch: the provided object specified uid 2, and no existing object was found',
      },
    });
    const versioned = { ...object({}), metadata: { name: "a", resourceVersion: "5" } };
    expect(boat.admit(versioned, { applied: true })).toMatchObject({ allowed: true });
  });
});

it("reads metadata with the object that was stored", () => {
  const generation = new Float64(1.5);
  const applied = { ...object({}), metadata: { name: "a", labels: null, generation } };
  const admission = boat.admit(applied, { applied: true });
  const metadata = { name: "a", namespace: "default", generation: 1 };
  expect(admission.allowed && admission.object["metadata"]).toEqual(metadata);
});

it("shows the owners of fields where it refuses metadata", () => {
  const old = { ...object({}), metadata: { name: "a", resourceVersion: "1" } };
  const managedFields = [{ manager: "m", operation: "Apply", apiVersion: "sea.example.com/v1" }];
  const metadata = { name: "a", resourceVersion: "1", deletionTimestamp: "x", managedFields };
  const admission = boat.admit({ ...object({}), metadata }, { oldObject: old, applied: true });
  expect(!admission.allowed && admission.status.message).toContain(
    `"managedFields":[{"apiVersion":"sea.example.com/v1","manager":"m","operation":"Apply"}]`,
  );
});
