import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { LintResult } from "../../../src/crd/frontend/lint-crd.js";
import { isNotFound } from "../../../src/runtime/v1/client/api-error.js";
import { defineResource } from "../../../src/runtime/v1/client/define-resource.js";
import { ResourceClient } from "../../../src/runtime/v1/client/resource-client.js";
import type { StoredChange } from "../../../src/runtime/v1/testing/memory-api-server.js";
import { goJson } from "../../../src/runtime/v1/values/go/json.js";
import { Cluster } from "../../../src/server/cluster.js";

const samples = join(import.meta.dirname, "../../../generated-samples");

interface Definition {
  apiVersion: string;
  kind: string;
  metadata: { name: string; finalizers?: string[]; deletionTimestamp?: string };
  spec: {
    group: string;
    names: { plural: string; kind: string; shortNames?: string[] };
    versions: { name: string; served: boolean; storage: boolean }[];
  };
  status?: {
    conditions: { type: string; status: string; reason: string; message: string }[];
    acceptedNames: { plural: string; kind: string };
    storedVersions: string[];
  };
}

const definitionResource = defineResource<Definition>({
  group: "apiextensions.k8s.io",
  version: "v1",
  kind: "CustomResourceDefinition",
  plural: "customresourcedefinitions",
  scope: "Cluster",
  subresources: { status: true },
});

interface CronTab {
  apiVersion: string;
  kind: string;
  metadata: { name: string; finalizers?: string[] };
  spec: { cronSpec: string; image: string; replicas?: number };
}

const cronTabResource = defineResource<CronTab>({
  group: "stable.example.com",
  version: "v1",
  kind: "CronTab",
  plural: "crontabs",
  scope: "Namespaced",
  subresources: {},
});

function crontabDefinition(): Definition {
  return parse(readFileSync(join(samples, "crontab/crd.yaml"), "utf8")) as Definition; // a CRD
}

const nightly: CronTab = {
  apiVersion: "stable.example.com/v1",
  kind: "CronTab",
  metadata: { name: "nightly" },
  spec: { cronSpec: "0 3 * * *", image: "backup" },
};

let cluster: Cluster;
let definitions: ResourceClient<typeof definitionResource.types & object>;
let cronTabs: ResourceClient<typeof cronTabResource.types & object>;
beforeEach(async () => {
  cluster = await Cluster.create({ minor: 37 });
  definitions = new ResourceClient(definitionResource, cluster);
  cronTabs = new ResourceClient(cronTabResource, cluster, { namespace: "default" });
});

async function conditions(name: string): Promise<Record<string, string>> {
  const { status } = await definitions.get(name);
  return Object.fromEntries(
    (status?.conditions ?? []).map(({ type, status: state, reason }) => [
      type,
      `${state} ${reason}`,
    ]),
  );
}

const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

interface Table {
  readonly columnDefinitions: readonly { readonly name: string }[];
  readonly rows: readonly { readonly cells: readonly unknown[] }[];
}

async function ask(
  method: string,
  path: string,
  accept = "application/json",
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await cluster.send({ method, path, headers: [["accept", accept]] });
  return { status: response.status, text: await response.text() };
}

