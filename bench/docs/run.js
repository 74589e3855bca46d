// Measures the site of the corpus: time and memory of the whole process, weights, and searches.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createSearch } from "../../src/tools/docs/search/find-fields.ts";
import { median, shared } from "../shared.js";

const main = join(import.meta.dirname, "../../dist/cli/main.js");
const folder = mkdtempSync(join(tmpdir(), "crdgen-bench-"));
const out = join(folder, "site");

try {
  makeSite();
  weigh();
  search();
} finally {
  rmSync(folder, { recursive: true });
}

function makeSite() {
  const begun = performance.now();
  // The child tells its own memory: it may need more than this process.
  const report = `process.on("exit", () => { const { userCPUTime, maxRSS } = process.resourceUsage();
    console.error(JSON.stringify({ cpu: userCPUTime / 1e6, memory: maxRSS / 1024 })); });`;
  const preload = `data:text/javascript,${encodeURIComponent(report)}`;
  const args = ["--import", preload, main, "docs", join(shared, "corpus/crds"), "--out", out];
  const { stderr, status } = spawnSync(process.execPath, [...args, "--quiet"], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  const { cpu, memory } = JSON.parse(stderr.trim().split("\n").at(-1));
  const seconds = (performance.now() - begun) / 1000;
  tell("time", `${seconds.toFixed(1)} s, of which CPU ${cpu.toFixed(1)} s`, seconds <= 60);
  tell("memory", `${memory.toFixed(0)} MB`, memory <= 1024);
}

function weigh() {
  const files = readdirSync(out, { recursive: true, encoding: "utf8" })
    .map((name) => join(out, name))
    .filter((path) => statSync(path).isFile());
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
  tell("files", `${files.length}, ${(bytes / 2 ** 20).toFixed(0)} MB`, true);
  const page = zipped(["assets/page.js"]);
  tell("script of a page, compressed", kilobytes(page), page <= 60 * 1024);
  const index = zipped(["data/search.js"]);
  tell("index of fields, compressed", kilobytes(index), true);
}

function search() {
  const text = readFileSync(join(out, "data/search.js"), "utf8");
  let json = "";
  new Function("crdgenData", text)((_, data) => (json = data));
  const begun = performance.now();
  const made = createSearch(JSON.parse(json));
  tell("loading the index", `${(performance.now() - begun).toFixed(0)} ms`, true);
  const queries = [
    "secretRef",
    "name",
    "e",
    "spec.template",
    "containers.env.valueFrom",
    "issuer",
    "nothing-has-this",
  ];
  for (const query of queries) {
    const times = Array.from({ length: 7 }, () => {
      const start = performance.now();
      made.find(query, 50);
      return performance.now() - start;
    });
    const time = median(times);
    const { total } = made.find(query, 50);
    tell(`search for ${query}`, `${time.toFixed(1)} ms, ${total} hits`, time <= 100);
  }
}

function zipped(names) {
  return names.reduce((sum, name) => sum + gzipSync(readFileSync(join(out, name))).length, 0);
}

function kilobytes(bytes) {
  return `${(bytes / 1024).toFixed(0)} KB`;
}

function tell(what, figure, isGood) {
  console.log(`${what.padEnd(36)} ${figure.padEnd(40)} ${isGood ? "ok" : "OVER"}`);
}
