import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import type { GoTests } from "./go-tests.js";

/*
 * controller-runtime's own suites as programs. They start a server with envtest, which takes one
 * that runs already if it is told so: nothing of them has to be changed.
 */

/** The one of Kubernetes 1.37. */
const version = "v0.25.2";

const home = join(import.meta.dirname, "../../.cache/controller-runtime", version);
const runFile = promisify(execFile);
const download = z.object({ Dir: z.string() });

/**
 * The program of a package's suite, such as `pkg/client`, built unless that was done before. The
 * first takes minutes, and needs Go's module cache or a network.
 */
export async function buildSuite(name: string): Promise<GoTests> {
  const module = `sigs.k8s.io/controller-runtime@${version}`;
  const { stdout } = await runFile("go", ["mod", "download", "-json", module]);
  const { Dir: sources } = download.parse(JSON.parse(stdout));
  const executable = join(home, `${name.replaceAll("/", "-")}.test`);
  if (!existsSync(executable)) await build(sources, name, executable);
  return { executable, folder: join(sources, name) };
}

async function build(sources: string, name: string, executable: string): Promise<void> {
  await mkdir(home, { recursive: true });
  const unfinished = `${executable}-${process.pid}`;
  try {
    await runFile("go", ["test", "-C", sources, "-c", "-o", unfinished, `./${name}`]);
    await rename(unfinished, executable);
  } finally {
    await rm(unfinished, { force: true });
  }
}
