import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import type { WebhookServer } from "../../src/runtime/v1/webhook-server.js";
import { serveWebhooks } from "../../src/runtime/v1/webhook-server.js";
import { conversionHandler } from "../../src/runtime/v1/webhooks.js";
import type { V1, V1Alpha1, V1Beta1 } from "../support/cron-tab-versions.js";
import { firstLocal, secondLocal } from "../support/local-certificates.js";
import type { ApiServer, CrdObject } from "./server.js";
import { crdPath, describeApiServer, installCrd, waitUntil } from "./server.js";

const sample = join(import.meta.dirname, "../../generated-samples/crontab-versions/crd.yaml");

/** v1alpha1 is converted by way of v1beta1. */
const handler = conversionHandler<V1Alpha1 | V1Beta1 | V1>({
  resource: { group: "versions.example.com", kind: "CronTab" },
  converters: {
    v1alpha1: { v1beta1: ({ schedule, ...rest }) => ({ ...rest, spec: { schedule } }) },
    v1beta1: {
      v1alpha1: ({ spec, ...rest }) => ({ ...rest, schedule: spec?.schedule }),
      v1: ({ spec, metadata, ...rest }) => {
        if (spec?.schedule === "broken") throw new Error("this schedule means nothing");
        const { schedule = "", host, port } = spec ?? {};
        const hostPort = host === undefined ? undefined : `${host}:${port ?? "80"}`;
        const annotations = { ...metadata.annotations, "example.com/from": "v1beta1" };
        return { ...rest, metadata: { ...metadata, annotations }, spec: { schedule, hostPort } };
      },
    },
    v1: {
      v1beta1: async ({ spec, ...rest }) => {
        await Promise.resolve();
        if (spec.schedule === "unreadable") throw new Error("v1beta1 cannot say that");
        const [host, port] = spec.hostPort?.split(":") ?? [];
        return { ...rest, spec: { schedule: spec.schedule, host, port } };
      },
    },
  },
  onError: () => undefined,
});

interface Found {
  readonly metadata: V1["metadata"];
  readonly spec?: unknown;
  readonly schedule?: unknown;
  readonly items?: readonly Found[];
  readonly message?: string;
}

const path = (version: string, name = ""): string =>
  `/apis/versions.example.com/${version}/namespaces/default/crontabs${name}`;

function crdWith(port: number, caBundle: string, route = "/convert"): CrdObject {
  const crd = parse(readFileSync(sample, "utf8")) as CrdObject; // the sample is one
  const clientConfig = {
    url: `https://127.0.0.1:${port}${route}`,
    caBundle: Buffer.from(caBundle).toString("base64"),
  };
  const webhook = { clientConfig, conversionReviewVersions: ["v1"] };
  const spec = {
    ...crd.spec,
    conversion: { strategy: "Webhook", webhook },
    versions: crd.spec.versions.map((version) => ({ ...version, served: true })),
  };
  return { ...crd, spec };
}

