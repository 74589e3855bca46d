import { execFileSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** What `npm pack` says that it packs. */
export interface Packed {
  /** Name of the tarball, in the folder it was packed to. */
  readonly filename: string;
  /** Bytes. */
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Packs what the last build left, or only lists it; needs no network. */
export function pack(...args: readonly string[]): Packed {
  return packFolder(".", ...args);
}

/** The same of a package in a folder of the repository. */
export function packFolder(folder: string, ...args: readonly string[]): Packed {
  const text = execFileSync("npm", ["pack", "--json", "--ignore-scripts", ...args], {
    cwd: join(root, folder),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [packed] = JSON.parse(text) as [Packed]; // one package, one answer
  return packed;
}
