/*
 * What the transport uses of `node:http` and `node:https`, declared here: projects that take the
 * copied sources need no declarations of Node.js.
 */

/** `node:http` or `node:https`. */
export interface HttpModule {
  readonly Agent: new (options: AgentOptions) => HttpAgent;
  request(options: RequestOptions): OutgoingRequest;
}

/** Options of `Agent`: how connections are kept, and TLS. */
export interface AgentOptions extends TlsOptions {
  readonly keepAlive: boolean;
  readonly maxSockets: number;
}

/** Whom to trust, and who one is. */
export interface TlsOptions {
  readonly ca?: string | Uint8Array | undefined;
  readonly cert?: string | Uint8Array | undefined;
  readonly key?: string | Uint8Array | undefined;
  readonly rejectUnauthorized?: boolean;
  readonly servername?: string;
  /** Whatever certificate `ca` holds is trusted, as in Go, though it may be no authority's. */
  readonly allowPartialTrustChain?: boolean;
}

/** A pool of connections. */
export interface HttpAgent {
  destroy(): void;
  /** True if connections are kept for the next request. */
  keepAlive?: boolean;
  /** Those that are kept, by whom they lead to. */
  readonly freeSockets?: Readonly<Record<string, readonly Socket[] | undefined>>;
  /** Makes a connection from options of TLS among others, and hands it over when it is there. */
  createConnection?: (
    options: object,
    done: (error: Error | null, socket?: Socket) => void,
  ) => void;
}

/** `node:tls` */
export interface TlsModule {
  /** Speaks TLS over a connection that is there. */
  connect(options: { readonly socket: Socket }): Socket;
  /** Throws for what is no PEM. Other runtimes may lack it. */
  createSecureContext?(options: TlsOptions): unknown;
}

/** A connection. */
export interface Socket {
  readonly bytesWritten?: number;
  destroy(): unknown;
}

/** Options of `request`. `path` includes the query; a header may have several values. */
export interface RequestOptions {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** `false`: a connection of its own. */
  readonly agent: HttpAgent | false;
}

/** `ClientRequest`. */
export interface OutgoingRequest {
  readonly reusedSocket: boolean;
  readonly socket?: Socket | null;
  /** The answer to `CONNECT`, and the connection that is a tunnel now. */
  on(event: "connect", listener: (answer: IncomingResponse, socket: Socket) => void): unknown;
  on(event: "socket", listener: (socket: Socket) => void): unknown;
  on(event: "response", listener: (incoming: IncomingResponse) => void): unknown;
  on(event: "error", listener: (error: SystemError) => void): unknown;
  on(event: "close", listener: () => void): unknown;
  /**
   * Have the system ask, after so many milliseconds of silence, whether the other side is still
   * there. Other runtimes may lack it.
   */
  setSocketKeepAlive?(enable: boolean, milliseconds: number): void;
  end(body?: Uint8Array): unknown;
  destroy(): unknown;
}

/** A stream of bytes. */
export interface BodyStream extends AsyncIterable<Uint8Array> {
  readonly destroyed: boolean;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** `IncomingMessage`: the head of an answer, and its body to be read. */
export interface IncomingResponse extends BodyStream {
  readonly statusCode?: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The whole answer was received. */
  readonly complete: boolean;
  /** Read on and throw away. */
  resume(): unknown;
  destroy(): unknown;
}

/** An error with the name of its cause, such as `ECONNRESET`. */
export interface SystemError extends Error {
  readonly code?: string;
}

/** The module for the protocol of a URL: `http:` or `https:`. */
export function loadHttpModule(protocol: string): Promise<HttpModule> {
  return loadModule(protocol === "https:" ? "node:https" : "node:http");
}

/** A module of Node.js, under the type of the part of it that is used. */
export async function loadModule<Module>(specifier: string): Promise<Module> {
  // As a variable, the specifier is neither looked up by the compiler nor bundled.
  return (await import(/* webpackIgnore: true */ /* @vite-ignore */ specifier)) as Module; // a part of it
}
