import { expect, it } from "vitest";
import { findUndecodable } from "../../../../../src/codegen/pipeline/objects/object-reporter.js";

const unmarshal = "json: cannot unmarshal";

it.each([
  [
    { labels: { a: "b", c: 1 } },
    `${unmarshal} number into Go struct field ObjectMeta.labels of type string`,
    ["labels", "c"],
  ],
  [
    { labels: ["a"] },
    `${unmarshal} array into Go struct field ObjectMeta.metadata.labels of type map[string]string`,
    ["labels"],
  ],
  [
    { name: 3 },
    `${unmarshal} number into Go struct field ObjectMeta.metadata.name of type string`,
    ["name"],
  ],
  [
    { finalizers: ["a", true] },
    `${unmarshal} bool into Go struct field ObjectMeta.finalizers of type string`,
    ["finalizers", 1],
  ],
  [
    { ownerReferences: [{ uid: "a" }, { uid: {} }] },
    `${unmarshal} object into Go struct field OwnerReference.ownerReferences.uid of type types.UID`,
    ["ownerReferences", 1, "uid"],
  ],
  [
    { labels: { a: "b" } },
    `${unmarshal} number into Go struct field ObjectMeta.labels of type string`,
    undefined,
  ],
  [
    { labels: { x: "now" }, creationTimestamp: "now" },
    'A in version "v1" cannot be handled as a A: parsing time "now" as "2006-01-02T15:04:05Z07:00": cannot parse "now" as "2006"',
    ["creationTimestamp"],
  ],
  [
    { managedFields: [{}, { time: "now" }] },
    'A: parsing time "now" as "2006-01-02T15:04:05Z07:00": cannot parse "now" as "2006"',
    ["managedFields", 1, "time"],
  ],
] as const)("%j: %s", (metadata, message, path) => {
  const expected = path && ["metadata", ...path];
  expect(findUndecodable({ metadata: structuredClone(metadata) as never }, message)).toEqual(
    expected,
  ); // JSON, written as constants
});

it("finds nothing without metadata", () => {
  expect(
    findUndecodable({}, `${unmarshal} number into Go struct field ObjectMeta.a of type string`),
  ).toBeUndefined();
});
