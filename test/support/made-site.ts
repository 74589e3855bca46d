import { join } from "node:path";
import { runCli, writeBelow } from "./cli.js";

/**
 * Lets the command make a site of CRDs, and gives its folder.
 *
 * @param folder an empty one; the CRDs go there too
 * @param crds texts of files, by their names
 */
export function makeSite(folder: string, crds: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(crds)) writeBelow(folder, `crds/${name}`, text);
  const { code, err } = runCli(folder, ["docs", "crds", "--out", "site"]);
  if (code !== 0) throw new Error(err);
  return join(folder, "site");
}
