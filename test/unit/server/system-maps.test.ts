import { expect, it } from "vitest";
import type { JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../../src/server/cluster.js";

const maps = "/api/v1/namespaces/kube-system/configmaps";
const authentication = `${maps}/extension-apiserver-authentication`;

async function start(rootCertificate: string): Promise<Cluster> {
  const now = (): number => Date.parse("2026-01-02T03:04:05Z");
  const furnished = { namespaces: true, furnishesNamespaces: true, rootCertificate };
  return Cluster.create({ minor: 37, now, ...furnished });
}

async function read(cluster: Cluster, path: string): Promise<JsonObject> {
  const response = await cluster.send({ method: "GET", path, headers: [] });
  return JSON.parse(await response.text()) as JsonObject; // of the server
}

it("tells programs beside it whom to trust, and since when it looks at tokens", async () => {
  const cluster = await start("PEM");
  expect((await read(cluster, authentication))["data"]).toMatchObject({
    "client-ca-file": "PEM",
    "requestheader-client-ca-file": "PEM",
    "requestheader-allowed-names": '["front-proxy-client"]',
  });
  const tracking = `${maps}/kube-apiserver-legacy-service-account-token-tracking`;
  expect((await read(cluster, tracking))["data"]).toEqual({ since: "2026-01-02" });
});

it("trusts another authority beside objects that were kept", async () => {
  const first = await start("OLD");
  await read(first, maps);
  const second = await start("NEW");
  await second.restore(first.server.snapshot());
  const { data } = await read(second, authentication);
  expect(data).toMatchObject({ "client-ca-file": "NEW" });
});

it("tells nothing of an authority that there is not", async () => {
  const cluster = await start("");
  const { items } = await read(cluster, maps);
  const names = (items as JsonObject[]).map(({ metadata }) => (metadata as JsonObject)["name"]);
  expect(names).toEqual([
    "kube-apiserver-legacy-service-account-token-tracking",
    "kube-root-ca.crt",
  ]);
});
