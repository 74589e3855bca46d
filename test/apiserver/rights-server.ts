import { makeCertificates } from "../../src/cli/serve/certificates.js";
import { listen } from "../../src/cli/serve/listen.js";
import { MeteredTransport } from "../../src/cli/serve/metered-transport.js";
import { parseTokenFile } from "../../src/cli/serve/token-file.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { Cluster } from "../../src/server/cluster.js";
import { ProtobufTransport } from "../../src/server/protobuf/protobuf-transport.js";
import type { CrdObject } from "./server.js";
import { createCrd } from "./two-clusters.js";

/** The users of a whole cluster, as its file has them. */
const tokenFile = `admin-token,admin,admin,system:masters
alice-token,alice,alice
bob-token,bob,bob,team-b
`;

/** A server of ours that asks for rights, with the users that a whole cluster has. */
export interface RightsServer {
  readonly url: string;
  /** In PEM. */
  readonly ca: string;
  readonly cluster: Cluster;
  close(): Promise<void>;
}

/** Starts one, with these CRDs. */
export async function serveRights(crds: readonly CrdObject[]): Promise<RightsServer> {
  const certificates = makeCertificates("127.0.0.1");
  const tokens = parseTokenFile(tokenFile, "tokens.csv");
  const cluster = await Cluster.create({
    minor: newestMinor,
    namespaces: true,
    authorization: "rbac",
    staticTokens: (token) => tokens.userOf(token),
    rootCertificate: certificates.authority,
  });
  for (const crd of crds) await createCrd(cluster, crd);
  const transport = new MeteredTransport(new ProtobufTransport(cluster));
  const listener = await listen(transport, {
    host: "127.0.0.1",
    port: 0,
    certificates,
    hasTokens: true,
    tokenUser: (token) => cluster.userOfToken(token),
    authorization: "rbac",
  });
  return {
    url: listener.url,
    ca: certificates.authority,
    cluster,
    async close() {
      await listener.close();
      cluster.close();
    },
  };
}
