import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { admitCronTab } from "../../generated-samples/crontab/stable.example.com/v1/crontabs/admit.js";
import type { CronTabTypes } from "../../generated-samples/crontab/stable.example.com/v1/crontabs/client.js";
import { cronTab } from "../../generated-samples/crontab/stable.example.com/v1/crontabs/client.js";
import type { ApiError } from "../../src/runtime/v1/client/api-error.js";
import { isConflict, isInvalid, isTimeoutError } from "../../src/runtime/v1/client/api-error.js";
import { createOrUpdate } from "../../src/runtime/v1/client/create-or-update.js";
import { defineResource } from "../../src/runtime/v1/client/define-resource.js";
import { matchesLabels } from "../../src/runtime/v1/client/label-matching.js";
import type { RequestOutcome } from "../../src/runtime/v1/client/middleware.js";
import { observe, requestIds, retry } from "../../src/runtime/v1/client/middleware.js";
import { ResourceClient } from "../../src/runtime/v1/client/resource-client.js";
import { ScaleClient, StatusClient } from "../../src/runtime/v1/client/subresource-clients.js";
import { table } from "../../src/runtime/v1/client/table.js";
import type { Transport } from "../../src/runtime/v1/client/transport.js";
import { withMiddleware } from "../../src/runtime/v1/client/transport.js";
import { validated } from "../../src/runtime/v1/client/validated.js";
import { waitFor } from "../../src/runtime/v1/client/wait-for.js";
import { describeApiServer, installCrd } from "./server.js";

class CronTabClient extends ResourceClient<CronTabTypes> {
  readonly status = new StatusClient<CronTabTypes>(this.caller);
  readonly scale = new ScaleClient<"Namespaced">(this.caller);
  constructor(transport: Transport, namespace: string) {
    super(cronTab, transport, { namespace, fieldManager: "tester", onWarning: () => undefined });
  }
}

const bad = {
  spec: { cronSpec: "0 3 * * *", image: "backup", replicas: -1 } as CronTabTypes["read"]["spec"], // as sent
};

function input(name: string, spec: object = {}, labels = {}): CronTabTypes["input"] {
  return {
    apiVersion: "stable.example.com/v1",
    kind: "CronTab",
    metadata: { name, labels },
    spec: { cronSpec: "0 3 * * *", image: "backup", ...spec },
  };
}

