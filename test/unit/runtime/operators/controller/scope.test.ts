import { describe, expect, it } from "vitest";
import { defineResource } from "../../../../../src/runtime/v1/client/define-resource.js";
import { ResourceClient } from "../../../../../src/runtime/v1/client/resource-client.js";
import { Controller } from "../../../../../src/runtime/v1/operators/controller/controller.js";
import {
  scopeOfController,
  scopeOfOwned,
  scopeOfWatched,
} from "../../../../../src/runtime/v1/operators/controller/scope.js";
import { MemoryServer } from "./memory-server.js";

const transport = { ...new MemoryServer().transport(), defaultNamespace: "home" };
const namespaced = new ResourceClient(
  defineResource({
    group: "example.com",
    version: "v1",
    kind: "Boat",
    plural: "boats",
    scope: "Namespaced",
  }),
  transport,
);
const cluster = new ResourceClient(
  defineResource({
    group: "example.com",
    version: "v1",
    kind: "Port",
    plural: "ports",
    scope: "Cluster",
  }),
  transport,
);
const all = { allNamespaces: true };
const home = { namespaces: ["home"] };
const a = { namespaces: ["a"] };

describe("the scope of a controller", () => {
  it("is that of its informer, of its client, or the namespace of the transport", () => {
    expect(scopeOfController(namespaced, {})).toEqual(home);
    expect(scopeOfController(namespaced.in("a"), {})).toEqual(a);
    expect(scopeOfController(namespaced.all(), {})).toEqual(all);
    expect(scopeOfController(namespaced, all)).toEqual(all);
    expect(scopeOfController(namespaced.all(), a)).toEqual(a);
    expect(scopeOfController(cluster, {})).toEqual(all);
    // An informer of somebody else's does not tell.
    expect(scopeOfController(namespaced, undefined)).toEqual({});
    expect(scopeOfController(namespaced.all(), undefined)).toEqual(all);
  });

  it("is taken by owned clients", () => {
    expect(scopeOfOwned(namespaced, all, namespaced)).toEqual(all);
    expect(scopeOfOwned(namespaced, a, namespaced)).toEqual(a);
    expect(scopeOfOwned(namespaced, a, namespaced.all())).toEqual(a);
    expect(scopeOfOwned(namespaced, a, namespaced.in("a"))).toEqual(a);
    expect(scopeOfOwned(cluster, all, namespaced)).toEqual(all);
    expect(scopeOfOwned(cluster, all, namespaced.in("a"))).toEqual(a);
    expect(scopeOfOwned(cluster, all, cluster)).toEqual({});
    expect(scopeOfOwned(namespaced, {}, namespaced.in("a"))).toEqual(a);
    expect(scopeOfOwned(namespaced, {}, namespaced)).toEqual({});
  });

  it("is taken by watched clients that name none", () => {
    expect(scopeOfWatched(all, namespaced)).toEqual(all);
    expect(scopeOfWatched(all, namespaced.in("a"))).toEqual(a);
    expect(scopeOfWatched(a, namespaced.all())).toEqual(all);
    expect(scopeOfWatched(a, cluster)).toEqual({});
  });

  it("is not met by an owned client of one namespace, nor by one without namespaces", () => {
    const reconcile = (): void => undefined;
    const make = (owns: ResourceClient<never>): unknown =>
      new Controller(namespaced.all(), { reconcile, owns: [owns] });
    expect(() => make(namespaced.in("a") as never)).toThrow(
      "owns: boats.example.com are looked for in the namespace a alone, but boats.example.com in " +
        "all namespaces: pass a client without a namespace, which follows the controller's",
    );
    expect(() => make(cluster as never)).toThrow("ports.example.com are cluster-scoped");
    expect(() => scopeOfOwned(namespaced, home, namespaced.in("a"))).toThrow("in home");
    expect(() => make(namespaced as never)).not.toThrow();
  });
});
