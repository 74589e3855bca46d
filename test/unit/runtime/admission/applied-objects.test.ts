import { beforeAll, expect, it } from "vitest";
import type { CompiledVersion } from "../../../../src/index.js";
import type { JsonObject } from "../../../../src/runtime/v1/json/json.js";
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
