import type { SendAs } from "../../runtime/v1/built-in/namespace-controller.js";
import { furnish } from "../../runtime/v1/built-in/namespace-controller.js";
import { deepEqual } from "../../runtime/v1/values/json/deep-equal.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";

const systemMaps = "/api/v1/namespaces/kube-system/configmaps";

/**
 * Makes the ConfigMaps in which a server tells programs beside it whose certificates to trust
 * (Kubernetes `pkg/controlplane/controller/clusterauthenticationtrust`), and since when it has
 * looked at old tokens of ServiceAccounts (`pkg/serviceaccount` and the controller
 * `legacytokentracking`).
 *
 * @param rootCertificate of clients, in PEM; `""` without TLS, then nothing is told of it
 * @param now RFC 3339
 */
export async function makeSystemMaps(
  rootCertificate: string,
  now: string,
  send: SendAs,
): Promise<void> {
  const sender = { send, userAgent: "kube-apiserver" };
  const since = now.slice(0, "2026-01-01".length);
  await furnish(sender, systemMaps, tracking, (known) =>
    known === undefined ? { metadata: { name: tracking }, data: { since } } : undefined,
  );
  if (rootCertificate === "") return;
  const data = trustOf(rootCertificate);
  await furnish(sender, systemMaps, authentication, (known) => {
    if (known === undefined) return { metadata: { name: authentication }, data };
    // The authority may be another one with each start.
    return deepEqual(known["data"] ?? null, data) ? undefined : { ...known, data };
  });
}

const authentication = "extension-apiserver-authentication";
const tracking = "kube-apiserver-legacy-service-account-token-tracking";

/**
 * What other programs take a client's word for: the authority of certificates, and proxies, whose
 * certificates it would sign too. Without proxies these programs would not find the ConfigMap
 * complete.
 */
function trustOf(rootCertificate: string): JsonObject {
  return {
    "client-ca-file": rootCertificate,
    "requestheader-allowed-names": '["front-proxy-client"]',
    "requestheader-client-ca-file": rootCertificate,
    "requestheader-extra-headers-prefix": '["X-Remote-Extra-"]',
    "requestheader-group-headers": '["X-Remote-Group"]',
    "requestheader-username-headers": '["X-Remote-User"]',
  };
}
