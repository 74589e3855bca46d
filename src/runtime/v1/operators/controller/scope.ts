import type { ResourceClient, ResourceTypes } from "../../client/resource-client.js";
import type { ResourceDefinition } from "../../values/resource-definition.js";

/** Namespaces, as the options of an informer name them. */
export interface Places {
  readonly namespaces?: readonly string[] | undefined;
  readonly allNamespaces?: boolean | undefined;
}

/** Where a controller looks for its objects; `{}`: not known, since an informer was given. */
export function scopeOfController(
  client: ResourceClient<ResourceTypes>,
  informer: Places | undefined,
): Places {
  if (client.definition.scope === "Cluster") return { allNamespaces: true };
  if (informer?.allNamespaces === true) return { allNamespaces: true };
  if (informer?.namespaces !== undefined) return { namespaces: informer.namespaces };
  const told = placesOf(client);
  if (told !== undefined || informer === undefined) return told ?? {};
  const { namespace = "default" } = client["caller"].place({});
  return { namespaces: [namespace] };
}

/**
 * Where owned objects are looked for: they live beside their owners. Throws a TypeError for a
 * client that would see but a part of them.
 */
export function scopeOfOwned(
  { definition: owner }: ResourceClient<ResourceTypes>,
  scope: Places,
  client: ResourceClient<ResourceTypes>,
): Places {
  const { definition } = client;
  if (definition.scope === "Cluster") {
    if (owner.scope === "Cluster") return {};
    throw new TypeError(
      `owns: ${nameOf(definition)} are cluster-scoped, and cannot be owned by objects of a ` +
        `namespace, such as ${nameOf(owner)}`,
    );
  }
  const told = placesOf(client);
  if (owner.scope === "Cluster" || told === undefined || told.allNamespaces === true) {
    return owner.scope === "Cluster" ? (told ?? scope) : orTold(scope, told);
  }
  const [namespace = ""] = told.namespaces ?? [];
  if (scope.allNamespaces !== true && (scope.namespaces ?? [namespace]).join() === namespace) {
    return told;
  }
  const where =
    scope.allNamespaces === true ? "all namespaces" : (scope.namespaces ?? []).join(", ");
  throw new TypeError(
    `owns: ${nameOf(definition)} are looked for in the namespace ${namespace} alone, but ` +
      `${nameOf(owner)} in ${where}: pass a client without a namespace, which follows the ` +
      "controller's",
  );
}

/** Where watched objects are looked for: where the client says, else where the controller looks. */
export function scopeOfWatched(scope: Places, client: ResourceClient<ResourceTypes>): Places {
  if (client.definition.scope === "Cluster") return {};
  return placesOf(client) ?? scope;
}

/** Where a client was told to look; undefined where it takes the transport's namespace. */
function placesOf(client: ResourceClient<ResourceTypes>): Places | undefined {
  const { allNamespaces, namespace } = client["caller"].coverage;
  if (allNamespaces === true) return { allNamespaces };
  return namespace === undefined ? undefined : { namespaces: [namespace] };
}

/** What is not known of the controller is as the client says. */
function orTold(scope: Places, told: Places | undefined): Places {
  const isKnown = scope.allNamespaces === true || scope.namespaces !== undefined;
  return isKnown ? scope : (told ?? scope);
}

function nameOf({ plural, group }: ResourceDefinition): string {
  return group === "" ? plural : `${plural}.${group}`;
}
