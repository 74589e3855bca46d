import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { Controller } from "../../src/runtime/v1/controller.js";
import { ResourceClient } from "../../src/runtime/v1/index.js";
import type { WebhookServer } from "../../src/runtime/v1/webhook-server.js";
import { serveWebhooks } from "../../src/runtime/v1/webhook-server.js";
import { conversionHandler } from "../../src/runtime/v1/webhooks.js";
import { firstLocal } from "../support/local-certificates.js";
import type { Boat } from "./faults/boats.js";
import { buildFollower, figures, Row } from "./faults/row.js";
import { pause } from "./faults/writer.js";
import { describeWholeCluster, hasWholeCluster } from "./whole-cluster.js";

/** Milliseconds. */
const verifyEvery = 3_000;
const staleAfter = 15_000;

/**
 * Seconds until a verification has failed: one that looks at suspects takes five, the next begins
 * some time later, and the server tries to answer it for three.
 */
const longestSearch = 5 + (verifyEvery * 1.1) / 1_000 + 4;

describeWholeCluster(
  "an informer beside client-go's, while a webhook does not convert an object",
  (cluster) => {
    let program: string | undefined;
    let row: Row | undefined;
    let webhook: WebhookServer;
    /** The names that are not converted. */
    const broken = new Set<string>();

    const convert = (from: Boat): Boat => {
      if (broken.has(from.metadata.name)) throw new Error("a fault of the converter");
      return { ...from };
    };

    beforeAll(async () => {
      if (hasWholeCluster) program = await buildFollower();
      const converters = { v1: { v2: convert }, v2: { v1: convert } };
      webhook = await serveWebhooks({
        handlers: {
          "/convert": conversionHandler({
            converters: converters as never,
            onError: () => undefined,
          }),
        },
        certificate: () => firstLocal,
        host: "127.0.0.1",
        port: 0,
      });
    });

    afterEach(async () => {
      await row?.stop();
      row = undefined;
      broken.clear();
    });

    afterAll(async () => {
      await webhook.close(100);
      console.log("seconds for which a change was not known, once the fault was over");
      console.table(figures);
    });

    it("for the first time, while informers watch", async () => {
      const begun = (row = new Row(cluster(), program, "converted", { verifyEvery }));
      const { boats } = begun;
      await boats.install();
      await boats.storeOtherVersion(`https://127.0.0.1:${webhook.port}/convert`, firstLocal.cert);
      await begun.follow();
      await begun.untilEqual();
      const { informer, errors, cache } = begun.own;
      const controller = new Controller(new ResourceClient(boats.definition, cluster().transport), {
        informer,
        staleAfter,
        reconcile: () => undefined,
      });
      const stopping = new AbortController();
      const running = controller.run({ signal: stopping.signal });
      begun.writer.start();
      await pause(3_000);
      expect(controller.isReady()).toBe(true);
      expect(errors).toEqual([]);

      broken.add("bad");
      expect(await boats.putStored("bad")).toBe(true);
      const start = performance.now();
      const seconds = (): number => (performance.now() - start) / 1_000;
      // The list that looks for what was missed is refused, and says why.
      await begun.until(() => errors.length > 0, longestSearch, [begun.own]);
      const found = seconds();
      console.log(`a list every ${verifyEvery} ms: found after ${found.toFixed(1)} s`);
      expect(errors[0]).toMatchObject({ code: 500 });
      expect(String(errors[0])).toContain("failed to read one or more boats");
      // Nothing else shows it at first: the watch is open, and tells nothing of any object.
      expect(informer.state.phase).toBe("following");
      expect(informer.isStale(staleAfter)).toBe(false);
      const known = cache.get("probe");
      await begun.until(() => !controller.isReady(), staleAfter / 1_000 + 3, [begun.own]);
      const unready = seconds();
      console.log(`not ready after ${unready.toFixed(1)} s`);
      expect(unready).toBeGreaterThan(staleAfter / 1_000 - 1);
      // The server ends the watch in the end (after 31 s at 1.37), which shows nothing either.
      while (informer.state.phase === "following") {
        expect(seconds()).toBeLessThan(90);
        expect(controller.isReady()).toBe(false);
        await pause(50);
      }
      console.log(`the server ended the watch after ${seconds().toFixed(1)} s`);
      expect(informer.isStale(staleAfter)).toBe(true);
      expect(controller.isReady()).toBe(false);
      await pause(10_000);
      expect(cache.get("probe")).toBe(known);
      expect(begun.writer.last).not.toBe(known);
      expect(controller.isReady()).toBe(false);

      broken.clear();
      begun.faultIsOver();
      await pause(3_000);
      expect(await begun.finish("a converter that fails for 40 s")).toBeLessThan(3);
      expect(controller.isReady()).toBe(true);
      expect(informer.get("bad", "default")).toBeDefined();
      stopping.abort();
      await running;
    });
  },
  { controllers: false },
);
