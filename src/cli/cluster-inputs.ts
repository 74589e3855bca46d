import { delimiter, dirname, join } from "node:path";
import type { OpenApiDocument } from "../builtin/document-kinds.js";
import { Diagnostics } from "../crd/diagnostics/diagnostics.js";
import { readDocuments } from "../crd/source/read.js";
import { positionAt } from "../crd/source/source-file.js";
import type { Middleware, Transport, TransportResponse } from "../runtime/v1/client/transport.js";
import { withMiddleware } from "../runtime/v1/client/transport.js";
import { connect as connectAsKubectl } from "../runtime/v1/node/from-kubeconfig.js";
import type { KubeconfigPart } from "../runtime/v1/node/kubeconfig.js";
import { Kubeconfig, KubeconfigError, readKubeconfig } from "../runtime/v1/node/kubeconfig.js";
import { yamlOf } from "../runtime/v1/testing/write-yaml.js";
import { JsonFault, parseJson } from "../runtime/v1/values/go/parse-json.js";
import type { Json, JsonObject } from "../runtime/v1/values/json/json.js";
import { isObject } from "../runtime/v1/values/json/json.js";
import {
  objectAt,
  objectsAt,
  textAt,
  textsAt,
  memberAt,
  withoutKeys,
} from "../runtime/v1/values/json/raw-fields.js";
import { pathSegmentFaults } from "../runtime/v1/values/names.js";
import { maskUrls } from "./facts/run-facts.js";
import type { Host } from "./host.js";
import type { Input } from "./input.js";
import { whileWaiting } from "./terminal/progress.js";
import { UsageError } from "./usage-error.js";
import type { ServedKind, WantedCrds } from "./wanted-crds.js";

/**
 * The CRDs of a cluster, sorted by name: those of a context of the kubeconfig (`$KUBECONFIG`, else
 * `~/.kube/config`), by default the current one; without a kubeconfig those of the cluster that the
 * process runs in. Each is YAML as `kubectl get crd NAME -o yaml` prints it. Those that are not
 * wanted are left out where that can be known, for which the right to get the wanted ones is
 * enough; to get all of them, the right to list them.
 *
 * @throws UsageError if there is no such context, or the cluster does not answer
 */
export async function clusterInputs(
  argument: string,
  context: string | undefined,
  wanted: WantedCrds | undefined,
  host: Host,
): Promise<readonly Input[]> {
  const orRefuse = refusing(argument);
  const inputOf = (name: string, read: () => Promise<JsonObject | undefined>): Input => ({
    isLocal: false,
    path: `${argument}/${name}`,
    async read() {
      const crd = await orRefuse(read());
      // One that was deleted meanwhile is an empty text.
      return new TextEncoder().encode(crd === undefined ? "" : textOfCrd(crd));
    },
  });
  const transport = await clusterTransport(argument, context, host);
  const some = wanted && (await orRefuse(wantedCrds(transport, wanted)));
  if (some !== undefined) {
    return some.map((crd) => inputOf(nameOf(crd), () => Promise.resolve(crd)));
  }
  const names = await orRefuse(crdNames(transport));
  const all = new ReadInOrder(crdPages(transport));
  return names.map((name) => inputOf(name, () => all.take(name)));
}

/** What makes faults of requests to a cluster those of how the command was used. */
function refusing(
  argument: string,
  advice: RefusalAdvice = ofCrds,
): <T>(answer: Promise<T>) => Promise<T> {
  return async (answer) => {
    try {
      return await answer;
    } catch (error) {
      throw error instanceof Error
        ? new UsageError(`'${argument}': ${reasonFor(error, advice)}`)
        : error;
    }
  };
}

/**
 * A transport to the cluster of a context, which waits as the server wants.
 *
 * @throws UsageError if there is no such context
 */
async function clusterTransport(
  argument: string,
  context: string | undefined,
  host: Host,
): Promise<Transport> {
  const connected = await connect(context, host).catch((error: unknown) => {
    throw error instanceof KubeconfigError
      ? new UsageError(`'${argument}': ${error.message}`)
      : error;
  });
  const whom = await clusterName(context, host);
  return withMiddleware(connected, retryAsAsked, endInTime, tellingOf(whom, host));
}

/** What a server publishes of its kinds, and which of these are those of CRDs. */
export interface ClusterDocuments {
  readonly documents: readonly OpenApiDocument[];
  /** The names of its CRDs; none where the user may not list them. */
  readonly crds: ReadonlySet<string>;
}

/**
 * The OpenAPI v3 documents that a cluster serves, aggregated APIs among them.
 *
 * @throws UsageError if there is no such context, or the cluster does not answer
 */
