import { expect, it } from "vitest";
import { compileBoat } from "../../../support/boat.js";

const schema = {
  type: "object",
  properties: {
    metadata: { type: "object", properties: { name: { type: "string", maxLength: 2 } } },
    spec: { type: "object", "x-kubernetes-validations": [{ rule: "true" }] },
  },
};

const boat = await compileBoat({ schema }, "1.37");

// The server makes the namespace, and anew what is managed, before it looks at the rest.
it.each([
  ["a namespace that is missing", {}],
  ["managed fields of no operation", { managedFields: [{ operation: "X" }] }],
])("a name that the schema refuses brings no fault of %s", (_name, metadata) => {
  const object = {
    apiVersion: "sea.example.com/v1",
    kind: "Boat",
    metadata: { name: "abc", ...metadata },
    spec: {},
  };
  const errors = boat.validate(object);
  expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual([
    "metadata.name: Too long: may not be more than 2 bytes",
    "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
  ]);
  const admission = boat.admit(object);
  expect(admission.allowed ? [] : admission.errors).toEqual(errors);
});
