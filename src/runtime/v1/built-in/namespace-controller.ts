import { updateManagedFields } from "../apply/update-managed-fields.js";
import { serverTime } from "../testing/environment.js";
import type { RemainingContent } from "../testing/served-version.js";
import { deepEqual } from "../values/json/deep-equal.js";
import type { JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import type { KubernetesMinor } from "../values/kubernetes-version.js";
import { metadataOf, withEntries } from "../values/metadata/resource-metadata.js";
import { objectsOf, textOf, textsOf } from "../values/metadata/rules.js";
import { hasKindChange } from "./changes.js";
import { kindMergeType } from "./patch-schema.js";
import { namespaceFinalizer } from "./strategies/namespace.js";
import { mapAt } from "./strategies/strategy.js";

/*
 * What becomes of a namespace that is being deleted (Kubernetes
 * `pkg/controller/namespace/deletion`).
 */

interface Condition {
  readonly type: string;
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
}

/** Tells whether a finalizer of its spec holds a namespace. */
export function isNamespaceHeld(namespace: JsonObject): boolean {
  return textsOf(mapAt(namespace, "spec"), "finalizers").length > 0;
}

/** The resource whose objects are deleted before all others of a namespace. */
export function emptiedFirst(minor: KubernetesMinor): string | undefined {
  return hasKindChange(minor, "podsGoFirst") ? "pods." : undefined;
}

/** The namespace with the five conditions; without the finalizer once it is empty. */
export function settledNamespace(
  namespace: JsonObject,
  content: readonly RemainingContent[],
  isWaiting: boolean,
  now: number,
): JsonObject {
  // As it waits for pods, the controller counts nothing.
  const described = withConditions(namespace, conditionsOf(isWaiting ? [] : content), now);
  if (content.length > 0) return described;
  const finalizers = textsOf(mapAt(namespace, "spec"), "finalizers");
  const left = finalizers.filter((one) => one !== namespaceFinalizer);
  return { ...described, spec: left.length === 0 ? {} : { finalizers: [...left] } };
}

function conditionsOf(content: readonly RemainingContent[]): readonly Condition[] {
  return [
    fine("NamespaceDeletionDiscoveryFailure", "ResourcesDiscovered", "All resources successfully discovered"),
    fine("NamespaceDeletionGroupVersionParsingFailure", "ParsedGroupVersions", "All legacy kube types successfully parsed"),
    fine("NamespaceDeletionContentFailure", "ContentDeleted", "All content successfully deleted, may be waiting on finalization"),
    contentCondition(content),
    finalizersCondition(content),
  ]; // prettier-ignore
}

function fine(type: string, reason: string, message: string): Condition {
  return { type, status: "False", reason, message };
}

function contentCondition(content: readonly RemainingContent[]): Condition {
  const type = "NamespaceContentRemaining";
  if (content.length === 0) return fine(type, "ContentRemoved", "All content successfully removed");
  const rest = content.map(
    ({ resource, finalizers }) => `${resource} has ${finalizers.length} resource instances`,
  );
  const message = `Some resources are remaining: ${rest.sort().join(", ")}`;
  return { type, status: "True", reason: "SomeResourcesRemain", message };
}

function finalizersCondition(content: readonly RemainingContent[]): Condition {
  const type = "NamespaceFinalizersRemaining";
  const counts = new Map<string, number>();
  for (const name of content.flatMap(({ finalizers }) => finalizers.flat())) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (counts.size === 0) {
    return fine(type, "ContentHasNoFinalizers", "All content-preserving finalizers finished");
  }
  const rest = [...counts].map(([name, count]) => `${name} in ${count} resource instances`);
  const message = `Some content in the namespace has finalizers remaining: ${rest.sort().join(", ")}`;
  return { type, status: "True", reason: "SomeFinalizersRemain", message };
}

function withConditions(
  namespace: JsonObject,
  conditions: readonly Condition[],
  now: number,
): JsonObject {
  const status = mapAt(namespace, "status");
  const old = objectsOf(status, "conditions");
  const time = serverTime(now);
  const own = conditions.map(({ type, status: state, reason, message }) => {
    const before = old.find((one) => textOf(one, "type") === type);
    const isSame = before !== undefined && textOf(before, "status") === state;
    const lastTransitionTime = isSame ? (before["lastTransitionTime"] ?? time) : time;
    return { type, status: state, lastTransitionTime, reason, message };
  });
  const kept = old.map((one) => own.find(({ type }) => type === textOf(one, "type")) ?? one);
  const isKnown = (type: string): boolean => old.some((one) => textOf(one, "type") === type);
  const written = [...kept, ...own.filter(({ type }) => !isKnown(type))];
  if (deepEqual([...old], written)) return namespace;
  const changed = { ...namespace, status: { ...status, conditions: written } };
  return withOwner(namespace, changed, time);
}

/** The controller owns the conditions. */
function withOwner(namespace: JsonObject, changed: JsonObject, time: string): JsonObject {
  const owned = updateManagedFields(namespace, changed, {
    schema: { type: kindMergeType("core/v1.Namespace"), status: "with metadata" },
    apiVersion: "v1",
    manager: "kube-controller-manager",
    subresource: "status",
    time,
  });
  return withEntries(changed, metadataOf(owned)["managedFields"]);
}

/** Sends a request as a controller does. */
export type SendAs = (
  userAgent: string,
  method: string,
  path: string,
  body?: JsonObject,
) => Promise<ControllerAnswer>;

/** An answer to a controller. */
export interface ControllerAnswer {
  readonly status: number;
  readonly object: JsonObject;
}

const controllerManager = "kube-controller-manager";

const description =
  "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.";

/**
 * Creates what controllers put into each namespace, where it is not there: the ServiceAccount
 * `default` and the ConfigMap `kube-root-ca.crt` (Kubernetes `pkg/controller/serviceaccount`,
 * `pkg/controller/certificates/rootcacertpublisher`).
 *
 * @param rootCertificate in PEM; `""` for a server without TLS
 */
export async function furnishNamespace(
  name: string,
  rootCertificate: string,
  send: SendAs,
): Promise<void> {
  const path = `/api/v1/namespaces/${name}`;
  const sender = { send, userAgent: controllerManager };
  await furnish(sender, `${path}/serviceaccounts`, "default", (known) =>
    known === undefined ? { metadata: { name: "default" } } : undefined,
  );
  await furnish(sender, `${path}/configmaps`, certificateMap, (known) =>
    published(known, rootCertificate),
  );
}

/** A program that writes to the server. */
interface Sender {
  readonly send: SendAs;
  readonly userAgent: string;
}

/**
 * Creates or updates an object, unless it is as it should be; nothing happens where its kind is not
 * served.
 *
 * @param wanted the object as it should be, of the one that is there; undefined where it is so
 */
export async function furnish(
  { send, userAgent }: Sender,
  collection: string,
  name: string,
  wanted: (known: JsonObject | undefined) => JsonObject | undefined,
): Promise<void> {
  const place = `${collection}/${name}`;
  const { status, object } = await send(userAgent, "GET", place);
  const isThere = status !== 404;
  if (isThere && status !== 200) return;
  const body = wanted(isThere ? object : undefined);
  if (body === undefined) return;
  const method = isThere ? "PUT" : "POST";
  await send(userAgent, method, isThere ? place : collection, body);
}

const certificateMap = "kube-root-ca.crt";
const descriptionKey = "kubernetes.io/description";

/** The ConfigMap with the certificate; undefined if it has that already. */
function published(known: JsonObject | undefined, certificate: string): JsonObject | undefined {
  const data = { "ca.crt": certificate };
  const metadata = metadataOf(known ?? {});
  const { annotations = {} } = metadata;
  const own = isObject(annotations) ? annotations : {};
  const isDescribed = textOf(own, descriptionKey) !== "";
  if (known !== undefined && isDescribed && deepEqual(known["data"] ?? null, data)) {
    return undefined;
  }
  const described = { ...own, [descriptionKey]: description };
  return {
    ...known,
    metadata: { name: certificateMap, ...metadata, annotations: described },
    data,
  };
}

/** Tells whether an object of a namespace is one that controllers put there. */
export function isFurniture(resource: string, name = ""): boolean {
  const [plural = ""] = resource.split(".");
  return furniture.test(`${plural}/${name}`) && resource.endsWith(".");
}

const furniture = /^(?:serviceaccounts\/default|configmaps\/kube-root-ca\.crt)$/;

/**
 * The namespace for which a request leaves something to do: one that it changed, or one in which it
 * changed what controllers put there.
 */
export function unfurnishedBy(method: string, path: string): string | undefined {
  const [, name, rest = ""] = /^\/api\/v1\/namespaces\/([^/]+)(\/.*)?$/.exec(plain(path)) ?? [];
  if (method === "PATCH" && rest === "") return name;
  const isOwn = furniture.test(rest.slice(1));
  const isCollection = /^\/(?:serviceaccounts|configmaps)$/.test(rest);
  const isConcerned = (method === "DELETE" && isCollection) || (method !== "GET" && isOwn);
  return isConcerned ? name : undefined;
}

/** A path as it is looked at: decoded, without slashes at its end. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path).replace(/\/+$/, "");
  } catch {
    return path;
  }
}
