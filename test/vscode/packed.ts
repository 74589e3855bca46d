import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";

const root = join(import.meta.dirname, "../..");

/** What `package.json` says, as far as tests ask for it. */
export interface Manifest {
  readonly version: string;
  readonly main: string;
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
  };
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: unknown;
      readonly restrictedConfigurations: readonly string[];
    };
  };
}

export function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest; // a file of ours
}

/** The file that `npm run vscode` has written. */
export const packed: string = join(
  root,
  `.cache/vscode/crdgen-${readManifest("package.json").version}.vsix`,
);

/**
 * The files of a ZIP archive, by their paths (APPNOTE.TXT 4.3: the entries of the central
 * directory, each of which leads to the header before its data).
 */
export function readArchive(path: string): ReadonlyMap<string, string> {
  const data = readFileSync(path);
  const files = new Map<string, string>();
  const end = data.lastIndexOf("PK\u0005\u0006");
  let at = data.readUInt32LE(end + 16);
  for (let left = data.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => data.readUInt16LE(at + field));
    const name = data.toString("utf8", at + 46, at + 46 + (nameLength ?? 0));
    files.set(name, textOf(data, at));
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}

/** @param entry where its entry in the central directory begins */
function textOf(data: Buffer, entry: number): string {
  const header = data.readUInt32LE(entry + 42);
  const start = header + 30 + data.readUInt16LE(header + 26) + data.readUInt16LE(header + 28);
  const bytes = data.subarray(start, start + data.readUInt32LE(entry + 20));
  const isDeflated = data.readUInt16LE(entry + 10) === 8;
  return (isDeflated ? inflateRawSync(bytes) : bytes).toString("utf8");
}