export async function clusterDocuments(
  argument: string,
  context: string | undefined,
  host: Host,
): Promise<ClusterDocuments> {
  const transport = await clusterTransport(argument, context, host);
  const read = async (): Promise<ClusterDocuments> => {
    const index = parseAnswer(await ask(transport, "/openapi/v3", "application/json"));
    const listed = objectAt(index, "paths");
    if (listed === undefined) {
      throw new Error("the server's answer to /openapi/v3 is not a list of OpenAPI documents");
    }
    const paths = Object.keys(listed).filter((path) => /^(?:api|apis\/[^/]+)\/[^/]+$/.test(path));
    const [documents, crds] = await Promise.all([
      Promise.all(
        paths.map(async (path) => {
          const text = await ask(transport, `/openapi/v3/${path}`, "application/json");
          return { path: `${argument}/openapi/v3/${path}`, document: parseAnswer(text) };
        }),
      ),
      unlessForbidden(crdNames(transport)),
    ]);
    return { documents, crds: new Set(crds ?? []) };
  };
  return refusing(argument, ofDocuments)(read());
}

/** Seconds after which an answer is not waited for any more. */
const patience = 120;

/** Each request of its own: what the server wants to be waited for does not count. */
const endInTime: Middleware = (next) => (request) =>
  next({ ...request, signal: AbortSignal.timeout(patience * 1_000) });

/** Says on a terminal what is waited for. */
function tellingOf(whom: string, host: Host): Middleware {
  return (next) => (request) => whileWaiting(whom, patience, host, () => next(request));
}

/** `the cluster kind-a (https://127.0.0.1:6443)`, as far as the kubeconfig tells. */
async function clusterName(context: string | undefined, host: Host): Promise<string> {
  if (!host.showsStatus) return "the cluster";
  const { KUBECONFIG: listed = "", HOME: home = "", USERPROFILE: profile = "" } = host.environment;
  const usual = join(home === "" ? profile : home, ".kube/config");
  const names = listed === "" ? [usual] : listed.split(delimiter).filter((name) => name !== "");
  const parts: KubeconfigPart[] = [];
  for (const name of names) {
    const bytes = await host.readFile(name).catch(() => undefined); // as for kubectl
    if (bytes === undefined) continue;
    const text = Buffer.from(bytes).toString("utf8");
    parts.push(await readKubeconfig({ name, folder: dirname(name), text }, parseYaml));
  }
  if (parts.length === 0) return "the cluster of this pod";
  const { name, cluster } = new Kubeconfig(parts).context(context);
  return `the cluster ${name} (${maskUrls(cluster.text("server") ?? "")})`;
}

/** What to do about a server that refuses, by its status. */
type RefusalAdvice = { readonly [status: number]: string | undefined };

const rights =
  "the user needs the rights to get and list customresourcedefinitions of apiextensions.k8s.io, or somebody who has them pipes 'kubectl get crds -o yaml' into '-'";
const logIn =
  "the server does not know the user of the context: log in again, or see whether `kubectl get crds` can";

const ofCrds: RefusalAdvice = { 401: logIn, 403: rights };

const ofDocuments: RefusalAdvice = {
  401: "the server does not know the user of the context: log in again, or see whether `kubectl get --raw /openapi/v3` can",
  403: "the user needs the right to get /openapi/v3 and what is below it, as the ClusterRole system:discovery gives it, or somebody who has it writes the documents to a folder: 'kubectl get --raw /openapi/v3/apis/apps/v1 > openapi/apps-v1.json'",
  404: "servers have OpenAPI v3 since Kubernetes 1.24; without --cluster, the kinds come from the table that ships with crdgen",
};

function reasonFor(error: Error, advices: RefusalAdvice): string {
  if (error.name === "TimeoutError") return `the server did not answer within ${patience} seconds`;
  if (!(error instanceof RefusedRequest)) return error.message;
  const advice = advices[error.status];
  return advice === undefined ? error.message : `${error.message}; ${advice}`;
}

/** More are faster to list than to get one by one. */
const mostByName = 100;

/** The wanted CRDs, sorted by name; undefined where all have to be read to know them. */
async function wantedCrds(
  transport: Transport,
  wanted: WantedCrds,
): Promise<readonly JsonObject[] | undefined> {
  const [served, names] = await Promise.all([
    servedKinds(transport),
    unlessForbidden(crdNames(transport)),
  ]);
  const found = [...served].filter(([, kind]) => wanted.isWanted(kind));
  if (!wanted.isEnough(found.map(([, kind]) => kind))) return undefined;
  const foundNames = new Set(found.map(([name]) => name));
  // Nobody knows the kinds of those that are not served.
  const needed =
    names?.filter((name) => foundNames.has(name) || !served.has(name)) ?? [...foundNames].sort();
  if (names !== undefined && needed.length > mostByName) return undefined;
  const crds = await unlessForbidden(Promise.all(needed.map((name) => oneCrd(transport, name))));
  const there = crds?.filter((crd) => crd !== undefined) ?? [];
  return there.length === 0 ? undefined : there;
}

