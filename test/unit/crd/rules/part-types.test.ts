import { expect, it } from "vitest";
import type { Diagnostic } from "../../../../src/index.js";
import { lint } from "../../../../src/index.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { boatSource } from "../../../support/boat.js";

const rules = { "x-kubernetes-validations": [{ rule: "self == self" }] };
const text = { type: "string", maxLength: 3, ...rules };

/** What the server says of the rules of `size`, a field of this schema. */
async function faultsOf(size: JsonObject): Promise<readonly Diagnostic["cause"][]> {
  const schema = { type: "object", properties: { size } };
  const diagnostics = await lint({ sources: [boatSource({ schema })] });
  return diagnostics.map(({ cause }) => cause).filter((cause) => cause !== undefined);
}

const field = "spec.validation.openAPIV3Schema.properties[size]";
const message = "Internal error: failed to convert to declType for CEL validation rules";

it("items and values of what is neither list nor map have no type below a rule", async () => {
  const reason = "InternalError";
  expect(await faultsOf({ type: "integer", items: text, ...rules })).toEqual([
    { reason, field: `${field}.items.x-kubernetes-validations`, message },
  ]);
  expect(await faultsOf({ type: "integer", additionalProperties: text, ...rules })).toEqual([
    { reason, field: `${field}.additionalProperties.x-kubernetes-validations`, message },
  ]);
});

it("without a rule above they are told from themselves", async () => {
  expect(await faultsOf({ type: "integer", items: text })).toEqual([]);
  expect(await faultsOf({ type: "array", maxItems: 2, items: text, ...rules })).toEqual([]);
});

it("rules of values are compiled although fields stand beside them", async () => {
  const values = { ...text, "x-kubernetes-validations": [{ rule: "self > 1" }] };
  const size = {
    type: "object",
    properties: { a: { type: "string" } },
    additionalProperties: values,
  };
  const fields = (await faultsOf(size)).map((cause) => cause?.field);
  expect(fields).toEqual([
    `${field}.additionalProperties`,
    `${field}.additionalProperties.x-kubernetes-validations[0].rule`,
  ]);
});

it("below a type that does not exist, rules are told to have none", async () => {
  const conversion =
    "Internal error: internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations";
  const unknown = {
    type: "text",
    items: { type: "object", properties: { a: text } },
  };
  const faults = await faultsOf({ ...unknown, ...rules });
  expect(faults.map((cause) => [cause?.field, cause?.message])).toContainEqual([
    `${field}.items.properties[a].x-kubernetes-validations`,
    conversion,
  ]);
  // Without rules at the node itself, those below are compiled.
  expect(await faultsOf(unknown)).toHaveLength(1);
});
