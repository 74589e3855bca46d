import { deepEqual } from "../../runtime/v1/values/json/deep-equal.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { metadataOf } from "../../runtime/v1/values/metadata/resource-metadata.js";
import { textOf } from "../../runtime/v1/values/metadata/rules.js";

/** Sends a request as a controller does. */
export type SendAs = (
  userAgent: string,
  method: string,
  path: string,
  body?: JsonObject,
) => Promise<ControllerAnswer>;

/** What a controller is answered. */
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
  await furnish(send, `${path}/serviceaccounts`, "default", (known) =>
    known === undefined ? { metadata: { name: "default" } } : undefined,
  );
  await furnish(send, `${path}/configmaps`, certificateMap, (known) =>
    published(known, rootCertificate),
  );
}

/** Creates or updates an object, unless it is as it should be. */
async function furnish(
  send: SendAs,
  collection: string,
  name: string,
  wanted: (known: JsonObject | undefined) => JsonObject | undefined,
): Promise<void> {
  const place = `${collection}/${name}`;
  const { status, object } = await send(controllerManager, "GET", place);
  const isThere = status !== 404;
  if (isThere && status !== 200) return;
  const body = wanted(isThere ? object : undefined);
  if (body === undefined) return;
  const method = isThere ? "PUT" : "POST";
  await send(controllerManager, method, isThere ? place : collection, body);
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

/** Whether an object of a namespace is one that controllers put there. */
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
