import { join } from "node:path";
import type { ClusterAccess, KubeconfigFile } from "../../config/kubeconfig.js";
import { KubeconfigError, selectContext } from "../../config/kubeconfig.js";
import type { Impersonation } from "../../runtime/v1/client/authentication.js";
import type { Transport } from "../../runtime/v1/client/transport.js";
import { withHeader, withMiddleware } from "../../runtime/v1/client/transport.js";
import {
  accountFolder,
  inClusterUrl,
  serviceAccountTransport,
} from "../../runtime/v1/node/in-cluster.js";
import { nodeTransport } from "../../runtime/v1/node/node-transport.js";
import type { Host } from "../host.js";
import { isHttpProxy, proxyFor } from "../network/proxy-environment.js";
import type { Credentials } from "./credential-plugin.js";
import { runPlugin } from "./credential-plugin.js";
import { besideOf, pem, readText } from "./kubeconfig-files.js";

/** What works wherever kubectl does. */
const instead = "pipe 'kubectl get crds -o yaml' into crdgen instead";

/**
 * A transport to the cluster of a context of the kubeconfig; without a kubeconfig, and without the
 * name of a context, to the cluster that the process runs in.
 *
 * @throws KubeconfigError if the kubeconfig is not usable, or says what is not supported
 */
export async function connect(context: string | undefined, host: Host): Promise<Transport> {
  const files = await readKubeconfigs(host);
  if (files.length > 0) return connectAs(await selectContext(files, context), host);
  const baseUrl = inClusterUrl(host.environment);
  if (context === undefined && baseUrl !== undefined) {
    const proxyUrl = usableProxy(undefined, baseUrl, host);
    return serviceAccountTransport(accountFolder, host.environment, { proxyUrl });
  }
  throw new KubeconfigError(
    "no kubeconfig: neither $KUBECONFIG nor ~/.kube/config names a file that exists",
  );
}

async function readKubeconfigs(host: Host): Promise<readonly KubeconfigFile[]> {
  const { KUBECONFIG, HOME, USERPROFILE } = host.environment;
  const separator = process.platform === "win32" ? ";" : ":";
  const paths =
    KUBECONFIG === undefined || KUBECONFIG === ""
      ? [join(HOME ?? USERPROFILE ?? ".", ".kube", "config")]
      : KUBECONFIG.split(separator).filter((path) => path !== "");
  const files: KubeconfigFile[] = [];
  for (const path of paths) {
    if ((await host.kindOf(path)) !== "file") continue;
    files.push({ path, text: await readText(path, host) });
  }
  return files;
}

async function connectAs(access: ClusterAccess, host: Host): Promise<Transport> {
  const { cluster, user } = access;
  if (user["auth-provider"]) {
    throw new KubeconfigError(
      `context '${access.context}' has an auth-provider, which is not supported; ${instead}`,
    );
  }
  const server = cluster.server ?? "";
  if (!/^https?:$/.test(URL.canParse(server) ? new URL(server).protocol : "")) {
    throw new KubeconfigError(
      `context '${access.context}': '${server}' is not the address of a server`,
    );
  }
  const credentials = user.exec
    ? await runPlugin(user.exec, access, host)
    : await storedCredentials(access, host);
  const transport = nodeTransport({
    baseUrl: server,
    ca: await pem(cluster, "certificate-authority", access.clusterFile, host),
    insecureSkipTlsVerify: cluster["insecure-skip-tls-verify"],
    tlsServerName: cluster["tls-server-name"],
    proxyUrl: usableProxy(cluster["proxy-url"], server, host),
    impersonate: impersonationOf(user),
    ...credentials,
  });
  if (user.username === undefined) return transport;
  const basic = Buffer.from(`${user.username}:${user.password ?? ""}`).toString("base64");
  return withMiddleware(
    transport,
    (next) => (request) => next(withHeader(request, "authorization", `Basic ${basic}`)),
  );
}

/**
 * The proxy that the kubeconfig names for a server, else the one of the environment; kubectl knows
 * SOCKS, too.
 */
function usableProxy(named: string | undefined, server: string, host: Host): string | undefined {
  const isNamed = named !== undefined && named !== "";
  const proxy = isNamed ? named : proxyFor(new URL(server), host.environment);
  if (proxy === undefined || isHttpProxy(proxy)) return proxy;
  throw new KubeconfigError(
    `the proxy of the cluster is not supported, because its URL is not http or https; ${instead}`,
  );
}

async function storedCredentials(
  { user, userFile }: ClusterAccess,
  host: Host,
): Promise<Credentials> {
  const token =
    user.tokenFile === undefined
      ? user.token
      : (await readText(besideOf(userFile, user.tokenFile), host)).trim();
  return {
    token: token === "" ? undefined : token,
    cert: await pem(user, "client-certificate", userFile, host),
    key: await pem(user, "client-key", userFile, host),
  };
}

function impersonationOf(user: ClusterAccess["user"]): Impersonation | undefined {
  if (user.as === undefined) return undefined;
  return {
    user: user.as,
    uid: user["as-uid"],
    groups: user["as-groups"],
    extra: user["as-user-extra"],
  };
}
