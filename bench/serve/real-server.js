// The real API server of the tests, built where it is not yet there.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { nodeTransport } from "../../dist/runtime/v1/node.js";
import { buildServer } from "../../test/apiserver/build.ts";
import { http2Transport } from "./http2-transport.js";

/** Starts it with CRDs, and gives transports to it; the first build takes minutes. */
export async function startRealServer(crds) {
  const folder = mkdtempSync(join(tmpdir(), "crdgen-bench-serve-"));
  const options = { stdio: ["pipe", "pipe", "ignore"] };
  const child = spawn(await buildServer(), ["--data-dir", folder], options);
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const { url, token, caFile } = JSON.parse(line);
  const ca = readFileSync(caFile, "utf8");
  const transport = nodeTransport({ baseUrl: url, token, ca });
  const http2 = http2Transport(url, { token, ca });
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
    http2,
    async stop() {
      transport.close();
      http2.close();
      const exit = once(child, "exit");
      child.stdin.end();
      await exit;
      rmSync(folder, { recursive: true });
    },
  };
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
