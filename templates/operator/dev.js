// Runs an API server and the operator, which starts again when its code or its CRD changes.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const name = "CRDGEN_NAME";
const admin = ".dev/admin.kubeconfig";
const kubeconfig = ".dev/operator.kubeconfig";
mkdirSync(".dev", { recursive: true });
rmSync(admin, { force: true });

const programs = new Set();

function start(command, options = {}) {
  const program = spawn(command, { shell: true, stdio: "inherit", detached: true, ...options });
  programs.add(program);
  program.once("exit", () => programs.delete(program));
  return program;
}

function stop(program) {
  try {
    // A shell runs it: the whole group is meant.
    process.kill(-program.pid, "SIGTERM");
  } catch {
    // It has ended by itself.
  }
}

function stopAll() {
  process.off("exit", stopAll);
  for (const program of programs) stop(program);
}
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit());
process.once("exit", stopAll);

if (spawnSync("npx crdgen generate --quiet", { shell: true, stdio: "inherit" }).status !== 0) {
  process.exit(1);
}
const objects = "--objects deploy/namespace.yaml --objects deploy/rbac.yaml";
const server = start(
  `npx crdgen serve --port 0 --watch --built-in workloads --simulate --tls --authorization rbac ${objects} --kubeconfig ${admin}`,
);
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
    operator.once("exit", restart);
    stop(operator);
    return;
  }
  console.log("the operator starts");
  // Free ports: others on a laptop have the usual ones.
  const env = { ...process.env, KUBECONFIG: kubeconfig, HEALTH_PORT: "0", METRICS_PORT: "0" };
  operator = start("exec node --enable-source-maps dist/main.js", { env });
}

start("npx crdgen generate --watch --quiet --no-clear", { stdio: ["ignore", "ignore", "inherit"] });
const compiler = start("npx tsc -p tsconfig.json --watch --preserveWatchOutput", {
  stdio: ["ignore", "pipe", "inherit"],
});
compiler.stdout.setEncoding("utf8").on("data", (output) => {
  process.stdout.write(output);
  if (/Found 0 errors/.test(output)) restart();
});
console.log(`kubectl --kubeconfig ${admin} apply -f deploy/sample.json`);
