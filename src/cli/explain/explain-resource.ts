import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { printable, printableName } from "../../crd/diagnostics/render/printable.js";
import { nearest } from "../../crd/diagnostics/wording.js";
import { stringifyJson } from "../../runtime/v1/values/go/json.js";
import type { ExplainOptions } from "../../tools/explain/explain.js";
import { explain, explainAsData } from "../../tools/explain/explain.js";
import { NoFieldError } from "../../tools/explain/published-node.js";
import type { Host } from "../host.js";
import type { CommonOptions } from "../report/options.js";
import { printDiagnostics } from "../report/print-diagnostics.js";
import { printNothing } from "../report/summary.js";
import type { RequestedResource, ResourceFlags } from "../requested-resource.js";
import { readApiVersion, readRequested } from "../requested-resource.js";
import type { ExitCode } from "../usage-error.js";
import { didYouMean, exitCode, UsageError } from "../usage-error.js";

/** The flags of the command line. */
export interface ExplainFlags extends CommonOptions, ResourceFlags {
  /** Group and version, as kubectl takes them. */
  readonly apiVersion?: string;
  readonly recursive: boolean;
  readonly maxDepth?: number;
  readonly output: ExplainOptions["output"];
  /** Print nothing that kubectl does not print. */
  readonly kubectl: boolean;
}

/**
 * `crdgen explain RESOURCE[.path]`: what `kubectl explain` prints where a cluster has the CRD, and
 * what that leaves out.
 *
 * @throws UsageError for a resource or a field that does not exist
 */
export async function explainResource(
  name: string,
  flags: ExplainFlags,
  host: Host,
): Promise<ExitCode> {
  if (flags.maxDepth !== undefined && !flags.recursive) {
    throw new UsageError("--max-depth needs --recursive");
  }
  if (flags.kubectl && flags.format === "json") {
    throw new UsageError("--kubectl: kubectl prints text; leave out --format json");
  }
  const diagnostics = new Diagnostics();
  const request = { name, ...readApiVersion(flags.apiVersion) };
  const requested = await readRequested(request, flags, diagnostics, host);
  if (requested === undefined) {
    printDiagnostics(diagnostics.list, flags, host);
    printNothing("nothing is explained", diagnostics.list, flags, host);
    return exitCode.notGood;
  }
  try {
    host.print(
      flags.format === "json" ? dataOf(requested, flags) : asShown(textOf(requested, flags)),
    );
    return exitCode.good;
  } catch (error) {
    if (!(error instanceof NoFieldError)) throw error;
    if (flags.kubectl) return asKubectl(error, host);
    const help = didYouMean(nearest(error.field, error.known));
    throw new UsageError(printableName(error.message), { help });
  }
}

/** As kubectl, which prints what it knows first, says of a field that it is not there. */
function asKubectl({ printed, message }: NoFieldError, host: Host): ExitCode {
  host.print(asShown(printed));
  host.warn(`error: ${printableName(message)}\n`);
  return exitCode.notGood;
}

function textOf({ resource, version, path }: RequestedResource, flags: ExplainFlags): string {
  const { output, recursive, maxDepth = 0, kubectl } = flags;
  const depth = recursive ? maxDepth : undefined;
  return explain(resource, version, path, { output, depth, details: !kubectl });
}

/** One object, on one line. Without `--recursive`, fields are told without those below them. */
function dataOf(
  { resource, version, path }: RequestedResource,
  { recursive, maxDepth = 0 }: ExplainFlags,
): string {
  const data = explainAsData(resource, version, path, recursive ? maxDepth : 1);
  return `${printable(stringifyJson(data))}\n`;
}

/** Descriptions cannot move the cursor; the tabs between names and types stay. */
function asShown(text: string): string {
  return text.split("\t").map(printable).join("\t");
}
