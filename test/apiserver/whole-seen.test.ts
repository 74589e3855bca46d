import { execFileSync } from "node:child_process";
import { Agent, request } from "node:https";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ResourceClient } from "../../src/runtime/v1/client/resource-client.js";
import { EventRecorder } from "../../src/runtime/v1/controller.js";
import { defineResource } from "../../src/runtime/v1/index.js";
import { Manager } from "../../src/runtime/v1/manager.js";
import { firstLocal } from "../support/local-certificates.js";
import { waitUntil } from "./server.js";
import { describeWholeCluster } from "./whole-cluster.js";

interface ConfigMap {
  readonly data?: Readonly<Record<string, string>>;
}

const configMap = defineResource<ConfigMap>({
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  scope: "Namespaced",
});

/** What is seen of an operator from outside: events, metrics. */
describeWholeCluster(
  "an operator, seen on a whole Kubernetes",
  (cluster) => {
    const namespace = `seen-${Date.now().toString(36)}`;
    const entries: string[] = [];
    const log = (fields: object, message: string): void => {
      entries.push(`${message} ${JSON.stringify(fields)}`);
    };
    const logger = { info: log, warn: log, error: log };
    beforeAll(async () => {
      await create("/api/v1/namespaces", { metadata: { name: namespace } });
      const path = `/api/v1/namespaces/${namespace}/configmaps`;
      await create(path, { metadata: { name: "seen" } });
    });
    afterAll(() => cluster().request("DELETE", `/api/v1/namespaces/${namespace}`));

    async function create(path: string, object: object): Promise<void> {
      const { code, body } = await cluster().request("POST", path, object);
      expect([path, code, code === 201 ? "" : body]).toEqual([path, 201, ""]);
    }

    function kubectl(...args: readonly string[]): string {
      const { kubectl: program, kubeconfig } = cluster();
      const env = { ...process.env, KUBECONFIG: kubeconfig };
      return execFileSync(program, ["-n", namespace, ...args], { env, encoding: "utf8" });
    }

    async function seen(): Promise<ConfigMap & { readonly metadata: Metadata }> {
      const { items } = await new ResourceClient(configMap, cluster().transport, {
        namespace,
      }).list();
      const [item] = items.filter(({ metadata }) => metadata.name === "seen");
      if (item === undefined) throw new Error("there is no such object");
      return item;
    }

    it("kubectl shows its events and how often they came", async () => {
      const { transport } = cluster();
      const recorder = new EventRecorder({ transport, controller: "example.com/seen", logger });
      const object = await seen();
      for (let i = 0; i < 7; i++) {
        const note = `it was made ${i}`;
        const event = { type: "Normal", reason: "Made", note } as const;
        recorder.record(object, event, { definition: configMap });
      }
      const event = { type: "Warning", reason: "Broken", note: "it is broken" } as const;
      recorder.record(object, event, { definition: configMap });
      await recorder.flush();
      expect([entries, recorder.dropped]).toEqual([[], 0]);
      expect(kubectl("describe", "configmap", "seen")).toMatch(
        /Normal +Made +\S+ \(x7 over \S+\) +example.com\/seen +it was made 0\n/,
      );
      expect(kubectl("describe", "configmap", "seen")).toMatch(
        /Warning +Broken +\S+ +example.com\/seen +it is broken\n/,
      );
      expect(kubectl("events", "--for", "configmap/seen")).toMatch(
        /\(x7 over \S+\) +Normal +Made +ConfigMap\/seen +it was made 0\n/,
      );
      // Deleted by somebody: the series goes on as a new Event.
      kubectl("delete", "events.events.k8s.io", "--all");
      recorder.record(
        object,
        { type: "Normal", reason: "Made", note: "again" },
        {
          definition: configMap,
        },
      );
      await recorder.flush();
      expect(kubectl("events", "--for", "configmap/seen")).toMatch(/\(x8 over /);
      expect([entries, recorder.dropped]).toEqual([[], 0]);
    });

    it("events that it may not write are one line, with the rule; granted, they arrive", async () => {
      const alice = cluster().as("alice");
      const recorder = new EventRecorder({ transport: alice, controller: "example.com/a", logger });
      const object = await seen();
      for (let i = 0; i < 5; i++) {
        const event = { type: "Normal", reason: `R${i}`, note: "no" } as const;
        recorder.record(object, event, { definition: configMap });
      }
      await recorder.flush();
      expect(recorder.dropped).toBe(5);
      expect(entries.splice(0)).toEqual([
        "events are not recorded: the right is missing " +
          JSON.stringify({
            controller: "example.com/a",
            namespace,
            user: "alice",
            missingRule:
              "- apiGroups: [events.k8s.io]\n  resources: [events]\n  verbs: [create, patch]",
          }),
      ]);
      kubectl("create", "role", "events", "--verb=create,patch", "--resource=events.events.k8s.io");
      kubectl("create", "rolebinding", "events", "--role=events", "--user=alice");
      await waitUntil("an event has arrived", async () => {
        recorder.record(
          object,
          { type: "Normal", reason: "Now", note: "yes" },
          {
            definition: configMap,
          },
        );
        await recorder.flush();
        return kubectl("events", "--for", "configmap/seen").includes(" Now ");
      });
      alice.close();
    });

    it("metrics are for those who may get them", async () => {
      const names = { reader: `reader-${namespace}`, other: `other-${namespace}` };
      for (const name of Object.values(names)) kubectl("create", "serviceaccount", name);
      const role = `metrics-${namespace}`;
      kubectl("create", "clusterrole", role, "--verb=get", "--non-resource-url=/metrics");
      const account = `--serviceaccount=${namespace}:${names.reader}`;
      kubectl("create", "clusterrolebinding", role, `--clusterrole=${role}`, account);
      const manager = new Manager({
        transport: cluster().transport,
        logger,
        metrics: { port: 0, host: "127.0.0.1", secure: { certificate: () => firstLocal } },
      });
      const stopping = new AbortController();
      const ended = manager.run({ signal: stopping.signal, handleSignals: false });
      await waitUntil("metrics are served", () =>
        Promise.resolve(manager.ports.metrics !== undefined),
      );
      const token = (name: string): string => kubectl("create", "token", name).trim();
      const tokens = [undefined, "made-up", token(names.other), token(names.reader)];
      const answers: (readonly [number, string])[] = [];
      for (const each of tokens) answers.push(await get(manager.ports.metrics, each));
      expect(answers.map(([status]) => status)).toEqual([401, 401, 403, 200]);
      const user = `system:serviceaccount:${namespace}:${names.other}`;
      expect(answers[2]?.[1]).toBe(`Authorization denied for user ${user}\n`);
      const [, text = ""] = answers[3] ?? [];
      const host = new URL(cluster().url).host;
      expect(text).toContain(
        `rest_client_requests_total{code="201",host="${host}",method="POST"} 5`,
      );
      for (const each of tokens.slice(2)) {
        expect(text + entries.join()).not.toContain(String(each));
      }
      kubectl("delete", "clusterrole,clusterrolebinding", role);
      stopping.abort();
      await ended;
    });

    it("a program without the right to review says which rule it lacks", async () => {
      entries.length = 0;
      const alice = cluster().as("alice");
      const manager = new Manager({
        transport: alice,
        logger,
        metrics: { port: 0, host: "127.0.0.1", secure: { certificate: () => firstLocal } },
      });
      const stopping = new AbortController();
      const ended = manager.run({ signal: stopping.signal, handleSignals: false });
      await waitUntil("metrics are served", () =>
        Promise.resolve(manager.ports.metrics !== undefined),
      );
      const answer = await get(manager.ports.metrics, cluster().token);
      expect(answer).toEqual([500, "Authentication failed\n"]);
      expect(entries.join("\n")).toContain(
        "- apiGroups: [authentication.k8s.io]\\n  resources: [tokenreviews]\\n  verbs: [create]",
      );
      expect(entries.join("\n")).not.toContain(cluster().token);
      stopping.abort();
      await ended;
      alice.close();
    });
  },
  { controllers: false },
);

interface Metadata {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly uid: string;
  readonly resourceVersion: string;
}

function get(port: number | undefined, token: string | undefined): Promise<[number, string]> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const agent = new Agent({ ca: firstLocal.cert });
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path: "/metrics", headers, agent };
    const outgoing = request(options, (incoming) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      incoming.on("end", () => {
        agent.destroy();
        resolve([incoming.statusCode ?? 0, text]);
      });
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}
