import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { isUnauthorized } from "../../src/runtime/v1/index.js";
import { nodeTransport } from "../../src/runtime/v1/node.js";
import type { Issued } from "./faults/authority.js";
import { Authority } from "./faults/authority.js";
import { KubeconfigFiles } from "./faults/kubeconfig-files.js";
import { ClusterProgram, untilReady } from "./faults/processes.js";
import { buildFollower, figures, Row } from "./faults/row.js";
import { untilServed } from "./faults/served-certificate.js";
import { pause } from "./faults/writer.js";
import { sendRequest, waitUntil } from "./server.js";
import { describeWholeCluster, hasWholeCluster } from "./whole-cluster.js";

/** Seconds for which an informer may not know of a change once a fault is over. */
const limit = 2;

describeWholeCluster(
  "an informer beside client-go's, while certificates are rotated",
  (cluster) => {
    let program: string | undefined;
    let row: Row | undefined;
    let files = new KubeconfigFiles();
    let serving: Authority;
    let users: Authority;

    /** The API server looks at its files itself. */
    async function serve({ cert, key }: Issued): Promise<void> {
      const { folder, url } = cluster();
      writeFileSync(join(folder, "certs/apiserver.key"), key);
      writeFileSync(join(folder, "certs/apiserver.crt"), cert);
      await untilServed(Number(new URL(url).port), cert);
    }

    beforeAll(async () => {
      if (hasWholeCluster) program = await buildFollower();
      const { folder } = cluster();
      const read = (name: string): string => readFileSync(join(folder, name), "utf8");
      users = new Authority("users", { cert: read("client-ca.crt"), key: read("client-ca.key") });
      serving = new Authority("serving-1");
      await serve(serving.issue());
    });

    afterEach(async () => {
      await row?.stop();
      row = undefined;
      files.remove();
    });

    afterAll(() => {
      for (const each of [serving, users]) each.remove();
      console.log("seconds for which a change was not known, once the fault was over");
      console.table(figures);
    });

    /** A row whose followers have synced with a client certificate, and whose writer writes. */
    async function followed(name: string): Promise<Row> {
      files = new KubeconfigFiles();
      files.writeAuthority(serving.cert);
      files.writeClient(users.issue("/CN=carol/O=system:masters"));
      const begun = (row = new Row(cluster(), program, name));
      await begun.boats.install();
      await begun.followAs((url) => files.write(url));
      await begun.untilEqual();
      begun.writer.start();
      await pause(1_000);
      return begun;
    }

    const errorsOf = (begun: Row): string => begun.own.errors.map(String).join("\n");

    it("the server's certificate is replaced by another one of its authority", async () => {
      const begun = await followed("renewed");
      await serve(serving.issue());
      begun.port.down();
      await pause(500);
      await begun.port.up();
      begun.faultIsOver();
      await pause(2_000);
      const title = "another certificate of the server";
      expect(await begun.finish(title)).toBeLessThan(limit);
      expect(errorsOf(begun)).not.toContain("certificate");
    });

    it("the server's authority is another one, and the file of it comes 5 s later", async () => {
      const begun = await followed("authority");
      const before = serving;
      serving = new Authority("serving-2");
      await serve(serving.issue());
      // The same process would know who comes again by its session, which needs no certificate.
      const server = new ClusterProgram(cluster(), "apiserver");
      await server.kill();
      server.start();
      await untilReady(cluster());
      await pause(5_000);
      expect(begun.own.informer.state.phase).toBe("waiting");
      expect(errorsOf(begun)).toContain("has a certificate of another authority");
      files.writeAuthority(serving.cert);
      begun.faultIsOver();
      await pause(2_000);
      expect(await begun.finish("another authority of the server")).toBeLessThan(limit);
      before.remove();
    });

    it("the authority of users is another one, and their certificates come 5 s later", async () => {
      const begun = await followed("users");
      const refused = nodeTransport({
        baseUrl: cluster().url,
        ca: serving.cert,
        ...users.issue("/CN=carol/O=system:masters"),
      });
      const before = users;
      users = new Authority("users-2");
      writeFileSync(join(cluster().folder, "client-ca.key"), users.key);
      writeFileSync(join(cluster().folder, "client-ca.crt"), users.cert);
      await waitUntil("the old certificate is refused", async () => {
        return (await sendRequest(refused, "GET", begun.boats.path, undefined)).code === 401;
      });
      refused.close();
      begun.port.down();
      await begun.port.up();
      await pause(5_000);
      expect(isUnauthorized(begun.own.informer.state.error)).toBe(true);
      files.writeClient(users.issue("/CN=carol/O=system:masters"));
      begun.faultIsOver();
      await pause(2_000);
      expect(await begun.finish("another certificate of the client")).toBeLessThan(limit);
      before.remove();
    });
  },
  { controllers: false },
);
