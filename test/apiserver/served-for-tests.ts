import type { IncomingMessage } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { z } from "zod";
import { serverTime } from "../../src/runtime/v1/testing/environment.js";
import type { JsonObject } from "../../src/runtime/v1/values/json/json.js";
import {
  newestMinor,
  parseKubernetesVersion,
} from "../../src/runtime/v1/values/kubernetes-version.js";
import { definitionOfToday } from "../../src/server/definitions/stored-definitions.js";
import type { ServedCluster } from "./two-clusters.js";
import { serveCluster } from "./two-clusters.js";

/*
 * Kubernetes' integration tests start an API server of their own, and look into its etcd. They are
 * other programs, so they ask this one for a server, and for what it stores:
 *
 *   POST   /<test>/servers      {"flags": […], "anyNamespace": …} → {"path", "kubeconfig"}
 *   DELETE <path>
 *   GET    <path>/<resource>/<key>   what is stored, as JSON
 *   PUT    <path>/<resource>/<key>   stores it, past all rules
 *
 * A test may start an API server of CRDs, for which any namespace will do, beside kube-apiserver.
 * They have one etcd, which counts the versions of both, and neither has what the other has: here
 * they are one server.
 */

/** Starts servers for those who ask. */
export interface ServersForTests {
  readonly url: string;
  close(): Promise<void>;
}

const asked = z.object({ flags: z.array(z.string()).nullable(), anyNamespace: z.boolean() });

interface Started {
  readonly test: string;
  readonly anyNamespace: boolean;
  readonly server: ServedCluster;
}

/** Listens at a free port. */
export async function serversForTests(): Promise<ServersForTests> {
  const servers = new Map<string, Started>();
  let count = 0;
  const answer = async (request: IncomingMessage): Promise<string> => {
    const { method = "", url = "" } = request;
    const [, test = "", , id = "", resource = "", ...key] = decodeURIComponent(url).split("/");
    const body = await textOf(request);
    if (method === "POST") {
      const { flags, anyNamespace } = asked.parse(JSON.parse(body));
      const beside = [...servers.values()].find(
        (one) => one.test === test && one.anyNamespace !== anyNamespace,
      );
      const server = beside?.server ?? (await startServer(flags ?? [], anyNamespace));
      count++;
      servers.set(String(count), { test, anyNamespace, server });
      return JSON.stringify({ path: `/servers/${count}`, kubeconfig: server.kubeconfig });
    }
    const server = servers.get(id)?.server;
    if (server === undefined) throw new Error(`there is no server ${id}`);
    if (method === "DELETE") {
      servers.delete(id);
      if (![...servers.values()].some((one) => one.server === server)) await server.close();
    } else if (method === "PUT") await store(server, resource, key.join("/"), body);
    else return server.cluster.server.storedText(resource, key.join("/")) ?? "";
    return "";
  };
  const listener = createServer((request, response) => {
    answer(request).then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo; // it listens at a port
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      listener.close();
      listener.closeAllConnections();
      await Promise.all(
        [...new Set([...servers.values()].map(({ server }) => server))].map((server) =>
          server.close().catch(() => undefined),
        ),
      );
    },
  };
}

/** Of the flags of kube-apiserver only the version that it behaves like is known here. */
async function startServer(
  flags: readonly string[],
  anyNamespace: boolean,
): Promise<ServedCluster> {
  const [, version] = /--emulated-version=(\S+)/.exec(flags.join(" ")) ?? [];
  const minor = version === undefined ? newestMinor : parseKubernetesVersion(version);
  if (minor === undefined) throw new Error(`no server behaves like ${version ?? ""}`);
  return serveCluster([], { namespaces: !anyNamespace, minor });
}

async function store(
  { cluster }: ServedCluster,
  resource: string,
  key: string,
  text: string,
): Promise<void> {
  const seen = cluster.server.storedText(resource, key);
  const written = JSON.parse(text) as JsonObject; // what a test would write into etcd
  // Here they are read as what they are today when they get into the store.
  const object = definitionOfToday(written, serverTime(Date.now()));
  cluster.server.exchange(resource, key, seen, (resourceVersion) => {
    const metadata = {
      ...(object["metadata"] as JsonObject),
      resourceVersion: String(resourceVersion),
    }; // an object
    return JSON.stringify({ ...object, metadata });
  });
  await cluster.settle();
}
