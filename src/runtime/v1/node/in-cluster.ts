import { withMiddleware } from "../client/transport.js";
import { FreshFile, renewingToken, tokenInFile } from "./credentials.js";
import type { NodeTransport, NodeTransportOptions } from "./node-transport.js";
import { nodeTransport } from "./node-transport.js";
import type { Environment, ProxyUrl } from "./proxy-environment.js";
import { chosenProxy } from "./proxy-environment.js";

/** The options that a pod does not know by itself. */
export interface InClusterOptions extends Omit<
  NodeTransportOptions,
  "baseUrl" | "token" | "ca" | "proxyUrl"
> {
  /**
   * An HTTP proxy, or a function that finds it for the address of the server. The default is that
   * of the environment (`HTTPS_PROXY`, `NO_PROXY`).
   */
  readonly proxyUrl?: ProxyUrl | undefined;
}

/** Where the kubelet puts the service account of a pod: its `token`, and `ca.crt`. */
export const accountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

/**
 * A transport for programs in a pod, to the API server of their cluster, as the service account of
 * the pod (client-go, `rest.InClusterConfig`). Clients without a namespace use the pod's, from
 * Node.js 20.16 on. Throws an Error outside of clusters.
 */
export function inCluster(options: InClusterOptions = {}): NodeTransport {
  const scope = globalThis as { readonly process?: { readonly env: Environment } }; // of Node.js
  return serviceAccountTransport(accountFolder, scope.process?.env ?? {}, options);
}

/** The same for any place of the account's files. */
export function serviceAccountTransport(
  folder: string,
  environment: Environment,
  options: InClusterOptions,
): NodeTransport {
  const baseUrl = inClusterUrl(environment);
  if (baseUrl === undefined) {
    throw new Error(
      "not in a cluster: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set",
    );
  }
  const account = (name: string): FreshFile =>
    new FreshFile(`${folder}/${name}`, "the service account");
  const ca = account("ca.crt");
  const proxyUrl = chosenProxy(options.proxyUrl, baseUrl, environment);
  const transport = nodeTransport({ ...options, baseUrl, proxyUrl, ca: () => ca.text(0) });
  const token = renewingToken(tokenInFile(account("token")));
  return {
    ...withMiddleware(transport, token),
    get defaultNamespace() {
      return namespaceIn(folder);
    },
  };
}

/** The API server that the environment of a pod names; `undefined` outside of clusters. */
export function inClusterUrl({
  KUBERNETES_SERVICE_HOST: host = "",
  KUBERNETES_SERVICE_PORT: port = "",
}: Environment): string | undefined {
  if (host === "" || port === "") return undefined;
  return `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The part of `node:fs` that is used. */
interface SyncFileModule {
  readFileSync(path: string, encoding: "utf8"): string;
}

/** The way to load a module synchronously that Node.js has since 20.16. */
interface ModuleSource {
  readonly process?: { getBuiltinModule?(name: string): SyncFileModule | undefined };
}

/** The namespace of the pod; `undefined` where it cannot be read. */
function namespaceIn(folder: string): string | undefined {
  const { process } = globalThis as ModuleSource; // of Node.js
  try {
    const files = process?.getBuiltinModule?.("node:fs");
    const text = files?.readFileSync(`${folder}/namespace`, "utf8").trim();
    return text === "" ? undefined : text;
  } catch {
    return undefined;
  }
}
