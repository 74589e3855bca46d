// What types and clients of built-in kinds cost: to generate them, and CPU of `tsc` with
// skipLibCheck above an empty project, beside packages with such types. `npm run bench:tsc`; the
// packages are those of `npm --prefix bench ci`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, row } from "../figures.js";

const root = join(import.meta.dirname, "../..");
const peers = join(import.meta.dirname, "../node_modules");
const tsc = join(root, "node_modules/typescript/bin/tsc");
const crdgen = join(root, "dist/cli/main.js");
const cpuOfProcess = join(import.meta.dirname, "cpu-of-process.js");
const runs = 5;

if (!existsSync(join(peers, "kubernetes-types"))) {
  console.error("DID NOT RUN: the packages are missing, run `npm --prefix bench ci`");
  process.exit(process.env.CI === "true" ? 1 : 0);
}

const kinds = [
  ["v1", "Pod"],
  ["apps/v1", "Deployment"],
  ["v1", "Service"],
  ["v1", "ConfigMap"],
  ["v1", "Secret"],
];

/** The programs that are compiled, each of which has a type of all five kinds. */
const programs = {
  empty: "export {};\n",
  "crdgen, types and clients": `${kinds
    .map(([place, kind]) => {
      const folder = place === "v1" ? "core/v1" : place;
      return `import { type ${kind}, ${kind}Client } from "./generated/${folder}/index.js";\n`;
    })
    .join("")}${uses((kind) => kind, true)}`,
  "kubernetes-types, types": `${kinds
    .map(([place, kind]) => {
      const module = place === "v1" ? "core/v1" : place;
      return `import type { ${kind} } from "kubernetes-types/${module}";\n`;
    })
    .join("")}${uses((kind) => kind, false)}`,
  "@kubernetes/client-node, types and clients": `import type { ${kinds
    .map(([, kind]) => `V1${kind}`)
    .join(", ")} } from "@kubernetes/client-node";
import { AppsV1Api, CoreV1Api } from "@kubernetes/client-node";
export const clients = [AppsV1Api, CoreV1Api];
${uses((kind) => `V1${kind}`, false)}`,
};

const config = {
  compilerOptions: {
    target: "es2022",
    lib: ["es2022", "dom", "dom.asynciterable"],
    module: "esnext",
    moduleResolution: "bundler",
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  },
  files: ["program.ts"],
};

const scratch = mkdtempSync(join(tmpdir(), "crdgen-built-in-"));
try {
  const folders = Object.entries(programs).map(([name, text], index) => {
    const folder = join(scratch, String(index));
    mkdirSync(folder);
    symlinkSync(peers, join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    writeFileSync(join(folder, "program.ts"), text);
    return { name, folder, times: [] };
  });
  const generating = [];
  for (let run = 0; run < runs; run++) generating.push(generateInto(folders[1].folder));
  for (let run = 0; run < runs; run++) {
    for (const { folder, times } of folders) times.push(compile(folder));
  }
  const [empty, own, ...others] = folders.map(({ times }) => median(times));
  console.log(
    `generate: ${median(generating).toFixed(0)} ms; tsc alone: ${empty.toFixed(0)} ms CPU`,
  );
  folders.slice(1).forEach(({ name, times }) => {
    console.log(`tsc above that, ${name}: ${(median(times) - empty).toFixed(0)} ms CPU`);
  });
  const rows = [
    row("generate five kinds, in seconds", median(generating) / 1000, 1),
    row("tsc above an empty project, in CPU seconds", (own - empty) / 1000, 1),
    row("tsc: crdgen / kubernetes-types", (own - empty) / (others[0] - empty), 6),
    row("tsc: crdgen / @kubernetes/client-node", (own - empty) / (others[1] - empty), 1),
  ];
  if (rows.includes(false)) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true });
}

/** @param {(kind: string) => string} typeOf @param {boolean} hasClients */
function uses(typeOf, hasClients) {
  const types = kinds.map(([, kind]) => `${kind.toLowerCase()}: ${typeOf(kind)}`).join("; ");
  const clients = hasClients
    ? `export const clients = [${kinds.map(([, kind]) => `${kind}Client`).join(", ")}];\n`
    : "";
  return `export function names(all: { ${types} }): unknown[] {
  return [${kinds.map(([, kind]) => `all.${kind.toLowerCase()}.metadata?.name`).join(", ")}];
}
${clients}`;
}

/** Milliseconds of a process of its own, with no cache. @param {string} folder */
function generateInto(folder) {
  rmSync(join(folder, "generated"), { recursive: true, force: true });
  const names = kinds.map((kind) => kind.join("/")).join(",");
  const options = ["--built-in", names, "--parts", "types,client", "--no-cache", "--quiet"];
  const start = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    [crdgen, "generate", ...options, "--out", join(folder, "generated")],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  return performance.now() - start;
}

/** Milliseconds of CPU of a process of its own. @param {string} folder */
function compile(folder) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", cpuOfProcess, tsc, "-p", folder],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stdout.slice(0, 2000));
  return Number(/cpu ([\d.]+)/.exec(stderr)?.[1]);
}
