// The real API server of the tests, built where it is not yet there.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { nodeTransport } from "../../dist/runtime/v1/node.js";

const cache = join(import.meta.dirname, "../../.cache/apiserver");

/** Starts it with CRDs, and gives a transport to it. */
export async function startRealServer(crds) {
  const folder = mkdtempSync(join(tmpdir(), "crdgen-bench-serve-"));
  const child = spawn(executable(), ["--data-dir", folder], { stdio: ["pipe", "pipe", "ignore"] });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const { url, token, caFile } = JSON.parse(line);
  const transport = nodeTransport({ baseUrl: url, token, ca: readFileSync(caFile, "utf8") });
  const isReady = async (path) => (await answer(transport, "GET", path)).status === 200;
  await until(() => isReady("/readyz"));
  for (const crd of crds) {
    const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    await answer(transport, "POST", path, JSON.stringify({ ...crd, status: undefined }));
    const { group, names, versions } = crd.spec;
    await until(() => isReady(`/apis/${group}/${versions[0].name}/${names.plural}`));
  }
  // The first creates of a new resource wait for peers.
  await sleep(5_000);
  return {
    transport,
    async stop() {
      transport.close();
      const exit = once(child, "exit");
      child.stdin.end();
      await exit;
      rmSync(folder, { recursive: true });
    },
  };
}

function executable() {
  const builds = existsSync(cache) ? readdirSync(cache) : [];
  const found = builds.map((build) => join(cache, build, "server")).find(existsSync);
  if (found !== undefined) return found;
  throw new Error("there is no API server yet: a test of test/apiserver builds it");
}

async function answer(transport, method, path, body) {
  const headers = [["content-type", "application/json"]];
  const response = await transport.send({ method, path, headers, body });
  return { status: response.status, text: await response.text() };
}

async function until(condition) {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50)) {
    if (await condition().catch(() => false)) return;
  }
  throw new Error("the API server is not ready within a minute");
}
