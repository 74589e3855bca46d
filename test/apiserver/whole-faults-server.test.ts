import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { isForbidden, isUnauthorized } from "../../src/runtime/v1/index.js";
import { ReadLoad, WriteLoad } from "./faults/load.js";
import { ClusterProgram, untilReady } from "./faults/processes.js";
import { Account, Right } from "./faults/rights.js";
import { buildFollower, figures, Row } from "./faults/row.js";
import { pause } from "./faults/writer.js";
import type { WholeCluster } from "./whole-cluster.js";
import { describeWholeCluster, hasWholeCluster } from "./whole-cluster.js";

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

/** A row whose followers have synced, and whose writer writes. */
async function followed(cluster: WholeCluster, name: string): Promise<Row> {
  const begun = (row = new Row(cluster, program, name));
  await begun.boats.install();
  await begun.follow();
  await begun.untilEqual();
  begun.writer.start();
  await pause(1_000);
  return begun;
}

describeWholeCluster(
  "an informer beside client-go's, while a whole Kubernetes has faults",
  (cluster) => {
    it("kube-apiserver is killed three times under load", async () => {
      const begun = await followed(cluster(), "killed");
      const load = new WriteLoad(begun.boats);
      load.start();
      const server = new ClusterProgram(cluster(), "apiserver");
      for (let count = 0; count < 3; count++) {
        await pause(3_000);
        await server.kill();
        server.start();
        await untilReady(cluster());
        begun.faultIsOver();
        await pause(3_000);
        // Who comes before a server knows all its paths is asked to wait for five seconds.
        expect(await begun.measure("kube-apiserver killed × 3")).toBeLessThan(7);
      }
      await load.stop();
      expect(load.writes).toBeGreaterThan(100);
      await begun.finish("kube-apiserver killed × 3");
    });

    it("etcd stands still for 20 s", async () => {
      const begun = await followed(cluster(), "stopped");
      const store = new ClusterProgram(cluster(), "etcd");
      store.pause();
      await pause(20_000);
      store.resume();
      begun.faultIsOver();
      await pause(3_000);
      expect(await begun.finish("etcd stopped for 20 s")).toBeLessThan(3);
    });

    it("a version has expired, since kube-apiserver began anew meanwhile", async () => {
      const begun = await followed(cluster(), "restarted");
      await begun.boats.put("doomed", "1");
      await begun.untilKnown("doomed");
      const lists = begun.own.lists;
      begun.port.down();
      await begun.boats.remove("doomed");
      const server = new ClusterProgram(cluster(), "apiserver");
      await server.kill();
      server.start();
      await untilReady(cluster());
      await begun.port.up();
      begun.faultIsOver();
      await pause(2_000);
      expect(await begun.finish("410 by a restart")).toBeLessThan(3);
      expect(begun.own.lists).toBeGreaterThan(lists);
      const told = begun.own.events.filter(({ name }) => name === "doomed");
      expect(told.map(({ event }) => event)).toEqual(["added", "deleted"]);
    });

    it("a right is granted, revoked, and granted again", async () => {
      const begun = (row = new Row(cluster(), program, "rights"));
      const { group } = begun.boats;
      await begun.boats.install();
      const right = new Right(cluster(), group, { kind: "User", name: "bob" });
      await right.prepare(group);
      begun.writer.start();
      await begun.follow("bob-token");
      for (const title of ["a right is granted after 10 s", "a right is granted again"]) {
        await pause(10_000);
        expect(begun.own.informer.state.phase).toBe("waiting");
        expect(isForbidden(begun.own.informer.state.error)).toBe(true);
        await right.grant();
        begun.faultIsOver();
        expect(await begun.measure(title)).toBeLessThan(2);
        await right.revoke();
        // Who watches goes on to do so.
        begun.port.down();
        await begun.port.up();
      }
      await right.grant();
      begun.faultIsOver();
      await begun.finish("a right is revoked for a moment");
    });

    it("a token becomes invalid, and another one takes its place after 5 s", async () => {
      const begun = (row = new Row(cluster(), program, "tokens"));
      const { group } = begun.boats;
      await begun.boats.install();
      const account = new Account(cluster(), "boats");
      await account.create();
      const right = new Right(cluster(), group, account.subject);
      await right.prepare(group);
      await right.grant();
      let token = await account.token("one");
      await begun.follow(() => token);
      await begun.untilEqual();
      begun.writer.start();
      await account.invalidate("one");
      // The server remembers for some seconds whose token it was.
      await pause(15_000);
      begun.port.down();
      await begun.port.up();
      await pause(5_000);
      expect(isUnauthorized(begun.own.informer.state.error)).toBe(true);
      token = await account.token("two");
      begun.other?.writeToken(token);
      begun.faultIsOver();
      await pause(1_000);
      expect(await begun.finish("another token after 5 s")).toBeLessThan(2);
    });
  },
  { controllers: false },
);

describeWholeCluster(
  "an informer beside client-go's, where a server forgets soon",
  (cluster) => {
    it("a version has expired, since the store was compacted", async () => {
      const begun = await followed(cluster(), "compacted");
      await begun.boats.put("doomed", "1");
      await begun.untilKnown("doomed");
      const lists = begun.own.lists;
      begun.port.down();
      await begun.boats.remove("doomed");
      await pause(12_000);
      await begun.port.up();
      begun.faultIsOver();
      await pause(2_000);
      expect(await begun.finish("410 by compaction")).toBeLessThan(2);
      expect(begun.own.lists).toBeGreaterThan(lists);
      const told = begun.own.events.filter(({ name }) => name === "doomed");
      expect(told.map(({ event }) => event)).toEqual(["added", "deleted"]);
    });
  },
  { controllers: false, flags: ["--watch-cache=false", "--etcd-compaction-interval=4s"] },
);

describeWholeCluster(
  "an informer beside client-go's, where a server takes two requests at a time",
  (cluster) => {
    it("begins among others who ask too much", async () => {
      const begun = (row = new Row(cluster(), program, "busy"));
      const { group } = begun.boats;
      await begun.boats.install();
      for (let count = 0; count < 200; count++) await begun.boats.put(`boat-${count}`, "1");
      const right = new Right(cluster(), group, { kind: "User", name: "bob" });
      await right.prepare(group);
      await right.grant();
      const load = new ReadLoad(cluster(), "bob", begun.boats);
      load.start();
      begun.writer.start();
      await pause(1_000);
      begun.faultIsOver();
      await begun.follow("bob-token");
      await pause(5_000);
      const seconds = await begun.measure("begins among others who ask too much (429)");
      await load.stop();
      expect(load.refused).toBeGreaterThan(20);
      expect(seconds).toBeLessThan(10);
      await begun.finish("begins among others who ask too much (429)");
    });
  },
  {
    controllers: false,
    flags: [
      "--watch-cache=false",
      "--max-requests-inflight=2",
      "--enable-priority-and-fairness=false",
    ],
  },
);
