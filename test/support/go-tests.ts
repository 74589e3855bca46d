import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";

/*
 * Packages of Kubernetes' tests as programs. What starts their servers has to be another: Go
 * replaces no files of its module cache, so the packages are copied out of it, beside files that
 * stand in for others, and import those.
 */

const sources = join(import.meta.dirname, "kubernetes-integration");
const ownModule = "crdgen.test/kubernetes-integration";
const runFile = promisify(execFile);

/** A program that runs the tests of a package. */
export interface GoTests {
  readonly executable: string;
  /** Where it has to run. */
  readonly folder: string;
}

/** What is copied besides, for tests to import. */
const fixtures = [
  "apiextensions-apiserver/test/integration/fixtures",
  "apiextensions-apiserver/test/integration/storage",
  "kubernetes/test/integration/framework",
];

/**
 * The programs of packages, such as `kubernetes/test/integration/apiserver`, built one after the
 * other unless that was done before for the same sources. The first takes minutes, and needs Go's
 * module cache or a network.
 */
export async function buildGoTests(packages: readonly string[]): Promise<readonly GoTests[]> {
  const home = join(import.meta.dirname, "../../.cache/kubernetes-integration", hashSources());
  const tests = packages.map((name) => ({
    // It is called as `go test` does: some tests look for its name in what they wrote.
    executable: join(home, "programs", name, `${basename(name)}.test`),
    folder: join(home, "sources", name),
  }));
  const missing = tests.filter(({ executable }) => !existsSync(executable));
  if (missing.length > 0) await copySources(join(home, "sources"), packages);
  for (const { executable, folder } of missing) await buildTests(executable, folder);
  return tests;
}

async function buildTests(executable: string, folder: string): Promise<void> {
  await mkdir(dirname(executable), { recursive: true });
  const unfinished = `${executable}-${process.pid}`;
  try {
    await runFile("go", ["test", "-C", folder, "-c", "-o", unfinished, "."]);
    await rename(unfinished, executable);
  } finally {
    await rm(unfinished, { force: true });
  }
}

function hashSources(): string {
  const hash = createHash("sha256");
  const names = readdirSync(sources, { recursive: true, encoding: "utf8" }).sort();
  for (const name of names.filter((one) => /\.(?:go|mod|sum)$/.test(one))) {
    hash.update(`${name}\0`).update(readFileSync(join(sources, name)));
  }
  return hash.digest("hex").slice(0, 16);
}

async function copySources(target: string, packages: readonly string[]): Promise<void> {
  await mkdir(target, { recursive: true });
  await cp(sources, target, { recursive: true });
  for (const name of [...fixtures, ...packages]) await copyPackage(name, target);
  const names = await readdir(target, { recursive: true });
  const files = names.filter((name) => name.endsWith(".go"));
  const own = new Set(files.map((name) => dirname(name)));
  for (const name of files) await rewriteImports(join(target, name), own);
}

/** Files that stand in for others stay. */
async function copyPackage(name: string, target: string): Promise<void> {
  const [module = ""] = name.split("/");
  const list = ["list", "-C", target, "-m", "-f", "{{.Dir}}", `k8s.io/${module}`];
  const { stdout } = await runFile("go", list);
  const [from, to] = [join(stdout.trim(), name.slice(module.length)), join(target, name)];
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const copy = join(to, entry.name);
    if (entry.name === "testdata") await cp(join(from, entry.name), copy, { recursive: true });
    // Written anew: what is in the module cache cannot be written to.
    if (entry.isFile() && !existsSync(copy)) {
      await writeFile(copy, await readFile(join(from, entry.name)));
    }
  }
}

/** Packages that are in the tree are imported from there. */
async function rewriteImports(file: string, own: ReadonlySet<string>): Promise<void> {
  const text = await readFile(file, "utf8");
  const rewritten = text.replace(/"k8s\.io\/([^"\s]+)"/g, (whole, path: string) =>
    own.has(path) ? `"${ownModule}/${path}"` : whole,
  );
  if (rewritten !== text) await writeFile(file, rewritten);
}
