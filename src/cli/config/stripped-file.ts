import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isRunning } from "./is-running.js";

/**
 * Writes the JavaScript of a configuration beside it, so that its imports resolve; runs at the same
 * time have one each. What runs that were killed left there is removed. Should the configuration
 * end the process, its file goes with it.
 *
 * @returns the path, for `removeStripped`
 * @throws Error of the system, where nothing can be written there
 */
export function writeStripped(config: string, text: string): string {
  const start = config.replace(/m?ts$/, "crdgen-stripped-");
  removeLeftovers(start);
  const path = `${start}${process.pid}.mjs`;
  process.once("exit", () => {
    removeStripped(path);
  });
  try {
    writeFileSync(path, text);
  } catch (error) {
    removeStripped(path); // on a full disk there may be a beginning
    throw error;
  }
  return path;
}

/** Nothing happens if the file has gone, or cannot go. */
export function removeStripped(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A later run tries again.
  }
}

function removeLeftovers(start: string): void {
  const folder = dirname(start);
  for (const name of namesIn(folder)) {
    const processId = name.startsWith(basename(start))
      ? /^(\d+)\.mjs$/.exec(name.slice(basename(start).length))?.[1]
      : undefined;
    if (processId !== undefined && !isRunning(Number(processId)))
      removeStripped(join(folder, name));
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // may be written to and not read
  }
}
