import { readFileSync, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, relative, resolve } from "node:path";

/** Where a crdgen was found. */
export type Origin = "workspace" | "setting" | "PATH";

/** A crdgen that can be started. */
export interface Server {
  /** A script is run by Node.js, a program by itself. */
  readonly kind: "script" | "program";
  /** Absolute. */
  readonly path: string;
  readonly origin: Origin;
}

/** What the editor knows that decides which crdgen is started. */
export interface Surroundings {
  /** The folders of the workspace, absolute, in its order. */
  readonly folders: readonly string[];
  /** Whether the user trusts the workspace: else nothing in its folders is started. */
  readonly isTrusted: boolean;
  /** The setting `crdgen.path`; empty without one. */
  readonly setting: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/**
 * The crdgen to start: that of the workspace's `node_modules`, else the one of the setting, else
 * the first on the PATH. A setting that leads nowhere does not fall back to another one.
 *
 * @returns undefined where there is none
 */
export function findServer(surroundings: Surroundings): Server | undefined {
  const { folders, isTrusted, setting } = surroundings;
  if (isTrusted) {
    for (const folder of folders) {
      const path = scriptOfPackage(join(folder, "node_modules/crdgen"));
      if (path !== undefined) return { kind: "script", path, origin: "workspace" };
    }
  }
  return setting === "" ? onPath(surroundings) : ofSetting(surroundings);
}

function ofSetting({ folders, setting, env }: Surroundings): Server | undefined {
  const home = env["HOME"] ?? env["USERPROFILE"] ?? "";
  const path = resolve(
    folders[0] ?? home,
    setting.replace(/^~(?=[\\/])/, () => home),
  );
  const script = scriptOfPackage(path);
  if (script !== undefined) return { kind: "script", path: script, origin: "setting" };
  return isFile(path) ? serverAt(path, "setting") : undefined;
}

function onPath(surroundings: Surroundings): Server | undefined {
  const { env, platform } = surroundings;
  const isWindows = platform === "win32";
  const key = Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  const names = isWindows ? ["crdgen.exe", "crdgen.cmd"] : ["crdgen"];
  for (const folder of (env[key] ?? "").split(delimiter)) {
    if (!mayStartFrom(folder, surroundings)) continue;
    for (const name of names) {
      const path = join(folder, name);
      if (!isFile(path)) continue;
      // npm's launchers for Windows stand beside the folder of global packages.
      const script = isWindows ? scriptOfPackage(join(folder, "node_modules/crdgen")) : undefined;
      if (script !== undefined) return { kind: "script", path: script, origin: "PATH" };
      return serverAt(path, "PATH");
    }
  }
  return undefined;
}

/** A relative folder, or one that a workspace brings along, is as little trusted as that is. */
function mayStartFrom(folder: string, { folders, isTrusted }: Surroundings): boolean {
  if (!isAbsolute(folder)) return false;
  return isTrusted || !folders.some((one) => isWithin(folder, one));
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(realPathOf(folder), realPathOf(path));
  return way === "" || (!way.startsWith("..") && !isAbsolute(way));
}

/** Links to scripts, as npm makes them, need no Node.js on the PATH when the script is run. */
function serverAt(path: string, origin: Origin): Server {
  const real = realPathOf(path);
  return /\.[cm]?js$/.test(real)
    ? { kind: "script", path: real, origin }
    : { kind: "program", path, origin };
}

/** The script that a package of crdgen names as its program; undefined where there is none. */
function scriptOfPackage(folder: string): string | undefined {
  let bin: unknown;
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    if (memberOf(manifest, "name") !== "crdgen") return undefined;
    bin = memberOf(memberOf(manifest, "bin"), "crdgen") ?? memberOf(manifest, "bin");
  } catch {
    return undefined;
  }
  if (typeof bin !== "string") return undefined;
  const path = join(folder, bin);
  return isFile(path) ? path : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
