import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../src");

/** The wings, in their order: a file imports from its own and earlier ones. */
const wings = ["runtime", "cel", "crd", "builtin", "codegen", "tools", "server", "cli"] as const;

/** The libraries of the runtime, in their order: each imports from itself and earlier ones. */
const libraries = ["values", "validation", "cel", "admission", "client", "apply", "operators", "node", "manager", "testing", "built-in"] as const; // prettier-ignore

/**
 * What the files of a room may import besides their own room. `runtime/v1` is an island; the files
 * of `runtime` itself say what of it is for others.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "runtime/v1": [],
  runtime: ["runtime/v1"],
  "runtime/versions": ["runtime", "runtime/v1"],
  cel: ["runtime", "runtime/versions", "runtime/v1"],
  "crd/source": ["runtime/v1"],
  "crd/diagnostics": ["crd/source", "runtime/v1"],
  "crd/ir": ["crd/source", "runtime/v1"],
  "crd/frontend": ["crd/source", "crd/diagnostics", "crd/ir", "runtime/versions", "runtime/v1"],
  "crd/rules": ["crd/source", "crd/diagnostics", "crd/ir", "cel", "runtime/versions", "runtime/v1"],
  "crd/interpret": ["crd/ir", "crd/rules", "cel", "runtime/versions", "runtime/v1"],
  "crd/openapi": ["crd/ir", "runtime/v1"],
  "crd/values": ["crd/ir", "crd/interpret", "runtime/versions", "runtime/v1"],
  "crd/example": [
    "crd/source", "crd/diagnostics", "crd/ir", "crd/rules", "crd/interpret", "crd/values", "cel", "runtime/versions", "runtime/v1"],
  builtin: ["crd/diagnostics", "runtime/versions", "runtime/v1"],
  "codegen/patterns": ["runtime/v1"],
  "codegen/emit": ["crd/source", "runtime", "runtime/v1"],
  "codegen/backends": [
    "codegen/patterns", "codegen/emit", "crd/example", "crd/values", "crd/openapi", "crd/ir", "crd/rules", "crd/diagnostics", "cel", "runtime",
    "runtime/versions", "runtime/v1"],
  "codegen/builtin": ["codegen/emit", "codegen/backends", "builtin", "runtime", "runtime/v1"],
  "codegen/expressions": [
    "codegen/emit", "codegen/backends", "crd/ir", "crd/rules", "crd/interpret", "cel", "runtime/versions", "runtime/v1"],
  "codegen/pipeline": [
    "codegen/emit", "codegen/backends", "codegen/builtin", "builtin", "crd/source", "crd/diagnostics", "crd/ir", "crd/frontend",
    "crd/rules", "crd/interpret", "crd/openapi", "cel", "runtime/versions", "runtime/v1"],
  "tools/diff": [
    "crd/source", "crd/diagnostics", "crd/ir", "crd/interpret", "crd/values", "runtime/versions", "runtime/v1"],
  "tools/explain": ["crd/openapi", "crd/ir", "runtime/v1"],
  "tools/rbac": ["codegen/emit", "runtime/v1"],
  "tools/docs": [
    "tools/diff", "codegen/pipeline", "codegen/emit", "crd/source", "crd/diagnostics", "crd/ir", "crd/frontend", "crd/interpret",
    "crd/example", "runtime/versions", "runtime/v1"],
  "tools/language": [
    "tools/docs", "codegen/pipeline", "crd/source", "crd/diagnostics", "crd/ir", "crd/frontend", "crd/rules", "crd/interpret", "crd/values",
    "cel", "runtime/versions", "runtime/v1"],
  "tools/site": [
    "tools/language", "tools/docs", "tools/diff", "codegen/pipeline", "crd/source", "crd/diagnostics", "crd/ir", "crd/frontend",
    "crd/interpret", "runtime/versions", "runtime/v1"],
  server: ["crd/interpret", 
    "builtin", "codegen/pipeline", "crd/source", "crd/diagnostics", "crd/ir", "crd/frontend", "crd/openapi", "cel",
    "runtime/versions", "runtime/v1"],
  "cli/config": ["tools/diff", "codegen/pipeline", "codegen/backends", "crd/source", "crd/diagnostics", "runtime/v1"],
  cli: [
    "builtin", "cli/config", "server", "tools/docs", "tools/diff", "tools/explain", "tools/rbac", "tools/language", "codegen/pipeline", "codegen/emit",
    "codegen/backends", "crd/source", "crd/diagnostics", "crd/ir", "crd/frontend", "crd/example", "runtime/versions", "runtime/v1"],
  index: [
    "cli/config", "codegen/expressions", "codegen/pipeline", "codegen/emit", "codegen/backends", "crd/source", "crd/diagnostics",
    "crd/ir", "crd/frontend", "crd/openapi", "cel", "runtime", "runtime/versions", "runtime/v1"],
}; // prettier-ignore

/** Packages and platform modules, each with the only files that may import it. */
const packages: Readonly<Record<string, RegExp>> = {
  commander:
    /^cli\/(commands\/\w+|program|report-error|completion\/(complete|propose|read-words))\.ts$/,
  yaml: /^crd\/source\//,
  zod: /^cli\/(config\/|report\/output-schemas\.ts$)/,
  prettier: /^cli\/format-file\.ts$/,
  "ts-morph": /^(cli\/(config|diff\/usages|rbac)|tools\/rbac)\//,
  "string-width": /^crd\/diagnostics\/render\/printable\.ts$/,
  "wrap-ansi": /^cli\/(explain|process)\//,
  "vscode-languageserver": /^cli\/lsp\//,
  "vscode-languageserver-textdocument": /^cli\/lsp\//,
  chokidar: /^cli\/watch\/watch-places\.ts$/,
  "@codemirror": /^tools\/site\/editor\//,
  "@lezer": /^tools\/(site\/editor|language\/editing)\//,
  node: /^cli\/|^runtime\/v1\/node(\.ts$|\/)/,
};

