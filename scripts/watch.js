// Keeps the command line, the runtime as data and the compiler's verdict fresh while you work:
// `npm run watch`. It does not build the library; `npm test` does where its suites need it.
import { spawn, spawnSync } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { clearTimeout, setTimeout } from "node:timers";

const root = join(import.meta.dirname, "..");
/** Editors write a file in several steps. */
const pause = 100;

let timer;
let runtimeChanged = false;

function script(name) {
  return spawnSync(process.execPath, [join(root, "scripts", name)], { stdio: "inherit" }).status;
}

function build() {
  const begin = performance.now();
  const steps = runtimeChanged ? ["embed-runtime.js", "bundle-cli.js"] : ["bundle-cli.js"];
  runtimeChanged = false;
  if (steps.every((step) => script(step) === 0)) {
    console.log(`dist/cli is fresh (${Math.round(performance.now() - begin)} ms)`);
  }
}

const compiler = spawn(
  process.execPath,
  [join(root, "node_modules/typescript/bin/tsc"), "--watch", "--preserveWatchOutput"],
  { cwd: root, stdio: "inherit" },
);
process.on("exit", () => compiler.kill());

watch(join(root, "src"), { recursive: true }, (_event, path) => {
  runtimeChanged ||= path?.startsWith("runtime") ?? true;
  clearTimeout(timer);
  timer = setTimeout(build, pause);
});
runtimeChanged = true;
build();
