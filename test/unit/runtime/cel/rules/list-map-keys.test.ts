import { expect, it } from "vitest";
import type { CompiledVersion } from "../../../../../src/index.js";
import { compileBoat } from "../../../../support/boat.js";

/*
 * Which old element of a list of type map a rule sees as `oldSelf` (apiserver
 * `cel/common/maplist.go`), as a 1.37 server answers.
 */

/** Boats with a list of masts of those keys; each mast says whether it is new. */
async function boatsWithMasts(...keys: string[]): Promise<CompiledVersion> {
  const types = { k: { type: "number" }, j: { type: "string" }, b: { type: "boolean" } };
  const rule = { rule: "oldSelf.hasValue()", optionalOldSelf: true, message: "is new" };
  const mast = {
    type: "object",
    required: keys,
    properties: types,
    "x-kubernetes-validations": [rule],
  };
  const masts = {
    type: "array",
    maxItems: 5,
    items: mast,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": keys,
  };
  return compileBoat({ schema: { type: "object", properties: { masts } } });
}

const boat = `"apiVersion":"sea.example.com/v1","kind":"Boat"`;

it.each([
  [["k"], { k: 1 }, `{"k":1}`, []],
  [["k"], { k: 1 }, `{"k":1.0}`, ["is new"]],
  [["k"], { k: 0 }, `{"k":-0.0}`, ["is new"]],
  [["k"], { k: 1.0000001 }, `{"k":1.0000002}`, ["is new"]],
  [["k"], { k: 1e20 }, `{"k":1.0e20}`, []],
  [["b"], { b: false }, `{"b":false}`, []],
  [["k", "j"], { k: 1.5, j: "a" }, `{"k":1.5,"j":"a"}`, []],
  [["k", "j"], { k: 1, j: "a" }, `{"k":1.0,"j":"a"}`, ["is new"]],
  [["k", "j"], { k: 1e-7, j: "a" }, `{"k":-1e-7,"j":"a"}`, ["is new"]],
  [["b", "j"], { b: true, j: 'a","' }, `{"b":true,"j":"a\\""}`, ["is new"]],
])("keys %j: %j, then %s", async (keys, mast, sent, messages) => {
  const { admit } = await boatsWithMasts(...keys);
  const metadata = { name: "a", namespace: "default", uid: "1", resourceVersion: "1" };
  const oldObject = {
    apiVersion: "sea.example.com/v1",
    kind: "Boat",
    metadata: { ...metadata, creationTimestamp: "2020-01-01T00:00:00Z", generation: 1 },
    masts: [mast],
  };
  const text = `{${boat},"metadata":${JSON.stringify(metadata)},"masts":[${sent}]}`;
  const answer = admit(text, { oldObject, namespace: "default" });
  const told = answer.allowed ? [] : answer.errors.map(({ field, message }) => [field, message]);
  expect(told).toEqual(messages.map((message) => ["masts[0]", `Invalid value: ${message}`]));
});
