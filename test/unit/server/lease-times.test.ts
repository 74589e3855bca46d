import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../../src/server/cluster.js";

const leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
const zero = "0001-01-01T00:00:00.000000Z";

let cluster: Cluster;
beforeEach(async () => {
  cluster = await Cluster.create({ minor: 37 });
});

async function ask(method: string, path: string, body?: JsonObject): Promise<JsonObject> {
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const response = await cluster.send({
    method,
    path,
    headers: [["content-type", type]],
    ...(body && { body: JSON.stringify(body) }),
  });
  return JSON.parse(await response.text()) as JsonObject; // of the server
}

describe("the zero time of a Lease", () => {
  it("is null, which is another thing than no time", async () => {
    const spec = { renewTime: zero, acquireTime: null };
    const created = await ask("POST", leases, { metadata: { name: "one" }, spec });
    expect(created["spec"]).toEqual({ renewTime: null });
    expect((await ask("GET", `${leases}/one`))["spec"]).toEqual({ renewTime: null });
    const { items } = await ask("GET", leases);
    expect(items).toMatchObject([{ spec: { renewTime: null } }]);
  });

  it("is gone with a patch, which reads null", async () => {
    await ask("POST", leases, { metadata: { name: "one" }, spec: { renewTime: zero } });
    const patched = await ask("PATCH", `${leases}/one`, { spec: { acquireTime: zero } });
    expect(patched["spec"]).toEqual({ acquireTime: null });
  });
});

describe("the refusal of a patch", () => {
  it("shows the object in Go's order, but for what the patch has read", async () => {
    await ask("POST", leases, { metadata: { name: "one" }, spec: { holderIdentity: "a" } });
    const refused = await ask("PATCH", `${leases}/one`, { spec: { leaseDurationSeconds: "x" } });
    expect(refused["message"]).toMatch(
      /"\{\\"apiVersion\\":.*,\\"kind\\":\\"Lease\\",\\"metadata\\":\{\\"name\\":.*,\\"spec\\":/,
    );
  });
});
