import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../src");

/** What the files of a folder may import besides their own folder. `runtime` is an island. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  runtime: [],
  versions: ["runtime"],
  source: ["runtime"],
  diagnostics: ["source", "runtime"],
  ir: ["source", "runtime"],
  frontend: ["source", "diagnostics", "ir", "versions", "runtime"],
  cel: ["versions", "runtime"],
  rules: ["source", "diagnostics", "ir", "cel", "versions", "runtime"],
  interpret: ["ir", "cel", "rules", "versions", "runtime"],
  openapi: ["ir", "runtime"],
  diff: ["source", "diagnostics", "ir", "interpret", "versions", "runtime"],
  patterns: ["runtime"],
  emit: ["source", "runtime"],
  backends: ["example", "openapi", "ir", "rules", "cel", "patterns", "emit", "diagnostics", "versions", "runtime"],
  expressions: ["ir", "cel", "rules", "interpret", "emit", "backends", "versions", "runtime"],
  pipeline: ["openapi", "source", "diagnostics", "ir", "frontend", "cel", "rules", "interpret", "emit", "backends", "versions", "runtime"],
  server: ["source", "diagnostics", "ir", "frontend", "cel", "openapi", "pipeline", "versions", "runtime"],
  config: ["source", "diagnostics", "diff", "pipeline", "backends", "runtime"],
  explain: ["openapi", "ir", "runtime"],
  example: ["source", "ir", "cel", "rules", "interpret", "versions", "runtime"],
  docs: ["diff", "example", "interpret", "source", "diagnostics", "pipeline", "emit", "frontend", "ir", "versions", "runtime"],
  site: ["docs", "diff", "interpret", "source", "diagnostics", "pipeline", "frontend", "ir", "versions", "runtime"],
  cli: ["docs", "diff", "explain", "example", "server", "backends", "source", "diagnostics", "pipeline", "config", "emit", "frontend", "ir", "versions", "runtime", "index"],
  index: [
    "openapi", "config", "source", "diagnostics", "pipeline", "emit", "backends", "ir", "frontend", "cel", "expressions", "versions",
    "runtime"],
}; // prettier-ignore

/** Packages and platform modules, each with the only files that may import it. */
const packages: Readonly<Record<string, RegExp>> = {
  commander: /^cli\/(program|report-error|completion\/(complete|propose|read-words))\.ts$/,
  yaml: /^source\//,
  zod: /^config\//,
  prettier: /^cli\/format-file\.ts$/,
  "ts-morph": /^(config|cli\/diff\/usages)\//,
  chokidar: /^cli\/watch\/watch-places\.ts$/,
  "@codemirror": /^site\/editor\//,
  "@lezer": /^site\/editor\//,
  node: /^(cli|config)\/|^runtime\/v1\/node(\.ts$|\/)/,
};

interface Import {
  readonly from: string;
  readonly to: string;
}

const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => name.endsWith(".ts"))
  .sort();

