import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { listen } from "../../support/listen.js";
import { LanguageClient, sample } from "./client.js";

const wrong = `apiVersion: stable.example.com/v1
kind: CronTab
metadata: { name: mine }
spec: { cronSpec: "* * * * *", image: a, imagee: b }
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crdgen-lsp-"));
  vi.stubEnv("XDG_CACHE_HOME", join(folder, "cache"));
  vi.stubEnv("KUBECONFIG", join(folder, "kubeconfig"));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a kubeconfig with the contexts `near` and `far`, which is the current one. */
function writeKubeconfig(near: string, far: string): void {
  const about = (name: string): string => `{ name: ${name}, context: { cluster: ${name} } }`;
  const text = `apiVersion: v1
kind: Config
current-context: far
contexts: [${about("near")}, ${about("far")}]
clusters:
  - { name: near, cluster: { server: "${near}" } }
  - { name: far, cluster: { server: "${far}" } }
`;
  writeFileSync(join(folder, "kubeconfig"), text);
}

/** Where nobody listens. */
const nowhere = "http://127.0.0.1:1";

/** An API server that has one CRD. */
function crdServer(): ReturnType<typeof createServer> {
  const crd = parse(readFileSync(sample, "utf8")) as object;
  return createServer(({ headers }, response) => {
    const isPartial = headers.accept?.includes("PartialObjectMetadataList") === true;
    const item = isPartial ? { metadata: { name: "crontabs.stable.example.com" } } : crd;
    response.end(JSON.stringify({ metadata: {}, items: [item] }));
  });
}

async function start(args: readonly string[]): Promise<LanguageClient> {
  const client = new LanguageClient(folder, args);
  await client.initialize();
  return client;
}

/** Waits until an object is judged by its CRD. */
async function knowsKind(client: LanguageClient): Promise<void> {
  const uri = await client.open("mine.yaml", wrong);
  const list = await client.diagnosticsUntil(uri, (told) =>
    told.some(({ code }) => code === "object/unknown-field"),
  );
  expect(list).toHaveLength(1);
}

it.each([
  [["--crd", "cluster"], "'cluster': "],
  [["--cluster"], "'cluster': "],
  [["--cluster", "--crd", "cluster"], "'cluster': "],
  [["--cluster", "far"], "'cluster:far': "],
  [["--cluster", "none"], "'cluster:none': "],
])("tells of a cluster that cannot be reached once: %j", async (args, message) => {
  writeKubeconfig(nowhere, nowhere);
  cpSync(sample, join(folder, "crd.yaml"));
  const client = await start(args);
  await knowsKind(client);
  await client.message(message);
  expect(client.messages).toHaveLength(1);
  expect(await client.end()).toBe(0);
});

it.each(["{ no", "clusters: 7", ""])("survives the kubeconfig %j", async (text) => {
  writeFileSync(join(folder, "kubeconfig"), text);
  cpSync(sample, join(folder, "crd.yaml"));
  const client = await start(["--cluster"]);
  await knowsKind(client);
  await client.message("'cluster': ");
  expect(client.messages).toHaveLength(1);
  expect(await client.end()).toBe(0);
});

it("takes the CRDs of a context beside those of the configuration, and keeps them", async () => {
  const { host, stop } = await listen(crdServer());
  writeKubeconfig(`http://${host}`, nowhere);
  writeFileSync(join(folder, "crdgen.config.json"), `{ "inputs": ["none.yaml"] }`);
  writeFileSync(join(folder, "none.yaml"), "");
  const first = await start(["--cluster", "near"]);
  await knowsKind(first);
  expect(first.messages).toEqual([]);
  expect(await first.end()).toBe(0);
  stop();
  const second = await start(["--cluster", "near"]);
  await knowsKind(second);
  expect(await second.message("'cluster:near': ")).toContain("its last answer serve");
  expect(await second.end()).toBe(0);
});

it("does not wait for a cluster that does not answer, nor at its end", async () => {
  const silent = createServer(() => undefined);
  const asked = new Promise((resolve) => silent.once("request", resolve));
  const { host, stop } = await listen(silent);
  writeKubeconfig(nowhere, `http://${host}`);
  cpSync(sample, join(folder, "crd.yaml"));
  const client = await start(["--cluster"]);
  await knowsKind(client);
  await asked;
  expect(client.messages).toEqual([]);
  expect(await client.end()).toBe(0);
  stop();
});
