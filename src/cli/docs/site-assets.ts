import { fileURLToPath } from "node:url";
import { assetMark } from "../../codegen/emit/banner.js";
import type { OutputFile } from "../../codegen/emit/generated-file.js";
import type { Host } from "../host.js";

/** Beside the bundled command line. */
const source = new URL("../site/", import.meta.url);

/** The scripts and styles of a site, marked as files of crdgen. */
export async function* siteAssets(
  version: string | undefined,
  host: Host,
): AsyncGenerator<OutputFile> {
  const root = fileURLToPath(source);
  const pending = [""];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const { name, kind } of await host.list(root + folder)) {
      if (kind === "folder") pending.push(`${folder}${name}/`);
      else if (kind === "file") yield await assetOf(folder + name, root, version, host);
    }
  }
}

async function assetOf(
  path: string,
  root: string,
  version: string | undefined,
  host: Host,
): Promise<OutputFile> {
  const text = Buffer.from(await host.readFile(root + path)).toString("utf8");
  const mark = assetMark(path.endsWith(".css") ? "css" : "js", version);
  return { path: `assets/${path}`, text: `${mark}\n${text}` };
}
