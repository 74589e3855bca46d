import { expect, it } from "vitest";
import { numberedText } from "../../../../src/runtime/v1/testing/json-texts.js";
import { goJson } from "../../../../src/runtime/v1/values/go/json.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { Float64 } from "../../../../src/runtime/v1/values/json/json.js";

it.each<JsonObject>([
  { apiVersion: "v1", kind: "A", metadata: { name: "a", uid: "u" }, spec: { b: 1, a: 2 } },
  { spec: {}, metadata: { uid: "u", resourceVersion: "7", annotations: { b: "1", a: "<" } } },
  { metadata: { name: "a", resourceVersion: "7" } },
  { metadata: {} },
  {},
  { "metadata\uffff": 1, "metadata\u{10000}": 2, metadat: 3, z: { resourceVersion: "7" } },
  JSON.parse('{"__proto__":1,"metadata":{"__proto__":2}}') as JsonObject, // an object
])("writes object %# as it would be with its resource version", (object) => {
  const metadata = { ...(object["metadata"] as JsonObject | undefined), resourceVersion: "1234" }; // an object in each
  expect(numberedText(object).at(1234)).toBe(goJson({ ...object, metadata }));
});

it.each<[string, JsonObject, boolean]>([
  ["an integer", { spec: { n: 0 } }, false],
  ["a text", { spec: { n: ":-0," } }, false],
  ["a zero with a sign", { spec: { list: [new Float64(-0)] } }, true],
])("knows whether %s is read as it was written", (_, object, isReadOtherwise) => {
  const text = numberedText(object);
  expect(text.isReadOtherwise).toBe(isReadOtherwise);
  expect(text.at(1)).not.toContain("[-0]");
});