describe("CRDs at run time", () => {
  it("are established, and their objects judged", async () => {
    await expect(cronTabs.create(nightly)).rejects.toSatisfy(isNotFound);
    await definitions.create(crontabDefinition());
    expect(await conditions("crontabs.stable.example.com")).toEqual({
      NamesAccepted: "True NoConflicts",
      Established: "True InitialNamesAccepted",
    });
    const { status } = await definitions.get("crontabs.stable.example.com");
    expect(status).toMatchObject({
      acceptedNames: { plural: "crontabs", kind: "CronTab" },
      storedVersions: ["v1"],
    });
    expect((await cronTabs.create(nightly)).spec.replicas).toBe(1);
    const bad = { ...nightly, metadata: { name: "bad" }, spec: { cronSpec: "never", image: "x" } };
    await expect(cronTabs.create(bad)).rejects.toMatchObject({ code: 422 });
  });

  it("are refused with the server's causes", async () => {
    const definition = crontabDefinition();
    definition.spec.names.plural = "others";
    await expect(definitions.create(definition)).rejects.toMatchObject({
      code: 422,
      causes: [{ field: "metadata.name", reason: "FieldValueInvalid" }],
    });
  });

  it("keep a name from another, which gets it when the first is gone", async () => {
    await definitions.create(crontabDefinition());
    const other = crontabDefinition();
    other.metadata.name = "others.stable.example.com";
    other.spec.names = { ...other.spec.names, plural: "others", kind: "Other", shortNames: ["ct"] };
    Reflect.deleteProperty(other.spec.names, "singular");
    Reflect.deleteProperty(other.spec.names, "listKind");
    await definitions.create(other);
    expect(await conditions("others.stable.example.com")).toEqual({
      NamesAccepted: "False ShortNamesConflict",
      Established: "False NotAccepted",
    });
    await definitions.delete("crontabs.stable.example.com");
    expect(await conditions("others.stable.example.com")).toEqual({
      NamesAccepted: "True NoConflicts",
      Established: "True InitialNamesAccepted",
    });
  });

  it("go with their objects, once no finalizer holds these", async () => {
    await definitions.create(crontabDefinition());
    const held = { ...nightly, metadata: { name: "nightly", finalizers: ["example.com/hold"] } };
    await cronTabs.create(held);
    await definitions.delete("crontabs.stable.example.com");
    expect(await conditions("crontabs.stable.example.com")).toMatchObject({
      Terminating: "True InstanceDeletionInProgress",
    });
    await cronTabs.modify("nightly", ({ metadata }) => {
      metadata.finalizers = [];
    });
    await expect(definitions.get("crontabs.stable.example.com")).rejects.toSatisfy(isNotFound);
    await expect(cronTabs.get("nightly")).rejects.toSatisfy(isNotFound);
  });

  it("go with their objects when no version is served any more", async () => {
    const definition = crontabDefinition();
    await definitions.create(definition);
    await cronTabs.create(nightly);
    await definitions.modify("crontabs.stable.example.com", ({ spec }) => {
      for (const version of spec.versions) version.served = false;
    });
    await expect(cronTabs.get("nightly")).rejects.toSatisfy(isNotFound);
    await definitions.delete("crontabs.stable.example.com");
    await expect(definitions.get("crontabs.stable.example.com")).rejects.toSatisfy(isNotFound);
    await definitions.create(definition);
    await expect(cronTabs.get("nightly")).rejects.toSatisfy(isNotFound);
  });

  it("refuse creates while they are deleted, and show less in discovery", async () => {
    await definitions.create(crontabDefinition());
    const held = { ...nightly, metadata: { name: "nightly", finalizers: ["example.com/hold"] } };
    await cronTabs.create(held);
    await definitions.delete("crontabs.stable.example.com");
    await expect(cronTabs.create({ ...nightly, metadata: { name: "late" } })).rejects.toMatchObject(
      {
        code: 403,
        message: expect.stringContaining("custom resource definition is terminating") as string,
      },
    );
    const document = await ask("GET", "/apis/stable.example.com/v1");
    expect(document.text).toContain('"verbs":["delete","deletecollection","get","list","watch"]');
  });

  it("are shown as tables of their own", async () => {
    await definitions.create(crontabDefinition());
    const { text } = await ask(
      "GET",
      definitionsPath,
      "application/json;as=Table;v=v1;g=meta.k8s.io",
    );
    const { columnDefinitions, rows } = JSON.parse(text) as Table; // as was asked
    expect(columnDefinitions.map(({ name }) => name)).toEqual([
      "Name", "Scope", "Versions", "Created At", "Group", "Kind", "ShortNames", "Established",
    ]); // prettier-ignore
    expect(rows[0]?.cells[2]).toBe("v1(storage)");
  });

  it("have routes of their own, as all built-in kinds", async () => {
    expect(await ask("PUT", definitionsPath)).toMatchObject({ status: 405 });
    expect(await ask("GET", "/api/v1/nothings")).toMatchObject({ status: 404 });
    expect(await ask("DELETE", "/api/v1/namespaces")).toMatchObject({ status: 405 });
    expect(await ask("GET", definitionsPath, "text/html")).toMatchObject({ status: 406 });
    expect(await ask("GET", "/api/v1/namespaces/default/configmaps")).toMatchObject({
      status: 200,
    });
    expect(await ask("GET", "/api/v1/configmaps")).toMatchObject({ status: 200 });
    expect(await ask("GET", "/api/v1/namespaces/default")).toMatchObject({ status: 200 });
    expect(await ask("GET", "/api/v1/namespaces/default/status")).toMatchObject({ status: 200 });
  });

  it("may change while there are objects", async () => {
    await definitions.create(crontabDefinition());
    await cronTabs.create(nightly);
    await definitions.modify("crontabs.stable.example.com", (definition) => {
      const [version] = definition.spec.versions;
      if (version === undefined) throw new Error("no version");
      definition.spec.versions = [
        { ...structuredClone(version), name: "v2" },
        { ...version, storage: false },
      ];
    });
    const { status } = await definitions.get("crontabs.stable.example.com");
    expect(status?.storedVersions).toEqual(["v1", "v2"]);
    const v2 = new ResourceClient({ ...cronTabResource, version: "v2" }, cluster);
    expect(await v2.in("default").get("nightly")).toMatchObject({
      apiVersion: "stable.example.com/v2",
      spec: { image: "backup" },
    });
  });

  it("that are written together are judged once, and get their status in one write", async () => {
    const changes: StoredChange[] = [];
    const onChange = (change: StoredChange): number => changes.push(change);
    const started = new Cluster({ minor: 37, onChange });
    const body = goJson(crontabDefinition());
    const verdict: LintResult = {
      isUpdate: false,
      code: 201,
      message: undefined,
      causes: [],
      warnings: ["this was known"],
      diagnostics: [],
    };
    let warning: string | null = null;
    await started.together(new Map([[body, verdict]]), async () => {
      const answer = await started.send({ method: "POST", path: definitionsPath, headers, body });
      warning = answer.header("warning");
    });
    expect(warning).toBe('299 - "this was known"');
    expect(changes.filter(({ key }) => key === name)).toHaveLength(2);
    const definition = await new ResourceClient(definitionResource, started).get(name);
    const states = definition.status?.conditions.map(({ type, status }) => `${type} ${status}`);
    expect(states).toEqual(["NamesAccepted True", "Established True"]);
    const bad = { ...nightly, spec: { cronSpec: "never", image: "x" } };
    const client = new ResourceClient(cronTabResource, started, { namespace: "default" });
    await expect(client.create(bad)).rejects.toMatchObject({ code: 422 });
    await started.send({ method: "DELETE", path: `${definitionsPath}/${name}`, headers });
    // A verdict counts for the CRDs that are written with it.
    const again = await started.send({ method: "POST", path: definitionsPath, headers, body });
    expect(again.header("warning")).toBeNull();
  });

  it("are there again with their objects after a snapshot is restored", async () => {
    await definitions.create(crontabDefinition());
    await cronTabs.create(nightly);
    const restored = new Cluster({ minor: 37 });
    await restored.restore(cluster.server.snapshot());
    const client = new ResourceClient(cronTabResource, restored, { namespace: "default" });
    expect(await client.get("nightly")).toMatchObject({ spec: { replicas: 1 } });
    expect(await published(restored)).toContain("apis/stable.example.com/v1");
    await new ResourceClient(definitionResource, restored).delete(name);
    await expect(client.get("nightly")).rejects.toSatisfy(isNotFound);
    expect(await published(restored)).not.toContain("apis/stable.example.com/v1");
  });
});

const name = "crontabs.stable.example.com";
const headers: [string, string][] = [["content-type", "application/json"]];

/** The groups and versions of which there is an OpenAPI document. */
async function published(of: Cluster): Promise<readonly string[]> {
  const answer = await of.send({ method: "GET", path: "/openapi/v3", headers: [] });
  return Object.keys((JSON.parse(await answer.text()) as { paths: object }).paths); // the index
}
