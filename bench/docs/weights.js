// What the browser loads to judge the first object of a CRD of a site, as gzip. Needs a build.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const editor = join(import.meta.dirname, "../../dist/site/editor");

/**
 * The files that are there before the first object is judged: the loader, the editor, the service,
 * and what these import; and all other parts.
 */
export function editorWeights() {
  const first = reach(["main.js", "language.js"]);
  const sizes = new Map(readdirSync(editor).map((name) => [name, gzipped(name)]));
  const sum = (names) => names.reduce((total, name) => total + (sizes.get(name) ?? 0), 0);
  const others = [...sizes.keys()].filter((name) => name !== "loader.js" && !first.has(name));
  return { first: sum(["loader.js", ...first]), others: sum(others) };
}

/** Modules of SystemJS name what they import in their first argument. */
function reach(entries) {
  const found = new Set();
  const pending = [...entries];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    const [, list = ""] = /^System\.register\(\[([^\]]*)\]/.exec(textOf(name)) ?? [];
    for (const [, imported] of list.matchAll(/"\.\/([^"]+)"/g)) pending.push(imported);
  }
  return found;
}

function textOf(name) {
  return readFileSync(join(editor, name), "utf8");
}

function gzipped(name) {
  return gzipSync(textOf(name), { level: 9 }).length;
}

if (process.argv[1] === import.meta.filename) {
  const { first, others } = editorWeights();
  console.log(
    `first object: ${(first / 1024).toFixed(1)} KB gzip; other parts: ${(others / 1024).toFixed(1)} KB`,
  );
}
