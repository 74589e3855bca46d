import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../../src/server/cluster.js";
import { hasShared, sharedPath } from "../../support/shared.js";

/** What a whole Kubernetes answers (see `../shared/corpus/openapi`), as text. */
function recorded(name: string): string {
  const path = `corpus/openapi/1.37.2/discovery/${name}.json.gz`;
  return gunzipSync(readFileSync(sharedPath(path))).toString();
}

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.create({ minor: 37 });
});

async function ask(path: string, accept = "application/json", method = "GET"): Promise<string> {
  const response = await cluster.send({ method, path, headers: [["accept", accept]] });
  const text = (await response.text()).trimEnd();
  return response.status === 200 ? text : `${response.status} ${text}`;
}

interface Listed extends JsonObject {
  readonly resources: JsonObject[];
}

describe("discovery of built-in kinds", () => {
  it("says what is only asked", async () => {
    const list = JSON.parse(await ask("/apis/authentication.k8s.io/v1")) as Listed; // as sent
    expect(list.resources.map(({ name, verbs }) => [name, verbs])).toEqual([
      ["selfsubjectreviews", ["create"]],
      ["tokenreviews", ["create"]],
    ]);
  });

  it.each([
    ["GET", "/apis/authentication.k8s.io/v1/tokenreviews", 405],
    ["GET", "/apis/authentication.k8s.io/v1/tokenreviews/x", 404],
    ["GET", "/apis/authorization.k8s.io/v1/localsubjectaccessreviews", 404],
    ["PUT", "/apis/authorization.k8s.io/v1/namespaces/a/localsubjectaccessreviews", 405],
    ["GET", "/api/v1/namespaces/default/serviceaccounts/default/token", 405],
    ["POST", "/api/v1/namespaces/default/serviceaccounts/default/token/x", 404],
    ["GET", "/apis/authorization.k8s.io/v2/x", 404],
  ])("%s %s is %i", async (method, path, status) => {
    expect(await ask(path, "application/json", method)).toContain(`${status} {"kind":"Status"`);
  });

  if (!hasShared) {
    it("DID NOT RUN: there are no recorded documents in ../shared", () => {
      console.warn("discovery of built-in kinds: DID NOT RUN, ../shared is missing");
    });
    return;
  }

  it.each(["apiextensions", "authentication", "authorization", "coordination", "events"])(
    "is to the letter that of a whole server: %s.k8s.io",
    async (group) => {
      const text = recorded(`apis__${group}.k8s.io__v1`);
      expect(await ask(`/apis/${group}.k8s.io/v1`)).toBe(text);
    },
  );

  it("has the groups in the order of a whole server", async () => {
    const [ours, theirs] = [await ask("/apis"), recorded("apis")].map(
      (text) => JSON.parse(text) as { groups: { name: string }[] }, // of a server
    );
    const names = ours?.groups.map(({ name }) => name) ?? [];
    const same = theirs?.groups.filter(({ name }) => names.includes(name));
    expect(JSON.stringify(ours)).toBe(JSON.stringify({ ...theirs, groups: same }));
  });

  it("is a part of that of a whole server for the core group", async () => {
    const [ours, theirs] = [await ask("/api/v1"), recorded("api__v1")].map(
      (text) => JSON.parse(text) as Listed, // of a server
    );
    const names = ours?.resources.map(({ name }) => name) ?? [];
    const same = theirs?.resources.filter(({ name }) => names.includes(name));
    expect(JSON.stringify(ours)).toBe(JSON.stringify({ ...theirs, resources: same }));
    expect(names).toContain("serviceaccounts/token");
  });

  it.each(["/api", "/apis"])("is a part of the aggregated one of %s", async (path) => {
    const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    const groupsIn = (text: string): readonly AggregatedGroup[] =>
      (JSON.parse(text) as { items: AggregatedGroup[] }).items; // of a server
    const ours = groupsIn(await ask(path, accept));
    const theirs = groupsIn(recorded(`aggregated_v2_${path.slice(1)}`));
    const names = ours.map(({ metadata }) => metadata.name);
    const same = theirs.filter(({ metadata }) => names.includes(metadata.name));
    expect(JSON.stringify(ours)).toBe(JSON.stringify(same.map((group) => limited(group, ours))));
  });
});

interface AggregatedGroup {
  readonly metadata: { readonly name?: string };
  readonly versions: readonly { readonly resources: readonly JsonObject[] }[];
}

/** A group with those resources that ours has. */
function limited(group: AggregatedGroup, ours: readonly AggregatedGroup[]): AggregatedGroup {
  const own = ours.find(({ metadata }) => metadata.name === group.metadata.name);
  const known = own?.versions.flatMap(({ resources }) => resources.map((one) => one["resource"]));
  const versions = group.versions.map((version) => ({
    ...version,
    resources: version.resources.filter(({ resource = null }) => known?.includes(resource)),
  }));
  return { ...group, versions };
}

it("the core group says where the server listens", async () => {
  cluster.server.address = "127.0.0.1:6443";
  expect(JSON.parse(await ask("/api"))).toMatchObject({
    serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: "127.0.0.1:6443" }],
  });
});
