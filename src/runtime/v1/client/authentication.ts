import { isTransportError, TransportError } from "./api-error.js";
import { errorText } from "./error-text.js";
import type { Middleware, TransportRequest } from "./transport.js";
import { withHeader } from "./transport.js";

/**
 * A bearer token, or a function that is asked for it before every request and may renew it;
 * requests that come while it is being asked share its answer. The white space around it that files
 * have is left out; an empty one is none.
 */
export type Token = string | (() => string | Promise<string>);

/**
 * Sends a bearer token with every request that has no `authorization` header yet. A token with a
 * line break or another control character in it is a TransportError, and so is a function that
 * fails.
 */
export function bearerToken(token: Token): Middleware {
  const current = typeof token === "string" ? () => token : sharedAnswer(token);
  return (next) => async (request) => {
    if (request.headers.some(([name]) => name.toLowerCase() === "authorization")) {
      return next(request);
    }
    const value = await tokenFor(request, current);
    if (value === "") return next(request);
    if (/[\0-\x1f\x7f]/.test(value)) {
      // Said here, and without the token: what sends it may show it in its error.
      throw new TransportError(`${request.method} ${request.path}: the token cannot be a header`);
    }
    return next(withHeader(request, "authorization", `Bearer ${utf8AsLatin1(value)}`));
  };
}

async function tokenFor(request: TransportRequest, ask: () => unknown): Promise<string> {
  try {
    const token = await ask();
    if (typeof token === "string") return token.trim();
    throw new TypeError(`it gave ${token === null ? "null" : typeof token}, which is no text`);
  } catch (error) {
    if (isTransportError(error)) throw error;
    const { method, path } = request;
    throw new TransportError(`${method} ${path}: no token: ${errorText(error)}`, error);
  }
}

/** Milliseconds after which whoever asks does not wait for the answer of an earlier call. */
const tokenPatience = 10_000;

/** A function that is called once for all who ask while it has not answered. */
function sharedAnswer<T>(ask: () => T | Promise<T>): () => Promise<T> {
  let pending: { readonly answer: Promise<T>; readonly since: number } | undefined;
  return () => {
    if (pending !== undefined && Date.now() - pending.since < tokenPatience) return pending.answer;
    const forget = (): void => {
      if (pending === asked) pending = undefined;
    };
    const asked = { answer: Promise.resolve().then(ask).finally(forget), since: Date.now() };
    pending = asked;
    return asked.answer;
  };
}

/** Whom to act as (Kubernetes documentation, "User impersonation"). */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly extra?: { readonly [key: string]: readonly string[] } | undefined;
}

/** Acts as somebody else; the authenticated user needs the right to impersonate them. */
export function impersonation(identity: Impersonation): Middleware {
  const headers = impersonationHeaders(identity);
  return (next) => (request) => next({ ...request, headers: [...request.headers, ...headers] });
}

function impersonationHeaders({ user, uid, groups, extra }: Impersonation): [string, string][] {
  const headers: [string, string][] = [["impersonate-user", user]];
  if (uid !== undefined) headers.push(["impersonate-uid", uid]);
  for (const group of groups ?? []) headers.push(["impersonate-group", group]);
  for (const [key, values] of Object.entries(extra ?? {})) {
    for (const value of values) headers.push([`impersonate-extra-${headerKey(key)}`, value]);
  }
  return headers.map(([name, value]) => [name, utf8AsLatin1(value)]);
}

/**
 * A key within the name of a header (client-go `transport/round_trippers.go`, `headerKeyEscape`).
 */
function headerKey(key: string): string {
  return encodeURIComponent(key).replaceAll("(", "%28").replaceAll(")", "%29");
}

/** The server takes headers for UTF-8; HTTP libraries send a byte for each character. */
function utf8AsLatin1(value: string): string {
  if (!/[^\x00-\x7f]/.test(value)) return value;
  return Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join("");
}
