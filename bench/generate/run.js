// Generation against its peers, everything in one run: `npm run bench:generate`. Ratios, since
// machines differ.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { parseAllDocuments } from "yaml";
import { alternate, readSet, row } from "../shared.js";
import { measureProcesses } from "./processes.js";
import { measureWatch } from "./watch.js";

const main = join(import.meta.dirname, "../../dist/cli/main.js");
const { generate } = await import("../../dist/index.js");
const parts = ["types", "client"];
// A few CRDs of the sets are refused by the API server.
const allowInvalid = true;
const scratch = mkdtempSync(join(tmpdir(), "crdgen-bench-"));
let good = true;
const check = (...given) => {
  good = row(...given) && good;
};

const sets = Object.fromEntries(["small", "medium", "large"].map((name) => [name, readSet(name)]));
const bytes = Object.fromEntries(
  Object.entries(sets).map(([name, files]) => [
    name,
    files.reduce((sum, file) => sum + file.text.length, 0),
  ]),
);

/** Times against yaml's parsing and openapi-typescript, set by set. */
const perByte = {};
for (const [name, runs] of [
  ["small", 15],
  ["medium", 5],
  ["large", 5],
]) {
  const sources = sets[name];
  const documents = sources.flatMap(({ text }) =>
    parseAllDocuments(text).map((document) => document.toJS()),
  );
  const openapi = openApiOf(documents);
  const times = await alternate(
    {
      crdgen: () => generate({ sources, parts, allowInvalid }),
      yaml: () =>
        sources.map(({ text }) => parseAllDocuments(text).map((document) => document.toJS())),
      "openapi-typescript": async () => astToString(await openapiTS(openapi, { silent: true })),
      ...(name === "large" && { "all back ends": () => generate({ sources, allowInvalid }) }),
    },
    runs,
  );
  perByte[name] = times.crdgen / bytes[name];
  console.log(
    `${name}: ${(bytes[name] / 1e6).toFixed(1)} MB; ` +
      Object.entries(times)
        .map(([peer, ms]) => `${peer} ${ms.toFixed(0)} ms`)
        .join(", "),
  );
  if (name === "large") {
    check("large: crdgen / yaml parse only", times.crdgen / times.yaml, 0.5);
    check("large: crdgen / openapi-typescript", times.crdgen / times["openapi-typescript"], 0.35);
    check("large: all back ends / yaml parse only", times["all back ends"] / times.yaml, 1);
  }
}
check("time per byte, large / medium", perByte.large / perByte.medium, 1);

/** Output size and the compiler's time over it. */
const peerText = astToString(
  await openapiTS(
    openApiOf(
      sets.large.flatMap(({ text }) => parseAllDocuments(text).map((document) => document.toJS())),
    ),
    { silent: true },
  ),
);
const { files } = await generate({ sources: sets.large, parts, allowInvalid });
const ownBytes = files.reduce((sum, file) => sum + Buffer.byteLength(file.text), 0);
check("large: bytes of output / openapi-typescript", ownBytes / Buffer.byteLength(peerText), 0.7);
write(join(scratch, "peer"), [{ path: "schema.ts", text: peerText }]);
write(join(scratch, "own"), files);
const compile = await alternate({ own: () => tsc("own"), peer: () => tsc("peer") }, 1);
check("large: tsc over output / openapi-typescript", compile.own / compile.peer, 1);

/** Memory and start-up, in processes of their own. */
const inputs = sets.large.map((file) => file.path);
check("large: peak memory in MB / 700", peakOf(cli("memory", ...inputs)) / 700, 1);
const allParts = [
  "generate",
  ...inputs,
  "--out",
  join(scratch, "all"),
  "--allow-invalid",
  "--quiet",
];
check("large: peak memory of all back ends in MB / 900", peakOf(allParts) / 900, 1);
good = measureProcesses() && good;
good = (await measureWatch()) && good;

rmSync(scratch, { recursive: true });
process.exitCode = good ? 0 : 1;

function openApiOf(documents) {
  const schemas = {};
  for (const crd of documents) {
    for (const version of crd?.spec?.versions ?? []) {
      const schema = version.schema?.openAPIV3Schema;
      if (schema !== undefined)
        schemas[`${crd.metadata.name}.${version.name}`.replaceAll(/[^\w.-]/g, "_")] = schema;
    }
  }
  return {
    openapi: "3.0.0",
    info: { title: "CRDs", version: "1" },
    paths: {},
    components: { schemas },
  };
}

function cli(folder, ...inputs) {
  return [
    "generate",
    ...inputs,
    "--out",
    join(scratch, folder),
    "--parts",
    parts.join(),
    "--allow-invalid",
    "--quiet",
  ];
}

/**
 * Megabytes that the bin takes at most, in a process of its own that prints its peak at the end.
 */
function peakOf(args) {
  const script = 'process.on("exit", () => console.log(process.resourceUsage().maxRSS))';
  const preload = `data:text/javascript,${encodeURIComponent(script)}`;
  const options = { encoding: "utf8", maxBuffer: 1e8 };
  const printed = execFileSync(process.execPath, ["--import", preload, main, ...args], options);
  return Number(printed.trim().split("\n").at(-1)) / 1024;
}

function write(folder, list) {
  for (const { path, text } of list) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const options = {
    target: "es2022",
    module: "nodenext",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ["es2022", "dom"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
}

function tsc(folder) {
  execFileSync(
    process.execPath,
    [
      "--max-old-space-size=8000",
      join(import.meta.dirname, "../node_modules/typescript/bin/tsc"),
      "-p",
      join(scratch, folder),
    ],
    { stdio: "inherit" },
  );
}
