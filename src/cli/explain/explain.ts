import { catalog, retiredCodes } from "../../crd/diagnostics/catalog/catalog.js";
import { nearest } from "../../crd/diagnostics/wording.js";
import { changeCatalog, isChangeCode } from "../../tools/diff/catalog.js";
import type { Host } from "../host.js";
import { pageOf } from "../terminal/appearance.js";
import type { ExitCode } from "../usage-error.js";
import { exitCode, UsageError } from "../usage-error.js";
import type { ExplainFlags } from "./explain-resource.js";

/**
 * `crdgen explain CODE` and `crdgen explain RESOURCE[.path]`; without a name, the list of all
 * codes. Codes have a slash in them, and no resource has.
 *
 * @throws UsageError for a name that does not exist
 */
export async function explainCommand(
  name: string | undefined,
  flags: ExplainFlags,
  host: Host,
): Promise<ExitCode> {
  if (name === undefined || name.includes("/")) return explainCode(name, host);
  const { explainResource } = await import("./explain-resource.js");
  return explainResource(name, flags, host);
}

async function explainCode(code: string | undefined, host: Host): Promise<ExitCode> {
  const codes = [...Object.keys(catalog), ...Object.keys(changeCatalog)].sort();
  if (code === undefined) {
    host.print(`${codes.join("\n")}\n`);
    return exitCode.good;
  }
  if (isChangeCode(code)) {
    const { title, about } = changeCatalog[code];
    host.print(`# ${code}\n\n${title}.\n\n${about}\n\nSee docs/diff.md.\n`);
    return exitCode.good;
  }
  if (!Object.hasOwn(catalog, code) && !retiredCodes.includes(code)) {
    const similar = nearest(code, codes);
    const hint =
      similar === undefined ? "; `crdgen explain` lists all" : `; the nearest is '${similar}'`;
    throw new UsageError(`'${code}' is not a diagnostic${hint}`);
  }
  const page = await host.readFile(pageOf(code));
  host.print(Buffer.from(page).toString("utf8"));
  return exitCode.good;
}
