import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ResourceClient } from "../../src/runtime/v1/client/resource-client.js";
import { Informer } from "../../src/runtime/v1/informer.js";
import type { NodeTransport } from "../../src/runtime/v1/node.js";
import { fromKubeconfig } from "../../src/runtime/v1/node.js";
import { FaultProxy } from "../soak/fault-proxy.js";
import { Random } from "../support/random.js";
import type { GadgetTypes } from "./fixtures.js";
import { crdOf, gadget } from "./fixtures.js";
import { describeApiServer, installCrd, waitUntil } from "./server.js";

describeApiServer("a token in a file that changes while an informer runs", (server) => {
  const folder = mkdtempSync(join(tmpdir(), "crdgen-token-"));
  const tokenFile = join(folder, "token");
  let proxy: FaultProxy;
  let transport: NodeTransport;
  let informer: Informer<GadgetTypes>;
  const errors: unknown[] = [];

  beforeAll(async () => {
    await installCrd(server(), crdOf(gadget));
    proxy = new FaultProxy(server(), new Random(1));
    await proxy.open();
    writeFileSync(tokenFile, "one");
    proxy.token = "one";
    const cluster = {
      server: proxy.url,
      "certificate-authority-data": Buffer.from(proxy.ca).toString("base64"),
    };
    const text = JSON.stringify({
      "current-context": "test",
      contexts: [{ name: "test", context: { cluster: "test", user: "test" } }],
      clusters: [{ name: "test", cluster }],
      users: [{ name: "test", user: { tokenFile } }],
    });
    transport = await fromKubeconfig({ text });
    informer = new Informer(new ResourceClient<GadgetTypes>(gadget, transport), {
      onError: (error) => errors.push(error),
    });
    informer.start();
    await informer.synced({ timeout: 20_000 });
  });

  afterAll(async () => {
    await informer.stop();
    transport.close();
    proxy.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function create(name: string): Promise<void> {
    const client = new ResourceClient<GadgetTypes>(gadget, server().transport);
    const metadata = { name };
    await client.create({ apiVersion: "example.com/v1", kind: "Gadget", metadata });
  }

  const comes = (name: string): Promise<void> =>
    waitUntil(`${name} is cached`, () =>
      Promise.resolve(informer.get(name, "default") !== undefined),
    );

  it("is read anew once the server refuses the old one, and nobody hears of it", async () => {
    proxy.token = "two";
    writeFileSync(tokenFile, "two");
    proxy.endWatches();
    await create("a");
    await comes("a");
    expect(errors).toEqual([]);
  }, 60_000);

  it("may come a little later than the server asks for it", async () => {
    proxy.token = "three";
    proxy.endWatches();
    await create("b");
    await waitUntil("a request is refused", () => Promise.resolve(errors.length > 0));
    writeFileSync(tokenFile, "three");
    await comes("b");
    for (const error of errors) expect(error).toMatchObject({ code: 401 });
    expect(errors.map(String).join()).not.toMatch(/one|two|three/);
  }, 60_000);
});
