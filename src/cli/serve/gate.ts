import type { TransportRequest, TransportResponse } from "../../runtime/v1/client/transport.js";
import {
  impersonated,
  isOfImpersonation,
  wantedUser,
} from "../../runtime/v1/testing/authorization/impersonation.js";
import type { RequestUser } from "../../runtime/v1/testing/authorization/user.js";
import { headersOfUser, isOfUser } from "../../runtime/v1/testing/authorization/user.js";
import { failed, Failure } from "../../runtime/v1/testing/failure.js";
import { timeLimitOf } from "../../runtime/v1/testing/options-of-request.js";
import { parseQuery } from "../../runtime/v1/testing/request-info.js";
import type { KnownUsers } from "./authentication.js";
import { isOpen, senderOf } from "./authentication.js";
import type { HttpRequest, HttpResponse } from "./status-response.js";
import { isLongRunning, statusResponse, valuesOf } from "./status-response.js";

/** A request that may be answered. */
interface AdmittedRequest {
  /** As the API gets it: it says who sends it, and holds no token any more. */
  readonly head: TransportRequest;
  /** How long it may take, in ms; undefined for a watch, which knows itself. */
  readonly limit: number | undefined;
}

/** The answer to a request that is kept out. */
interface RefusedRequest {
  readonly refusal: TransportResponse;
}

/**
 * Decides on a request before its body is read, in the API server's order (apiserver
 * `server/config.go`, DefaultBuildHandlerChain).
 */
export function admitRequest(
  request: HttpRequest,
  head: TransportRequest,
  welcome: Welcome,
): AdmittedRequest | RefusedRequest {
  try {
    const limit = isLongRunning(head) ? undefined : timeLimitOf(parseQuery(head.query));
    const credentials = credentialsOf(head);
    const sender = senderOf(request, head, credentials.token, welcome);
    if (sender === undefined) return unauthorized(head, credentials);
    // Where rights are asked, whoever answers asks for that to act as somebody else.
    if (welcome.authorization !== undefined) return { head: sentBy(head, sender), limit };
    const user = impersonatedUser(head);
    if (user instanceof Failure) return refused(head, user, [notToGuess]);
    return { head: withoutImpersonation(sentBy(head, user ?? sender)), limit };
  } catch (error) {
    if (error instanceof Failure) return refused(head, error);
    throw error;
  }
}

type Headers = readonly (readonly [name: string, value: string])[];

const notToGuess = ["x-content-type-options", "nosniff"] as const;

function refused(head: TransportRequest, failure: Failure, more: Headers = []): RefusedRequest {
  return { refusal: statusResponse(head, failure, more) };
}

function unauthorized(head: TransportRequest, { warning }: Credentials): RefusedRequest {
  const more: Headers = warning === undefined ? [] : [["warning", `299 - "${warning}"`]];
  return refused(head, failed(401, "Unauthorized", "Unauthorized"), more);
}

/** Says who sends a request, and nothing of how it was found: nobody is tempted to look at it. */
function sentBy(request: TransportRequest, user: RequestUser): TransportRequest {
  const asked = withoutTokens(request);
  const isLeft = (name: string): boolean => name !== "authorization" && !isOfUser(name);
  const headers = asked.headers.filter(([name]) => isLeft(name));
  return { ...asked, headers: [...headers, ...headersOfUser(user)] };
}

function withoutImpersonation(request: TransportRequest): TransportRequest {
  return { ...request, headers: request.headers.filter(([name]) => !isOfImpersonation(name)) };
}

/** The parts of a request that show who sends it. */
interface Credentials {
  /** Undefined where there is none, or nothing that could be one. */
  readonly token: string | undefined;
  /** Told with the answer, whatever it is. */
  readonly warning?: string;
}

/**
 * The token of a request, in its header `Authorization` (apiserver
 * `authentication/request/bearertoken`) or, for WebSockets, as a protocol.
 */
export function credentialsOf(request: TransportRequest): Credentials {
  const [authorization = ""] = valuesOf(request, "authorization");
  const [scheme = "", token = "", rest] = splitAuthorization(authorization.trim());
  if (scheme.toLowerCase() === "bearer") {
    if (token !== "") return { token };
    if (rest !== undefined) return { token: undefined, warning: extraSpace };
  }
  return { token: tokenOfProtocols(protocolsOf(request)) };
}

const extraSpace =
  "the provided Authorization header contains extra space before the bearer token, and is ignored";

/** At most three parts. */
function splitAuthorization(text: string): readonly string[] {
  const [scheme = "", token, ...rest] = text.split(" ");
  if (token === undefined) return [scheme];
  return rest.length === 0 ? [scheme, token] : [scheme, token, rest.join(" ")];
}

const protocolPrefix = "base64url.bearer.authorization.k8s.io.";

/** The protocols that a request for a WebSocket names. */
function protocolsOf(request: TransportRequest): readonly string[] {
  const values = valuesOf(request, "sec-websocket-protocol");
  return values.flatMap((value) => value.split(",")).map((protocol) => protocol.trim());
}

/**
 * A browser can name a token as a protocol alone, beside one more that the server can take
 * (apiserver `authentication/request/websocket/protocol.go`).
 */
function tokenOfProtocols(protocols: readonly string[]): string | undefined {
  const [token, ...more] = protocols.filter((protocol) => protocol.startsWith(protocolPrefix));
  const others = protocols.length - more.length - 1;
  if (token === undefined || more.length > 0 || others === 0) return undefined;
  return Buffer.from(token.slice(protocolPrefix.length), "base64url").toString("utf8");
}

/** A request whose protocols hold no token any more. */
export function withoutTokens(request: TransportRequest): TransportRequest {
  const protocols = protocolsOf(request);
  if (!protocols.some((protocol) => protocol.startsWith(protocolPrefix))) return request;
  const left = protocols.filter((protocol) => !protocol.startsWith(protocolPrefix)).join(",");
  const headers = request.headers.filter(([name]) => name !== "sec-websocket-protocol");
  return { ...request, headers: [...headers, ["sec-websocket-protocol", left]] };
}

/**
 * As whom a request is to be answered (`kubectl --as`), of someone who may be anybody. Undefined if
 * it does not say.
 */
export function impersonatedUser(request: TransportRequest): RequestUser | Failure | undefined {
  const wanted = wantedUser(request);
  return wanted === undefined || wanted instanceof Failure ? wanted : impersonated(wanted);
}

/** Who may ask a server. */
export interface Welcome extends KnownUsers {
  /** Where it listens. */
  readonly host: string;
  /** Sites whose pages may write, and read answers: `https://example.com`. */
  readonly allowedOrigins?: readonly string[] | undefined;
}

/** Tells whether a name or an address is that of this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(?:(?:.*\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/**
 * Why a request is refused that a page of another site may have made: its author's name leads to
 * this machine (DNS rebinding), or the page writes, or opens a WebSocket, in the name of whoever
 * looks at it. Undefined if there is no reason.
 */
export function faultOfStranger(request: HttpRequest, welcome: Welcome): string | undefined {
  const { host } = welcome;
  const asked = hostOf(request);
  const name = asked.replace(/:\d*$/, "");
  const isOurs = asked === "" || isLoopback(name) || name.toLowerCase() === host.toLowerCase();
  if (isOpen(welcome) && !isOurs) {
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
