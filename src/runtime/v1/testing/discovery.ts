import type { JsonObject } from "../values/json/json.js";
import type { ServedResource } from "./served-resource.js";
import type { ServedVersion } from "./served-version.js";

/** The resources that are served, for discovery. */
export type ServedResources = readonly ServedResource[];

const allVerbs = [
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "create",
  "update",
  "watch",
];
const many = "deletecollection";
/** Those of built-in resources are sorted. */
const sortedVerbs = /* @__PURE__ */ [...allVerbs].sort();
/** The verbs that may be used while a CRD is being deleted. */
const terminatingVerbs = ["delete", "deletecollection", "get", "list", "watch"];
const subresourceVerbs = ["get", "patch", "update"];

/** A version of a resource that is served. */
interface Served {
  readonly resource: ServedResource;
  readonly version: ServedVersion;
}

/** By the names of the resources. */
function servedOf(resources: ServedResources): readonly Served[] {
  const sorted = [...resources].sort((left, right) => (left.plural < right.plural ? -1 : 1));
  return sorted.flatMap((resource) =>
    [...resource.versions.values()]
      .filter(({ served = true, unresolved = false }) => served && !unresolved)
      .map((version) => ({ resource, version })),
  );
}

/** Groups of built-in resources by their priorities, which are higher than those of all others. */
const builtinGroups = [
  "",
  "apiregistration.k8s.io",
  "apps",
  "events.k8s.io",
  "authentication.k8s.io",
  "authorization.k8s.io",
  "autoscaling",
  "batch",
  "certificates.k8s.io",
  "networking.k8s.io",
  "policy",
  "rbac.authorization.k8s.io",
  "storage.k8s.io",
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
  "scheduling.k8s.io",
  "coordination.k8s.io",
  "node.k8s.io",
  "discovery.k8s.io",
  "resource.k8s.io",
  "flowcontrol.apiserver.k8s.io",
  "storagemigration.k8s.io",
];

/** Those of CRDs by name (kube-aggregator gives them all the same priority). */
function groupsOf(served: readonly Served[]): readonly string[] {
  const groups = [...new Set(served.map(({ resource }) => resource.group))].sort();
  const own = builtinGroups.filter((group) => groups.includes(group));
  return [...own, ...groups.filter((group) => !own.includes(group))];
}

function verbsOf({ group, plural, storage }: ServedResource): readonly string[] {
  if (storage.verbs !== undefined) return storage.verbs;
  // Namespaces are deleted one by one.
  if (plural === "namespaces" && group === "") return sortedVerbs.filter((one) => one !== many);
  if (builtinGroups.includes(group)) return sortedVerbs;
  return storage.terminating === true ? terminatingVerbs : allVerbs;
}

/** `/api`, where the core group is served by a server at an address. */
export function coreVersions(serverAddress: string): JsonObject {
  return {
    kind: "APIVersions",
    versions: ["v1"],
    serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress }],
  };
}

/** `/apis` */
export function groupList(resources: ServedResources): JsonObject {
  const served = servedOf(resources);
  // Here groups of CRDs come by the names of their APIServices.
  const services = served.map(({ resource, version }) => [version.version, resource.group]);
  services.sort((left, right) => (left.join(".") < right.join(".") ? -1 : 1));
  const own = groupsOf(served).filter((group) => builtinGroups.includes(group));
  const all = new Set([...own, ...services.map(([, group = ""]) => group)]);
  const named = [...all].filter((group) => group !== "");
  return {
    kind: "APIGroupList",
    apiVersion: "v1",
    groups: named.flatMap((group) => {
      const entry = groupEntry(resources, group);
      return entry === undefined ? [] : [entry];
    }),
  };
}

/** `/apis/<group>`; undefined for a group that is not served. */
export function groupDocument(resources: ServedResources, group: string): JsonObject | undefined {
  const entry = groupEntry(resources, group);
  return entry === undefined ? undefined : { kind: "APIGroup", apiVersion: "v1", ...entry };
}

function groupEntry(resources: ServedResources, group: string): JsonObject | undefined {
  const versions = versionsOf(resources, group).map((version) => ({
    groupVersion: `${group}/${version}`,
    version,
  }));
  const [preferredVersion] = versions;
  return preferredVersion === undefined ? undefined : { name: group, versions, preferredVersion };
}

/** In Kubernetes' order: the newest stable version first. */
function versionsOf(resources: ServedResources, group: string): readonly string[] {
  const served = servedOf(resources).filter(({ resource }) => resource.group === group);
  return [...new Set(served.map(({ version }) => version.version))].sort(compareVersions);
}

