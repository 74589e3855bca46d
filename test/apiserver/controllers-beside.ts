import { spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NodeTransport } from "../../src/runtime/v1/node.js";
import { fromKubeconfig } from "../../src/runtime/v1/node.js";
import { main } from "../support/cli.js";
import type { Answer } from "./server.js";
import { sendRequest } from "./server.js";
import { programsOfWholeCluster } from "./whole-cluster.js";

/*
 * `crdgen serve` with the programs of a whole Kubernetes around it: kube-controller-manager,
 * kube-scheduler, and kwok in the place of kubelets.
 */

/** The server and the programs, which run until they are stopped. */
export interface ControlledServer {
  /** As an administrator. */
  request(method: string, path: string, body?: unknown, contentType?: string): Promise<Answer>;
  /** What the programs have logged as errors. */
  errors(): readonly string[];
  /** All that the programs have printed, for a test that failed. */
  logs(): string;
  stop(): void;
}

/** Users of `--token-file`, by the programs that are them. */
const users = {
  controllers: { token: "manager-token", line: "system:kube-controller-manager,manager" },
  scheduler: { token: "scheduler-token", line: "system:kube-scheduler,scheduler" },
  // kwok's own documents give it the rights of kubelets, and more.
  kwok: { token: "kwok-token", line: "kwok,kwok,system:masters" },
} as const;

type Program = keyof typeof users;

/** Starts all of it in a folder of its own, with nodes, and waits until the server listens. */
export async function startControlled(authorization: "all" | "rbac"): Promise<ControlledServer> {
  const folder = mkdtempSync(join(tmpdir(), "crdgen-controllers-"));
  const children: { kill: (signal: "SIGKILL") => unknown }[] = [];
  const path = (name: string): string => join(folder, name);
  const run = (name: string, command: string, args: readonly string[]): void => {
    const log = openSync(path(`${name}.log`), "w");
    children.push(spawn(command, args, { cwd: folder, stdio: ["ignore", log, log] }));
    closeSync(log);
  };
  const kill = (): void => {
    for (const child of children.reverse()) child.kill("SIGKILL");
  };
  process.once("exit", kill);
  const logs = (): string =>
    filesIn(folder, (name) => name.endsWith(".log"))
      .map((file) => `== ${file}\n${readFileSync(file, "utf8")}`)
      .join("\n");
  let transport: NodeTransport | undefined;
  const stop = (): void => {
    process.off("exit", kill);
    transport?.close();
    kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    writeInputs(path);
    run("serve", process.execPath, [main, ...serveOptions(authorization)]);
    transport = await untilItAnswers(path("kubeconfig"), logs);
    for (const name of Object.keys(users) as Program[]) {
      // a record's own keys
      writeFileSync(path(`${name}.kubeconfig`), kubeconfigOf(path, name, authorization));
    }
    const bin = programsOfWholeCluster();
    for (const [name, program, args] of programs(path, authorization))
      run(name, join(bin, program), args);
    const admin = transport;
    return {
      request: (method, at, body, contentType) => sendRequest(admin, method, at, body, contentType),
      errors: () =>
        logs()
          .split("\n")
          .filter((line) => /^E\d{4} |"level":"ERROR"/.test(line)),
      logs,
      stop,
    };
  } catch (error) {
    stop();
    throw error;
  }
}

function filesIn(folder: string, isWanted: (name: string) => boolean): readonly string[] {
  return readdirSync(folder)
    .filter(isWanted)
    .sort()
    .map((name) => join(folder, name));
}

function serveOptions(authorization: "all" | "rbac"): readonly string[] {
  const rights = ["--authorization", "rbac", "--token-file", "tokens.csv"];
  return [
    ...[
      "serve",
      "--built-in",
      "all",
      "--no-controllers",
      "--port",
      "0",
      "--tls",
      "--cert-dir",
      "certificates",
    ],
    ...["--kubeconfig", "kubeconfig", "--data", "objects.data"],
    ...(authorization === "rbac" ? rights : []),
  ];
}

function writeInputs(path: (name: string) => string): void {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  writeFileSync(path("sa.key"), privateKey.export({ type: "pkcs1", format: "pem" }));
  const lines = Object.values(users).map(({ token, line }) => `${token},${line}\n`);
  writeFileSync(path("tokens.csv"), lines.join(""));
  const stages = ["node/fast", "node/heartbeat", "pod/fast"].flatMap((part) =>
    filesIn(join(programsOfWholeCluster(), "stages", part), (name) => /^(?:node|pod)-/.test(name)),
  );
  const documents = stages.map((file) => readFileSync(file, "utf8"));
  writeFileSync(path("stages.yaml"), documents.join("\n---\n"));
}

async function untilItAnswers(kubeconfig: string, logs: () => string): Promise<NodeTransport> {
  for (let turn = 0; turn < 300; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (!existsSync(kubeconfig)) continue;
    const transport = await fromKubeconfig({ path: kubeconfig });
    const answer = await sendRequest(transport, "GET", "/version", undefined).catch(
      () => undefined,
    );
    if (answer?.code === 200) return transport;
    transport.close();
  }
  throw new Error(`crdgen serve does not answer:\n${logs()}`);
}

/** That of the server where everybody may do everything, else that of a user. */
function kubeconfigOf(
  path: (name: string) => string,
  name: Program,
  authorization: "all" | "rbac",
): string {
  const own = readFileSync(path("kubeconfig"), "utf8");
  if (authorization === "all") return own;
  const [, server = ""] = /server: "?([^"\s]+)/.exec(own) ?? [];
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "served",
    clusters: [
      { name: "served", cluster: { server, "certificate-authority": path("certificates/ca.crt") } },
    ],
    users: [{ name, user: { token: users[name].token } }],
    contexts: [{ name: "served", context: { cluster: "served", user: name } }],
  });
}

/** With the flags that a whole Kubernetes has in these tests; with rights, more of them. */
function programs(
  path: (name: string) => string,
  authorization: "all" | "rbac",
): readonly (readonly [Program, string, readonly string[]])[] {
  const kubeconfig = (name: Program): string => `--kubeconfig=${path(`${name}.kubeconfig`)}`;
  const isAlone = ["--secure-port=0", "--leader-elect=false"];
  // It asks the server who may ask it for its metrics, as in a cluster, and for its lease.
  const asks = (name: Program): readonly string[] => [
    `--authentication-${kubeconfig(name).slice(2)}`,
    `--authorization-${kubeconfig(name).slice(2)}`,
    "--bind-address=127.0.0.1",
    `--secure-port=${20_000 + Math.floor(Math.random() * 10_000)}`,
  ];
  const more = (name: Program): readonly string[] =>
    authorization === "rbac" ? asks(name) : isAlone;
  const own = authorization === "rbac" ? ["--use-service-account-credentials=true"] : [];
  return [
    [
      "controllers",
      "kube-controller-manager",
      [
        kubeconfig("controllers"),
        ...more("controllers"),
        ...own,
        `--service-account-private-key-file=${path("sa.key")}`,
        `--root-ca-file=${path("certificates/ca.crt")}`,
        "--controllers=*,-node-ipam-controller",
      ],
    ],
    ["scheduler", "kube-scheduler", [kubeconfig("scheduler"), ...more("scheduler")]],
    [
      "kwok",
      "kwok",
      [
        kubeconfig("kwok"),
        "--manage-all-nodes=true",
        `--config=${path("stages.yaml")}`,
        "--server-address=127.0.0.1:0",
      ],
    ],
  ];
}