/** Who may not do one thing, may be able to do the other. */
async function unlessForbidden<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RefusedRequest && error.status === 403) return undefined;
    throw error;
  }
}

/** CRDs that come page by page, in the order of their names; each can be taken once. */
class ReadInOrder {
  readonly #pages: AsyncIterator<readonly JsonObject[]>;
  readonly #crds = new Map<string, JsonObject>();
  #next: Promise<IteratorResult<readonly JsonObject[]>>;

  constructor(pages: AsyncIterable<readonly JsonObject[]>) {
    this.#pages = pages[Symbol.asyncIterator]();
    this.#next = this.#ask();
  }

  /** Undefined for one that is gone. */
  async take(name: string): Promise<JsonObject | undefined> {
    while (!this.#crds.has(name)) {
      const next = this.#next;
      const page = await next;
      if (page.done === true) return undefined;
      // Several may have waited for the same page.
      if (next !== this.#next) continue;
      for (const crd of page.value) this.#crds.set(nameOf(crd), crd);
      this.#next = this.#ask();
    }
    const crd = this.#crds.get(name);
    this.#crds.delete(name);
    return crd;
  }

  #ask(): Promise<IteratorResult<readonly JsonObject[]>> {
    const next = this.#pages.next();
    // Whoever waits for it is told.
    next.catch(() => undefined);
    return next;
  }
}

const mostRetries = 10;

/** Seconds. */
const longestWait = 60;

/**
 * Asks again when the server says so: it answers 429 or 5xx with the seconds to wait for in
 * `Retry-After`. As client-go does (`rest/with_retry.go`), at most ten times; a server that wants
 * more than a minute is not waited for.
 */
const retryAsAsked: Middleware = (next) => async (request) => {
  for (let retries = 0; ; retries++) {
    const response = await next(request);
    const seconds = secondsToWait(response);
    if (seconds === undefined || retries === mostRetries) return response;
    response.close();
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
};

function secondsToWait(response: TransportResponse): number | undefined {
  const { status } = response;
  const seconds = response.header("retry-after") ?? "";
  if ((status !== 429 && status < 500) || !/^\d{1,9}$/.test(seconds)) return undefined;
  return Number(seconds) <= longestWait ? Number(seconds) : undefined;
}

const discoveryTypes = ["v2", "v2beta1"]
  .map((v) => `application/json;g=apidiscovery.k8s.io;v=${v};as=APIGroupDiscoveryList`)
  .join(",");

/**
 * The kinds that a server serves, by the names of their CRDs if they have some; with one request,
 * as kubectl finds them (aggregated discovery). Empty where the server does not tell them so.
 */
async function servedKinds(transport: Transport): Promise<ReadonlyMap<string, ServedKind>> {
  try {
    const groups = objectsAt(parseAnswer(await ask(transport, "/apis", discoveryTypes)), "items");
    const kinds = groups.flatMap(kindsOf);
    return new Map(kinds.map((kind) => [`${kind.plural}.${kind.group}`, kind]));
  } catch (error) {
    if (error instanceof RefusedRequest) return new Map();
    throw error;
  }
}

function kindsOf(group: JsonObject): readonly ServedKind[] {
  const name = textAt(objectAt(group, "metadata") ?? {}, "name");
  const resources = objectsAt(group, "versions").flatMap((one) => objectsAt(one, "resources"));
  return resources.map((resource) => ({
    group: name,
    plural: textAt(resource, "resource"),
    singular: textAt(resource, "singularResource"),
    kind: textAt(objectAt(resource, "responseKind") ?? {}, "kind"),
    shortNames: textsAt(resource, "shortNames"),
  }));
}

const collection = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** The names of all CRDs, sorted. */
export async function crdNames(transport: Transport): Promise<readonly string[]> {
  const accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
  const names: string[] = [];
  for await (const page of pagesOf(transport, accept, 500, parseAnswer)) {
    for (const item of page) names.push(nameOf(item));
  }
  return names.sort();
}

/** All CRDs, page by page. */
export function crdPages(transport: Transport): AsyncGenerator<readonly JsonObject[]> {
  // The next page comes while the CRDs of one are judged.
  return pagesOf(transport, "application/json", 50, parseExactly);
}

/** One CRD; undefined where it is gone. */
export async function oneCrd(transport: Transport, name: string): Promise<JsonObject | undefined> {
  try {
    return parseExactly(await ask(transport, `${collection}/${name}`, "application/json"));
  } catch (error) {
    if (error instanceof RefusedRequest && error.status === 404) return undefined;
    throw error;
  }
}

export function nameOf(crd: JsonObject): string {
  return textAt(objectAt(crd, "metadata") ?? {}, "name");
}

/** A CRD as `kubectl get crd NAME -o yaml` prints it, so that people find its lines. */
export function textOfCrd(crd: JsonObject): string {
  return yamlOf({
    ...crd,
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: withoutKeys(objectAt(crd, "metadata") ?? {}, "managedFields"),
  });
}

async function* pagesOf(
  transport: Transport,
  accept: string,
  limit: number,
  parse: (text: string) => JsonObject,
): AsyncGenerator<readonly JsonObject[]> {
  const asked = new Set<string>();
  for (let next = ""; !asked.has(next);) {
    asked.add(next);
    const query = `limit=${limit}${next === "" ? "" : `&continue=${encodeURIComponent(next)}`}`;
    const list = parse(await ask(transport, collection, accept, query));
    const items = itemsOf(list);
    if (items === undefined) throw new Error("the server's answer is not a list of CRDs");
    yield items;
    next = textAt(objectAt(list, "metadata") ?? {}, "continue");
    if (next === "") return;
  }
  throw new Error("the server's list of CRDs does not end");
}

/** Undefined for what is no list of objects with names. Go writes no items as null. */
function itemsOf(list: JsonObject): readonly JsonObject[] | undefined {
  if (!Object.hasOwn(list, "items")) return undefined;
  const items = memberAt(list, "items") ?? [];
  if (!Array.isArray(items)) return undefined;
  const objects = items.filter(isObject);
  // Names become a segment of a path.
  const isNamed = (item: JsonObject): boolean =>
    nameOf(item) !== "" && pathSegmentFaults(nameOf(item)).length === 0;
  return objects.length === items.length && objects.every(isNamed) ? objects : undefined;
}

/** A number that a JavaScript number does not hold, or not as what it is. */
const oddNumber = /[:[,\s]-?(?:\d{16,}[\d.]*|\d+\.0+|\d[\d.]*[eE][-+]?\d+)\s*[,\]}]/;

