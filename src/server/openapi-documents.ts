import type { Resource } from "../crd/ir/resource.js";
import type { KindTable, ResourceRow } from "../runtime/v1/built-in/table/kind-table.js";
import type { TransportRequest, TransportResponse } from "../runtime/v1/client/transport.js";
import { parseAccept } from "../runtime/v1/testing/media-types.js";
import { optionIn, parseQuery } from "../runtime/v1/testing/request-info.js";
import type { ServerAnswer } from "../runtime/v1/testing/server-call.js";
import { headerOf } from "../runtime/v1/testing/server-call.js";
import { stringifyJson } from "../runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../runtime/v1/values/json/json.js";
import { isObject } from "../runtime/v1/values/json/json.js";
import { textResponse } from "./text-response.js";

/** A document as it is sent. */
interface PublishedDocument {
  /** JSON. */
  readonly text: string;
  /** Stands for the text: see `entityTag`. */
  readonly tag: string;
  /** When it was made: milliseconds since 1970. */
  readonly modified: number;
}

/** The built-in kinds that a cluster serves. */
export interface ServedKinds {
  readonly table: KindTable;
  readonly rows: readonly ResourceRow[];
}

/** The OpenAPI documents of what a cluster serves; made when they are first asked for. */
export class OpenApiDocuments {
  readonly #read: () => readonly Resource[];
  readonly #now: () => number;
  readonly #kinds: ServedKinds;
  #documents: Promise<ReadonlyMap<string, PublishedDocument>> | undefined;

  /**
   * @param read gives what is served now
   * @param now milliseconds since 1970
   */
  constructor(read: () => readonly Resource[], now: () => number, kinds: ServedKinds) {
    this.#read = read;
    this.#now = now;
    this.#kinds = kinds;
  }

  /** Drops the documents, as what is served has changed. */
  renew(): void {
    this.#documents = undefined;
  }