describeApiServer("the client's higher verbs and a real API server", (server) => {
  beforeAll(async () => {
    const path = join(import.meta.dirname, "../../generated-samples/crontab/crd.yaml");
    await installCrd(server(), parse(readFileSync(path, "utf8")) as never); // a CRD
  });
  const client = (namespace: string): CronTabClient =>
    new CronTabClient(server().transport, namespace);

  it("reads a table with typed rows, and pages with one resource version", async () => {
    const crontabs = client("table");
    for (const name of ["a", "b", "c"]) await crontabs.create(input(name, { replicas: 2 }));
    const { rows, columnDefinitions } = await table(crontabs);
    expect(columnDefinitions.map(({ name }) => name)).toEqual(["Name", "Spec", "Replicas", "Age"]);
    expect(rows[0]?.columns).toEqual({
      Name: "a",
      Spec: "0 3 * * *",
      Replicas: 2,
      Age: expect.stringMatching(/^\d+s$/) as string, // a matcher
    });
    expect(rows[0]?.object).toMatchObject({ metadata: { name: "a", namespace: "table" } });
    const [bare] = (await table(crontabs, { includeObject: "None", limit: 1 })).rows;
    expect(bare?.object).toBeUndefined();

    const versions = new Set<string | undefined>();
    const names: string[] = [];
    for await (const { metadata, items } of crontabs.pages({ limit: 2 })) {
      versions.add(metadata.resourceVersion);
      names.push(...items.map(({ metadata: { name } }) => name));
    }
    expect(names).toEqual(["a", "b", "c"]);
    expect(versions.size).toBe(1);
    const everywhere = await Promise.all([crontabs.in("other").list(), crontabs.all().list()]);
    expect(everywhere.map(({ items }) => items.length >= 3)).toEqual([false, true]);
  });

  it("modifies by many at a time, spec and status", async () => {
    const crontabs = client("modify");
    await crontabs.create(input("a", { replicas: 0 }));
    const raise = async (): Promise<void> => {
      await crontabs.modify("a", ({ spec }) => {
        spec.replicas += 1;
      });
    };
    await Promise.all(Array.from({ length: 4 }, raise));
    expect((await crontabs.get("a")).spec.replicas).toBe(4);
    const modified = await crontabs.status.modify("a", (object) => ({
      ...object,
      status: { replicas: 4 },
    }));
    expect(modified.status).toMatchObject({ replicas: 4 });
    expect([await crontabs.exists("a"), await crontabs.exists("b")]).toEqual([true, false]);
    const lost = new ResourceClient({ ...cronTab, plural: "lost" }, server().transport);
    await expect(lost.exists("a")).rejects.toMatchObject({ code: 404 });
  });

  it("creates or updates", async () => {
    const crontabs = client("upsert");
    const created = await createOrUpdate(crontabs, input("a", {}, { one: "1" }));
    await crontabs.patch("a", { merge: { metadata: { labels: { two: "2" } } } });
    const updated = await createOrUpdate(crontabs, input("a", { replicas: 2 }, { one: "3" }));
    expect(updated).toMatchObject({
      metadata: { uid: created.metadata.uid, labels: { one: "3", two: "2" } },
      spec: { replicas: 2 },
    });
    const same = await createOrUpdate(
      crontabs,
      input("a", { replicas: 2 }, { one: "3" }),
      (there) => {
        there.spec.replicas = 2;
      },
    );
    expect(same.metadata.resourceVersion).toBe(updated.metadata.resourceVersion);
  });

  it("waits for objects to come, to change, and to go", async () => {
    const crontabs = client("wait");
    const has = (replicas: number) => (object: CronTabTypes["read"]) =>
      object.spec.replicas === replicas;
    const waiting = waitFor(crontabs, "a", has(3), { timeout: 20_000 });
    const created = await crontabs.create(input("a"));
    await crontabs.create(input("b", { replicas: 3 }));
    await crontabs.modify("a", ({ spec }) => void (spec.replicas = 3));
    expect((await waiting).metadata.uid).toBe(created.metadata.uid);
    await crontabs.patch("a", { merge: { metadata: { finalizers: ["example.com/f"] } } });
    const gone = waitFor(crontabs, "a", "deleted", { timeout: 20_000 });
    await crontabs.delete("a");
    const late: unknown = await waitFor(crontabs, "a", "deleted", { timeout: 300 }).catch(
      (error: unknown) => error,
    );
    expect(isTimeoutError(late) && late.message).toContain("with the finalizers example.com/f,");
    await crontabs.patch("a", { merge: { metadata: { finalizers: null } } });
    await gone;
  });

  it("applies with the client's field manager", async () => {
    const configuration = { ...input("a"), metadata: { name: "a" } } as CronTabTypes["apply"]; // it has all
    const applied = await client("apply").apply(configuration);
    expect(applied.metadata.managedFields?.[0]?.manager).toBe("tester");
  });

  it("matches labels as the server does", async () => {
    const crontabs = client("labels");
    const all: Record<string, string>[] = [
      {},
      { a: "b" },
      { a: "" },
      { a: "c", d: "5" },
      { d: "x" },
    ];
    for (const [index, labels] of all.entries())
      await crontabs.create(input(`l${index}`, {}, labels));
    for (const selector of [
      "",
      "a",
      "!a",
      "a=b",
      "a==c",
      "a!=b",
      "a=",
      "a in (b,c)",
      "a in(b)",
      "a in ()",
      "a notin (b, )",
      "d>4",
      "d<6,a",
      "d>5",
      " a , d ",
    ]) {
      const listed = await crontabs.list({ labelSelector: selector });
      const matched = all.flatMap((labels, index) =>
        matchesLabels(selector, labels) ? [`l${index}`] : [],
      );
      expect(matched, selector).toEqual(listed.items.map(({ metadata }) => metadata.name));
    }
    for (const selector of ["a b", "a,", ",a", "a in b", "a in (b", "!", "a=b=c"]) {
      expect(() => matchesLabels(selector, {}), selector).toThrow(TypeError);
      await expect(crontabs.list({ labelSelector: selector }), selector).rejects.toThrow();
    }
  });

  it("knows resources that no CRD of the project describes", async () => {
    interface Definition {
      spec: { group: string };
    }
    const crd = defineResource<Definition>({
      group: "apiextensions.k8s.io",
      version: "v1",
      kind: "CustomResourceDefinition",
      plural: "customresourcedefinitions",
      scope: "Cluster",
      subresources: { status: true },
    });
    const crds = new ResourceClient(crd, server().transport);
    const { spec, metadata } = await crds.get("crontabs.stable.example.com");
    expect([spec.group, metadata.name]).toEqual([
      "stable.example.com",
      "crontabs.stable.example.com",
    ]);
  });

  it("gives requests the ids under which the server knows them", async () => {
    const outcomes: RequestOutcome[] = [];
    const id = "0123456789-abcdef";
    const transport = withMiddleware(
      server().transport,
      retry(),
      observe(() => ({ end: (outcome) => outcomes.push(outcome) })),
      requestIds(() => id),
    );
    await new CronTabClient(transport, "ids").list();
    expect(outcomes).toMatchObject([{ status: 200, auditId: id }]);
  });

  describe("validated", () => {
    const sentBy = async (
      namespace: string,
      call: (crontabs: CronTabClient) => Promise<unknown>,
    ): Promise<[string[], unknown]> => {
      const methods: string[] = [];
      const transport = withMiddleware(server().transport, (next) => (request) => {
        methods.push(request.method);
        return next(request);
      });
      const crontabs = validated(new CronTabClient(transport, namespace), admitCronTab);
      const error: unknown = await call(crontabs).then(
        () => undefined,
        (caught: unknown) => caught,
      );
      return [methods, error];
    };

    it.each<[string, (crontabs: CronTabClient) => Promise<unknown>]>([
      ["create", (crontabs) => crontabs.create(input("b", { replicas: -1 }))],
      ["create of a bad name", (crontabs) => crontabs.create(input("B_"))],
      [
        "strict create",
        (crontabs) => crontabs.create(input("b", { odd: 1 }), { fieldValidation: "Strict" }),
      ],
      ["update", async (crontabs) => crontabs.update({ ...(await crontabs.get("a")), ...bad })],
      ["merge patch", (crontabs) => crontabs.patch("a", { merge: bad })],
      [
        "status",
        (crontabs) => crontabs.status.patch("a", { merge: { status: { replicas: "x" } } } as never), // wrong
      ],
    ])("rejects with the server's own error: %s", async (_, call) => {
      const crontabs = client("validated");
      await createOrUpdate(crontabs, input("a"));
      const theirs: unknown = await call(crontabs).catch((error: unknown) => error);
      const [methods, ours] = await sentBy("validated", call);
      expect((ours as ApiError).status).toEqual((theirs as ApiError).status); // else it fails here
      expect(isInvalid(ours) || (ours as ApiError).code === 400).toBe(true);
      expect(methods.every((method) => method === "GET")).toBe(true);
    });

    it("sends the rest", async () => {
      const crontabs = client("validated-2");
      const created = await crontabs.create(input("a"));
      await crontabs.patch("a", { merge: { spec: { replicas: 2 } } });
      const [methods, stale] = await sentBy("validated-2", (checked) =>
        checked.update({ ...created, ...bad }),
      );
      expect(isConflict(stale) || isInvalid(stale)).toBe(true);
      expect(methods).toEqual(["GET", "PUT"]);
      const [, none] = await sentBy("validated-2", (checked) =>
        checked.modify("a", ({ spec }) => void (spec.replicas = 5)),
      );
      expect(none).toBeUndefined();
      expect((await crontabs.get("a")).spec.replicas).toBe(5);
    });
  });
});
