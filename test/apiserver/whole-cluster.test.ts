import { expect, it } from "vitest";
import { describeWholeCluster } from "./whole-cluster.js";

describeWholeCluster("a whole Kubernetes for tests", (cluster) => {
  it("serves what the API server of CRDs alone does not have", async () => {
    const { code } = await cluster().request("GET", "/apis/apps/v1/deployments");
    expect(code).toBe(200);
  });

  it("runs controllers", async () => {
    const path = "/api/v1/namespaces/default/serviceaccounts/default";
    expect((await cluster().request("GET", path)).code).toBe(200);
  });

  it("knows users without rights", async () => {
    const transport = cluster().as("alice");
    const answer = await transport.send({
      method: "GET",
      path: "/api/v1/secrets",
      query: undefined,
      headers: [],
    });
    transport.close();
    expect(answer.status).toBe(403);
  });
});