  /** The document at a path such as `/openapi/v3`; undefined if there is none. */
  async find(path: string): Promise<PublishedDocument | undefined> {
    this.#documents ??= this.#publish();
    return (await this.#documents).get(path);
  }

  async #publish(): Promise<ReadonlyMap<string, PublishedDocument>> {
    const { openApiIndex, publishOpenApi } = await import("../crd/openapi/publish.js");
    const { builtinOpenApi } = await import("./builtin-openapi/builtin-openapi.js");
    const { v2, v3 } = builtinOpenApi(this.#kinds.table, this.#kinds.rows);
    const documents = new Map([...v3, ...publishOpenApi(this.#read())]);
    documents.set("/openapi/v2", joined(v2, documents.get("/openapi/v2") ?? {}));
    const published = new Map<string, PublishedDocument>();
    for (const [path, document] of documents) {
      if (path !== indexPath) published.set(path, await this.#made(document));
    }
    const hashes = new Map<string, string>();
    for (const [path, { tag }] of published) {
      if (path.startsWith(`${indexPath}/`)) hashes.set(path, tag);
    }
    published.set(indexPath, await this.#made(openApiIndex(hashes)));
    return published;
  }

  async #made(document: JsonObject): Promise<PublishedDocument> {
    const text = stringifyJson(document);
    return { text, tag: await entityTag(text), modified: this.#now() };
  }
}

const indexPath = "/openapi/v3";

/** A document of v2 with what another has of the same parts; its info stays. */
function joined(document: JsonObject, other: JsonObject): JsonObject {
  const parts = Object.entries(other).map(([part, members]): [string, Json] => {
    const { [part]: own = null } = document;
    if (!isObject(own) || !isObject(members)) return [part, own ?? members];
    return [part, part === "info" ? own : { ...own, ...members }];
  });
  return Object.fromEntries(parts);
}

type Headers = ServerAnswer["headers"];

const jsonTypes = ["application/json", "application/*", "*/json", "*/*"];
const vary: Headers = [["vary", "Accept"]];

/**
 * The answer to a request for an OpenAPI document, whatever its method (kube-openapi
 * `pkg/handler/handler.go`, `pkg/handler3/handler.go`). A client that names the hash of an older
 * document is sent to the one of today; the document itself may then be kept for ever.
 */
export function openApiAnswer(
  request: TransportRequest,
  document: PublishedDocument,
  now: number,
): ServerAnswer {
  if (request.path === "/openapi/v3") return indexAnswer(request, document.text, now);
  const clauses = parseAccept(headerOf(request, "accept") || "*/*");
  const isOfVersion = request.path.startsWith("/openapi/v3/");
  if (isOfVersion && clauses.length === 0) return { status: 200, headers: vary, body: "" };
  if (!clauses.some(({ type }) => jsonTypes.includes(type))) {
    return { status: 406, headers: vary, body: "" };
  }
  const tagged: Headers = [
    ["content-type", "application/json"],
    ["etag", `"${document.tag}"`],
    ...vary,
  ];
  const hash = isOfVersion ? optionIn(parseQuery(request.query), "hash") : "";
  if (hash === "") return content(request, document, tagged);
  if (hash === document.tag) return content(request, document, [...tagged, ...keptForEver(now)]);
  const location = `${request.path}?hash=${document.tag}`;
  return { status: 301, headers: [...tagged, ["location", location]], body: "" };
}

/**
 * The index of all documents, which the aggregator merges anew for each request (kube-aggregator
 * `pkg/controllers/openapiv3/aggregator/aggregator.go`): it has no tag, and no type but what Go
 * makes of its text.
 */
function indexAnswer(request: TransportRequest, text: string, now: number): ServerAnswer {
  const document = { text, tag: undefined, modified: now };
  return content(request, document, [["content-type", "text/plain; charset=utf-8"]]);
}

function keptForEver(now: number): Headers {
  const inAYear = new Date(now);
  inAYear.setUTCFullYear(inAYear.getUTCFullYear() + 1);
  return [
    ["cache-control", "public, immutable"],
    ["expires", inAYear.toUTCString().replace("GMT", "UTC")],
  ];
}

/** The document that is sent; `tag` is undefined where there is none. */
type Content = Omit<PublishedDocument, "tag"> & { readonly tag: string | undefined };

/** Go's `http.ServeContent`, with one range. */
function content(request: TransportRequest, document: Content, headers: Headers): ServerAnswer {
  const { text, tag, modified } = document;
  const lastModified: Headers = [["last-modified", new Date(modified).toUTCString()]];
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isKnown(tag, request) || (isRead && isUnmodified(request, modified))) {
    if (!isRead) return { status: 412, headers: [...headers, ...lastModified], body: "" };
    const others = headers.filter(([name]) => name !== "content-type");
    return { status: 304, headers: tag === undefined ? lastModified : others, body: "" };
  }
  const range = rangeIn(request, text.length);
  const shown = range === undefined ? text : text.slice(...range);
  const body = request.method === "HEAD" ? "" : shown;
  const status = range === undefined ? 200 : 206;
  return { status, headers: [...headers, ...lastModified, ...rangeHeaders(range, text)], body };
}

type Range = readonly [start: number, end: number];

/** The part that is asked for; undefined for all. Documents are ASCII. */
function rangeIn(request: TransportRequest, length: number): Range | undefined {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(headerOf(request, "range")) ?? [];
  if (!isRead || headerOf(request, "if-range") !== "" || from + to === "") return undefined;
  const start = from === "" ? Math.max(0, length - Number(to)) : Number(from);
  const end = from === "" || to === "" ? length : Math.min(length, Number(to) + 1);
  return start < end ? [start, end] : undefined;
}

function rangeHeaders(range: Range | undefined, text: string): Headers {
  if (range === undefined) return [];
  return [["content-range", `bytes ${range[0]}-${range[1] - 1}/${text.length}`]];
}

function isUnmodified(request: TransportRequest, modified: number): boolean {
  if (headerOf(request, "if-none-match") !== "") return false;
  const since = Date.parse(headerOf(request, "if-modified-since"));
  return Math.floor(modified / 1000) * 1000 <= since;
}

/**
 * Returns the tag that stands for a text in `ETag` and in the hashes of `/openapi/v3`, without
 * quotes: its SHA-512 in hexadecimal digits (kube-openapi `pkg/handler3/handler.go`, apiserver
 * `endpoints/discovery/aggregated/etag.go`).
 */
async function entityTag(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-512", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}

/**
 * Tells whether a client has a text already, as its `If-None-Match` says: a list of tags in quotes,
 * of which weak ones count too, or `*` (RFC 9110, 13.1.2). Texts without a tag are known by `*`
 * alone.
 */
function isKnown(tag: string | undefined, request: TransportRequest): boolean {
  const known = headerOf(request, "if-none-match").trim();
  if (known === "*" || tag === undefined) return known === "*";
  return known.split(",").some((one) => one.trim().replace(/^W\//, "") === `"${tag}"`);
}

/** A text with the tag that was made of it. */
interface Tagged {
  readonly text: string;
  readonly tag: string;
}

/**
 * Tags of aggregated discovery, by which clients keep what they read (apiserver
 * `endpoints/discovery/aggregated/etag.go`). Each tag is made once for the same text.
 */
export class DiscoveryTags {
  /** By path. */
  readonly #last = new Map<string, Tagged>();

  /** The answer with a tag, or without its text for who knows the tag; others as they are. */
  async tagged(request: TransportRequest, response: TransportResponse): Promise<TransportResponse> {
    const type = response.header("content-type") ?? "";
    if (response.status !== 200 || !type.includes(";as=APIGroupDiscoveryList")) return response;
    const { text, tag } = await this.#tagOf(request.path, await response.text());
    const headers = [
      ["etag", `"${tag}"`],
      ["vary", "Accept"],
      ["cache-control", "public"],
    ] as const;
    if (headerOf(request, "if-none-match") === `"${tag}"`) {
      return textResponse({ status: 304, headers, body: "" });
    }
    return textResponse({ status: 200, headers: [["content-type", type], ...headers], body: text });
  }

  async #tagOf(path: string, text: string): Promise<Tagged> {
    const last = this.#last.get(path);
    if (last?.text === text) return last;
    const made = { text, tag: await entityTag(text) };
    this.#last.set(path, made);
    return made;
  }
}
