// How long an editor waits for `crdgen lsp` with 1,000 CRDs in its folder, and beside it
// yaml-language-server with a schema of the one kind, which is the best case for it: it knows no
// rules, and reads no CRDs. `node bench/lsp/run.js`, without the pauses that both make before they
// judge.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { median, readSet, row } from "../shared.js";
import { measure } from "./client.js";

const main = join(import.meta.dirname, "../../dist/cli/main.js");
const rounds = 3;
const group = "acid.zalan.do";

/** One object of 500 lines. */
const lines = Array.from({ length: 494 }, (_, index) => `    label-${index}: x`);
const head = [`apiVersion: ${group}/v1`, "kind: postgresql", "metadata:", "  name: x"];
const text = [...head, "  labels:", ...lines, "spec:", "  "].join("\n");

const scratch = mkdtempSync(join(tmpdir(), "crdgen-lsp-"));
const folder = join(scratch, "crds");
mkdirSync(folder);
readSet("large").forEach(({ text: crd }, index) => {
  writeFileSync(join(folder, `${index}.yaml`), crd);
});

const own = await repeated({ args: [main, "lsp"], pause: 150, folder, works: true });
const peer = await repeated(peerOf(scratch));
rmSync(scratch, { recursive: true });

const results = [
  row("ready with 1,000 CRDs: seconds", own.ready / 1_000, 2),
  row("memory: MB", own.memory, 400),
  row("change to diagnostics in 500 lines: milliseconds", own.diagnostics, 30),
  row("completion in 500 lines: milliseconds", own.completion, 30),
];
if (peer === undefined) console.log("yaml-language-server is not there: npm --prefix bench ci");
else {
  console.log(`yaml-language-server: ${shown(peer)}`);
  results.push(
    row("diagnostics, relative to yaml-language-server", own.diagnostics / peer.diagnostics, 1),
    // It keeps the document that it has read; ours is read again for each request.
    row("completion, relative to yaml-language-server", own.completion / peer.completion, 1.5),
  );
}
process.exitCode = results.every(Boolean) ? 0 : 1;

/** The medians of some rounds; undefined for no server. */
async function repeated(server) {
  if (server === undefined) return undefined;
  const all = [];
  for (let round = 0; round < rounds; round++) all.push(await measure(server, text));
  return {
    ready: median(all.map(({ ready }) => ready)),
    memory: median(all.map(({ memory }) => memory)),
    diagnostics: median(all.flatMap(({ diagnostics }) => diagnostics)),
    completion: median(all.flatMap(({ completion }) => completion)),
  };
}

/** The peer in an empty folder, with the schema of the object's kind; undefined without it. */
function peerOf(place) {
  let script;
  try {
    const path = createRequire(import.meta.url).resolve("yaml-language-server/package.json");
    script = join(dirname(path), "bin/yaml-language-server");
  } catch {
    return undefined;
  }
  const out = join(place, "schemas");
  const args = [main, "generate", folder, "--out", out, "--parts", "json-schema", "--quiet"];
  execFileSync(process.execPath, [...args, "--only", `${group}/postgresql`], { stdio: "ignore" });
  const schema = pathToFileURL(join(out, "custom-resources.schema.json")).href;
  const empty = join(place, "empty");
  mkdirSync(empty);
  const yaml = {
    schemas: { [schema]: "object.yaml" },
    schemaStore: { enable: false },
    validate: true,
    completion: true,
  };
  return { args: [script, "--stdio"], pause: 200, settings: { yaml }, folder: empty };
}

function shown({ ready, memory, diagnostics, completion }) {
  const figures = [`ready ${ready.toFixed(0)} ms`, `${memory.toFixed(0)} MB`];
  return [
    ...figures,
    `diagnostics ${diagnostics.toFixed(1)} ms`,
    `completion ${completion.toFixed(1)} ms`,
  ].join(", ");
}
