import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";

/** Whether programs in Go can be built here. */
export const hasGo: boolean = spawnSync("go", ["version"]).status === 0;

/**
 * The path of a Go program's executable, built unless that was done before for the same sources. It
 * is kept under `name` in `.cache`. The first build takes minutes, and needs Go's module cache or a
 * network.
 *
 * @param variables of Go's packages, and the texts that they get
 */
export async function buildGoProgram(
  name: string,
  sources: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const flags = Object.entries(variables).map(([key, value]) => `-X ${key}=${value}`);
  const hash = await hashSources(sources, flags);
  const folder = join(import.meta.dirname, "../../.cache", name, hash);
  const executable = join(folder, basename(sources));
  if (existsSync(executable)) return executable;
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, `unfinished-${process.pid}`);
  try {
    const linked = ["-trimpath", "-ldflags", flags.join(" "), "-o", unfinished];
    await promisify(execFile)("go", ["build", "-C", sources, ...linked, "."]);
    await rename(unfinished, executable);
  } finally {
    await rm(unfinished, { force: true });
  }
  return executable;
}

async function hashSources(sources: string, flags: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  hash.update(flags.join("\0"));
  hash.update(spawnSync("go", ["env", "GOVERSION", "GOOS", "GOARCH"]).stdout);
  const entries = await readdir(sources, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  for (const path of files.map((file) => join(file.parentPath, file.name)).sort()) {
    hash.update(`${path.slice(sources.length)}\0`).update(await readFile(path));
  }
  return hash.digest("hex").slice(0, 16);
}
