import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import type { KubernetesObject } from "../../src/runtime/v1/values/kubernetes.js";
import type { WebhookServer } from "../../src/runtime/v1/webhook-server.js";
import { serveWebhooks } from "../../src/runtime/v1/webhook-server.js";
import { admissionHandler } from "../../src/runtime/v1/webhooks.js";
import type { Issued } from "./faults/authority.js";
import { Authority } from "./faults/authority.js";
import { Boats } from "./faults/boats.js";
import { untilServed } from "./faults/served-certificate.js";
import { pause } from "./faults/writer.js";
import { waitUntil } from "./server.js";
import { describeWholeCluster } from "./whole-cluster.js";

const configurations = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

/** What became of the writes of each row. */
const figures: Record<string, { writes: number; failed: number; "seconds of failures": number }> =
  {};

afterAll(() => {
  console.log("writes that pass a webhook whose certificate is replaced");
  console.table(figures);
});

describeWholeCluster(
  "a webhook of the runtime, whose certificate is replaced",
  (cluster) => {
    let authority: Authority;
    let server: WebhookServer;
    let asked = 0;
    let folder: string;
    let boats: Boats;
    const file = (name: string): string => join(folder, name);

    /** As cert-manager's Secret comes, but in two steps. */
    function writeFiles({ cert, key }: Issued): void {
      for (const [name, text] of [
        ["tls.key", key],
        ["tls.crt", cert],
      ] as const) {
        writeFileSync(file(`${name}.new`), text);
        renameSync(file(`${name}.new`), file(name));
      }
    }

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), "crdgen-webhook-"));
      authority = new Authority("webhooks-1");
      writeFiles(authority.issue());
      const validate = admissionHandler<KubernetesObject>({
        validate: () => {
          asked++;
          return undefined;
        },
      });
      server = await serveWebhooks({
        handlers: { "/validate": validate },
        certificate: { certFile: file("tls.crt"), keyFile: file("tls.key") },
        host: "127.0.0.1",
        port: 0,
        onError: () => undefined,
      });
    });

    afterEach(async () => {
      await server.close(100);
      authority.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    async function send(method: string, path: string, body: object, type?: string): Promise<void> {
      const answer = await cluster().request(method, `${configurations}${path}`, body, type);
      if (answer.code >= 300) throw new Error(JSON.stringify(answer.body));
    }

    /** Makes boats, all of which the webhook is asked about, and waits until it is. */
    async function begin(name: string): Promise<void> {
      boats = new Boats(cluster(), name);
      await boats.install();
      await send("POST", "", {
        apiVersion: "admissionregistration.k8s.io/v1",
        kind: "ValidatingWebhookConfiguration",
        metadata: { name: boats.group },
        webhooks: [
          {
            name: boats.group,
            clientConfig: {
              url: `https://127.0.0.1:${server.port}/validate`,
              caBundle: base64(authority.cert),
            },
            rules: [
              {
                apiGroups: [boats.group],
                apiVersions: ["v1"],
                resources: ["boats"],
                operations: ["CREATE", "UPDATE"],
              },
            ],
            sideEffects: "None",
            admissionReviewVersions: ["v1"],
            timeoutSeconds: 5,
          },
        ],
      });
      const before = asked;
      await waitUntil("the webhook is asked", async () => {
        await boats.put("first", String(Math.random()));
        return asked > before;
      });
    }

    async function trust(...pems: readonly string[]): Promise<void> {
      const path = "/webhooks/0/clientConfig/caBundle";
      const patch = [{ op: "replace", path, value: base64(pems.join("")) }];
      await send("PATCH", `/${boats.group}`, patch, "application/json-patch+json");
    }

    /** Writes ten times a second while something happens; gives the seconds of failed writes. */
    async function during(title: string, work: () => Promise<void>): Promise<number> {
      let isDone = false;
      const done = work().finally(() => (isDone = true));
      const row = (figures[title] = { writes: 0, failed: 0, "seconds of failures": 0 });
      let failedSince: number | undefined;
      const goesOn = (): boolean => !isDone;
      for (let count = 0; goesOn(); count++) {
        const start = performance.now();
        const isWritten = await boats.put("probe", `${count}`);
        row.writes++;
        if (!isWritten) {
          row.failed++;
          failedSince ??= start;
        } else if (failedSince !== undefined) {
          const seconds = (performance.now() - failedSince) / 1_000;
          row["seconds of failures"] += Number(seconds.toFixed(2));
          failedSince = undefined;
        }
        await pause(100);
      }
      await done;
      expect(failedSince).toBeUndefined();
      expect(row.writes).toBeGreaterThan(10);
      return row["seconds of failures"];
    }

    it("by another one of its authority: no write fails", async () => {
      await begin("renewed");
      const next = authority.issue();
      const failed = await during("another certificate", async () => {
        writeFiles(next);
        expect(await untilServed(server.port, next.cert)).toBeLessThan(11);
        // Whoever has the configuration anew makes new connections.
        await trust(authority.cert, authority.cert);
        await pause(3_000);
      });
      expect(failed).toBe(0);
    });

    it("by one of another authority, while both are trusted: no write fails", async () => {
      await begin("both");
      const second = new Authority("webhooks-2");
      const next = second.issue();
      const failed = await during("another authority, both trusted meanwhile", async () => {
        await trust(authority.cert, second.cert);
        await pause(2_000);
        writeFiles(next);
        await untilServed(server.port, next.cert);
        await pause(2_000);
        await trust(second.cert);
        await pause(3_000);
      });
      second.remove();
      expect(failed).toBe(0);
    });

    it("by one of another authority, which alone is trusted 5 s before it comes", async () => {
      await begin("early");
      const second = new Authority("webhooks-2");
      const next = second.issue();
      const failed = await during("another authority, trusted 5 s too early", async () => {
        await trust(second.cert);
        await pause(5_000);
        writeFiles(next);
        // Nobody but the API server is there to tell that the old one is not taken.
        await waitUntil("writes pass again", () => boats.put("other", "1"));
        await pause(1_000);
      });
      second.remove();
      expect(failed).toBeGreaterThan(4);
      expect(failed).toBeLessThan(6.5);
    });

    it("by one of another authority, which is trusted 5 s after it has come", async () => {
      await begin("late");
      const second = new Authority("webhooks-2");
      const next = second.issue();
      const failed = await during("another authority, trusted 5 s too late", async () => {
        writeFiles(next);
        await untilServed(server.port, next.cert);
        await pause(5_000);
        await trust(second.cert);
        await pause(3_000);
      });
      second.remove();
      expect(failed).toBeLessThan(6);
    });
  },
  { controllers: false },
);

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
