import { describe, expectTypeOf, it } from "vitest";
import type { MergePatch, Patch } from "../../../../src/runtime/v1/client/exact-changes.js";
import type { ResourceTypes } from "../../../../src/runtime/v1/client/resource-client.js";
import { ResourceClient } from "../../../../src/runtime/v1/client/resource-client.js";
import type { WatchEvent } from "../../../../src/runtime/v1/client/watch-event.js";
import type {
  IntOrString,
  KubernetesList,
  KubernetesObject,
  KubernetesObjectApply,
  KubernetesObjectInput,
  Scale,
  ScaleInput,
  Status,
} from "../../../../src/runtime/v1/values/kubernetes.js";
import { cronTab, fakeTransport } from "./fake-transport.js";

interface Spec {
  color: "red" | "blue";
  port?: IntOrString | undefined;
  tags?: string[] | undefined;
  anything?: unknown;
}
interface CronTab extends KubernetesObject<"stable.example.com/v1", "CronTab"> {
  spec: Spec;
}
interface CronTabInput extends KubernetesObjectInput<"stable.example.com/v1", "CronTab"> {
  spec: Partial<Spec>;
}
interface CronTabApply extends KubernetesObjectApply<"stable.example.com/v1", "CronTab"> {
  spec?: Partial<Spec> | undefined;
}
interface CronTabTypes {
  scope: "Namespaced";
  read: CronTab;
  input: CronTabInput;
  apply: CronTabApply;
  list: KubernetesList<CronTab>;
  field: "spec.color";
}
interface PlanetTypes extends Omit<CronTabTypes, "scope" | "field"> {
  scope: "Cluster";
  field: never;
}

type CronTabs = ResourceClient<CronTabTypes>;
type Planets = ResourceClient<PlanetTypes>;
type ListArgument<T extends { list(options?: never): unknown }> = Parameters<T["list"]>[0];

describe("types of clients", () => {
  const client = new ResourceClient<CronTabTypes>(cronTab, fakeTransport());

  it("give what the server returns", () => {
    expectTypeOf<CronTabs["get"]>().returns.toEqualTypeOf<Promise<CronTab>>();
    expectTypeOf<CronTabs["list"]>().returns.toEqualTypeOf<Promise<KubernetesList<CronTab>>>();
    expectTypeOf<CronTabs["delete"]>().returns.toEqualTypeOf<Promise<CronTab | Status>>();
    expectTypeOf(client.listAll()).toExtend<AsyncIterable<CronTab>>();
    expectTypeOf(client.watch()).toExtend<AsyncIterable<WatchEvent<CronTab>>>();
  });

  it("take what may be sent", () => {
    expectTypeOf<CronTab>().toExtend<CronTabInput>();
    expectTypeOf<Scale>().toExtend<ScaleInput>();
    expectTypeOf<CronTabs["create"]>().parameter(0).toEqualTypeOf<CronTabInput>();
    expectTypeOf<CronTabs["apply"]>().parameter(0).toEqualTypeOf<CronTabApply>();
    expectTypeOf<{ fieldManager: string }>().toExtend<Parameters<CronTabs["apply"]>[1]>();
  });

  it("take null in metadata where the server reads it as absent", () => {
    const owner = { apiVersion: "v1", kind: "P", name: "p", uid: "u", controller: null };
    const metadata = {
      name: "a",
      namespace: null,
      generation: null,
      labels: { a: null },
      ownerReferences: [owner],
    };
    expectTypeOf(metadata).toExtend<CronTabInput["metadata"]>();
    const unnamed = { ownerReferences: [{ ...owner, uid: null }] };
    expectTypeOf(unnamed).not.toExtend<CronTabInput["metadata"]>();
  });

  it("are found by code for any resource, which needs no namespace to list and watch", () => {
    async function first<T extends ResourceTypes>(
      resource: ResourceClient<T>,
      namespace: string,
    ): Promise<T["read"] | undefined> {
      for await (const page of resource.in(namespace).pages({ limit: 1, labelSelector: "a=b" })) {
        return page.items[0];
      }
      for await (const event of resource.all().watch({ timeoutSeconds: 1 })) {
        if (event.type !== "BOOKMARK") return event.object;
      }
      await resource.get("a", { resourceVersion: "0" });
      return undefined;
    }
    expectTypeOf(() => first(client, "a")).returns.toEqualTypeOf<Promise<CronTab | undefined>>();
    expectTypeOf(client.in("a")).toEqualTypeOf(client);
    expectTypeOf<Planets["all"]>().returns.toEqualTypeOf<Planets>();
  });

  it("know the selectable fields", () => {
    expectTypeOf<{
      fieldSelector: { "spec.color": "red"; "metadata.name": { not: "a" } };
      allNamespaces: true;
    }>().toExtend<ListArgument<CronTabs>>();
    expectTypeOf<{ fieldSelector: { "metadata.name": "a" } }>().toExtend<ListArgument<Planets>>();
    // @ts-expect-error -- no such selectable field
    expectTypeOf(() => client.list({ fieldSelector: { "spec.port": "1" } })).toBeFunction();
  });

  it("know namespaces for namespaced resources alone", () => {
    expectTypeOf<{ namespace: string }>().toExtend<Parameters<CronTabs["get"]>[1]>();
    expectTypeOf<{ namespace: string }>().not.toExtend<Parameters<Planets["get"]>[1]>();
    expectTypeOf<{ allNamespaces: true }>().not.toExtend<ListArgument<Planets>>();
  });

  it("follow the object in merge patches", () => {
    expectTypeOf<{ spec: { color: "blue"; port: null; tags: string[] } }>().toExtend<
      MergePatch<CronTabInput>
    >();
    expectTypeOf<{ spec: { anything: { a: 1 } }; metadata: null }>().toExtend<
      MergePatch<CronTabInput>
    >();
    expectTypeOf<{ spec: { color: "green" } }>().not.toExtend<MergePatch<CronTabInput>>();
    expectTypeOf<{ merge: object; json: [] }>().not.toExtend<Patch<CronTabInput>>();
  });
});
