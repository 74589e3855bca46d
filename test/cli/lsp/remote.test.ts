import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LanguageClient } from "./client.js";

const sample = join(import.meta.dirname, "../../../generated-samples/crontab/crd.yaml");

const wrong = `apiVersion: stable.example.com/v1
kind: CronTab
metadata: { name: mine }
spec: { cronSpec: "* * * * *", image: a, imagee: b }
`;

let folder: string;
let cache: string;
let server: Server;
let url: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "crdgen-lsp-"));
  cache = mkdtempSync(join(tmpdir(), "crdgen-cache-"));
  vi.stubEnv("XDG_CACHE_HOME", cache);
  vi.stubEnv("KUBECONFIG", join(folder, "none"));
  server = createServer((_, response) => response.end(readFileSync(sample)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/crd.yaml`; // of a socket
});

afterEach(() => {
  vi.unstubAllEnvs();
  server.close();
  rmSync(folder, { recursive: true, force: true });
  rmSync(cache, { recursive: true, force: true });
});

async function knowsKind(client: LanguageClient, isKnown: boolean): Promise<void> {
  const uri = await client.open("mine.yaml", wrong);
  const list = await client.diagnosticsUntil(
    uri,
    (told) => told.some(({ code }) => code === "object/unknown-kind") !== isKnown,
  );
  expect(list.length).toBeGreaterThan(0);
}

it("keeps what another machine answered, and serves it while that does not answer", async () => {
  const first = new LanguageClient(folder, ["--crd", url]);
  await first.initialize();
  await knowsKind(first, true);
  expect(first.messages).toEqual([]);
  expect(await first.end()).toBe(0);
  expect(readdirSync(join(cache, "crdgen"))).toHaveLength(1);
  server.close();
  server.closeAllConnections();
  const second = new LanguageClient(folder, ["--crd", url]);
  await second.initialize();
  await knowsKind(second, true);
  expect(await second.message("cannot be fetched")).toContain("its last answer serve");
  expect(second.messages).toHaveLength(1);
  expect(await second.end()).toBe(0);
});
