import { findConfigs } from "../config/find.js";
import type { Host } from "../host.js";
import type { ExitCode } from "../usage-error.js";
import { exitCode, UsageError } from "../usage-error.js";
import { codesNamed, explainCode, listCodes, nearestCode } from "./explain-code.js";
import type { ExplainFlags } from "./explain-resource.js";

/**
 * `crdgen explain CODE` and `crdgen explain RESOURCE[.path]`; without a name, the list of all
 * codes. Codes have a slash in them, and no resource has. What could be both, such as `template`,
 * is a resource if there is one.
 *
 * @throws UsageError for a name that does not exist
 */
export async function explainCommand(
  name: string | undefined,
  flags: ExplainFlags,
  host: Host,
): Promise<ExitCode> {
  if (name === undefined) {
    await listCodes(flags, host);
    return exitCode.good;
  }
  if (name.includes("/")) return printCode(name, flags, host);
  const isCode = codesNamed(name).length > 0;
  if (!(await hasCrds(flags))) {
    if (isCode) return printCode(name, flags, host);
    checkNearlyCode(name);
  }
  const { explainResource } = await import("./explain-resource.js");
  try {
    return await explainResource(name, flags, host);
  } catch (error) {
    if (!isCode || !(error instanceof UsageError)) throw error;
    return printCode(name, flags, host);
  }
}

async function printCode(name: string, flags: ExplainFlags, host: Host): Promise<ExitCode> {
  await explainCode(name, flags, host);
  return exitCode.good;
}

/** @throws UsageError for what is nearly a code */
function checkNearlyCode(name: string): void {
  const similar = nearestCode(name);
  if (similar === undefined) return;
  throw new UsageError(`'${name}' is not a diagnostic`, {
    help: `did you mean '${similar}'? For a resource, name the CRDs with --crd`,
  });
}

async function hasCrds({ crd, config }: ExplainFlags): Promise<boolean> {
  return crd !== undefined || config !== undefined || (await findConfigs()).length > 0;
}
