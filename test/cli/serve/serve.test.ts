import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { cronTabCrdFile as crd, cronTabInput as input, ServeFolder } from "../../support/serve.js";

const samples = join(import.meta.dirname, "../../../generated-samples");
const folder = new ServeFolder();

describe("crdgen serve", () => {
  it("serves CRDs and objects, over TLS and with a token", async () => {
    const objects = folder.path("objects.json");
    writeFileSync(objects, JSON.stringify({ ...input("first"), status: { replicas: 2 } }));
    const { child, ended } = await folder.serve(
      crd,
      "--objects",
      objects,
      "--tls",
      "--token",
      "secret",
    );
    const cronTabs = await folder.client();
    expect(await cronTabs.get("first")).toMatchObject({
      spec: { replicas: 1 },
      status: { replicas: 2 },
    });
    const bad = { ...input("bad"), spec: { cronSpec: "never", image: "x" } };
    await expect(cronTabs.create(bad)).rejects.toMatchObject({ code: 422 });
    expect(readFileSync(folder.path("crdgen.kubeconfig"), "utf8")).toContain("token: secret");
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  }, 60_000);

  it("serves what another server has stored, without what that server has set", async () => {
    const set = {
      resourceVersion: "4711",
      generation: 3,
      creationTimestamp: "2026-01-01T00:00:00Z",
      managedFields: [{ manager: "kubectl", operation: "Update", apiVersion: "v1", time: null }],
    };
    const stored = (name: string, uid: string, more: object = {}): object => ({
      ...input(name),
      metadata: { name, uid, ...set, ...more },
    });
    const reference = (name: string, uid: string): object => {
      return { apiVersion: "stable.example.com/v1", kind: "CronTab", name, uid };
    };
    const list = (items: readonly unknown[]): string =>
      JSON.stringify({ apiVersion: "v1", kind: "List", items });
    const definition = parse(readFileSync(crd, "utf8")) as { metadata: object };
    const metadata = { ...definition.metadata, uid: "u0", ...set };
    const status = {
      conditions: [],
      acceptedNames: { plural: "x", kind: "X" },
      storedVersions: [],
    };
    writeFileSync(folder.path("crds.json"), list([{ ...definition, metadata, status }]));
    const items = [
      stored("child", "u2", { ownerReferences: [reference("parent", "u1")] }),
      stored("stray", "u3", { ownerReferences: [reference("elsewhere", "u9")] }),
      stored("parent", "u1", { deletionTimestamp: "2026-01-02T00:00:00Z", finalizers: ["a/b"] }),
    ];
    writeFileSync(folder.path("objects.json"), list(items));
    await folder.serve("crds.json", "--objects", "objects.json");
    const cronTabs = await folder.client();
    const [child, stray, parent] = await Promise.all(
      ["child", "stray", "parent"].map(async (name) => (await cronTabs.get(name)).metadata),
    );
    expect(parent).toMatchObject({ generation: 1, finalizers: ["a/b"] });
    expect(parent).not.toHaveProperty("deletionTimestamp");
    expect(parent).not.toMatchObject({ uid: "u1" });
    const { uid } = parent as unknown as { uid: string };
    expect(child).toMatchObject({ ownerReferences: [reference("parent", uid)] });
    expect(stray).not.toHaveProperty("ownerReferences");
  });

  it("says what is wrong with CRDs, objects and the port", async () => {
    const bad = folder.path("bad.json");
    writeFileSync(bad, JSON.stringify({ ...input("bad"), spec: {} }));
    const refused = folder.start(crd, "--objects", bad, "--port", "0");
    expect(await refused.ended).toBe(1);
    expect(refused.text()).toMatch(/bad\.json:1:1: CronTab.* "bad" is invalid/);
    const { text } = await folder.serve();
    const [, port = ""] = /listens at \S+:(\d+)\n/.exec(text()) ?? [];
    const second = folder.start("--port", port);
    expect(await second.ended).toBe(2);
    expect(second.text()).toContain(`port ${port} is in use`);
  }, 60_000);

  it("applies CRDs whose files change, and leaves those alone that are broken or gone", async () => {
    const file = folder.path("crds/crontab.yaml");
    mkdirSync(folder.path("crds"));
    const text = readFileSync(crd, "utf8");
    writeFileSync(file, text);
    const { text: printed } = await folder.serve("crds", "--watch");
    const cronTabs = await folder.client();
    const many = { replicas: 11, concurrency: "Forbid" };
    const large = { ...input("large"), spec: { ...input("large").spec, ...many } };
    await expect(cronTabs.create(large)).rejects.toMatchObject({ code: 422 });
    writeFileSync(file, text.replace("maximum: 10", "maximum: ["));
    await expect.poll(printed, { timeout: 5_000 }).toMatch(/crds\/crontab\.yaml:\d+:\d+/);
    writeFileSync(file, text.replace("maximum: 10", "maximum: 11"));
    await expect.poll(printed, { timeout: 5_000 }).toContain("stable.example.com: changed");
    await cronTabs.create(large);
    const other = readFileSync(join(samples, "lists/crd.yaml"), "utf8");
    writeFileSync(folder.path("crds/lists.yaml"), other);
    await expect.poll(printed, { timeout: 5_000 }).toMatch(/: added/);
    rmSync(file);
    await expect.poll(printed, { timeout: 5_000 }).toContain("is in no file any more, and stays");
    expect((await cronTabs.get("large")).spec.replicas).toBe(11);
  });

  it("has something to watch", async () => {
    const { text, ended } = folder.start("--watch");
    expect(await ended).toBe(2);
    expect(text()).toContain("--watch needs inputs in files: name a file, a folder or a pattern");
  });
});
