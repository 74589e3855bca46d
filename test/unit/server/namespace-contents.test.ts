import { beforeEach, describe, expect, it } from "vitest";
import { kindTable } from "../../../src/runtime/v1/built-in/table/kind-table.js";
import type { JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../../src/server/cluster.js";

const maps = "/api/v1/namespaces/default/configmaps";
const certificates = `${maps}/kube-root-ca.crt`;

let cluster: Cluster;
beforeEach(async () => {
  cluster = await Cluster.create({
    minor: 37,
    namespaces: true,
    furnishesNamespaces: true,
    rootCertificate: "PEM",
  });
});

async function ask(
  method: string,
  path: string,
  body?: JsonObject,
  type = "application/merge-patch+json",
): Promise<JsonObject> {
  const contentType = method === "PATCH" ? type : "application/json";
  const response = await cluster.send({
    method,
    path,
    headers: [["content-type", contentType]],
    ...(body && { body: JSON.stringify(body) }),
  });
  return JSON.parse(await response.text()) as JsonObject; // of the server
}

describe("what controllers put into namespaces", () => {
  it("is there, with the certificate of the server", async () => {
    expect(await ask("GET", certificates)).toMatchObject({ data: { "ca.crt": "PEM" } });
    await ask("POST", "/api/v1/namespaces", { metadata: { name: "team" } });
    const path = certificates.replace("default", "team");
    expect(await ask("GET", path)).toMatchObject({ data: { "ca.crt": "PEM" } });
    expect(await ask("GET", "/api/v1/namespaces/team/serviceaccounts/default")).toMatchObject({
      metadata: { name: "default", namespace: "team" },
    });
  });

  it("comes again where it was changed or deleted", async () => {
    await ask("PATCH", certificates, { data: { "ca.crt": "x" }, metadata: { labels: { a: "b" } } });
    expect(await ask("GET", certificates)).toMatchObject({
      data: { "ca.crt": "PEM" },
      metadata: { labels: { a: "b" } },
    });
    await ask("PATCH", certificates, { metadata: { annotations: null } });
    const description = expect.stringContaining("CA bundle") as string; // a matcher
    expect(await ask("GET", certificates)).toMatchObject({
      metadata: { annotations: { "kubernetes.io/description": description } },
    });
    await ask("DELETE", certificates);
    await ask("DELETE", maps);
    expect(await ask("GET", certificates)).toMatchObject({ data: { "ca.crt": "PEM" } });
  });

  it("is stored once while it is as it should be", async () => {
    const before = await ask("GET", certificates);
    await ask("PATCH", certificates, {});
    await ask("POST", maps, { metadata: { name: "other" } });
    expect(await ask("GET", certificates)).toEqual(before);
  });
});

it("a server makes what is its own, without controllers too", async () => {
  const builtIns = kindTable(37).resources;
  const options = { furnishesNamespaces: true, controllersBeside: true, builtIns };
  cluster = await Cluster.create({ minor: 37, namespaces: true, ...options });
  const services = await ask("GET", "/api/v1/namespaces/default/services");
  expect(services).toMatchObject({ items: [{ metadata: { name: "kubernetes" } }] });
  expect(await ask("GET", maps)).toMatchObject({ items: [] });
});

it("nothing is put into namespaces, and they stay, without controllers", async () => {
  cluster = await Cluster.create({ minor: 37, namespaces: true, controllersBeside: true });
  const team = "/api/v1/namespaces/team";
  await ask("POST", "/api/v1/namespaces", { metadata: { name: "team" } });
  await ask("POST", `${team}/configmaps`, { metadata: { name: "a" } });
  await ask("DELETE", team);
  await cluster.server.quiet();
  const terminating = await ask("GET", team);
  expect(terminating).toMatchObject({
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Terminating" },
  });
  expect(await ask("GET", `${team}/configmaps`)).toMatchObject({
    items: [{ metadata: { name: "a" } }],
  });
  await ask("PUT", `${team}/finalize`, { ...terminating, spec: {} });
  expect(await ask("GET", team)).toMatchObject({ code: 404 });
});

describe("the namespaces that the server makes itself", () => {
  it("have labels that it owns", async () => {
    const { metadata } = await ask("GET", "/api/v1/namespaces/kube-public");
    expect(metadata).toMatchObject({
      labels: { "kubernetes.io/metadata.name": "kube-public" },
      managedFields: [
        {
          manager: "kube-apiserver",
          operation: "Update",
          fieldsV1: {
            "f:metadata": { "f:labels": { ".": {}, "f:kubernetes.io/metadata.name": {} } },
          },
        },
      ],
    });
  });
});
