// What the benchmarks share: the measuring sets of ../shared, and figures that survive a noisy
// machine.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "./figures.js";

export { geomean, median, row } from "./figures.js";

export const shared = join(import.meta.dirname, "../../shared");

if (!existsSync(shared)) {
  console.error("DID NOT RUN: the benchmarks need the corpus in ../shared");
  process.exit(process.env.CI === "true" ? 1 : 0);
}

/** Texts of the CRDs of a measuring set: small (10), medium (100) or large (1,000). */
export function readSet(name) {
  const wanted = new Set(readJson("corpus/bench.json").bench[name]);
  const index = readJson("corpus/crds.index.json");
  return index
    .filter((crd) => wanted.has(crd.name))
    .map((crd) => {
      const path = join(shared, "corpus/crds", crd.file);
      return { path, text: readFileSync(path, "utf8") };
    });
}

export function readJson(path) {
  return JSON.parse(readFileSync(join(shared, path), "utf8"));
}

/** Milliseconds of each of `runs` alternating rounds over all contenders, the median of each. */
export async function alternate(contenders, runs) {
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let run = 0; run < runs; run++) {
    for (const [name, work] of Object.entries(contenders)) {
      globalThis.gc?.();
      const start = performance.now();
      await work();
      times[name].push(performance.now() - start);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}
