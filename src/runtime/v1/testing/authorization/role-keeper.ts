import type { TransportRequest } from "../../client/transport.js";
import { goJson } from "../../values/go/json.js";
import type { Json } from "../../values/json/json.js";
import { orThrow } from "../failure.js";
import type { ServedVersion } from "../served-version.js";
import type { Collection } from "../store.js";
import { outdatedRoles } from "./aggregated-rules.js";
import type { BootstrapPolicy } from "./bootstrap-policy.js";
import { bootstrapObjects, storedBootstrapObject } from "./bootstrap-policy.js";
import { rbacGroup } from "./stored-rights.js";

/** The parts of a served resource that are written to. */
interface KeptResource {
  readonly collection: Collection;
  readonly storage: ServedVersion;
}

/** The server whose roles are kept. */
interface RoleServer {
  readonly resourceOf: (resource: string) => KeptResource | undefined;
  /** Sends a request in the name of the server. */
  readonly send: (request: TransportRequest) => Promise<unknown>;
  /** As the server writes it. */
  readonly now: () => string;
}

const clusterRoles = `clusterroles.${rbacGroup}`;
/** ClusterRoles may gather each other's rules, in a circle too: each turn adds some. */
const mostTurns = 20;

/**
 * Does what controllers do with roles in a cluster: makes those that each server has, and gives
 * ClusterRoles the rules that they gather of others, before anybody is answered.
 */
export class RoleKeeper {
  readonly #server: RoleServer;
  #isOutdated = true;
  #working: Promise<void> | undefined;

  constructor(server: RoleServer) {
    this.#server = server;
  }

  /** Makes the objects of a policy that are not there. */
  make(policy: BootstrapPolicy): void {
    for (const object of bootstrapObjects(policy)) {
      const resource = this.#server.resourceOf(object.resource);
      const { namespace, name } = object;
      const key = namespace === "" ? name : `${namespace}/${name}`;
      if (resource === undefined || resource.collection.get(key) !== undefined) continue;
      const facts = { uid: crypto.randomUUID(), creationTimestamp: this.#server.now() };
      const kept = resource.collection.put(key, (resourceVersion) => ({
        text: goJson(storedBootstrapObject(object, { ...facts, resourceVersion })),
        version: resource.storage,
      }));
      orThrow(kept);
    }
    this.#isOutdated = true;
  }

  /** Hears that an object of a resource has changed. */
  note(resource: string): void {
    if (resource === clusterRoles) this.#isOutdated = true;
  }

  /** Brings rules that are gathered up to date, where that may be necessary. */
  work(): Promise<void> {
    if (this.#isOutdated)
      this.#working ??= this.#gather().finally(() => (this.#working = undefined));
    return this.#working ?? Promise.resolve();
  }

  async #gather(): Promise<void> {
    for (let turn = 0; this.#isOutdated && turn < mostTurns; turn++) {
      this.#isOutdated = false;
      const roles = this.#server.resourceOf(clusterRoles)?.collection.list("") ?? [];
      const gathering = outdatedRoles(roles.map((revision) => revision.read()));
      for (const { name, rules } of gathering) await this.#apply(name, rules);
    }
  }

  async #apply(name: string, rules: Json[]): Promise<void> {
    const apiVersion = `${rbacGroup}/v1`;
    await this.#server.send({
      method: "PATCH",
      path: `/apis/${apiVersion}/clusterroles/${encodeURIComponent(name)}`,
      query: "fieldManager=clusterrole-aggregation-controller&force=true",
      headers: [
        ["content-type", "application/apply-patch+yaml"],
        ["accept", "application/json"],
      ],
      body: JSON.stringify({ apiVersion, kind: "ClusterRole", metadata: { name }, rules }),
    });
  }
}
