import { expect, it } from "vitest";
import type { Json, JsonObject } from "../../../../../src/runtime/v1/values/json/json.js";
import { Float64 } from "../../../../../src/runtime/v1/values/json/json.js";
import {
  decodeObjectMeta,
  decodeStoredObjectMeta,
  MetaFault,
} from "../../../../../src/runtime/v1/values/metadata/decode.js";

/** Facts of Go's decoder: every text was printed by it for the same input. */
it.each<[Json, string]>([
  [5, "json: cannot unmarshal number into Go value of type v1.ObjectMeta"],
  [["a"], "json: cannot unmarshal array into Go value of type v1.ObjectMeta"],
  [
    { labels: { a: 5 } },
    "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string",
  ],
  [
    { labels: ["a"] },
    "json: cannot unmarshal array into Go struct field ObjectMeta.labels of type map[string]string",
  ],
  [
    { name: 5, labels: { a: true } },
    "json: cannot unmarshal bool into Go struct field ObjectMeta.labels of type string",
  ],
  [
    { uid: 5 },
    "json: cannot unmarshal number into Go struct field ObjectMeta.uid of type types.UID",
  ],
  [
    { generation: 1.5 },
    "json: cannot unmarshal number 1.5 into Go struct field ObjectMeta.generation of type int64",
  ],
  [
    { generation: 1e30 },
    "json: cannot unmarshal number 1e+30 into Go struct field ObjectMeta.generation of type int64",
  ],
  [
    { ownerReferences: {} },
    "json: cannot unmarshal object into Go struct field ObjectMeta.ownerReferences of type []v1.OwnerReference",
  ],
  [
    { ownerReferences: ["x"] },
    "json: cannot unmarshal string into Go struct field ObjectMeta.ownerReferences of type v1.OwnerReference",
  ],
  [
    { ownerReferences: [{ controller: "x" }] },
    "json: cannot unmarshal string into Go struct field OwnerReference.ownerReferences.controller of type bool",
  ],
  [
    { managedFields: [{ manager: 7 }] },
    "json: cannot unmarshal number into Go struct field ManagedFieldsEntry.managedFields.manager of type string",
  ],
  [
    { creationTimestamp: 5 },
    "json: cannot unmarshal number into Go struct field ObjectMeta.creationTimestamp of type string",
  ],
  [
    { labels: 5, deletionTimestamp: "x" },
    'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
  ],
  [
    { creationTimestamp: "2020-01-01T00:00:00" },
    'parsing time "2020-01-01T00:00:00" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "Z07:00"',
  ],
  [
    { creationTimestamp: "2020-01-01T00:00:00é" },
    'parsing time "2020-01-01T00:00:00\\xc3\\xa9" as "2006-01-02T15:04:05Z07:00": cannot parse "\\xc3\\xa9" as "Z07:00"',
  ],
  [
    { creationTimestamp: "2020-02-30T00:00:00Z" },
    'parsing time "2020-02-30T00:00:00Z": day out of range',
  ],
  [
    { creationTimestamp: "2020-01-01T00:00:00Zx" },
    'parsing time "2020-01-01T00:00:00Zx": extra text: "x"',
  ],
])("refuses %j", (value, message) => {
  const decoded = decodeObjectMeta(value);
  expect(decoded instanceof MetaFault ? decoded.message : undefined).toBe(message);
});

it.each<[Json, JsonObject, string[]]>([
  [null, {}, []],
  [{ name: "", labels: {}, finalizers: [], generation: null }, {}, []],
  [{ generation: new Float64(1) }, { generation: 1 }, []],
  [{ labels: { a: null } }, { labels: { a: "" } }, []],
  [{ deletionGracePeriodSeconds: 0 }, { deletionGracePeriodSeconds: 0 }, []],
  [
    { creationTimestamp: "2020-01-01T1:00:00,5+01:00" },
    { creationTimestamp: "2020-01-01T00:00:00Z" },
    [],
  ],
  [
    { creationTimestamp: "0001-01-01T00:00:00Z", deletionTimestamp: "0001-01-01T00:00:00Z" },
    { deletionTimestamp: null },
    [],
  ],
  [
    { deletionTimestamp: "9999-12-31T23:59:59-01:00" },
    { deletionTimestamp: "10000-01-01T00:59:59Z" },
    [],
  ],
  [
    { zoo: 1, Name: "x", ownerReferences: [{ uid: "u", foo: 1 }, null] },
    {
      ownerReferences: [
        { apiVersion: "", kind: "", name: "", uid: "u" },
        { apiVersion: "", kind: "", name: "", uid: "" },
      ],
    },
    ["Name", "ownerReferences[0].foo", "zoo"],
  ],
  [
    { managedFields: [{ fieldsV1: { "f:spec": {} }, time: null }] },
    { managedFields: [{ fieldsV1: { "f:spec": {} } }] },
    [],
  ],
])("decodes %j", (value, metadata, unknownFields) => {
  expect(decodeObjectMeta(value)).toEqual({ metadata, unknownFields });
});

it("keeps hostile keys ordinary", () => {
  const value = JSON.parse('{"labels":{"__proto__":"x","constructor":"y"},"__proto__":1}') as Json;
  const decoded = decodeObjectMeta(value);
  if (decoded instanceof MetaFault) throw new Error(decoded.message);
  expect(JSON.stringify(decoded.metadata)).toBe('{"labels":{"__proto__":"x","constructor":"y"}}');
  expect(decoded.unknownFields).toEqual(["__proto__"]);
});

it("drops what does not decode when it reads from storage", () => {
  const value = { name: "a", labels: { x: 1 }, generation: 2, foo: 1 };
  expect(decodeStoredObjectMeta(value)).toEqual({
    metadata: { name: "a", generation: 2 },
    unknownFields: ["foo"],
  });
  expect(decodeStoredObjectMeta([1])).toBeUndefined();
});
