import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import { buildIfOlder } from "../setup/fresh-build.js";
import { buildGoProgram } from "../support/go-program.js";
import { buildOperator } from "./operator-process.js";
import type { OperatorWorld } from "./operator-scenario.js";
import { operatorScenario } from "./operator-scenario.js";
import type { ServerOfOperators, StartOperator } from "./operator-worlds.js";
import { exampleFolder, startExample, worldOfProcesses } from "./operator-worlds.js";
import { serveForOperators } from "./served-operators.js";
import { runProgram } from "./two-clusters.js";
import { describeWholeCluster, hasWholeCluster } from "./whole-cluster.js";

/*
 * One operator three times: the example, the same on controller-runtime and on client-node, which
 * docs/operators.md compares by their lines. All must do the same, on a whole Kubernetes, and on
 * `crdgen serve`.
 */

const root = join(import.meta.dirname, "../..");
const peers = join(root, "bench/operator-lines");
const clientNode = join(root, "bench/node_modules");

interface Contender {
  readonly name: string;
  readonly rights: "deployed" | "all";
  /** Builds it in a folder. */
  prepare(folder: string): Promise<StartOperator>;
}

const example: Contender = {
  name: "examples/operator",
  rights: "deployed",
  prepare(folder) {
    buildIfOlder("whole");
    const project = join(folder, "operator");
    cpSync(exampleFolder, project, { recursive: true });
    buildOperator(project);
    return Promise.resolve(startExample(project));
  },
};

const onControllerRuntime: Contender = {
  name: "the same on controller-runtime",
  rights: "all",
  async prepare() {
    const program = await buildGoProgram("site-operator", join(peers, "go"));
    return (settings) => {
      const { kubeconfig, certificates, metricsPort, healthPort, webhookPort } = settings;
      const flags = [
        `-certificates=${certificates}`,
        `-metrics=127.0.0.1:${metricsPort}`,
        `-probes=127.0.0.1:${healthPort}`,
        `-webhook-port=${webhookPort}`,
      ];
      const env = { ...process.env, KUBECONFIG: kubeconfig };
      return spawn(program, flags, { env, stdio: ["ignore", "pipe", "pipe"] });
    };
  },
};

const onClientNode: Contender = {
  name: "the same on client-node",
  rights: "all",
  async prepare(folder) {
    const project = join(folder, "client-node");
    cpSync(join(peers, "client-node"), project, { recursive: true });
    symlinkSync(clientNode, join(project, "node_modules"));
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const { code, stdout } = await runProgram(process.execPath, [compiler, "-p", project]);
    if (code !== 0) throw new Error(stdout);
    return startExample(project, ["dist/main.js"]);
  },
};

function runScenario(
  contender: Contender,
  server: () => Promise<ServerOfOperators> | ServerOfOperators,
): void {
  const folder = mkdtempSync(join(tmpdir(), "crdgen-operators-"));
  let world: (OperatorWorld & { stop(): void }) | undefined;
  beforeAll(async () => {
    const start = await contender.prepare(folder);
    world = await worldOfProcesses(await server(), folder, start, contender.rights);
  }, 600_000);
  afterAll(() => {
    world?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  operatorScenario(() => {
    if (world === undefined) throw new Error("the world is there only during tests");
    return world;
  });
}

const hasClientNode = existsSync(clientNode);
if (!hasClientNode) {
  it("the operator on client-node: DID NOT RUN, it is not installed", () => {
    console.warn("DID NOT RUN: npm --prefix bench ci installs client-node");
  });
}
const contenders = [example, onControllerRuntime, ...(hasClientNode ? [onClientNode] : [])];

for (const contender of contenders) {
  describeWholeCluster(
    `${contender.name}, on a whole Kubernetes`,
    (cluster) => {
      runScenario(contender, cluster);
    },
    { nodes: 1 },
  );
}

describe.each(hasWholeCluster ? contenders.slice(1) : [])("$name, on crdgen serve", (contender) => {
  const servers: { close(): Promise<void> }[] = [];
  runScenario(contender, async () => {
    const server = await serveForOperators();
    servers.push(server);
    return server;
  });
  afterAll(() => Promise.all(servers.map((server) => server.close())));
});