/** Most answers can be read six times as fast. */
function parseExactly(text: string): JsonObject {
  if (!oddNumber.test(text)) return parseAnswer(text);
  const parsed = parseJson(text);
  return !(parsed instanceof JsonFault) && isObject(parsed.value) ? parsed.value : {};
}

/** A server's answer that is none of what was asked for. */
export class RefusedRequest extends Error {
  override readonly name = "RefusedRequest";
  readonly status: number;

  constructor(path: string, status: number, reason: string) {
    super(`GET ${path}: the server answered ${status}: ${reason}`);
    this.status = status;
  }
}

/**
 * The text that a server answers to GET.
 *
 * @throws RefusedRequest with the server's reason
 */
export async function ask(
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
  throw new RefusedRequest(path, response.status, await reasonIn(text));
}

/** So much of an answer is shown that is no Status, as by client-go. */
const longestReason = 2048;

/** The whole message of a Status in JSON or YAML; the text itself where it is none. */
async function reasonIn(text: string): Promise<string> {
  const status = await parseYaml(text).catch(() => undefined);
  const message = isObject(status) ? status["message"] : undefined;
  return typeof message === "string" ? message : text.trim().slice(0, longestReason);
}

/** An answer in JSON; without members where it is no object, such as a page that wants a log-in. */
export function parseAnswer(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The way that works wherever kubectl does. */
const instead = "pipe 'kubectl get crds -o yaml' into crdgen instead";

/**
 * A transport to the cluster of a context of the kubeconfig; without a kubeconfig, and without the
 * name of a context, to the cluster that the process runs in.
 *
 * @throws KubeconfigError if the kubeconfig is not usable, or says what is not supported
 */
export async function connect(context: string | undefined, host: Host): Promise<Transport> {
  try {
    return await connectAsKubectl({ context, environment: host.environment, parse: parseYaml });
  } catch (error) {
    if (!(error instanceof KubeconfigError) || error.advice === undefined) throw error;
    throw new KubeconfigError(error.message.replace(error.advice, () => instead));
  }
}

/**
 * The first document, as kubectl reads it.
 *
 * @throws KubeconfigError for what is no YAML
 */
export async function parseYaml(text: string): Promise<Json | undefined> {
  const diagnostics = new Diagnostics();
  const file = { path: "", text };
  const [document] = await readDocuments(file, diagnostics);
  const [fault] = diagnostics.list;
  if (fault === undefined) return document?.value;
  const { line, column } = positionAt(file, fault.span?.start ?? 0);
  throw new KubeconfigError(`line ${line}, column ${column}: ${fault.message}`);
}
