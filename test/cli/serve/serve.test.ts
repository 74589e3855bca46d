import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
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

  it("says what is wrong with CRDs, objects and the port", async () => {
    const bad = folder.path("bad.json");
    writeFileSync(bad, JSON.stringify({ ...input("bad"), spec: {} }));
    const refused = folder.start(crd, "--objects", bad, "--port", "0");
    expect(await refused.ended).toBe(1);
    expect(refused.text()).toMatch(/bad\.json:1:1: CronTab.* "bad" is invalid/);
    const { text } = await folder.serve();
    const [, port = ""] = /listens at \S+:(\d+)\./.exec(text()) ?? [];
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
