import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { leaseCrd } from "./lease-crd.js";
import { describeApiServer } from "./server.js";
import type { ServedCluster } from "./two-clusters.js";
import { cronTabCrd, installCrds, maskOutput, runProgram, serveCluster } from "./two-clusters.js";

/** Among the peers of the benchmarks, so that the product's own dependencies stay small. */
const bench = join(import.meta.dirname, "../../bench");
const isThere = existsSync(join(bench, "node_modules/@kubernetes/client-node"));
const program = join(import.meta.dirname, "../support/client-node.mjs");

/**
 * Leases of the server here are custom resources; their lists name a `continue` that is empty, and
 * those of built-in kinds leave it out (apimachinery `meta/v1/types.go`, ListMeta).
 */
function asBuiltin(line: string): string {
  return line.startsWith("list leases: ") ? line.replace('"_continue":"",', "") : line;
}

describeApiServer("@kubernetes/client-node", (server) => {
  if (!isThere) {
    it("DID NOT RUN: `npm ci --ignore-scripts` in bench installs it", () => {
      console.warn("@kubernetes/client-node: DID NOT RUN, npm ci in bench installs it");
      if (process.env["CI"] === "true") throw new Error("the package must be there in CI");
    });
    return;
  }
  let ours: ServedCluster;
  beforeAll(async () => {
    ours = await serveCluster([cronTabCrd]);
    await installCrds(server(), [cronTabCrd, leaseCrd()]);
  });
  afterAll(async () => {
    await ours.close();
  });

  async function transcript(kubeconfig: string): Promise<readonly string[]> {
    const { code, stdout, stderr } = await runProgram(process.execPath, [
      program,
      bench,
      kubeconfig,
    ]);
    expect([code, stderr]).toEqual([0, ""]);
    return maskOutput(stdout).trim().split("\n").map(maskLine);
  }

  it("sees the same of both servers", async () => {
    const theirs = await transcript(server().kubeconfig);
    expect(theirs.length).toBeGreaterThan(20);
    expect(await transcript(ours.kubeconfig)).toEqual(theirs.map(asBuiltin));
  });
});

/** What Leases have otherwise where they are a CRD, as on the real server. */
const crdOnly = ["generation", "kind", "apiVersion", "managedFields"];

/** Keys in order: what comes as text keeps that of the server. */
function maskLine(line: string): string {
  const [, asked = "", answer = ""] = /^(.*?): (.*)$/s.exec(line) ?? [];
  return `${asked}: ${JSON.stringify(masked(JSON.parse(answer), asked.includes("lease")))}`;
}

function masked(value: unknown, isLease: boolean): unknown {
  if (typeof value === "string" && value.startsWith("{")) return masked(JSON.parse(value), isLease);
  if (Array.isArray(value)) return value.map((item) => masked(item, isLease));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value)
    .filter(([key]) => !isLease || !crdOnly.includes(key))
    .map(([key, member]): [string, unknown] => [key, masked(member, isLease)]);
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
}
