import { describe, expect, it } from "vitest";
import { admitCronTab } from "../../../../generated-samples/crontab/stable.example.com/v1/crontabs/admit.js";
import { cronTab } from "../../../../generated-samples/crontab/stable.example.com/v1/crontabs/client.js";
import type {
  CronTab,
  CronTabApply,
  CronTabInput,
  CronTabList,
} from "../../../../generated-samples/crontab/stable.example.com/v1/crontabs/types.js";
import { isInvalid } from "../../../../src/runtime/v1/client/api-error.js";
import { ResourceClient } from "../../../../src/runtime/v1/client/resource-client.js";
import {
  ScaleClient,
  StatusClient,
} from "../../../../src/runtime/v1/client/subresource-clients.js";
import type { Transport } from "../../../../src/runtime/v1/client/transport.js";
import { validated } from "../../../../src/runtime/v1/client/validated.js";
import type { FakeAnswer, FakeTransport } from "./fake-transport.js";
import { fakeTransport } from "./fake-transport.js";

interface CronTabTypes {
  scope: "Namespaced";
  read: CronTab;
  input: CronTabInput;
  apply: CronTabApply;
  list: CronTabList;
  status: unknown;
  field: never;
}

class CronTabClient extends ResourceClient<CronTabTypes> {
  readonly status = new StatusClient<CronTabTypes>(this.caller);
  readonly scale = new ScaleClient<"Namespaced">(this.caller);
  readonly warnings: string[];
  constructor(transport: Transport) {
    const warnings: string[] = [];
    super(cronTab, transport, { onWarning: (text) => warnings.push(text) });
    this.warnings = warnings;
  }
}

const good: CronTabInput = {
  apiVersion: "stable.example.com/v1",
  kind: "CronTab",
  metadata: { name: "a" },
  spec: { cronSpec: "0 3 * * *", image: "backup", replicas: 2 },
};
const bad = { ...good, spec: { ...good.spec, replicas: -1 } };
const { object: admitted } = admitCronTab(good) as unknown as { object: CronTab }; // it is allowed
const stored = {
  ...admitted,
  metadata: {
    ...admitted.metadata,
    namespace: "default",
    uid: "u",
    resourceVersion: "7",
    creationTimestamp: "2026-01-01T00:00:00Z",
  },
};
const version = { metadata: { name: "a", resourceVersion: "7" } };

function clientOf(...answers: readonly FakeAnswer[]): {
  readonly transport: FakeTransport;
  readonly client: CronTabClient;
} {
  const transport = fakeTransport(...answers);
  return { transport, client: validated(new CronTabClient(transport), admitCronTab) };
}

describe("validated", () => {
  it("sends what the server would take", async () => {
    const { client, transport } = clientOf({ body: stored });
    expect(client).toBeInstanceOf(CronTabClient);
    expect(await client.create(good)).toEqual(stored);
    expect(transport.requests.map(({ method }) => method)).toEqual(["POST"]);
  });

  it("rejects with what the server would answer, and sends nothing", async () => {
    const { client, transport } = clientOf();
    const error: unknown = await client.create(bad).catch((caught: unknown) => caught);
    const { status } = admitCronTab(bad) as unknown as { status: { message: string } }; // it is not
    expect(isInvalid(error) && error.status).toEqual(status);
    expect(isInvalid(error) && error.causes.map(({ field }) => field)).toEqual([
      "spec.replicas",
      ".spec.replicas",
    ]);
    expect(error).toHaveProperty("message", status.message);
    expect(transport.requests).toEqual([]);
  });

  it("knows unknown fields and warnings", async () => {
    const { client } = clientOf();
    const odd = { ...bad, spec: { ...bad.spec, 'a"\\ü': 1 } };
    await expect(client.create(odd, { fieldValidation: "Strict" })).rejects.toMatchObject({
      code: 400,
    });
    await expect(client.create(odd)).rejects.toMatchObject({ code: 422 });
    expect(client.warnings).toEqual(['unknown field "spec.a"\\ü"']);
  });

  it("compares updates with the stored object", async () => {
    const { client, transport } = clientOf({ body: stored });
    const update = client.update({ ...bad, ...version });
    await expect(update).rejects.toSatisfy(isInvalid);
    expect(transport.requests).toMatchObject([
      { method: "GET", path: "/apis/stable.example.com/v1/namespaces/default/crontabs/a" },
    ]);
    const fine = clientOf({ body: stored }, { body: stored });
    await fine.client.update({ ...good, ...version });
    expect(fine.transport.requests.map(({ method }) => method)).toEqual(["GET", "PUT"]);
  });

  it("leaves to the server what is not there, may not be read, or is newer", async () => {
    const newer = { ...stored, metadata: { ...stored.metadata, resourceVersion: "8" } };
    for (const answer of [{ status: 404 }, { status: 403 }, { body: newer }]) {
      const { client, transport } = clientOf(answer, { body: stored });
      await client.update({ ...bad, ...version });
      expect(transport.requests.map(({ method }) => method)).toEqual(["GET", "PUT"]);
    }
  });

  it("finds the stored object in a cache", async () => {
    const transport = fakeTransport();
    const asked: unknown[] = [];
    const read = (...where: unknown[]): unknown => asked.push(where) > 0 && stored;
    const client = validated(new CronTabClient(transport), admitCronTab, { read });
    await expect(client.patch("a", { merge: { spec: { replicas: -1 } } })).rejects.toSatisfy(
      isInvalid,
    );
    expect(asked).toEqual([["a", "default"]]);
    expect(transport.requests).toEqual([]);
  });

  it("applies merge patches", async () => {
    const { client, transport } = clientOf({ body: stored }, { body: stored }, { body: stored });
    const refused = client.patch("a", { merge: { spec: { cronSpec: null } } });
    await expect(refused).rejects.toMatchObject({ code: 422 });
    await client.patch("a", { merge: { spec: { replicas: 3 } } });
    expect(transport.requests.map(({ method }) => method)).toEqual(["GET", "GET", "PATCH"]);
  });

  it("decides on status and scale", async () => {
    const { client, transport } = clientOf({ body: stored }, { body: stored });
    const status = client.status.update({ ...good, ...version, status: { replicas: "many" } });
    await expect(status).rejects.toSatisfy(isInvalid);
    const scale = { apiVersion: "autoscaling/v1", kind: "Scale", ...version } as const;
    await expect(client.scale.update({ ...scale, spec: { replicas: -1 } })).rejects.toSatisfy(
      isInvalid,
    );
    expect(transport.requests.map(({ method }) => method)).toEqual(["GET", "GET"]);
  });

  it("sends all else as it is", async () => {
    const { client, transport } = clientOf({}, {}, {}, {}, {});
    await client.get("a");
    await client.patch("a", { json: [{ op: "remove", path: "/spec" }] });
    await client.apply({ ...good, metadata: { name: "a" } } as CronTabApply, { fieldManager: "m" }); // it has all
    await client.scale.patch("a", { merge: { spec: { replicas: 1 } } });
    await client.delete("a");
    expect(transport.requests).toHaveLength(5);
  });
});