describeApiServer("conversion webhook", (server) => {
  let webhooks: WebhookServer;
  let certificate = firstLocal;

  const send = async (method: string, where: string, body?: unknown): Promise<[number, Found]> => {
    const patch = method === "PATCH" ? "application/merge-patch+json" : undefined;
    const { code, body: found } = await server().request(method, where, body, patch);
    return [code, found as Found]; // what the server sends
  };
  const create = (version: string, name: string, rest: object): Promise<[number, Found]> =>
    send("POST", path(version), {
      apiVersion: `versions.example.com/${version}`,
      kind: "CronTab",
      metadata: { name },
      ...rest,
    });

  beforeAll(async () => {
    webhooks = await serveWebhooks({
      handlers: { "/convert": handler },
      certificate: () => certificate,
      port: 0,
      host: "127.0.0.1",
      reloadInterval: 20,
    });
    await installCrd(server(), crdWith(webhooks.port, firstLocal.cert));
  });
  afterAll(() => webhooks.close());

  it("converts what is created, in both directions, by several steps", async () => {
    const [created, old] = await create("v1alpha1", "a", { schedule: "* * * * *" });
    expect(created).toBe(201);
    expect(old.schedule).toBe("* * * * *");
    const [, stored] = await send("GET", path("v1", "/a"));
    expect(stored.spec).toEqual({ schedule: "* * * * *" });
    expect(stored.metadata.uid).toBe(old.metadata.uid);
    expect(stored.metadata.annotations).toEqual({ "example.com/from": "v1beta1" });
    await create("v1", "b", { spec: { schedule: "@daily", hostPort: "example.com:443" } });
    const [, beta] = await send("GET", path("v1beta1", "/b"));
    expect(beta.spec).toEqual({ schedule: "@daily", host: "example.com", port: "443" });
    const [, alpha] = await send("GET", path("v1alpha1", "/b"));
    expect(alpha).toMatchObject({
      apiVersion: "versions.example.com/v1alpha1",
      schedule: "@daily",
    });
    expect(alpha.spec).toBeUndefined();
  });

  it("converts lists, updates and patches", async () => {
    const [, list] = await send("GET", path("v1alpha1"));
    expect(list.items?.map(({ schedule }) => schedule)).toEqual(["* * * * *", "@daily"]);
    const [, beta] = await send("GET", path("v1beta1", "/b"));
    const changed = { ...beta, spec: { schedule: "@hourly", host: "example.com", port: "80" } };
    expect((await send("PUT", path("v1beta1", "/b"), changed))[0]).toBe(200);
    expect((await send("GET", path("v1", "/b")))[1].spec).toEqual({
      schedule: "@hourly",
      hostPort: "example.com:80",
    });
    const patched = await send("PATCH", path("v1alpha1", "/b"), { schedule: "@weekly" });
    expect(patched[0]).toBe(200);
    expect((await send("GET", path("v1", "/b")))[1].spec).toEqual({ schedule: "@weekly" });
  });

  it("converts the events of a watch", async () => {
    const [, list] = await send("GET", path("v1"));
    const watch = `watch=true&timeoutSeconds=5&resourceVersion=${list.metadata.resourceVersion}`;
    const answer = await server().transport.send({
      method: "GET",
      path: path("v1alpha1"),
      query: watch,
      headers: [["accept", "application/json"]],
      stream: true,
    });
    await create("v1", "c", { spec: { schedule: "@yearly" } });
    const decoder = new TextDecoder();
    for await (const chunk of answer.chunks()) {
      const event = JSON.parse(decoder.decode(chunk)) as { type: string; object: Found };
      expect([event.type, event.object.schedule]).toEqual(["ADDED", "@yearly"]);
      break;
    }
    answer.close();
  });

  it("lets the server say which object could not be converted, and why", async () => {
    const [code, { message }] = await create("v1beta1", "bad", { spec: { schedule: "broken" } });
    expect([code, message]).toEqual([
      500,
      "conversion webhook for versions.example.com/v1beta1, Kind=CronTab failed: " +
        'CronTab "default/bad" from v1beta1 to v1: this schedule means nothing',
    ]);
    await create("v1", "odd", { spec: { schedule: "unreadable" } });
    const [failed, { message: listed }] = await send("GET", path("v1alpha1"));
    // The server converts the objects of a list one by one.
    expect([failed, listed]).toEqual([
      500,
      expect.stringMatching(
        /Kind=CronTab failed: CronTab "default\/odd" from v1 to v1beta1: v1beta1 cannot say that$/,
      ),
    ]);
    expect((await send("GET", path("v1alpha1", "/a")))[0]).toBe(200);
    await send("DELETE", path("v1", "/odd"));
  });

  it("goes on with a new certificate, once the CRD trusts it", async () => {
    certificate = secondLocal;
    await trust(server(), webhooks.port, firstLocal.cert + secondLocal.cert);
    await waitUntil("the new certificate is in use", async () => {
      await trust(server(), webhooks.port, secondLocal.cert);
      return (await send("GET", path("v1alpha1", "/a")))[0] === 200;
    });
    expect((await send("GET", path("v1alpha1", "/a")))[1].schedule).toBe("* * * * *");
  });
});

async function trust(server: ApiServer, port: number, caBundle: string): Promise<void> {
  const { spec } = crdWith(port, caBundle);
  const answer = await server.request(
    "PATCH",
    `${crdPath}/crontabs.versions.example.com`,
    { spec },
    "application/merge-patch+json",
  );
  expect(answer.code).toBe(200);
}
