import { createHash, timingSafeEqual } from "node:crypto";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { TransportRequest, TransportResponse } from "../../runtime/v1/client/transport.js";
import { badRequestFailure, failed, Failure } from "../../runtime/v1/testing/failure.js";
import { timeLimitOf } from "../../runtime/v1/testing/options-of-request.js";
import { parseQuery } from "../../runtime/v1/testing/request-info.js";
import { quote } from "../../runtime/v1/values/go/quote.js";
import { goStringsSyntax } from "../../runtime/v1/values/go/render-tree.js";
import type { User } from "../../server/user.js";
import { administrator, headersOfUser, isOfUser } from "../../server/user.js";
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
    if (!isLetIn(request, head, credentials, welcome)) return unauthorized(head, credentials);
    const user = impersonatedUser(head);
    if (user instanceof Failure) return refused(head, user, [notToGuess]);
    return { head: withUser(head, user === undefined ? forAll : headersOfUser(user)), limit };
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

/** The paths that everybody may read (the role `system:public-info-viewer`). */
const publicPaths = /^\/(?:healthz|livez|readyz|version\/?)$/;

function isLetIn(
  request: HttpRequest,
  { method, path }: TransportRequest,
  { token }: Credentials,
  welcome: Welcome,
): boolean {
  if (welcome.token === undefined) return true;
  const socket: Socket | TLSSocket = request.socket;
  if ("authorized" in socket && socket.authorized) return true;
  if (token !== undefined) return isSameToken(token, welcome.token);
  return method === "GET" && publicPaths.test(path);
}

/** The identity of everybody who is let in. */
const forAll = headersOfUser(administrator);

/** Says who sends a request, and nothing of how it was found: nobody is tempted to look at it. */
function withUser(request: TransportRequest, user: readonly [string, string][]): TransportRequest {
  const asked = withoutTokens(request);
  return { ...asked, headers: [...asked.headers.filter(([name]) => isLeft(name)), ...user] };
}

function isLeft(header: string): boolean {
  return header !== "authorization" && !header.startsWith("impersonate-") && !isOfUser(header);
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

/** In a time that does not tell how much is right, nor how long the right one is. */
export function isSameToken(given: string, expected: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(expected));
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

const extraPrefix = "impersonate-extra-";

/**
 * As whom a request is to be answered (`kubectl --as`), of someone who may be anybody (apiserver
 * `endpoints/filters/impersonation`). Undefined if it does not say.
 */
export function impersonatedUser(request: TransportRequest): User | Failure | undefined {
  const [username = ""] = valuesOf(request, "impersonate-user");
  const [uid = ""] = valuesOf(request, "impersonate-uid");
  const groups = valuesOf(request, "impersonate-group");
  const extra = extraOf(request);
  const wanted = { username, uid, groups, extra };
  if (username !== "") return { ...wanted, groups: groupsOf(username, groups) };
  const isAnything = uid !== "" || groups.length > 0 || Object.keys(extra).length > 0;
  if (!isAnything) return undefined;
  return badRequestFailure(`requested ${goSyntax(wanted)} without impersonating a user name`);
}

function extraOf({ headers }: TransportRequest): User["extra"] {
  const extra: { [key: string]: string[] } = {};
  for (const [name, value] of headers) {
    if (!name.startsWith(extraPrefix)) continue;
    const key = unescapeKey(name.slice(extraPrefix.length));
    (extra[key] ??= []).push(value);
  }
  return extra;
}

function unescapeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

const anonymous = "system:anonymous";
const authenticated = "system:authenticated";
const unauthenticated = "system:unauthenticated";

/** Those of service accounts follow from their names; everybody is one or the other. */
function groupsOf(username: string, named: readonly string[]): readonly string[] {
  const groups = named.length > 0 ? named : groupsOfServiceAccount(username);
  const isDecided = groups.includes(authenticated) || groups.includes(unauthenticated);
  if (username !== anonymous) return isDecided ? groups : [...groups, authenticated];
  return groups.includes(unauthenticated) ? groups : [...groups, unauthenticated];
}

function groupsOfServiceAccount(username: string): readonly string[] {
  const [, namespace] = /^system:serviceaccount:([^:]+):[^:]+$/.exec(username) ?? [];
  if (namespace === undefined) return [];
  return ["system:serviceaccounts", `system:serviceaccounts:${namespace}`];
}

/** As Go prints it with `%#v`. */
function goSyntax({ username, uid, groups, extra }: User): string {
  const keys = Object.keys(extra).sort();
  const pairs = keys.map((key) => `${quote(key)}:${goStringsSyntax(extra[key] ?? [])}`);
  const map = `map[string][]string${pairs.length === 0 ? "(nil)" : `{${pairs.join(", ")}}`}`;
  const list = groups.length === 0 ? "[]string(nil)" : goStringsSyntax(groups);
  const fields = `Name:${quote(username)}, UID:${quote(uid)}, Groups:${list}, Extra:${map}`;
  return `&user.DefaultInfo{${fields}}`;
}

/** Who may ask a server, besides those who know its token. */
export interface Welcome {
  /** Where it listens. */
  readonly host: string;
  readonly token?: string | undefined;
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
