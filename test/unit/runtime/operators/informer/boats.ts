import type { ResourceDefinition, ResourceTypes } from "../../../../../src/runtime/v1/index.js";
import { defineResource } from "../../../../../src/runtime/v1/index.js";
import type { Kept } from "../../../../support/fault-server.js";

/** The types of what a `FaultServer` keeps. */
export interface BoatTypes extends ResourceTypes {
  readonly scope: "Namespaced";
  readonly read: Kept;
  readonly list: { readonly metadata: object; readonly items: readonly Kept[] };
}

/** What a `FaultServer` keeps. */
export const boat: ResourceDefinition = defineResource({
  group: "example.com",
  version: "v1",
  kind: "Boat",
  plural: "boats",
  scope: "Namespaced",
});
