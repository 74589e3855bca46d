import { TransportError } from "../client/api-error.js";
import { bearerToken } from "../client/authentication.js";
import { errorText } from "../client/error-text.js";
import type { Middleware } from "../client/transport.js";
import { withHeader } from "../client/transport.js";
import { loadModule } from "./http-module.js";

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

/** Milliseconds for which a token is kept: the kubelet renews its file long before it expires. */
const tokenAge = 60_000;

/** A text file that changes. */
export class FreshFile {
  readonly #path: string;
  readonly #owner: string;
  #last: { readonly text: string; readonly time: number } | undefined;

  /** The owner is for errors: `the service account`. */
  constructor(path: string, owner: string) {
    this.#path = path;
    this.#owner = owner;
  }

  /**
   * The text, read again when it is `age` milliseconds old. Where that fails, the old text has to
   * do; throws a TransportError if there is none.
   */
  async text(age: number = tokenAge): Promise<string> {
    if (this.#last !== undefined && Date.now() - this.#last.time < age) return this.#last.text;
    try {
      const files = await loadModule<FileModule>("node:fs/promises");
      this.#last = { text: await files.readFile(this.#path, "utf8"), time: Date.now() };
    } catch (error) {
      if (this.#last === undefined) {
        throw new TransportError(`${this.#owner}: ${fileFault(this.#path, error)}`, error);
      }
    }
    return this.#last.text;
  }
}

/** Why a file cannot be read, with its path, which not every error of the system has. */
export function fileFault(path: string, error: unknown): string {
  if (isMissingFile(error)) return `'${path}' does not exist`;
  return `'${path}' cannot be read: ${errorText(error).replace(/, (open|read)\b.*$/s, "")}`;
}

/** Tells whether it is the error of a file that is not there. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** The part of `node:fs/promises` that is used. */
export interface FileModule {
  readFile(path: string, encoding: "utf8"): Promise<string>;
}
