import { expect, it } from "vitest";
import { defineResource } from "../../../../../src/runtime/v1/client/define-resource.js";
import { ResourceClient } from "../../../../../src/runtime/v1/client/resource-client.js";
import type {
  ControllerOptions,
  InformerSource,
} from "../../../../../src/runtime/v1/operators/controller/controller-options.js";
import { Controller } from "../../../../../src/runtime/v1/operators/controller/controller.js";
import { watched } from "../../../../../src/runtime/v1/operators/controller/watched-resource.js";
import type { ResourceDefinition } from "../../../../../src/runtime/v1/values/resource-definition.js";
import type { PlainTypes } from "../../manager/operator-server.js";
import { FakeCache } from "./fake-cache.js";
import { MemoryServer } from "./memory-server.js";

const transport = new MemoryServer().transport();
const clientOf = (kind: string): ResourceClient<PlainTypes> => {
  const plural = `${kind.toLowerCase()}s`;
  const scope = "Namespaced";
  const head = { group: "example.com", version: "v1", kind, plural, scope } as const;
  const definition: ResourceDefinition = defineResource(head);
  return new ResourceClient<PlainTypes>(definition, transport);
};

/** The `verifyEvery` of each informer that a controller asks for, by resources. */
function askedFor(
  options: Pick<ControllerOptions<PlainTypes>, "verifyEvery" | "informer">,
): Record<string, number | undefined> {
  const asked: Record<string, number | undefined> = {};
  const informers: InformerSource = ({ definition }, { verifyEvery }) => {
    asked[definition.plural] = verifyEvery;
    return new FakeCache();
  };
  new Controller(clientOf("Boat"), {
    ...options,
    informers,
    owns: [clientOf("Sail"), new FakeCache()],
    watches: [watched(clientOf("Port"), () => [])],
    reconcile: () => undefined,
  });
  return asked;
}

it("goes to the informers of owned and watched clients too", () => {
  expect(askedFor({ verifyEvery: 5 })).toEqual({ boats: 5, sails: 5, ports: 5 });
  expect(askedFor({})).toEqual({ boats: undefined, sails: undefined, ports: undefined });
});

it("is for its own objects what the options of their informer say", () => {
  expect(askedFor({ verifyEvery: 5, informer: { verifyEvery: 0 } })).toEqual({
    boats: 0,
    sails: 5,
    ports: 5,
  });
  const onlyOwn = { boats: 7, sails: undefined, ports: undefined };
  expect(askedFor({ informer: { verifyEvery: 7 } })).toEqual(onlyOwn);
});
