import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { hasGo } from "./go-program.js";

const version = "v4.3.1";
const home = join(import.meta.dirname, "../../.cache/helm", version);

/** Helm as a program, or why there is none. */
export interface FoundHelm {
  readonly path?: string;
  readonly reason?: string;
}

/**
 * Helm: what the variable HELM names, else one of the search path, else one that is built from Go's
 * module cache or a network, which takes minutes the first time.
 */
export async function findHelm(): Promise<FoundHelm> {
  const named = process.env["HELM"] ?? "helm";
  if (spawnSync(named, ["version"]).status === 0) return { path: named };
  if (!hasGo) return { reason: "the commands helm and go are missing" };
  try {
    return { path: await buildHelm() };
  } catch (error) {
    return { reason: `Helm could not be built: ${String(error)}` };
  }
}

async function buildHelm(): Promise<string> {
  const executable = join(home, "helm");
  if (existsSync(executable)) return executable;
  const unfinished = join(home, `unfinished-${process.pid}`);
  await mkdir(unfinished, { recursive: true });
  try {
    const [, major = ""] = /^v(\d+)/.exec(version) ?? [];
    const source = `helm.sh/helm/v${major}/cmd/helm@${version}`;
    const env = { ...process.env, GOBIN: unfinished };
    await promisify(execFile)("go", ["install", source], { env });
    await rename(join(unfinished, "helm"), executable);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return executable;
}
