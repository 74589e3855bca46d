import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import type { PeerCertificate, TLSSocket } from "node:tls";
import type { TransportRequest } from "../../runtime/v1/client/transport.js";
import type { RequestUser } from "../../runtime/v1/testing/authorization/user.js";
import {
  administrator,
  anonymousUser,
  completeUser,
} from "../../runtime/v1/testing/authorization/user.js";
import { isSameToken } from "./same-token.js";
import type { HttpRequest } from "./status-response.js";

/** Whom a server knows. */
export interface KnownUsers {
  /** That of an administrator. */
  readonly token?: string | undefined;
  /** Users have tokens of their own: whoever sends none is nobody. Default: false. */
  readonly hasTokens?: boolean | undefined;
  /** Who sends another token; undefined for one that nobody knows. */
  readonly tokenUser?: ((token: string) => RequestUser | undefined) | undefined;
  /** Rights are asked: then all may send requests, and certificates tell who. Default: none are. */
  readonly authorization?: "rbac" | undefined;
}

/** Tells whether a server takes everybody for an administrator. */
export function isOpen({ token, hasTokens = false, authorization }: KnownUsers): boolean {
  return token === undefined && !hasTokens && authorization === undefined;
}

/** The paths that everybody may read (the role `system:public-info-viewer`). */
const publicPaths = /^\/(?:healthz|livez|readyz|version\/?)$/;

/**
 * Who sends a request; undefined for those who are to be told 401 (apiserver
 * `authentication/request`, the order of kube-apiserver's `authenticator/config.go`).
 *
 * @param token of the request; undefined if it has none
 */
export function senderOf(
  request: HttpRequest,
  { method, path }: TransportRequest,
  token: string | undefined,
  users: KnownUsers,
): RequestUser | undefined {
  if (isOpen(users)) return administrator;
  const certified = certifiedUser(request);
  const hasRights = users.authorization !== undefined;
  if (certified !== undefined) return hasRights ? certified : administrator;
  if (token !== undefined) {
    const isOfAdministrator = users.token !== undefined && isSameToken(token, users.token);
    return isOfAdministrator ? administrator : users.tokenUser?.(token);
  }
  const isPublic = method === "GET" && publicPaths.test(path);
  return hasRights || isPublic ? anonymousUser : undefined;
}

/**
 * The user of a client certificate, by its names (apiserver `authentication/request/x509`);
 * undefined where there is none that the server trusts.
 */
function certifiedUser(request: HttpRequest): RequestUser | undefined {
  const socket: Socket | TLSSocket = request.socket;
  if (!("authorized" in socket) || !socket.authorized) return undefined;
  // Node.js calls whoever resumes a session authorized, with a certificate or without one.
  const { subject = {}, raw } = socket.getPeerCertificate() as Partial<PeerCertificate>; // {}: none
  const { CN = "", O = [] } = subject as Partial<Record<"CN" | "O", string | string[]>>; // any may lack
  const [username = ""] = [CN].flat();
  if (username === "" || raw === undefined) return undefined;
  const digest = createHash("sha256").update(raw).digest("hex");
  const extra = { "authentication.kubernetes.io/credential-id": [`X509SHA256=${digest}`] };
  return completeUser({ username, groups: [O].flat(), extra });
}
