// Runs an API server and the operator, which starts again when its code or its CRD changes.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const name = "CRDGEN_NAME";
const admin = ".dev/admin.kubeconfig";
const kubeconfig = ".dev/operator.kubeconfig";
mkdirSync(".dev", { recursive: true });
rmSync(admin, { force: true });

/** A program of a package, by its place beside what the package exports. */
function programOf(packageName, path) {
  return fileURLToPath(new URL(path, import.meta.resolve(packageName)));
}
const crdgen = programOf("crdgen", "cli/main.js");
const tsc = programOf("typescript", "tsc.js");

const programs = new Set();

function start(args, options = {}) {
  const program = spawn(process.execPath, args, { stdio: "inherit", ...options });
  programs.add(program);
  program.once("exit", () => programs.delete(program));
  return program;
}

process.once("exit", () => {
  for (const program of programs) program.kill();
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit());

const generate = [crdgen, "generate", "--quiet"];
if (spawnSync(process.execPath, generate, { stdio: "inherit" }).status !== 0) process.exit(1);

const kinds = ["--built-in", "workloads", "--simulate"];
const objects = ["--objects", "deploy/namespace.yaml", "--objects", "deploy/rbac.yaml"];
const access = ["--port", "0", "--tls", "--authorization", "rbac", "--kubeconfig", admin];
const server = start([crdgen, "serve", "--watch", ...kinds, ...objects, ...access]);
server.once("exit", (code) => process.exit(code ?? 1));
while (!existsSync(admin)) await sleep(50);

// The operator acts in the name of its account: what it may not do in a cluster fails here, too.
const account = `    as: system:serviceaccount:${name}:${name}`;
const text = readFileSync(admin, "utf8")
  .replace(/^  user:$/m, `  user:\n${account}`)
  .replace(/^    namespace: default$/m, `    namespace: ${name}`);
writeFileSync(kubeconfig, text, { mode: 0o600 });

let operator;
function restart() {
  if (operator?.exitCode === null && operator.signalCode === null) {
    if (!operator.killed) operator.once("exit", restart).kill();
    return;
  }
  console.log("the operator starts");
  // Free ports: others on a laptop have the usual ones.
  const env = { ...process.env, KUBECONFIG: kubeconfig, HEALTH_PORT: "0", METRICS_PORT: "0" };
  operator = start(["--enable-source-maps", "dist/main.js"], { env });
}

start([...generate, "--watch", "--no-clear"], { stdio: ["ignore", "ignore", "inherit"] });
const compiler = start([tsc, "-p", "tsconfig.json", "--watch", "--preserveWatchOutput"], {
  stdio: ["ignore", "pipe", "inherit"],
});
compiler.stdout.setEncoding("utf8").on("data", (output) => {
  process.stdout.write(output);
  if (/Found 0 errors/.test(output)) restart();
});
console.log(`kubectl --kubeconfig ${admin} apply -f deploy/sample.json`);
