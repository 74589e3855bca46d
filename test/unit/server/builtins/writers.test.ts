import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { selectKinds } from "../../../../src/builtin/select-kinds.js";
import { kindTable } from "../../../../src/runtime/v1/built-in/table/kind-table.js";
import type { UserOptions } from "../../../../src/runtime/v1/testing/authorization/user.js";
import { completeUser, withUser } from "../../../../src/runtime/v1/testing/authorization/user.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../../../src/server/cluster.js";

/* As kube-apiserver 1.37.2 answers, with its plugin for priorities. */

let cluster: Cluster;

beforeEach(async () => {
  const builtIns = selectKinds(kindTable(37), ["all"]).resources;
  const now = (): number => Date.parse("2026-01-01T00:00:00Z");
  cluster = await Cluster.create({ minor: 37, builtIns, namespaces: true, now });
});

afterEach(() => {
  cluster.close();
});

async function write(
  method: "POST" | "PUT",
  path: string,
  body: object,
  user?: UserOptions,
): Promise<JsonObject> {
  const request = {
    method,
    path,
    headers: [["content-type", "application/json"]] as [string, string][], // a pair
    body: JSON.stringify(body),
  };
  const sent = user === undefined ? request : withUser(request, completeUser(user));
  return JSON.parse(await (await cluster.send(sent)).text()) as JsonObject; // of the server
}

describe("a CertificateSigningRequest", () => {
  const path = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
  const signerName = "example.com/signer";
  const request = { metadata: { name: "r" }, spec: { request: "", signerName, usages: [] } };

  it("says who made it, whatever its body says", async () => {
    const body = { ...request, spec: { ...request.spec, username: "other", groups: ["g"] } };
    const extra = { "example.com/a": ["b"] };
    const made = await write("POST", path, body, { username: "bob", groups: ["devs"], extra });
    expect(made["spec"]).toMatchObject({
      username: "bob",
      groups: ["devs", "system:authenticated"],
      extra,
    });
    expect(made["spec"]).not.toHaveProperty("uid");
  });

  it("has the times of its conditions, which stay; verdicts are for /approval alone", async () => {
    const made = await write("POST", path, request);
    const approved = { type: "Approved", status: "True", reason: "Test" };
    const { status } = await write("PUT", `${path}/r/approval`, {
      ...made,
      status: { conditions: [approved] },
    });
    const time = "2026-01-01T00:00:00Z";
    const timed = { ...approved, lastUpdateTime: time, lastTransitionTime: time };
    expect(status).toEqual({ conditions: [timed] });
    const other = { ...approved, reason: "Other" };
    const after = await write("PUT", `${path}/r/status`, {
      ...made,
      metadata: { name: "r" },
      status: { conditions: [other, { type: "Failed", status: "True" }] },
    });
    expect(after["status"]).toMatchObject({
      conditions: [timed, { type: "Failed", lastUpdateTime: time, lastTransitionTime: time }],
    });
  });
});

describe("a pod", () => {
  const pods = "/api/v1/namespaces/default/pods";
  const classes = "/apis/scheduling.k8s.io/v1/priorityclasses";
  const podWith = (name: string, more: object): object => ({
    metadata: { name },
    spec: { containers: [{ name: "c", image: "i" }], ...more },
  });

  it("has the priority of its class, or of the one that is the default", async () => {
    await write("POST", classes, { metadata: { name: "high" }, value: 1000 });
    const high = await write("POST", pods, podWith("a", { priorityClassName: "high" }));
    expect(high["spec"]).toMatchObject({
      priorityClassName: "high",
      priority: 1000,
      preemptionPolicy: "PreemptLowerPriority",
    });
    const plain = await write("POST", pods, podWith("b", {}));
    expect(plain["spec"]).not.toHaveProperty("priority");
    const fallback = { globalDefault: true, value: 5, preemptionPolicy: "Never" };
    await write("POST", classes, { metadata: { name: "usual" }, ...fallback });
    const usual = await write("POST", pods, podWith("c", {}));
    expect(usual["spec"]).toMatchObject({
      priorityClassName: "usual",
      priority: 5,
      preemptionPolicy: "Never",
    });
  });

  it("keeps the name of a class that is not there", async () => {
    const made = await write("POST", pods, podWith("a", { priorityClassName: "none" }));
    expect(made["spec"]).toMatchObject({ priorityClassName: "none" });
    expect(made["spec"]).not.toHaveProperty("priority");
  });
});
