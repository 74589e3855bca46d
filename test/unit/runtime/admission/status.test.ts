import { expect, it } from "vitest";
import { invalidStatus } from "../../../../src/runtime/v1/admission/admission-status.js";
import { invalidError, requiredError } from "../../../../src/runtime/v1/values/field-errors.js";

it("tells every cause, and every text once", () => {
  const identity = { group: "example.com", kind: "CronTab", name: "a" };
  const bad = invalidError("spec.a", 1, "no");
  expect(invalidStatus(identity, [bad, bad])).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: 'CronTab.example.com "a" is invalid: spec.a: Invalid value: 1: no',
    reason: "Invalid",
    details: { name: "a", group: "example.com", kind: "CronTab", causes: [bad, bad] },
    code: 422,
  });
});

it("puts several texts in brackets, and leaves out an empty name", () => {
  const errors = [invalidError("a", null, "x"), requiredError("b", "")];
  const status = invalidStatus({ group: "", kind: "K", name: "" }, errors);
  expect(status.message).toBe('K "" is invalid: [a: Invalid value: null: x, b: Required value]');
  expect(status.details).toEqual({ kind: "K", causes: errors });
});
