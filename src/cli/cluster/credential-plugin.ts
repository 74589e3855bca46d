import type { ClusterAccess, ExecPlugin } from "../../config/kubeconfig.js";
import { KubeconfigError } from "../../config/kubeconfig.js";
import { reasonOf } from "../../diagnostics/reason.js";
import { isObject } from "../../runtime/v1/json/json.js";
import type { NodeTransportOptions } from "../../runtime/v1/node/node-transport.js";
import type { Host } from "../host.js";
import { besideOf, pem } from "./kubeconfig-files.js";

/** How a user proves who they are. */
export type Credentials = Pick<NodeTransportOptions, "token" | "cert" | "key">;

/** What a credential plugin prints (Kubernetes documentation, "client-go credential plugins"). */
interface ExecCredential {
  readonly status?: {
    readonly token?: string;
    readonly clientCertificateData?: string;
    readonly clientKeyData?: string;
  };
}

/**
 * Runs a credential plugin and gives what it answers; its expiry does not matter for a run this
 * short.
 *
 * @throws KubeconfigError if it fails
 */
export async function runPlugin(
  plugin: ExecPlugin,
  { cluster, userFile, clusterFile }: ClusterAccess,
  host: Host,
): Promise<Credentials> {
  const info = {
    apiVersion: plugin.apiVersion ?? "client.authentication.k8s.io/v1",
    kind: "ExecCredential",
    spec: {
      interactive: host.errorIsTerminal,
      ...(plugin.provideClusterInfo === true
        ? { cluster: await clusterInfo(cluster, clusterFile, host) }
        : {}),
    },
  };
  const environment: Record<string, string> = { KUBERNETES_EXEC_INFO: JSON.stringify(info) };
  for (const { name, value } of plugin.env ?? []) environment[name] = value;
  // As in a shell, a name without a slash is looked up in the path.
  const command = /[/\\]/.test(plugin.command)
    ? besideOf(userFile, plugin.command)
    : plugin.command;
  const output = await host.run(command, plugin.args ?? [], environment).catch((error: unknown) => {
    const hint = plugin.installHint === undefined ? "" : `\n${plugin.installHint}`;
    throw new KubeconfigError(
      `the credential plugin '${plugin.command}' failed: ${reasonOf(error)}${hint}`,
    );
  });
  const status = parseCredential(output)?.status;
  if (status === undefined) {
    throw new KubeconfigError(
      `the credential plugin '${plugin.command}' did not return an ExecCredential`,
    );
  }
  return { token: status.token, cert: status.clientCertificateData, key: status.clientKeyData };
}

async function clusterInfo(
  cluster: ClusterAccess["cluster"],
  file: string,
  host: Host,
): Promise<Record<string, unknown>> {
  const ca = await pem(cluster, "certificate-authority", file, host);
  return {
    server: cluster.server,
    "tls-server-name": cluster["tls-server-name"],
    "insecure-skip-tls-verify": cluster["insecure-skip-tls-verify"],
    "certificate-authority-data": ca === undefined ? undefined : Buffer.from(ca).toString("base64"),
  };
}

const statusFields = ["token", "clientCertificateData", "clientKeyData"];

function isCredential(value: unknown): value is ExecCredential {
  if (!isObject(value) || !isObject(value["status"])) return false;
  const { status } = value;
  return statusFields.every((name) => ["string", "undefined"].includes(typeof status[name]));
}

function parseCredential(output: string): ExecCredential | undefined {
  try {
    const value: unknown = JSON.parse(output);
    return isCredential(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
