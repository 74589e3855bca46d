import { createHash, timingSafeEqual } from "node:crypto";
import type { TransportRequest } from "../../runtime/v1/client/transport.js";
import { valuesOf } from "./request-head.js";

/** What a request shows of who sends it. */
export interface Credentials {
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
