import { describe, expect, expectTypeOf, it } from "vitest";
import { defineResource } from "../../../../src/runtime/v1/client/define-resource.js";
import { ResourceClient } from "../../../../src/runtime/v1/client/resource-client.js";
import {
  scaleClientOf,
  statusClientOf,
} from "../../../../src/runtime/v1/client/subresource-clients.js";
import type { ObjectMeta } from "../../../../src/runtime/v1/values/kubernetes.js";
import { fakeTransport } from "./fake-transport.js";

/** As packages of types have it: all is optional, and dates are whatever they think. */
interface Pod {
  apiVersion?: "v1" | undefined;
  kind?: "Pod" | undefined;
  metadata?: { name?: string; creationTimestamp?: Date };
  spec?: { nodeName?: string; containers: { name: string; image?: string }[] };
  status?: { phase?: string; podIPs?: { ip: string }[] };
}

const pod = defineResource<Pod>({
  group: "",
  version: "v1",
  kind: "Pod",
  plural: "pods",
  scope: "Namespaced",
  subresources: { status: true },
});

interface Node {
  metadata?: { name?: string };
  spec?: { unschedulable?: boolean };
}

describe("defineResource", () => {
  it("fills in what can be left out", () => {
    expect(pod).toEqual({
      group: "",
      version: "v1",
      kind: "Pod",
      listKind: "PodList",
      plural: "pods",
      singular: "pod",
      scope: "Namespaced",
      shortNames: [],
      categories: [],
      subresources: { status: true },
      printerColumns: [],
      selectableFields: [],
    });
  });

  it("makes clients with the types of the objects", async () => {
    const transport = fakeTransport({}, {}, {}, {}, {});
    const pods = new ResourceClient(pod, transport, { namespace: "web" });
    const read = await pods.get("a");
    expectTypeOf(read.metadata).toEqualTypeOf<ObjectMeta>();
    expectTypeOf(read.spec).toEqualTypeOf<Pod["spec"]>();
    await statusClientOf(pods).patch("a", { merge: { status: { phase: "Running" } } });
    await scaleClientOf(pods).get("a");
    const name = { name: "a" };
    await pods.apply(
      { apiVersion: "v1", kind: "Pod", metadata: name, spec: { containers: [{ image: "b" }] } },
      { fieldManager: "m" },
    );
    // @ts-expect-error -- of another type
    await pods.create({ metadata: name, spec: { containers: "a" } });
    expect(transport.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /api/v1/namespaces/web/pods/a",
      "PATCH /api/v1/namespaces/web/pods/a/status",
      "GET /api/v1/namespaces/web/pods/a/scale",
      "PATCH /api/v1/namespaces/web/pods/a",
      "POST /api/v1/namespaces/web/pods",
    ]);
  });

  it("knows cluster-scoped resources", async () => {
    const transport = fakeTransport({});
    const node = defineResource<Node>({
      group: "",
      version: "v1",
      kind: "Node",
      plural: "nodes",
      scope: "Cluster",
    });
    const nodes = new ResourceClient(node, transport);
    expectTypeOf<{ namespace: string }>().not.toExtend<Parameters<typeof nodes.get>[1]>();
    await nodes.get("a");
    expect(transport.requests[0]?.path).toBe("/api/v1/nodes/a");
  });

  it.each(["version", "kind", "plural", "scope"])("says that the %s is missing", (part) => {
    const sketch = { ...pod, [part]: undefined };
    expect(() => defineResource(sketch as never)).toThrow(
      // wrong on purpose
      `defineResource needs the ${part} of the resource`,
    );
  });
});
