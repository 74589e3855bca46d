import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defineResource } from "../../../src/runtime/v1/client/define-resource.js";
import { ResourceClient } from "../../../src/runtime/v1/client/resource-client.js";
import { fromKubeconfig } from "../../../src/runtime/v1/node.js";

const root = join(import.meta.dirname, "../../..");
const main = join(root, "dist/cli/main.js");
const crd = join(root, "generated-samples/crontab/crd.yaml");

interface CronTab {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: { cronSpec: string; image: string; replicas?: number };
  status?: { replicas?: number };
}

const cronTab = defineResource<CronTab>({
  group: "stable.example.com",
  version: "v1",
  kind: "CronTab",
  plural: "crontabs",
  scope: "Namespaced",
  subresources: { status: true },
});

function input(name: string): CronTab {
  const spec = { cronSpec: "0 3 * * *", image: "backup" };
  return { apiVersion: "stable.example.com/v1", kind: "CronTab", metadata: { name }, spec };
}

let folder: string;
const running = new Set<ChildProcess>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crdgen-serve-"));
});
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
  rmSync(folder, { recursive: true });
});

interface Served {
  readonly child: ChildProcess;
  /** Of standard output and error. */
  readonly text: () => string;
  readonly ended: Promise<number | null>;
}

function start(...options: readonly string[]): Served {
  const child = spawn(process.execPath, [main, "serve", ...options], { cwd: folder });
  running.add(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => (text += part));
  }
  const ended = once(child, "exit").then(([code]) => code as number | null); // by the event
  return { child, text: () => text, ended };
}

async function serve(...options: readonly string[]): Promise<Served> {
  const served = start("--port", "0", ...options);
  await expect.poll(served.text, { timeout: 20_000 }).toMatch(/listens at \S+\./);
  return served;
}

async function client(): Promise<ResourceClient<NonNullable<typeof cronTab.types>>> {
  const transport = await fromKubeconfig({ path: join(folder, "crdgen.kubeconfig") });
  return new ResourceClient(cronTab, transport);
}

describe("crdgen serve", () => {
  it("serves CRDs and objects, over TLS and with a token", async () => {
    const objects = join(folder, "objects.json");
    writeFileSync(objects, JSON.stringify({ ...input("first"), status: { replicas: 2 } }));
    const { child, ended } = await serve(crd, "--objects", objects, "--tls", "--token", "secret");
    const cronTabs = await client();
    expect(await cronTabs.get("first")).toMatchObject({
      spec: { replicas: 1 },
      status: { replicas: 2 },
    });
    const bad = { ...input("bad"), spec: { cronSpec: "never", image: "x" } };
    await expect(cronTabs.create(bad)).rejects.toMatchObject({ code: 422 });
    expect(readFileSync(join(folder, "crdgen.kubeconfig"), "utf8")).toContain("token: secret");
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  }, 60_000);

  it("keeps in its data file what was answered, even if it is killed", async () => {
    const first = await serve(crd, "--data", "data.jsonl");
    const before = await client();
    await before.create(input("kept"));
    await before.create(input("gone"));
    await before.delete("gone");
    first.child.kill("SIGKILL");
    await first.ended;
    writeFileSync(join(folder, "data.jsonl"), '{"resource":"cron', { flag: "a" });
    const second = await serve("--data", "data.jsonl");
    expect(second.text()).toContain("the last line was not written whole");
    const after = await client();
    const { items } = await after.list();
    expect(items.map(({ metadata }) => metadata.name)).toEqual(["kept"]);
    await after.create(input("more"));
  }, 60_000);

  it("leaves a data file alone that it cannot read", async () => {
    const file = join(folder, "data.jsonl");
    writeFileSync(file, "something else\n");
    const other = start("--data", "data.jsonl");
    expect(await other.ended).toBe(2);
    expect(other.text()).toContain("is not a data file of crdgen serve");
    const damaged = `{"crdgen":"serve","format":1}\nnonsense\n`;
    writeFileSync(file, damaged);
    const second = start("--data", "data.jsonl");
    expect(await second.ended).toBe(2);
    expect(second.text()).toContain("is damaged at line 2");
    expect(readFileSync(file, "utf8")).toBe(damaged);
  }, 60_000);

  it("applies CRDs anew whose files change, and keeps what a broken or deleted file held", async () => {
    const file = join(folder, "crd.yaml");
    const text = readFileSync(crd, "utf8");
    writeFileSync(file, text);
    const served = await serve(folder, "--watch");
    const cronTabs = await client();
    const short = { ...input("short"), spec: { cronSpec: "0 3 * * *", image: "backup" } };
    expect(await cronTabs.create(short)).toMatchObject({ spec: { replicas: 1 } });
    writeFileSync(file, text.replace(/default: 1\b/, "default: 4"));
    await expect.poll(served.text, { timeout: 20_000 }).toContain("was read anew: crontabs.");
    expect(await cronTabs.create(input("long"))).toMatchObject({ spec: { replicas: 4 } });
    writeFileSync(file, text.replace("kind: CronTab", "kind: [broken"));
    await expect.poll(served.text, { timeout: 20_000 }).toContain("what it held before stays");
    expect(await cronTabs.create(input("kept"))).toMatchObject({ spec: { replicas: 4 } });
    rmSync(file);
    await expect.poll(served.text, { timeout: 20_000 }).toContain("is gone; its CRDs stay");
    expect((await cronTabs.list()).items).toHaveLength(3);
  }, 90_000);

  it("says what is wrong with CRDs, objects and the port", async () => {
    const bad = join(folder, "bad.json");
    writeFileSync(bad, JSON.stringify({ ...input("bad"), spec: {} }));
    const refused = start(crd, "--objects", bad, "--port", "0");
    expect(await refused.ended).toBe(1);
    expect(refused.text()).toMatch(/bad\.json:1:1: CronTab.* "bad" is invalid/);
    const { text } = await serve();
    const [, port = ""] = /listens at \S+:(\d+)\./.exec(text()) ?? [];
    const second = start("--port", port);
    expect(await second.ended).toBe(2);
    expect(second.text()).toContain(`port ${port} is in use`);
  }, 60_000);
});
