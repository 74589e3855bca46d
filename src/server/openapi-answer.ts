import type { TransportRequest } from "../runtime/v1/client/transport.js";
import { parseAccept } from "../runtime/v1/testing/media-types.js";
import { optionIn, parseQuery } from "../runtime/v1/testing/query.js";
import type { ServerAnswer } from "../runtime/v1/testing/server-call.js";
import { headerOf } from "../runtime/v1/testing/server-call.js";
import { isKnown } from "./entity-tag.js";
import type { PublishedDocument } from "./openapi-documents.js";

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

/** What is sent; `tag` is undefined where there is none. */
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
