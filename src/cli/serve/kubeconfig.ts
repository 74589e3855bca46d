import type { JsonObject } from "../../runtime/v1/json/json.js";
import type { Certificates } from "./certificates.js";

/** How clients reach a server. */
export interface Access {
  readonly url: string;
  readonly certificates: Certificates | undefined;
  readonly token: string | undefined;
}

/** A kubeconfig with one context, which is called `crdgen`. */
export function kubeconfigOf({ url, certificates, token }: Access): JsonObject {
  const name = "crdgen";
  const encode = (text: string): string => Buffer.from(text).toString("base64");
  const cluster = {
    server: url,
    ...(certificates && { "certificate-authority-data": encode(certificates.authority) }),
  };
  const user = {
    ...(token !== undefined && { token }),
    ...(certificates &&
      token === undefined && {
        "client-certificate-data": encode(certificates.client.certificate),
        "client-key-data": encode(certificates.client.key),
      }),
  };
  return {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name, namespace: "default" } }],
    "current-context": name,
  };
}
