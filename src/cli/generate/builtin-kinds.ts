import { gunzipSync } from "node:zlib";
import type { OpenApiDocument } from "../../builtin/document-kinds.js";
import { readOpenApi } from "../../builtin/read-document.js";
import type { Kinds } from "../../runtime/v1/built-in/table/kind-table.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { Host } from "../host.js";
import type { Input } from "../input.js";
import { UsageError } from "../usage-error.js";
import type { GenerateCommand } from "./generate-command.js";

/** Where the built-in kinds of a run come from, and the inputs that are left for CRDs. */
export interface BuiltinSource {
  /** Undefined where the table that ships has them, or nobody asks. */
  readonly kinds: Kinds | undefined;
  readonly inputs: readonly Input[];
}

/**
 * Finds the built-in kinds that outputs ask for, before anything is written: in the cluster that
 * the command names, in the OpenAPI documents among its inputs, or else in the table that ships.
 *
 * @throws UsageError for documents of another version, and for a cluster that refuses
 * @throws OptionError for a name that means no kind
 */
export async function builtinSource(
  command: GenerateCommand,
  inputs: readonly Input[],
  host: Host,
): Promise<BuiltinSource> {
  const asking = command.outputs.filter(({ settings }) => settings.builtIn.length > 0);
  const [first] = asking;
  if (first === undefined) {
    if (command.cluster === undefined) return { kinds: undefined, inputs };
    throw new UsageError("--cluster: name the kinds that are wanted of it with --built-in");
  }
  // The table is loaded only where somebody asks.
  const { wantedKinds } = await import("../../codegen/pipeline/builtin-units.js");
  const source = await findSource(command, first.settings.kubernetes, inputs, host);
  for (const { settings } of asking) wantedKinds(settings, source.kinds);
  return source;
}

async function findSource(
  { cluster }: GenerateCommand,
  minor: KubernetesMinor,
  inputs: readonly Input[],
  host: Host,
): Promise<BuiltinSource> {
  const { DocumentKinds } = await import("../../builtin/document-kinds.js");
  const { kindTable } = await import("../../runtime/v1/built-in/table/kind-table.js");
  if (cluster !== undefined) {
    const { clusterDocuments } = await import("../cluster-inputs.js");
    const argument = cluster === "" ? "cluster" : `cluster:${cluster}`;
    const context = cluster === "" ? undefined : cluster;
    const { documents, crds } = await clusterDocuments(argument, context, host);
    const isOfCrd = (group: string, plural: string): boolean => crds.has(`${plural}.${group}`);
    return { kinds: new DocumentKinds(documents, kindTable(minor), isOfCrd), inputs };
  }
  const { documents, others } = await partInputs(inputs);
  if (documents.length === 0) return { kinds: undefined, inputs };
  return { kinds: new DocumentKinds(documents, kindTable(minor)), inputs: others };
}

interface PartedInputs {
  readonly documents: readonly OpenApiDocument[];
  readonly others: readonly Input[];
}

/** @throws UsageError for OpenAPI v2, and for documents that are cut off */
async function partInputs(inputs: readonly Input[]): Promise<PartedInputs> {
  const documents: OpenApiDocument[] = [];
  const others: Input[] = [];
  for (const input of inputs) {
    const { path } = input;
    const isPacked = path.endsWith(".json.gz");
    if (!isPacked && !path.endsWith(".json")) {
      others.push(input);
      continue;
    }
    const read = readOpenApi(path, await textOf(input, isPacked));
    if (read.kind === "unusable") throw new UsageError(`'${path}': ${read.reason}`);
    if (read.kind === "document") documents.push(read.document);
    else if (isPacked) throw new UsageError(`'${path}': this is no OpenAPI v3 document`);
    else others.push(input);
  }
  return { documents, others };
}

/** @throws UsageError for what was not packed by gzip */
async function textOf(input: Input, isPacked: boolean): Promise<string> {
  const bytes = await input.read();
  if (!isPacked) return new TextDecoder().decode(bytes);
  try {
    return new TextDecoder().decode(gunzipSync(bytes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`'${input.path}': this cannot be unpacked as gzip: ${reason}`);
  }
}
