import { TransportError } from "../client/api-error.js";
import { errorText } from "../client/error-text.js";
import { loadModule } from "./http-module.js";
import type { NodeTransport, NodeTransportOptions } from "./node-transport.js";
import { nodeTransport } from "./node-transport.js";

/** What a pod does not know by itself. */
export type InClusterOptions = Omit<NodeTransportOptions, "baseUrl" | "token" | "ca">;

/** The variables of the environment, by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where the kubelet puts the service account of a pod: its `token`, and `ca.crt`. */
export const accountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

/** Milliseconds for which a token is kept: the kubelet renews its file long before it expires. */
const tokenAge = 60_000;

/**
 * A transport for programs in a pod, to the API server of their cluster, as the service account of
 * the pod (client-go, `rest.InClusterConfig`). Throws an Error outside of clusters.
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
  return nodeTransport({
    ...options,
    baseUrl,
    token: freshText(`${folder}/token`, tokenAge),
    ca: () => readText(`${folder}/ca.crt`),
  });
}

/** The API server that the environment of a pod names; `undefined` outside of clusters. */
export function inClusterUrl({
  KUBERNETES_SERVICE_HOST: host = "",
  KUBERNETES_SERVICE_PORT: port = "",
}: Environment): string | undefined {
  if (host === "" || port === "") return undefined;
  return `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/**
 * The text of a file that is read again when it is of some age. Where that fails, the old text has
 * to do.
 */
function freshText(path: string, age: number): () => Promise<string> {
  let last: { readonly text: string; readonly time: number } | undefined;
  return async () => {
    if (last !== undefined && Date.now() - last.time < age) return last.text;
    try {
      last = { text: await readText(path), time: Date.now() };
    } catch (error) {
      if (last === undefined) throw error;
    }
    return last.text;
  };
}

/** The part of `node:fs/promises` that is used. */
interface FileModule {
  readFile(path: string, encoding: "utf8"): Promise<string>;
}

async function readText(path: string): Promise<string> {
  const files = await loadModule<FileModule>("node:fs/promises");
  try {
    return await files.readFile(path, "utf8");
  } catch (error) {
    throw new TransportError(`the service account: ${errorText(error)}`, error);
  }
}
