import { createHash, timingSafeEqual } from "node:crypto";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { TransportRequest, TransportResponse } from "../../runtime/v1/client/transport.js";
import { failed, Failure } from "../../runtime/v1/testing/failure.js";
import { timeLimitOf } from "../../runtime/v1/testing/options-of-request.js";
import { parseQuery } from "../../runtime/v1/testing/query.js";
import { administrator, headersOfUser, isOfUser } from "../../server/user.js";
import { impersonatedUser } from "./impersonation.js";
import type { HttpRequest } from "./request-head.js";
import { isLongRunning, valuesOf } from "./request-head.js";
import { statusResponse } from "./status-response.js";
import type { Welcome } from "./strangers.js";

/** A request that may be answered. */
export interface AdmittedRequest {
  /** As the API gets it: it says who sends it, and holds no token any more. */
  readonly head: TransportRequest;
  /** How long it may take, in ms; undefined for a watch, which knows itself. */
  readonly limit: number | undefined;
}

/** What keeps a request out; the answer to it. */
export interface RefusedRequest {
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

/** What everybody may read (the role `system:public-info-viewer`). */
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

/** What is known of everybody who is let in. */
const forAll = headersOfUser(administrator);

/** Says who sends a request, and nothing of how it was found: nobody is tempted to look at it. */
function withUser(request: TransportRequest, user: readonly [string, string][]): TransportRequest {
  const asked = withoutTokens(request);
  return { ...asked, headers: [...asked.headers.filter(([name]) => isLeft(name)), ...user] };
}

function isLeft(header: string): boolean {
  return header !== "authorization" && !header.startsWith("impersonate-") && !isOfUser(header);
}

/** What a request shows of who sends it. */
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
