import { describe, expect, it } from "vitest";
import { compileBoat } from "../../../support/boat.js";

/*
 * Unknown fields are pruned before the server validates, so that none of them makes an object good
 * or bad.
 */

const text = { type: "string", maxLength: 10 };
const named = { type: "object", properties: { name: text } };
const spec = {
  type: "object",
  properties: {
    few: { ...named, maxProperties: 1 },
    some: { ...named, minProperties: 1 },
    none: { ...named, not: { required: ["sails"] } },
    one: { ...named, anyOf: [{ required: ["name"] }, { required: ["sails"] }] },
    open: { ...named, maxProperties: 1, "x-kubernetes-preserve-unknown-fields": true },
    same: {
      type: "object",
      properties: { pair: { type: "array", maxItems: 2, items: named } },
      "x-kubernetes-validations": [
        { rule: "self.pair[0] == self.pair[1]", message: "the two differ" },
      ],
    },
  },
};
const boat = await compileBoat({ schema: { type: "object", properties: { spec } } });
const head = { apiVersion: "sea.example.com/v1", kind: "Boat", metadata: { name: "a" } };
const twins = [
  { name: "a", sails: 1 },
  { name: "a", sails: 2 },
];

describe("unknown fields", () => {
  it.each([
    ["do not count as too many", { few: { name: "a", sails: 1 } }, true],
    ["do not make up for those that are missing", { some: { sails: 1 } }, false],
    ["are not what is forbidden", { none: { sails: 1 } }, true],
    ["are not what is asked for", { one: { sails: 1 } }, false],
    ["count where they are preserved", { open: { name: "a", sails: 1 } }, false],
    ["make no difference to rules", { same: { pair: twins } }, true],
  ])("%s", (_, content, isGood) => {
    const object = { ...head, spec: content };
    const admission = boat.admit(object);
    expect(admission.allowed).toBe(isGood);
    expect(boat.is(object)).toBe(isGood);
    expect(boat.validate(object)).toEqual(admission.allowed ? [] : admission.errors);
    if (isGood) boat.assert(object);
    else
      expect(() => {
        boat.assert(object);
      }).toThrow("Boat is invalid");
    expect(boat.schema["~standard"].validate(object).issues === undefined).toBe(isGood);
  });

  it("are not looked at where they make no difference, so that they need not be JSON", async () => {
    const plain = { type: "object", properties: { spec: named } };
    const { validate } = await compileBoat({ schema: plain });
    const wrong = { ...head, spec: { name: 1, more: [undefined] } };
    expect(validate(wrong).map(({ field }) => field)).toEqual(["spec.name"]);
    expect(() => validate({ ...head, spec: { name: [undefined] } })).toThrow(
      "undefined at 'spec.name[0]' is not a JSON value",
    );
  });

  it("are judged like any other in an object that is said to be pruned", () => {
    const object = { ...head, spec: { few: { name: "a", sails: 1 } } };
    expect(boat.validate(object, { defaulted: true }).map(({ field }) => field)).toEqual([
      "spec.few",
      "<nil>",
    ]);
  });
});

describe("a strict reader", () => {
  it("names each unknown and each duplicate field in the errors, and none in the status", () => {
    const object =
      '{"apiVersion":"sea.example.com/v1","kind":"Boat","metadata":{"name":"a","x":1},"spec":{"few":{"name":"a","name":"b"},"sails":1}}';
    const answer = boat.admit(object, { fieldValidation: "Strict" });
    expect(answer).toMatchObject({
      allowed: false,
      errors: [
        {
          reason: "FieldValueForbidden",
          field: "spec.few.name",
          message: "Forbidden: duplicate field",
        },
        { reason: "FieldValueForbidden", field: "metadata.x", message: "Forbidden: unknown field" },
        { reason: "FieldValueForbidden", field: "spec.sails", message: "Forbidden: unknown field" },
      ],
      status: {
        code: 400,
        reason: "BadRequest",
        message:
          'Boat in version "v1" cannot be handled as a Boat: strict decoding error: duplicate field "spec.few.name", unknown field "metadata.x", unknown field "spec.sails"',
      },
    });
    expect(answer.allowed ? undefined : answer.status.details?.causes).toBeUndefined();
  });
});
