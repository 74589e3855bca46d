import { describe, expect, it } from "vitest";
import type { Condition } from "../../../../../src/runtime/v1/operators/controller/conditions.js";
import {
  findCondition,
  isConditionTrue,
  setCondition,
} from "../../../../../src/runtime/v1/operators/controller/conditions.js";
import {
  controllerOf,
  isOwnedBy,
  ownerReference,
} from "../../../../../src/runtime/v1/operators/controller/owners.js";

const ready: Condition = {
  type: "Ready",
  status: "True",
  reason: "AllUp",
  message: "",
  lastTransitionTime: "2020-01-01T00:00:00Z",
};

describe("conditions", () => {
  it("are added to the list, with the time of now in whole seconds", () => {
    const conditions = setCondition(undefined, { type: "Ready", status: "False", reason: "Down" });
    expect(conditions).toHaveLength(1);
    expect(conditions[0]).toMatchObject({ type: "Ready", status: "False", message: "" });
    expect(conditions[0]?.lastTransitionTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(JSON.stringify(conditions)).not.toContain("observedGeneration");
  });

  it("keep their time until the status changes", () => {
    const other = { ...ready, type: "Other" };
    const list = Object.freeze([other, Object.freeze(ready)]);
    const reason = setCondition(list, { type: "Ready", status: "True", reason: "StillUp" });
    expect(reason).toEqual([other, { ...ready, reason: "StillUp" }]);
    const time = "2021-01-01T00:00:00Z";
    const status = setCondition(list, {
      type: "Ready",
      status: "False",
      reason: "Down",
      lastTransitionTime: time,
    });
    expect(status[1]).toMatchObject({ status: "False", lastTransitionTime: time });
    expect(list[1]).toBe(ready);
  });

  it("give the same list where nothing changes, keep unknown fields, drop an old generation", () => {
    const list = [{ ...ready, observedGeneration: 2, severity: "low" }];
    const same = { type: "Ready", status: "True", reason: "AllUp", observedGeneration: 2 } as const;
    expect(setCondition(list, same)).toBe(list);
    const without = setCondition(list, { ...same, observedGeneration: undefined });
    expect(without[0]).toEqual({ ...ready, severity: "low", observedGeneration: undefined });
  });

  it.each([
    [{ type: "not ready" }, "the type of a condition must be a name"],
    [{ type: "" }, "the type of a condition"],
    [{ status: "true" as "True" }, "the status of a condition must be True, False or Unknown"],
    [{ reason: "" }, "the reason of a condition must be a word"],
    [{ reason: "with space" }, '"with space"'],
    [{ reason: "a".repeat(1025) }, "the reason of a condition"],
  ])("that the server would refuse are a TypeError: %o", (change, text) => {
    const set = (): unknown =>
      setCondition(undefined, { type: "Ready", status: "True", reason: "Up", ...change });
    expect(set).toThrow(TypeError);
    expect(set).toThrow(text);
  });

  it("have messages of at most 32,768 characters", () => {
    const message = "a".repeat(40_000);
    const [condition] = setCondition(undefined, {
      type: "Ready",
      status: "True",
      reason: "Up",
      message,
    });
    expect(condition?.message).toHaveLength(32_768);
  });

  it("are found by their type, and true for the generation that was looked at", () => {
    const list = [{ ...ready, observedGeneration: 2 }];
    expect(findCondition(list, "Ready")).toBe(list[0]);
    expect(findCondition(list, "Other")).toBeUndefined();
    expect(isConditionTrue(list, "Ready")).toBe(true);
    expect(isConditionTrue(list, "Ready", 2)).toBe(true);
    expect(isConditionTrue(list, "Ready", 3)).toBe(false);
    expect(isConditionTrue([{ ...ready, status: "Unknown" }], "Ready")).toBe(false);
    expect(isConditionTrue(undefined, "Ready")).toBe(false);
  });
});

describe("owner references", () => {
  const owner = { apiVersion: "example.com/v1", kind: "Gadget", metadata: { name: "a", uid: "u" } };
  const plain = { apiVersion: "example.com/v1", kind: "Gadget", name: "a", uid: "u" };

  it("name the owner, as controller if asked", () => {
    expect(ownerReference(owner)).toEqual(plain);
    const controller = ownerReference(owner, { controller: true });
    expect(controller).toEqual({ ...plain, controller: true, blockOwnerDeletion: true });
    const free = ownerReference(owner, { controller: true, blockOwnerDeletion: false });
    expect(free).toEqual({ ...plain, controller: true, blockOwnerDeletion: false });
  });

  it("take the kind from a definition where the owner does not say it", () => {
    const definition = { group: "example.com", version: "v1", kind: "Gadget" };
    const { metadata } = owner;
    expect(ownerReference({ metadata }, { definition })).toEqual(plain);
    const core = { group: "", version: "v1", kind: "Namespace" };
    expect(ownerReference({ metadata }, { definition: core }).apiVersion).toBe("v1");
    const partial = { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata", metadata };
    for (const each of [{ metadata }, partial]) {
      expect(() => ownerReference(each)).toThrow(
        "the owner a does not say of what kind it is: use ownerReference(owner, { definition: ",
      );
    }
  });

  it("need an owner that exists", () => {
    const input = { ...owner, metadata: { name: "a" } } as typeof owner;
    expect(() => ownerReference(input)).toThrow("the owner (Gadget) has no uid");
  });

  it("tell the controller, and whether an object is owned by another one", () => {
    const controller = ownerReference(owner, { controller: true });
    const metadata = { ownerReferences: [{ ...plain, uid: "other" }, controller] };
    expect(controllerOf({ metadata })).toBe(controller);
    expect(controllerOf({ metadata: { ownerReferences: [plain] } })).toBeUndefined();
    expect(controllerOf({ metadata: {} })).toBeUndefined();
    expect(isOwnedBy({ metadata }, owner)).toBe(true);
    expect(isOwnedBy({ metadata: {} }, owner)).toBe(false);
  });
});
