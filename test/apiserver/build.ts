import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const sources = join(import.meta.dirname, "server");
const cache = join(import.meta.dirname, "../../.cache/apiserver");

/** Whether the server can be built here: it is a Go program. */
export const hasGo: boolean = spawnSync("go", ["version"]).status === 0;

/**
 * The path of the server's executable, built unless that was done before for the same sources. The
 * first build takes minutes, and needs Go's module cache or a network.
 */
export async function buildServer(): Promise<string> {
  const folder = join(cache, await hashSources());
  const executable = join(folder, "server");
  if (existsSync(executable)) return executable;
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, `unfinished-${process.pid}`);
  try {
    await promisify(execFile)("go", ["build", "-C", sources, "-trimpath", "-o", unfinished, "."]);
    await rename(unfinished, executable);
  } finally {
    await rm(unfinished, { force: true });
  }
  return executable;
}

async function hashSources(): Promise<string> {
  const hash = createHash("sha256");
  hash.update(spawnSync("go", ["env", "GOVERSION", "GOOS", "GOARCH"]).stdout);
  for (const name of (await readdir(sources)).sort()) {
    hash.update(`${name}\0`).update(await readFile(join(sources, name)));
  }
  return hash.digest("hex").slice(0, 16);
}
