import { bearerToken } from "../client/authentication.js";
import type { Middleware } from "../client/transport.js";
import { withHeader } from "../client/transport.js";
import type { FreshFile } from "./fresh-file.js";

/** How somebody proves to a server who they are; the PEM are of a client certificate. */
export interface Credentials {
  readonly token?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/** Where credentials come from that can be asked for anew. */
export interface CredentialSource {
  current(): Promise<Credentials>;
  /** Newer ones, after a server has refused some; the same object if there are none. */
  renew(refused: Credentials): Promise<Credentials>;
}

/**
 * Sends the token of a source. After a 401 the source renews its credentials once, and the request,
 * which the server did not carry out, is sent again.
 */
export function renewingToken(source: CredentialSource): Middleware {
  return (next) => async (request) => {
    const used = await source.current();
    const response = await bearerToken(used.token ?? "")(next)(request);
    if (response.status !== 401) return response;
    const renewed = await source.renew(used).catch(() => used);
    if (renewed === used) return response;
    response.close();
    return bearerToken(renewed.token ?? "")(next)(request);
  };
}

/** The token in a file; `fallback` is the token where the file cannot be read. */
export function tokenInFile(file: FreshFile, fallback?: string): CredentialSource {
  const read = async (age?: number): Promise<Credentials> => {
    try {
      return { token: await file.text(age) };
    } catch (error) {
      if (fallback === undefined) throw error;
      return { token: fallback };
    }
  };
  return {
    current: () => read(),
    async renew(refused) {
      const credentials = await read(0);
      return credentials.token === refused.token ? refused : credentials;
    },
  };
}

/** Sends a name and a password. */
export function basicAuthentication(name: string, password: string): Middleware {
  const value = basicCredentials(name, password);
  return (next) => (request) => next(withHeader(request, "authorization", value));
}

/** A name and a password as a header has them (RFC 7617), in UTF-8. */
export function basicCredentials(name: string, password: string): string {
  const bytes = new TextEncoder().encode(`${name}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