interface Import {
  readonly from: string;
  readonly to: string;
}

const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => name.endsWith(".ts"))
  .sort();

const tests = readdirSync(join(root, "../test"), { recursive: true, encoding: "utf8" }).map(
  (name) => `test/${name.replaceAll("\\", "/")}`,
);

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
  return specifier.split("/", 1)[0] ?? "";
}

/** The wing that a file stands in; `index` for the entries of the package. */
function wingOf(file: string): string {
  return file.includes("/") ? (file.split("/")[0] ?? "") : "index";
}

/** Whether a name, or the end of a path, is that of a file of `src` or `test`. */
function isThere(name: string): boolean {
  return [...files, ...tests].some((file) => file === name || `/${file}`.endsWith(`/${name}`));
}

/** Whether a folder is a wing that has its files in rooms. */
function isWing(folder: string): boolean {
  return wings.some((wing) => wing === folder);
}

/** The room of a wing that a file stands in, or the wing where it has none. */
function roomOf(file: string): string {
  const room = file.split("/").slice(0, 2).join("/");
  return allowed[room] === undefined ? wingOf(file) : room;
}

const declarations =
  /^(?:export )?(?:abstract |async )*(?:function\*?|class|interface|type|const|let) (\w+)/gm;

/** Whether a file declares something, instead of only listing what others export. */
function declares(file: string): boolean {
  return readFileSync(join(root, file), "utf8").search(declarations) >= 0;
}

