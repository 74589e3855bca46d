import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildGoProgram } from "../support/go-program.js";
import { leaseCrd } from "./lease-crd.js";
import { describeApiServer } from "./server.js";
import type { ServedCluster } from "./two-clusters.js";
import { cronTabCrd, installCrds, maskOutput, runProgram, serveCluster } from "./two-clusters.js";

const json = "application/json";
const protobuf = "application/vnd.kubernetes.protobuf";

/** Scenarios of test/support/client-go, and by which content types client-go runs them. */
const shared: readonly (readonly [scenario: string, ...types: string[]])[] = [
  ["discovery", json, protobuf],
  ["mapper", json],
  ["dynamic", json, protobuf],
  ["apply", json],
  ["informer", json],
  ["scale", json, protobuf],
  ["metadata", json, protobuf],
  ["crds", json, protobuf],
  // Leases are custom resources on the real server, which takes no bytes for those.
  ["leader", json],
  ["lease", json],
];

describeApiServer("client-go", (server) => {
  let program: string;
  let ours: ServedCluster;
  beforeAll(async () => {
    program = await buildGoProgram("client-go", join(import.meta.dirname, "../support/client-go"));
    ours = await serveCluster([cronTabCrd]);
    await installCrds(server(), [cronTabCrd, leaseCrd()]);
  });
  afterAll(async () => {
    await ours.close();
  });

  async function transcript(
    scenario: string,
    kubeconfig: string,
    type: string,
  ): Promise<readonly string[]> {
    const { code, stdout, stderr } = await runProgram(program, [scenario, kubeconfig, type]);
    expect(stderr.split("\n").filter((line) => !/^[IE]\d{4} /.test(line))).toEqual([""]);
    expect(code).toBe(0);
    return maskOutput(stdout)
      .trim()
      .split("\n")
      .map((line) => maskLine(line, scenario === "lease"));
  }

  for (const [scenario, ...types] of shared) {
    for (const type of types) {
      it(`sees the same of both servers: ${scenario}, ${type}`, async () => {
        const theirs = await transcript(scenario, server().kubeconfig, type);
        expect(theirs.length).toBeGreaterThan(1);
        expect(await transcript(scenario, ours.kubeconfig, type)).toEqual(theirs);
      });
    }
  }

  /** The real server of these tests has no core group: both encodings are compared instead. */
  for (const scenario of ["builtins", "lease", "leader"]) {
    it(`sees the same of ours in JSON and in Protocol Buffers: ${scenario}`, async () => {
      const text = await transcript(scenario, ours.kubeconfig, json);
      expect(text.length).toBeGreaterThan(4);
      expect(await transcript(scenario, ours.kubeconfig, protobuf)).toEqual(text);
    });
  }
});

/**
 * A line without what follows from the servers' processes: the name of the one that writes the
 * status of CRDs, and the order of owners, which follows from the second.
 *
 * @param isLease of a kind that is a CRD on the real server: there it has a generation, and items
 *   of lists have a kind
 */
function maskLine(line: string, isLease: boolean): string {
  const [, asked = "", answer = ""] = /^(.*?): (.*)$/s.exec(line) ?? [];
  return `${asked}: ${JSON.stringify(masked(JSON.parse(answer), isLease))}`;
}

function masked(value: unknown, isLease: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, isLease));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
      if (isLease && ["generation", "kind", "apiVersion"].includes(key)) return [];
      if (key === "manager" && member === "server") return [[key, "kube-apiserver"]];
      const inner = masked(member, isLease);
      if (key !== "managedFields" || !Array.isArray(inner)) return [[key, inner]];
      return [[key, inner.map((entry) => JSON.stringify(entry)).sort()]];
    }),
  );
}
