import type { Middleware, Transport } from "../../runtime/v1/client/transport.js";
import { withMiddleware } from "../../runtime/v1/client/transport.js";
import type { JsonObject } from "../../runtime/v1/json/json.js";
import { isObject } from "../../runtime/v1/json/json.js";
import { pathSegmentFaults } from "../../runtime/v1/names.js";
import { KubeconfigError } from "../../runtime/v1/node/kubeconfig.js";
import type { Host } from "../host.js";
import type { Input } from "../input.js";
import { UsageError } from "../usage-error.js";
import { connect } from "./connect.js";
import { ReadAhead } from "./read-ahead.js";
import { retryAsAsked } from "./retry.js";

/** Few enough for the share of a server's time that one client gets. */
const requestsAhead = 7;

const collection = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/**
 * The CRDs of a cluster, sorted by name: those of a context of the kubeconfig (`$KUBECONFIG`, else
 * `~/.kube/config`), by default the current one; without a kubeconfig those of the cluster that the
 * process runs in. Each is read as YAML, so that diagnostics can name its lines as
 * `kubectl get crd NAME -o yaml` prints them.
 *
 * @throws UsageError if there is no such context, or the cluster does not answer
 */
export async function clusterInputs(
  argument: string,
  context: string | undefined,
  host: Host,
): Promise<readonly Input[]> {
  const connected = await connect(context, host).catch((error: unknown) => {
    throw error instanceof KubeconfigError ? usageError(argument, error.message) : error;
  });
  const transport = withMiddleware(connected, retryAsAsked, endInTime);
  const orRefuse = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      throw error instanceof Error ? usageError(argument, reasonFor(error)) : error;
    }
  };
  const names = await orRefuse(listNames(transport));
  const ask = (name: string): Promise<string> =>
    orRefuse(get(transport, `${collection}/${name}`, "application/yaml"));
  const texts = new ReadAhead(names, ask, requestsAhead);
  return names.map((name, index) => ({
    isLocal: false,
    path: `${argument}/${name}`,
    read: async () => new TextEncoder().encode(await texts.take(index)),
  }));
}

/** Each request of its own: what the server wants to be waited for does not count. */
const endInTime: Middleware = (next) => (request) =>
  next({ ...request, signal: AbortSignal.timeout(120_000) });

function reasonFor({ name, message }: Error): string {
  return name === "TimeoutError" ? "the server did not answer within two minutes" : message;
}

function usageError(argument: string, reason: string): UsageError {
  return new UsageError(`'${argument}': ${reason}`);
}

async function listNames(transport: Transport): Promise<readonly string[]> {
  const names: string[] = [];
  const asked = new Set<string>();
  for (let next = ""; !asked.has(next);) {
    asked.add(next);
    const query = `limit=500${next === "" ? "" : `&continue=${encodeURIComponent(next)}`}`;
    const accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    const page = parsePage(await get(transport, collection, accept, query));
    if (page === undefined) throw new Error("the server's answer is not a list of CRDs");
    for (const name of page.names) names.push(name);
    if (page.next === "") return names.sort();
    next = page.next;
  }
  throw new Error("the server's list of CRDs does not end");
}

/**
 * Of a `PartialObjectMetadataList` (apimachinery, meta/v1), what the next page is asked for with;
 * `""` on the last one.
 */
interface Page {
  readonly names: readonly string[];
  readonly next: string;
}

/**
 * `undefined` for what is no list of objects with names, such as the page of a proxy that wants a
 * log-in.
 */
function parsePage(text: string): Page | undefined {
  const { metadata, items } = objectOf(parseJson(text));
  // Go writes no items as null.
  if (items !== null && !Array.isArray(items)) return undefined;
  const names = (items ?? []).map((item: unknown) => objectOf(objectOf(item)["metadata"])["name"]);
  const next = objectOf(metadata)["continue"] ?? "";
  return names.every(isName) && typeof next === "string" ? { names, next } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown; // typed as any
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Names become a segment of a path. */
function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "" && pathSegmentFaults(value).length === 0;
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
