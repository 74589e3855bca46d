import { appendFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callWebhook } from "../../src/cli/serve/call-webhook.js";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import { Cluster } from "../../src/server/cluster.js";
import { Random } from "../support/random.js";
import { waitUntil } from "./server.js";
import { drawConfigurationBody } from "./webhook-configurations.js";
import { drawCase, widgetDefinition } from "./webhook-grammar.js";
import type { TestWebhooks } from "./webhook-server.js";
import { serveTestWebhooks } from "./webhook-server.js";
import { WebhookSide } from "./webhook-sides.js";
import { describeWholeCluster } from "./whole-cluster.js";

/** A file to which differences are added, as lines of JSON. */
const report = process.env["WHOLE_REPORT"];
const first = Number(process.env["WEBHOOK_SEED"] ?? 1);
const count = Number(process.env["WEBHOOK_CASES"] ?? 300);

/** The same of each server: configurations and requests at random, with the same webhooks. */
describeWholeCluster(
  "webhooks, as a whole Kubernetes calls them",
  (cluster) => {
    let webhooks: TestWebhooks;
    let sides: readonly WebhookSide[];
    beforeAll(async () => {
      webhooks = await serveTestWebhooks();
      const builtIns = kindTable(37).resources.filter(({ group }) => group === "apps");
      const memory = await Cluster.create({ minor: 37, namespaces: true, builtIns, callWebhook });
      sides = [cluster().transport, memory].map((one) => new WebhookSide(one, webhooks));
      for (const side of sides) {
        await side.send(
          "POST",
          "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
          widgetDefinition(),
        );
        await waitUntil("the CRD is served", async () => {
          const { code } = await side.send("GET", "/apis/hooks.example.com/v2/widgets");
          return code === 200;
        });
      }
    });
    afterAll(() => webhooks.close());

    it(`${count} configurations at random, most of them wrong`, async () => {
      const different: unknown[] = [];
      let accepted = 0;
      for (let seed = first; seed < first + count; seed++) {
        const random = new Random(seed);
        const isMutating = random.chance(0.5);
        const body = drawConfigurationBody(random, isMutating, `wrong-${seed}`);
        const query = `dryRun=All&fieldValidation=${random.pick(["Strict", "Warn"])}`;
        const plural = `${isMutating ? "mutating" : "validating"}webhookconfigurations`;
        const path = `/apis/admissionregistration.k8s.io/v1/${plural}?${query}`;
        const [theirs, ours] = await Promise.all(sides.map((side) => side.ask("POST", path, body)));
        if (theirs?.status === 201) accepted++;
        if (JSON.stringify(theirs) === JSON.stringify(ours)) continue;
        different.push({ seed, theirs, ours });
        const line = JSON.stringify({ seed, theirs, ours, configurations: [body] });
        if (report !== undefined) appendFileSync(report, `${line}\n`);
      }
      const told = `${accepted} of which are accepted, ${different.length} differ`;
      console.log(`${count} configurations, ${told}`);
      expect(different).toEqual([]);
      expect(accepted).toBeGreaterThan(count / 10);
      expect(accepted).toBeLessThan(count / 2);
    }, 300_000);

    it(`${count} configurations and requests at random`, async () => {
      const different: unknown[] = [];
      const run = Date.now().toString(36);
      let requests = 0;
      for (let seed = first; seed < first + count; seed++) {
        const namespace = `hooks-${run}-${seed}`;
        const drawn = drawCase(new Random(seed), `h${run}${seed}`, namespace);
        const behaviours = drawn.configurations.flatMap((one) => one.webhooks);
        const paths = behaviours.map(({ behaviour }) => webhooks.add(behaviour));
        const [theirs = [], ours = []] = [
          await sides[0]?.run(drawn, namespace, paths),
          await sides[1]?.run(drawn, namespace, paths),
        ];
        requests += theirs.length;
        const index = theirs.findIndex(
          (one, at) => JSON.stringify(one) !== JSON.stringify(ours[at]),
        );
        if (index === -1) continue;
        const found = { seed, theirs: theirs[index], ours: ours[index] };
        different.push(found);
        const line = { ...found, configurations: drawn.configurations };
        if (report !== undefined) appendFileSync(report, `${JSON.stringify(line)}\n`);
      }
      console.log(`${count} cases with ${requests} requests, ${different.length} differ`);
      expect(different).toEqual([]);
    }, 1_200_000);
  },
  { controllers: false },
);