describe("architecture", () => {
  it("knows every room", () => {
    const rooms = [...new Set(files.map(roomOf))].sort();
    expect(rooms.filter((room) => allowed[room] === undefined)).toEqual([]);
    expect(Object.keys(allowed).filter((room) => !rooms.includes(room))).toEqual([]);
  });

  it("has no file beside the rooms of a wing", () => {
    const withRooms = ["crd", "codegen", "tools"];
    const beside = files.filter((file) => withRooms.includes(roomOf(file)));
    expect(beside).toEqual([]);
  });

  it("has only arrows that are allowed", () => {
    const wrong = imports.filter(({ from, to }) => {
      if (to.startsWith("package:")) return false;
      const [source, target] = [roomOf(from), roomOf(to)];
      return source !== target && allowed[source]?.includes(target) !== true;
    });
    expect(wrong).toEqual([]);
  });

  it("has wings that import earlier ones only", () => {
    const order: readonly string[] = [...wings, "index"];
    expect([...new Set(files.map(wingOf))].sort()).toEqual([...order].sort());
    const wrong = imports.filter(({ from, to }) => {
      if (to.startsWith("package:") || wingOf(to) === "index") return false;
      return order.indexOf(wingOf(to)) > order.indexOf(wingOf(from));
    });
    expect(wrong).toEqual([]);
  });

  it("has libraries in the runtime that use earlier ones only, and lists of what they export", () => {
    const order: readonly string[] = libraries;
    const libraryOf = (file: string): string | undefined =>
      /^runtime\/v1\/([\w-]+)\//.exec(file)?.[1];
    const found = new Set(files.map(libraryOf));
    found.delete(undefined);
    expect([...found].sort()).toEqual([...order].sort());
    const wrong = imports.filter(({ from, to }) => {
      const [source, target] = [libraryOf(from), libraryOf(to)];
      if (source === undefined || target === undefined) return false;
      return order.indexOf(target) > order.indexOf(source);
    });
    expect(wrong).toEqual([]);
    const lists = files.filter((file) => /^runtime\/v1\/[^/]+\.ts$/.test(file));
    expect(lists.filter((file) => declares(file))).toEqual([]);
  });

  it("has a map that names every wing and every room, and nothing else", () => {
    const text = readFileSync(join(root, "../ARCHITECTURE.md"), "utf8");
    const map = text.slice(text.indexOf("## Code map"), text.indexOf("`templates` contains"));
    const rows = [...map.matchAll(/^\| +`src\/([^`]+)` +\|[^|]*\|([^|]*)\|/gm)];
    const folders = new Set(files.flatMap((file) => [wingOf(file), roomOf(file)]));
    folders.delete("index");
    for (const library of libraries) folders.add(`runtime/v1/${library}`);
    expect(rows.map(([, folder]) => folder).sort()).toEqual([...folders].sort());
    const entries = rows.flatMap(([, folder = "", entry = ""]) =>
      [...entry.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => `${folder}/${name}`),
    );
    expect(entries.filter((entry) => !files.includes(entry))).toEqual([]);
  });

  it("has a map that names every folder inside the rooms, and nothing else", () => {
    const text = readFileSync(join(root, "../ARCHITECTURE.md"), "utf8");
    const table = text.slice(text.indexOf("| room "), text.indexOf("In `crd/values`"));
    const rows = [...table.matchAll(/^\| `src\/([^`]+)` +\|(.*)\|$/gm)];
    const named = rows.flatMap(([, room = "", inside = ""]) =>
      [...inside.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => `${room}/${name}`),
    );
    const rooms = [...Object.keys(allowed), ...libraries.map((name) => `runtime/v1/${name}`)];
    const folders = new Set(files.map((file) => posix.dirname(file)));
    for (const folder of [...folders]) {
      for (let above = folder; above !== "."; above = posix.dirname(above)) folders.add(above);
    }
    const inside = [...folders].filter((folder) => folder !== "." && !rooms.includes(folder));
    expect(named.sort()).toEqual(inside.filter((folder) => !isWing(folder)).sort());
  });

  /** What a newcomer asks, the words of the map that answer, and what must be found there. */
  it.each([
    ["Who decides what becomes of a write?", /write path of an object/, "function admitResource"],
    ["Where is YAML read?", /YAML and JSON as Go's readers read them/, "function readDocuments"],
    ["Where do files of the output get their order?", /order of all phases/, "function run"],
  ])("answers from the map alone: %s", (_question, words, found) => {
    const text = readFileSync(join(root, "../ARCHITECTURE.md"), "utf8");
    const rows = [...text.matchAll(/^\| +`src\/([^`]+)` +\|([^|]*)\|([^|]*)\|/gm)];
    const answers = rows.filter(([, , purpose = ""]) => words.test(purpose));
    expect(answers).toHaveLength(1);
    const [, folder = "", , entries = ""] = answers[0] ?? [];
    const texts = [...entries.matchAll(/`([^`]+)`/g)].map(([, entry = ""]) =>
      readFileSync(join(root, folder, entry), "utf8"),
    );
    expect(
      texts.some(
        (entry) => entry.includes(`export ${found}`) || entry.includes(`export async ${found}`),
      ),
    ).toBe(true);
  });

  it("names no file in comments and in the pages about the code that is not there", () => {
    /** Files of the output, and of the package `yaml`. */
    const elsewhere = ["arbitrary.ts", "zod.ts", "cst.ts"];
    const design = readdirSync(join(root, "../docs/design")).map((name) => `docs/design/${name}`);
    const pages = ["ARCHITECTURE.md", "CONTRIBUTING.md", ...design];
    const texts = [...files.map((file) => `src/${file}`), ...pages].map((path) => {
      const text = readFileSync(join(root, "..", path), "utf8");
      if (path.endsWith(".md")) return { path, text };
      return { path, text: (text.match(/\/\*[^]*?\*\/|\/\/[^\n]*/g) ?? []).join("\n") };
    });
    const lost = texts.flatMap(({ path, text }) =>
      [...text.matchAll(/`((?:[\w-]+\/)*[a-z][\w-]*\.ts)`/g)]
        .map(([, name = ""]) => name.replace(/^src\//, ""))
        .filter((name) => !elsewhere.includes(name) && !isThere(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(lost).toEqual([]);
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
    const data = readdirSync(root, { recursive: true, encoding: "utf8" });
    const known = new Set([...files, ...data.filter((file) => file.endsWith(".json"))]);
    const lost = imports.filter(({ to }) => !to.startsWith("package:") && !known.has(to));
    expect(lost).toEqual([]);
  });

  it("compares versions of servers with the numbers of named changes only", () => {
    const comparison =
      /\b(?:minor|server|kubernetes\w*|compatibility\w*) *[<>]=? *\d\d|\d\d *[<>]=? *(?:minor|server|kubernetes|compatibility)/i;
    const found = files.filter((file) => comparison.test(readFileSync(join(root, file), "utf8")));
    expect(found, "add a change to runtime/versions/changes.ts").toEqual([]);
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
