import { listen } from "../../../src/cli/serve/listen.js";
import type { Transport } from "../../../src/runtime/v1/client/transport.js";
import { nodeTransport } from "../../../src/runtime/v1/node.js";
import type { ServerSnapshot } from "../../../src/runtime/v1/testing/memory-api-server.js";
import { newestMinor } from "../../../src/runtime/v1/values/kubernetes-version.js";
import { Cluster } from "../../../src/server/cluster.js";
import { ProtobufTransport } from "../../../src/server/protobuf/protobuf-transport.js";
import type { CrdObject } from "../server.js";
import { crdPath } from "../server.js";
import { memoryTwin } from "../two-servers.js";
import { namespaces } from "./paths.js";
import { Side } from "./side.js";

/** Headers that `memoryApiServer` has. */
export const memoryHeaders = ["content-type", "retry-after", "allow"] as const;

/** Headers that HTTP servers have besides. */
export const httpHeaders = [...memoryHeaders, "location"] as const;

/** Those and what only a whole server is compared in. */
export const wholeHeaders = [
  ...httpHeaders,
  "cache-control",
  "x-content-type-options",
  "audit-id",
] as const;

/** A server of ours that runs, and its end. */
export interface RunningSide {
  readonly side: Side;
  close(): Promise<void>;
}

/**
 * What `crdgen serve` runs, asked over HTTP.
 *
 * @param objects what it begins with
 */
export async function servedSide(
  crds: readonly CrdObject[],
  isWhole: boolean,
  objects?: ServerSnapshot,
): Promise<RunningSide> {
  const cluster = await Cluster.create({
    minor: newestMinor,
    namespaces: isWhole,
    furnishesNamespaces: isWhole,
    garbageCollector: isWhole,
  });
  if (objects !== undefined) await cluster.restore(objects);
  await createAll(cluster, crds, isWhole);
  const listener = await listen(new ProtobufTransport(cluster), { host: "127.0.0.1", port: 0 });
  const transport = nodeTransport({ baseUrl: listener.url });
  return {
    side: new Side("serve", transport, isWhole ? wholeHeaders : httpHeaders),
    async close() {
      transport.close();
      await listener.close();
      cluster.close();
    },
  };
}

/** `memoryApiServer`, asked without a network. */
export async function memorySide(crds: readonly CrdObject[]): Promise<Side> {
  return new Side("memory", await memoryTwin(crds), memoryHeaders);
}

/** Creates CRDs, and the namespaces of the grammar where there must be some. */
export async function createAll(
  transport: Transport,
  crds: readonly CrdObject[],
  hasNamespaces: boolean,
): Promise<void> {
  const create = async (path: string, object: unknown): Promise<void> => {
    const response = await transport.send({
      method: "POST",
      path,
      headers: [["content-type", "application/json"]],
      body: JSON.stringify(object),
    });
    const { status } = response;
    await response.text();
    if (status !== 201 && status !== 409) throw new Error(`${path}: ${status}`);
  };
  for (const crd of crds) await create(crdPath, { ...crd, status: undefined });
  if (!hasNamespaces) return;
  for (const name of namespaces) {
    await create("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name } });
  }
}
