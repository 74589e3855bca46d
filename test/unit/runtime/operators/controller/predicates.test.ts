import { describe, expect, it } from "vitest";
import {
  annotationsChanged,
  anyChangeOf,
  defaultPredicate,
  desiredStateChanged,
  everyChange,
  generationChanged,
  labelsChanged,
  resourceVersionChanged,
  wasKnown,
} from "../../../../../src/runtime/v1/operators/controller/predicates.js";

function object(metadata: object, more: object = {}): object {
  return { metadata: { name: "a", generation: 1, resourceVersion: "1", ...metadata }, ...more };
}

const old = object({ labels: { a: "1" }, finalizers: ["x/y"] }, { status: { ready: false } });
function next(metadata: object, more: object = {}): object {
  return object(
    { labels: { a: "1" }, finalizers: ["x/y"], resourceVersion: "2", ...metadata },
    more,
  );
}

describe("predicates", () => {
  it.each([
    ["the status", next({}, { status: { ready: true } }), []],
    ["managed fields", next({ managedFields: [{}] }), []],
    ["the generation", next({ generation: 2 }), ["generation", "desired"]],
    ["a label", next({ labels: { a: "2" } }), ["labels", "desired"]],
    ["another label", next({ labels: { b: "1" } }), ["labels", "desired"]],
    ["the labels, all gone", next({ labels: undefined }), ["labels", "desired"]],
    ["an annotation", next({ annotations: { a: "" } }), ["annotations", "desired"]],
    ["a finalizer", next({ finalizers: ["x/y", "z/z"] }), ["desired"]],
    ["a finalizer that is gone", next({ finalizers: [] }), ["desired"]],
    ["a finalizer in place of another", next({ finalizers: ["z/z"] }), ["desired"]],
    ["the owners", next({ ownerReferences: [{ uid: "1" }] }), ["desired"]],
  ])("tell whether it was %s that changed", (_, changed, wanted) => {
    const all = {
      generation: generationChanged,
      labels: labelsChanged,
      annotations: annotationsChanged,
      desired: desiredStateChanged,
    };
    const found = Object.entries(all).flatMap(([name, is]) => (is(changed, old) ? [name] : []));
    expect(found).toEqual(wanted);
    expect([everyChange(), resourceVersionChanged(changed, old)]).toEqual([true, true]);
    expect(anyChangeOf(generationChanged, labelsChanged)(changed, old)).toBe(
      wanted.includes("generation") || wanted.includes("labels"),
    );
    for (const is of Object.values(all)) expect(is(changed, undefined)).toBe(true);
  });

  it("leave out what is new, such as what a controller makes itself", () => {
    expect([wasKnown(old, undefined), wasKnown(next({}), old)]).toEqual([false, true]);
  });

  it("take every change of what has no generation, such as a ConfigMap", () => {
    const config = object({ generation: undefined });
    const changed = object({ generation: undefined, resourceVersion: "2" });
    expect(generationChanged(changed, config)).toBe(true);
    expect(generationChanged(config, config)).toBe(false);
    expect(desiredStateChanged(changed, config)).toBe(true);
  });

  it.each(["", "apps", "gateway.networking.k8s.io"])(
    "take all by default of kinds whose status others write: group %j",
    (group) => {
      expect(defaultPredicate({ group }, "own/one")(next({}), old)).toBe(true);
    },
  );

  it("leave out the controller's own finalizer when it comes, not when it goes", () => {
    const predicate = defaultPredicate({ group: "example.com" }, "own/one");
    const added = next({ finalizers: ["x/y", "own/one"] });
    expect(predicate(added, old)).toBe(false);
    expect(predicate(old, added)).toBe(true);
    expect(predicate(next({ finalizers: ["x/y", "own/one", "z/z"] }), old)).toBe(true);
    expect(predicate(next({ finalizers: ["own/one"] }), old)).toBe(true);
    expect(predicate(next({ finalizers: ["x/y", "own/one"], generation: 2 }), old)).toBe(true);
  });
});
