// What the output asks of its users' compiler: `tsc --noEmit` over all parts, relative to types
// alone, in one run. `npm run bench:tsc`; it needs the corpus, `../shared`.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { generate } from "../../dist/index.js";
import { median, row } from "../shared.js";

const root = join(import.meta.dirname, "../..");
const corpus = join(root, "../shared/corpus");
const tsc = join(root, "node_modules/typescript/bin/tsc");
const runs = 5;

/** All 76 CRDs that the corpus has of sixteen projects that many clusters run. */
const projects = [
  "argo-events", "argo-rollouts", "argo-workflows", "cert-manager", "cloudnative-pg", "cluster-api", "flux-helm-controller",
  "flux-image-reflector-controller", "flux-kustomize-controller", "flux-source-controller", "istio", "knative-serving",
  "linkerd2", "prometheus-operator", "tekton-pipeline", "traefik",
]; // prettier-ignore

const config = {
  compilerOptions: {
    target: "es2022",
    lib: ["es2022", "dom", "dom.asynciterable"],
    module: "nodenext",
    moduleResolution: "nodenext",
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ["out"],
};

const sources = JSON.parse(readFileSync(join(corpus, "crds.index.json"), "utf8"))
  .filter(({ project }) => projects.includes(project))
  .map(({ file }) => ({ path: file, text: readFileSync(join(corpus, "crds", file), "utf8") }));
const scratch = mkdtempSync(join(tmpdir(), "crdgen-tsc-"));
try {
  const folders = { all: await write("all", undefined), types: await write("types", ["types"]) };
  const times = { all: [], types: [] };
  for (let run = 0; run < runs; run++) {
    for (const [name, folder] of Object.entries(folders)) times[name].push(compile(folder));
  }
  const [all, types] = [median(times.all), median(times.types)];
  console.log(
    `${sources.length} CRDs: all parts ${all.toFixed(0)} ms, types alone ${types.toFixed(0)} ms`,
  );
  if (!row("tsc --noEmit: all parts / types alone", all / types, 1.7)) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true });
}

/** @param {string} name @param {string[] | undefined} parts */
async function write(name, parts) {
  const folder = join(scratch, name);
  const { files } = await generate({ sources, parts, allowInvalid: true });
  for (const { path, text } of files) {
    mkdirSync(join(folder, "out", dirname(path)), { recursive: true });
    writeFileSync(join(folder, "out", path), text);
  }
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  return folder;
}

/** Milliseconds of a process of its own. @param {string} folder */
function compile(folder) {
  const start = performance.now();
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
  if (status !== 0) throw new Error(stdout.slice(0, 2000));
  return performance.now() - start;
}
