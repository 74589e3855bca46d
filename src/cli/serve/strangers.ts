import type { HttpRequest, HttpResponse } from "./request-head.js";

/** Who may ask a server, besides those who know its token. */
export interface Welcome {
  /** Where it listens. */
  readonly host: string;
  readonly token?: string | undefined;
  /** Sites whose pages may write, and read answers: `https://example.com`. */
  readonly allowedOrigins?: readonly string[] | undefined;
}

/** Whether a name or an address is that of this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(?:(?:.*\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/**
 * Why a request is refused that a page of another site may have made: its author's name leads to
 * this machine (DNS rebinding), or the page writes, or opens a WebSocket, in the name of whoever
 * looks at it. Undefined if there is no reason.
 */
export function faultOfStranger(request: HttpRequest, welcome: Welcome): string | undefined {
  const { host, token } = welcome;
  const asked = hostOf(request);
  const name = asked.replace(/:\d*$/, "");
  const isOurs = asked === "" || isLoopback(name) || name.toLowerCase() === host.toLowerCase();
  if (token === undefined && !isOurs) {
    return `without --token the server answers for localhost and for --host alone, not for '${name}'`;
  }
  const isRead = /^(?:GET|HEAD|OPTIONS)$/.test(request.method ?? "GET") && !isUpgrade(request);
  if (isRead || !isOfAnotherSite(request, asked) || isAllowed(request, welcome)) return undefined;
  return "the server takes no writes from pages of other sites, and opens no WebSockets for them; --allow-origin names those that may";
}

/** Browsers let pages of any site open WebSockets, and read what comes. */
function isUpgrade({ headers }: HttpRequest): boolean {
  return headers.upgrade !== undefined;
}

/** HTTP/2 has a pseudo-header for it. */
function hostOf({ headers }: HttpRequest): string {
  return String(headers[":authority"] ?? headers.host ?? "");
}

/** Browsers say so, by one header or the other (Fetch, "Origin"; Fetch Metadata). */
function isOfAnotherSite({ headers }: HttpRequest, asked: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site === "cross-site" || site === "same-site") return true;
  const { origin } = headers;
  return origin !== undefined && origin.replace(/^https?:\/\//, "") !== asked;
}

function isAllowed({ headers }: HttpRequest, { allowedOrigins = [] }: Welcome): boolean {
  return headers.origin !== undefined && allowedOrigins.includes(headers.origin);
}

/**
 * Tells the browser that a page may read the answer, as the API server does with
 * `--cors-allowed-origins` (apiserver `pkg/server/filters/cors.go`).
 *
 * @returns whether that is all that was asked
 */
export function welcomePage(
  request: HttpRequest,
  response: HttpResponse,
  welcome: Welcome,
): boolean {
  if (!isAllowed(request, welcome)) return false;
  response.setHeader("access-control-allow-origin", String(request.headers.origin));
  response.setHeader("access-control-allow-methods", "POST, GET, OPTIONS, PUT, DELETE, PATCH");
  response.setHeader("access-control-allow-headers", allowedHeaders);
  response.setHeader("access-control-expose-headers", "Date");
  response.setHeader("access-control-allow-credentials", "true");
  return request.method === "OPTIONS";
}

const allowedHeaders =
  "Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since";
