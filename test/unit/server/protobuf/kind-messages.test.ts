import { expect, it } from "vitest";
import type { FieldRow, FieldType } from "../../../../src/runtime/v1/built-in/table/field-row.js";
import { kindTable } from "../../../../src/runtime/v1/built-in/table/kind-table.js";
import type { Json, JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../../../src/runtime/v1/values/json/json.js";
import { newestMinor } from "../../../../src/runtime/v1/values/kubernetes-version.js";
import { decodeMessage, encodeMessage } from "../../../../src/server/protobuf/codec.js";

const table = kindTable(newestMinor);

/** A value of a type that no field leaves out, a few levels deep. */
function valueOf(type: FieldType, depth: number): Json {
  switch (type.kind) {
    case "pointer":
      return valueOf(type.of, depth);
    case "list":
      return [valueOf(type.of, depth)];
    case "map":
      return { a: valueOf(type.of, depth) };
    case "struct":
      return objectOf(type.struct, depth - 1);
    case "scalar":
      return scalars[type.scalar] ?? 7;
  }
}

const scalars: { readonly [scalar: string]: Json | undefined } = {
  string: "a",
  bool: true,
  bytes: "AAE=",
  float64: 1.5,
  Time: "2026-11-29T17:00:00Z",
  MicroTime: "2026-11-29T17:00:00.000001Z",
  Duration: "1s",
  Quantity: "500m",
  IntOrString: "10%",
  RawExtension: { any: [1] },
  FieldsV1: { "f:spec": {} },
  JSON: { any: 1 },
  JSONSchemaPropsOrArray: { type: "object" },
  JSONSchemaPropsOrBool: true,
  JSONSchemaPropsOrStringArray: ["a"],
};

function objectOf(struct: string, depth: number): JsonObject {
  const fields = table.struct(struct).fields.filter((field) => isWritten(field, depth));
  return Object.fromEntries(fields.map(({ name, type }) => [name, valueOf(type, depth)]));
}

/** Schemas hold schemas. */
function isWritten({ number, type }: FieldRow, depth: number): boolean {
  return number > 0 && (depth > 0 || !holdsStruct(type));
}

function holdsStruct(type: FieldType): boolean {
  if (type.kind === "scalar") return false;
  return type.kind === "struct" || holdsStruct(type.of);
}

/** Printed structs are there even where nothing was written. */
function withoutEmpty(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => withoutEmpty(item));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, member]) => {
    const kept = withoutEmpty(member);
    const isZero = kept === "" || kept === 0 || kept === false || kept === null || kept === "0";
    const isEmpty = typeof kept === "object" && kept !== null && Object.keys(kept).length === 0;
    return isZero || isEmpty ? [] : [[key, kept] as const];
  });
  return Object.fromEntries(entries);
}

it.each(table.resources.map(({ struct }) => struct))("%s comes back as it was", (struct) => {
  const written = objectOf(struct, 3);
  const read = decodeMessage(struct, encodeMessage(struct, written));
  expect(withoutEmpty(read)).toEqual(withoutEmpty(written));
});

it("writes inlined structs as messages of their own", () => {
  const volume = { name: "a", emptyDir: {} };
  const bytes = Buffer.from(encodeMessage("core/v1.Volume", volume)).toString("hex");
  // 1: "a", 2: VolumeSource { 2: EmptyDirVolumeSource { 1: "" } }
  expect(bytes).toBe("0a0161" + "1204" + "1202" + "0a00");
});

it("writes numbers and texts of IntOrString, and canonical quantities", () => {
  const hex = (name: string, value: Json): string =>
    Buffer.from(encodeMessage(name, value)).toString("hex");
  expect(hex("IntOrString", 8)).toBe("0800" + "1008" + "1a00");
  expect(hex("IntOrString", "a")).toBe("0801" + "1000" + "1a0161");
  expect(hex("Quantity", "1")).toBe("0a0131");
});
