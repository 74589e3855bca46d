import type { JsonObject } from "../../runtime/v1/json/json.js";

/** Sends a request as a controller does; gives the status of the answer. */
export type SendAs = (
  userAgent: string,
  method: string,
  path: string,
  body?: JsonObject,
) => Promise<number>;

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
  const account = { metadata: { name: "default" } };
  await create(`${path}/serviceaccounts`, account);
  const metadata = {
    name: "kube-root-ca.crt",
    annotations: { "kubernetes.io/description": description },
  };
  await create(`${path}/configmaps`, { metadata, data: { "ca.crt": rootCertificate } });

  async function create(collection: string, object: JsonObject & { metadata: { name: string } }) {
    const place = `${collection}/${object.metadata.name}`;
    if ((await send(controllerManager, "GET", place)) !== 404) return;
    await send(controllerManager, "POST", collection, object);
  }
}

/**
 * The namespace for which a request leaves something to do: one that it created, or one from which
 * it took what controllers put there.
 */
export function unfurnishedBy(method: string, path: string): string | undefined {
  const [, name, rest = ""] = /^\/api\/v1\/namespaces\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  if (method === "PATCH" && rest === "") return name;
  const isOwn = /^\/(?:serviceaccounts(?:\/default)?|configmaps(?:\/kube-root-ca\.crt)?)$/;
  return method === "DELETE" && isOwn.test(rest) ? name : undefined;
}
