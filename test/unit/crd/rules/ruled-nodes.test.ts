import { describe, expect, it } from "vitest";
import { InterpretedRules } from "../../../../src/crd/interpret/rules.js";
import { SchemaTable } from "../../../../src/crd/ir/schema-table.js";
import { runRules } from "../../../../src/runtime/v1/cel/rules/rules.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { compileBoat } from "../../../support/boat.js";

/*
 * Which rules a server runs, by the types of what is above them. What is expected here, servers of
 * 1.31, 1.36 and 1.37 answer.
 */

const rule = { "x-kubernetes-validations": [{ rule: "self > 2" }] };
const number = { type: "integer", ...rule };
const text = { type: "string", "x-kubernetes-validations": [{ rule: "self == ''" }] };
const untyped = { "x-kubernetes-preserve-unknown-fields": true, properties: { a: number } };
const embedded = {
  type: "object",
  "x-kubernetes-preserve-unknown-fields": true,
  "x-kubernetes-embedded-resource": true,
};
const notChecked =
  "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";
const noType =
  "rule compiler initialization error: failed to convert to declType for CEL validation rules";

function resource(size: JsonObject): JsonObject {
  return { type: "object", properties: { size } };
}

async function validated(size: JsonObject, value: object): Promise<readonly string[]> {
  const { validate } = await compileBoat({ schema: resource(size) });
  const object = { apiVersion: "sea.example.com/v1", kind: "Boat", metadata: { name: "a" } };
  return validate({ ...object, size: value }).map(({ field, message }) => `${field}: ${message}`);
}

function interpreted(size: JsonObject, value: object): readonly string[] {
  const schema = new SchemaTable().schema(resource(size));
  const node = new InterpretedRules(37).of(schema, true);
  if (node === undefined) return [];
  const object = JSON.parse(JSON.stringify({ size: value })) as JsonObject; // of an object
  const { errors } = runRules({ node, path: "" }, object, undefined);
  return errors.map(({ field, message }) => `${field}: ${message}`);
}

const failed = (at: string) => [`size${at}: Invalid value: 1: failed rule: self > 2`];

describe("rules of a server", () => {
  it.each<[what: string, size: JsonObject, value: object, says: readonly string[]]>([
    ["an object", { ...untyped, type: "object" }, { a: 1 }, failed(".a")],
    ["no type", untyped, { a: 1 }, []],
    ["items of no type", { ...untyped, properties: {}, items: number }, [1], []],
    ["a list of no type", { type: "array", items: untyped }, [{ a: 1 }], []],
    ["a map of no type", { type: "object", additionalProperties: untyped }, { k: { a: 1 } }, []],
    ["no type in a resource", { ...embedded, properties: { x: untyped } }, { apiVersion: "v1", kind: "X", x: { a: 1 } }, []],
    ["a name that cannot be spelled", { type: "object", properties: { é: number } }, { é: 1 }, failed(".é")],
    ["no type by such a name", { type: "object", properties: { é: untyped } }, { é: { a: 1 } }, []],
    ["such a name in no type", { type: "object", properties: { x: { ...untyped, properties: { é: number } } } }, { x: { é: 1 } }, []],
    ["metadata of a resource", { ...embedded, properties: { metadata: { type: "object", properties: { labels: { type: "object", additionalProperties: text } } } } }, { apiVersion: "v1", kind: "X", metadata: { labels: { a: "b" } } }, []],
  ])("below %s", async (_what, size, value, says) => {
    expect(await validated(size, value)).toEqual(says);
    expect(interpreted(size, value)).toEqual(says);
  }); // prettier-ignore

  it("items of a number have no type", () => {
    const says = `size[0]: Invalid value: "integer": ${noType}`;
    expect(interpreted({ type: "integer", items: number }, [1])).toEqual([says]);
  });
});

describe("that rules were not checked", () => {
  it.each<[what: string, size: JsonObject, value: object, isSaid: boolean]>([
    ["properties of no type", { ...untyped }, { a: "x" }, false],
    ["properties of a string", { type: "string", properties: { a: number } }, { a: 1 }, false],
    ["items of a string", { type: "string", items: number }, [1], true],
    ["values of an IntOrString", { "x-kubernetes-int-or-string": true, additionalProperties: number }, { a: 1 }, true],
  ])("is told of %s", async (_what, size, value, isSaid) => {
    const says = await validated(size, value);
    expect(says.length).toBeGreaterThan(0);
    expect(says.includes(notChecked)).toBe(isSaid);
  }); // prettier-ignore
});
