import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { TransportRequest, TransportResponse } from "../../runtime/v1/client/transport.js";
import { failed, Failure } from "../../runtime/v1/testing/failure.js";
import { timeLimitOf } from "../../runtime/v1/testing/options-of-request.js";
import { parseQuery } from "../../runtime/v1/testing/query.js";
import { administrator, headersOfUser, isOfUser } from "../../server/user.js";
import type { Credentials } from "./credentials.js";
import { credentialsOf, isSameToken, withoutTokens } from "./credentials.js";
import { impersonatedUser } from "./impersonation.js";
import type { HttpRequest } from "./request-head.js";
import { isLongRunning } from "./request-head.js";
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
