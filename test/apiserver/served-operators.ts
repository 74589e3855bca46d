import { selectKinds } from "../../src/builtin/select-kinds.js";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import { nodeTransport } from "../../src/runtime/v1/node.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import type { ServerOfOperators } from "./operator-worlds.js";
import { sendRequest } from "./server.js";
import { serveCluster } from "./two-clusters.js";

/** A server, and how an administrator reaches it. */
export interface ServedForOperators extends ServerOfOperators {
  /** Path of a kubeconfig. */
  readonly kubeconfig: string;
  close(): Promise<void>;
}

/** Starts what `crdgen serve --built-in workloads --simulate 50 --authorization rbac --tls` is. */
export async function serveForOperators(): Promise<ServedForOperators> {
  const server = await serveCluster([], {
    controllers: true,
    builtIns: selectKinds(kindTable(newestMinor), ["workloads"]).resources,
    simulate: 50,
    authorization: "rbac",
  });
  const { authority, client } = server.certificates;
  const transport = nodeTransport({
    baseUrl: server.url,
    ca: authority,
    cert: client.certificate,
    key: client.key,
  });
  return {
    url: server.url,
    kubeconfig: server.kubeconfig,
    ca: authority,
    request: (method, path, body, contentType) =>
      sendRequest(transport, method, path, body, contentType),
    async close() {
      transport.close();
      await server.close();
    },
  };
}
