import { KubeconfigError } from "../../config/kubeconfig.js";
import type { Transport } from "../../runtime/v1/client/transport.js";
import type { Host } from "../host.js";
import type { Input } from "../input.js";
import { UsageError } from "../usage-error.js";
import { connect } from "./connect.js";

const collection = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/**
 * The CRDs of a cluster, sorted by name: those of a context of the kubeconfig (`$KUBECONFIG`, else `~/.kube/config`), by
 * default the current one; without a kubeconfig those of the cluster that the process runs in. Each is read as YAML, so
 * that diagnostics can name its lines as `kubectl get crd NAME -o yaml` prints them.
 *
 * @throws UsageError if there is no such context, or the cluster does not answer
 */
export async function clusterInputs(
  argument: string,
  context: string | undefined,
  host: Host,
): Promise<readonly Input[]> {
  const transport = await connect(context, host).catch((error: unknown) => {
    throw error instanceof KubeconfigError ? usageError(argument, error.message) : error;
  });
  const read: Read = async (path, accept, query) => {
    try {
      return await get(transport, path, accept, query);
    } catch (error) {
      throw error instanceof Error ? usageError(argument, error.message) : error;
    }
  };
  const names = await listNames(read);
  return names.map((name) => ({
    path: `${argument}/${name}`,
    async read() {
      return new TextEncoder().encode(await read(`${collection}/${name}`, "application/yaml"));
    },
  }));
}

/** Gets a path of the API server in a media type. */
type Read = (path: string, accept: string, query?: string) => Promise<string>;

function usageError(argument: string, reason: string): UsageError {
  return new UsageError(`'${argument}': ${reason}`);
}

async function listNames(read: Read): Promise<readonly string[]> {
  const names: string[] = [];
  let next = "";
  do {
    const query = `limit=500${next === "" ? "" : `&continue=${encodeURIComponent(next)}`}`;
    const accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    const page = JSON.parse(await read(collection, accept, query)) as MetadataList; // asked for
    for (const { metadata } of page.items ?? []) names.push(metadata.name);
    next = page.metadata.continue ?? "";
  } while (next !== "");
  return names.sort();
}

interface MetadataList {
  readonly metadata: { readonly continue?: string };
  /** Go writes no items as null. */
  readonly items?: readonly { readonly metadata: { readonly name: string } }[] | null;
}

async function get(
  transport: Transport,
  path: string,
  accept: string,
  query?: string,
): Promise<string> {
  const response = await transport.send({
    method: "GET",
    path,
    ...(query === undefined ? {} : { query }),
    headers: [["accept", accept]],
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  if (response.status === 200) return text;
  throw new Error(`GET ${path}: the server answered ${response.status}: ${reasonIn(text)}`);
}

/** The message of a Status in JSON or YAML; the text itself where it is none. */
function reasonIn(text: string): string {
  const message = /"message":("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  return message === undefined ? text.trim().slice(0, 200) : (JSON.parse(message) as string); // a JSON string
}
