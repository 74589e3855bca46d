// How large validators are in a bundle, and how long the first call takes in a new process.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { generate } from "../../dist/index.js";
import { shared } from "../shared.js";

const folder = join(shared, "bench/validate");
/** `check` is the function that leaves out rules; where a kind has none, `is…` itself. */
const subjects = [
  { name: "certificate", kind: "Certificate", check: "isCertificate", limit: 8 },
  { name: "workflow", kind: "Workflow", check: "matchesWorkflowSchema", limit: 14 },
];
const firstCallLimit = 8;
const processes = 15;

/**
 * Rows of what was measured: kilobytes of the minified and compressed validator, milliseconds to
 * its first answer.
 */
export async function measureSizes() {
  const rows = [];
  for (const { name, kind, check, limit } of subjects) {
    const out = mkdtempSync(join(tmpdir(), "crdgen-size-"));
    const path = join(folder, "crds", `${name}.yaml`);
    const entry = await writeValidator(path, out);
    const both = [`is${kind}`, `validate${kind}`];
    const own = await bundle(entry, both, true);
    const alone = await bundle(entry, [check], false);
    const whole = await bundle(entry, both, false);
    console.log(`${kind}: own code of is and validate ${kilobytes(own).toFixed(1)} KB`);
    rows.push([`${kind}: KB of ${check}, minified, gzip`, kilobytes(alone), limit]);
    rows.push([`${kind}: KB of is and validate, minified, gzip`, kilobytes(whole), limit]);
    if (kind === "Workflow") {
      for (const [bundled, called] of [
        [alone, check],
        [whole, `is${kind}`],
      ]) {
        const time = firstCall(out, bundled, name, called);
        rows.push([`Workflow: ms of import and first call of ${called}`, time, firstCallLimit]);
      }
    }
    rmSync(out, { recursive: true });
  }
  return rows;
}

async function writeValidator(path, out) {
  const source = { path, text: readFileSync(path, "utf8") };
  const { files } = await generate({ sources: [source], emit: "js", parts: ["validate"] });
  for (const file of files) {
    mkdirSync(dirname(join(out, file.path)), { recursive: true });
    writeFileSync(join(out, file.path), file.text);
  }
  return join(out, files.find((file) => /\/validate\.js$/.test(file.path)).path);
}

async function bundle(entry, names, ownOnly) {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${names.join(", ")} } from ${JSON.stringify(entry)};`,
      resolveDir: dirname(entry),
    },
    plugins: ownOnly ? [leaveOutRuntime] : [],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    logLevel: "error",
  });
  return outputFiles[0].contents;
}

const leaveOutRuntime = {
  name: "leave-out-runtime",
  setup({ onResolve }) {
    onResolve({ filter: /\/runtime\// }, ({ path }) => ({ path, external: true }));
  },
};

function kilobytes(bytes) {
  return gzipSync(bytes, { level: 9 }).length / 1024;
}

/** The quickest of several processes: what disturbs one only makes it longer. */
function firstCall(out, code, name, called) {
  const bundled = join(out, "bundled.mjs");
  const timer = join(out, "timer.mjs");
  writeFileSync(bundled, code);
  writeFileSync(
    timer,
    `import { readFileSync } from "node:fs";
const [object] = JSON.parse(readFileSync(process.argv[3], "utf8")).valid;
const start = performance.now();
const validator = await import(process.argv[2]);
if (!validator.${called}(object)) throw new Error("the first object must be valid");
console.log(performance.now() - start);
`,
  );
  const objects = join(folder, "objects", `${name}.json`);
  const times = Array.from({ length: processes }, () =>
    Number(execFileSync(process.execPath, [timer, bundled, objects], { encoding: "utf8" })),
  );
  return Math.min(...times);
}