const imports: readonly Import[] = files.flatMap((from) => {
  const text = readFileSync(join(root, from), "utf8");
  const found = text.matchAll(
    /^(?:import|export)\b[^"`]*?\bfrom "([^"]+)"|^\} from "([^"]+)"|\bimport\("([^"]+)"\)/gm,
  );
  const specifiers = [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
  return specifiers.map((specifier) => ({ from, to: resolve(from, specifier) }));
});

function resolve(from: string, specifier: string): string {
  if (!specifier.startsWith(".")) return `package:${specifier}`;
  return posix.join(posix.dirname(from), specifier).replace(/\.js$/, ".ts");
}

/** The scope of a package that has one: such packages belong together. */
function packageOf(specifier: string): string {
  return specifier.startsWith("@") ? (specifier.split("/")[0] ?? "") : specifier;
}

function folderOf(file: string): string {
  return file.includes("/") ? (file.split("/")[0] ?? "") : "index";
}

const declarations =
  /^(?:export )?(?:abstract |async )*(?:function\*?|class|interface|type|const|let) (\w+)/gm;

describe("architecture", () => {
  it("knows every folder", () => {
    const folders = [...new Set(files.map(folderOf))].sort();
    expect(folders.filter((folder) => allowed[folder] === undefined)).toEqual([]);
  });

  it("has only arrows that are allowed", () => {
    const wrong = imports.filter(({ from, to }) => {
      if (to.startsWith("package:")) return false;
      const [source, target] = [folderOf(from), folderOf(to)];
      return source !== target && allowed[source]?.includes(target) !== true;
    });
    expect(wrong).toEqual([]);
  });

  it("imports each package only where it belongs", () => {
    const wrong = imports.filter(({ from, to }) => {
      if (!to.startsWith("package:") || to.startsWith("package:#")) return false;
      const name = to.startsWith("package:node:") ? "node" : packageOf(to.slice("package:".length));
      return packages[name]?.test(from) !== true;
    });
    expect(wrong).toEqual([]);
  });

  it("resolves every import of a file to a file", () => {
    const known = new Set(files);
    const lost = imports.filter(({ to }) => !to.startsWith("package:") && !known.has(to));
    expect(lost).toEqual([]);
  });

  it("loads the explainer of syntax errors only where it is needed, or for entries that cannot wait", () => {
    const importers = (file: string): readonly string[] =>
      imports.filter(({ to }) => to === file).map(({ from }) => from);
    expect(importers("cel/recovery/explain-syntax.ts")).toEqual([
      "cel/check-expression.ts",
      "cel/recovery/load-explainer.ts",
    ]);
    expect(importers("cel/check-expression.ts")).toEqual([
      "expressions/compile-expression.ts",
      "index-cel.ts",
    ]);
  });

  it("compares versions of servers with the numbers of named changes only", () => {
    const comparison =
      /\b(?:minor|server|kubernetes\w*|compatibility\w*) *[<>]=? *\d\d|\d\d *[<>]=? *(?:minor|server|kubernetes|compatibility)/i;
    const found = files.filter((file) => comparison.test(readFileSync(join(root, file), "utf8")));
    expect(found, "add a change to versions/changes.ts").toEqual([]);
  });

  it("has the modules that the benchmarks load by their paths", () => {
    const bench = join(root, "../bench/cel/compile-schemas.js");
    const loaded = [...readFileSync(bench, "utf8").matchAll(/\bload\("([^"]+)\.js"\)/g)];
    expect(loaded.length).toBeGreaterThan(3);
    expect(loaded.filter(([, path]) => !files.includes(`${path ?? ""}.ts`))).toEqual([]);
  });

  it("names no two declarations of a file of the runtime alike", async () => {
    const { placeOf } = (await import(
      new URL("../scripts/runtime/targets.js", import.meta.url).href
    )) as { placeOf: (module: string) => { readonly target: string } }; // JavaScript with JSDoc
    const bearers = new Map<string, string[]>();
    for (const file of files.filter((name) => name.startsWith("runtime/v1/"))) {
      const module = file.replace(/^runtime\/v1\/|\.ts$/g, "");
      const text = readFileSync(join(root, file), "utf8");
      const names = new Set([...text.matchAll(declarations)].map((match) => match[1]));
      if (names.size === 0) continue;
      const { target } = placeOf(module);
      for (const name of names) {
        const key = `${target}: ${name ?? ""}`;
        bearers.set(key, [...(bearers.get(key) ?? []), module]);
      }
    }
    expect(bearers.size).toBeGreaterThan(1_000);
    expect([...bearers].filter(([, modules]) => modules.length > 1)).toEqual([]);
  });

  it("has no cycles", () => {
    expect(findCycle(imports)).toEqual([]);
  });

  it("has no cycles between the files and folders that lie side by side", () => {
    expect(
      findCycle(imports.filter(({ to }) => !to.startsWith("package:")).map(asSiblings)),
    ).toEqual([]);
  });
});

/**
 * The file or folder of each side that lie in one folder: of `a/b/c.ts` and `a/d/e.ts`, `a/b` and
 * `a/d`.
 */
function asSiblings({ from, to }: Import): Import {
  const [source, target] = [from.split("/"), to.split("/")];
  const shared = source.findIndex((part, index) => part !== target[index]);
  const sibling = (path: readonly string[]): string => path.slice(0, shared + 1).join("/");
  return { from: sibling(source), to: sibling(target) };
}

/** The members of one cycle, or nothing. */
function findCycle(arrows: readonly Import[]): readonly string[] {
  const targets = targetsBySource(arrows);
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): readonly string[] => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const to of targets.get(file) ?? []) {
      const cycle = visit(to, [...trail, file]);
      if (cycle.length > 0) return cycle;
    }
    done.add(file);
    return [];
  };
  for (const file of targets.keys()) {
    const cycle = visit(file, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

function targetsBySource(arrows: readonly Import[]): ReadonlyMap<string, readonly string[]> {
  const targets = new Map<string, string[]>();
  for (const { from, to } of arrows) {
    const list = targets.get(from) ?? [];
    list.push(to);
    targets.set(from, list);
  }
  return targets;
}