/** apimachinery `version/helpers.go`, CompareKubeAwareVersionStrings, the greatest first */
export function compareVersions(left: string, right: string): number {
  const [one, other] = [versionParts(left), versionParts(right)];
  if (one === undefined && other === undefined) return left < right ? -1 : Number(left > right);
  if (one === undefined) return 1;
  if (other === undefined) return -1;
  for (const [index, part] of one.entries()) {
    const difference = (other[index] ?? 0) - part;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Stability, major, minor. */
function versionParts(version: string): readonly number[] | undefined {
  const found = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
  if (found === null) return undefined;
  const [, major, stage, minor = 0] = found;
  const stability = { alpha: 0, beta: 1, stable: 2 }[stage ?? "stable"] ?? 2;
  return [stability, Number(major), Number(minor)];
}

/** `/apis/<group>/<version>`; undefined for a version that is not served. */
export async function resourceList(
  resources: ServedResources,
  group: string,
  version: string,
): Promise<JsonObject | undefined> {
  const served = servedOf(resources).filter(
    (one) => one.resource.group === group && one.version.version === version,
  );
  if (served.length === 0) return undefined;
  const entries = await Promise.all(served.map(resourceEntries));
  return {
    kind: "APIResourceList",
    // The core group's own handler leaves it out.
    ...(group !== "" && { apiVersion: "v1" }),
    groupVersion: group === "" ? version : `${group}/${version}`,
    resources: entries.flat(),
  };
}

async function resourceEntries({ resource, version }: Served): Promise<JsonObject[]> {
  const { plural, singular, kind, shortNames, categories, subresources } = version;
  const { otherSubresources = [], verbs } = version;
  const { namespaced, storage } = resource;
  const isKept = storage.served !== false && verbs === undefined;
  const own: JsonObject = {
    name: plural,
    singularName: singular,
    namespaced,
    kind,
    verbs: [...verbsOf(resource)],
    ...(shortNames.length > 0 && { shortNames: [...shortNames] }),
    ...(categories.length > 0 && { categories: [...categories] }),
    ...(isKept && {
      storageVersionHash: await versionHash(`${storedAs(resource)}/${kind}`),
    }),
  };
  const entries = [own];
  const place = { singularName: "", namespaced };
  for (const { name, verbs: allowed, sends = { kind } } of otherSubresources) {
    entries.push({ name: `${plural}/${name}`, ...place, ...sends, verbs: [...allowed] });
  }
  if (subresources.status) {
    entries.push({ name: `${plural}/status`, ...place, kind, verbs: subresourceVerbs });
  }
  if (subresources.scale !== undefined) {
    entries.push({ name: `${plural}/scale`, ...place, ...scaleKind, verbs: subresourceVerbs });
  }
  return version.typed === undefined ? entries : sortedBy(entries, "name");
}

/** Of built-in kinds, subresources are sorted. */
function sortedBy(entries: readonly JsonObject[], key: string): JsonObject[] {
  return [...entries].sort((one, other) => (String(one[key]) < String(other[key]) ? -1 : 1));
}

const scaleKind = { group: "autoscaling", version: "v1", kind: "Scale" };

/** Kinds that are stored in an older version; events of both groups are stored as those of core. */
const olderStorage: { readonly [resource: string]: string | undefined } = {
  "customresourcedefinitions.apiextensions.k8s.io": "v1beta1",
  "clustertrustbundles.certificates.k8s.io": "v1beta1",
  "devicetaintrules.resource.k8s.io": "v1beta2",
  "podcertificaterequests.certificates.k8s.io": "v1beta1",
  "storageversionmigrations.storagemigration.k8s.io": "v1beta1",
};

function storedAs({ group, plural, storage }: ServedResource): string {
  const version = olderStorage[`${plural}.${group}`] ?? storage.version;
  return `${group === "events.k8s.io" ? "" : group}/${version}`;
}

async function versionHash(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(bytes).slice(0, 8)));
}

/** The whole in one document, of the core group or of all others (`apidiscovery.k8s.io/v2`). */
export function aggregatedDiscovery(resources: ServedResources, isCore: boolean): JsonObject {
  const served = servedOf(resources);
  const items = groupsOf(served)
    .filter((group) => (group === "") === isCore)
    .map((group) => ({
      metadata: group === "" ? {} : { name: group },
      versions: versionsOf(resources, group).map((version) => ({
        version,
        resources: served
          .filter((one) => one.resource.group === group && one.version.version === version)
          .map(aggregatedEntry),
        freshness: "Current",
      })),
    }));
  return {
    kind: "APIGroupDiscoveryList",
    apiVersion: "apidiscovery.k8s.io/v2",
    metadata: {},
    items,
  };
}

function aggregatedEntry({ resource, version }: Served): JsonObject {
  const { plural, singular, kind, shortNames, categories, scope, subresources } = version;
  // Built-in ones leave out what the group's own entry says.
  const { group } = resource;
  const responseKind = builtinGroups.includes(group)
    ? { group: "", version: "", kind }
    : { group, version: version.version, kind };
  const entries: JsonObject[] = (version.otherSubresources ?? []).map(
    ({ name, verbs, sends = responseKind }) => ({
      subresource: name,
      responseKind: { group: "", version: "", ...sends },
      verbs: [...verbs],
    }),
  );
  if (subresources.status) {
    entries.push({ subresource: "status", responseKind, verbs: subresourceVerbs });
  }
  if (subresources.scale !== undefined) {
    entries.push({ subresource: "scale", responseKind: scaleKind, verbs: subresourceVerbs });
  }
  return {
    resource: plural,
    responseKind,
    scope: scope === "Cluster" ? "Cluster" : "Namespaced",
    singularResource: singular,
    verbs: [...verbsOf(resource)],
    ...(shortNames.length > 0 && { shortNames: [...shortNames] }),
    ...(categories.length > 0 && { categories: [...categories] }),
    ...(entries.length > 0 && {
      subresources: version.typed === undefined ? entries : sortedBy(entries, "subresource"),
    }),
  };
}
