import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { buildFollower, figures, Row } from "./faults/row.js";
import { pause } from "./faults/writer.js";
import { describeWholeCluster, hasWholeCluster } from "./whole-cluster.js";

/** Seconds for which an informer may not know of a change once a fault is over. */
const limit = 2;

let program: string | undefined;
let row: Row | undefined;

beforeAll(async () => {
  if (hasWholeCluster) program = await buildFollower();
});

afterEach(async () => {
  await row?.stop();
  row = undefined;
});

afterAll(() => {
  console.log("seconds for which a change was not known, once the fault was over");
  console.table(figures);
});

describeWholeCluster(
  "an informer beside client-go's, on a whole Kubernetes",
  (cluster) => {
    const begin = (name: string): Row => (row = new Row(cluster(), program, name));

    /** A row whose followers have synced, and whose writer writes. */
    async function followed(name: string): Promise<Row> {
      const begun = begin(name);
      await begun.boats.install();
      await begun.follow();
      await begun.untilEqual();
      begun.writer.start();
      await pause(1_000);
      return begun;
    }

    it("starts before its CRD, whose schema changes after three seconds", async () => {
      const begun = begin("before");
      await begun.follow();
      await pause(12_000);
      expect(begun.own.informer.state.phase).toBe("missing");
      await begun.boats.install();
      begun.faultIsOver();
      begun.writer.start();
      await pause(3_000);
      await begun.boats.changeSchema();
      await pause(5_000);
      expect(await begun.finish("starts before its CRD, schema changes")).toBeLessThan(limit);
    });

    it("the schema of its CRD changes in the first seconds, three times", async () => {
      const begun = begin("schemas");
      await begun.boats.install();
      begun.faultIsOver();
      begun.writer.start();
      await begun.follow();
      for (let count = 0; count < 3; count++) {
        await pause(1_000);
        await begun.boats.changeSchema();
      }
      await pause(5_000);
      // The first whole state is counted, too. While it makes room for a schema, the server asks to
      // wait for a second (429), and may do so again for the next one.
      expect(await begun.finish("the schema changes at once")).toBeLessThan(limit + 1);
    });

    it("a server that flaps: 10 s down, 3 s up, 10 s down", async () => {
      const begun = await followed("flapping");
      begun.port.down();
      await pause(10_000);
      await begun.port.up();
      await pause(3_000);
      begun.port.down();
      await pause(10_000);
      await begun.port.up();
      begun.faultIsOver();
      await pause(2_000);
      expect(await begun.finish("10 s down, 3 s up, 10 s down")).toBeLessThan(limit);
    });

    it.each([15, 40])("an outage of %i s", async (seconds) => {
      const begun = await followed(`outage${seconds}`);
      begun.port.down();
      await pause(seconds * 1_000);
      expect(begun.own.informer.state.phase).toBe("waiting");
      await begun.port.up();
      begun.faultIsOver();
      await pause(2_000);
      expect(await begun.finish(`an outage of ${seconds} s`)).toBeLessThan(limit);
    });

    it("its CRD is deleted, and made again after 12 s", async () => {
      const begun = await followed("again");
      await begun.boats.uninstall();
      await pause(12_000);
      expect(begun.own.informer.state.phase).toBe("missing");
      expect([...begun.own.cache.keys()]).toEqual([]);
      await begun.boats.install();
      begun.faultIsOver();
      await pause(2_000);
      expect(await begun.finish("its CRD is deleted and made again")).toBeLessThan(limit);
    });
  },
  { controllers: false },
);
