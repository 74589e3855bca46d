import type { BodyStream } from "./http-module.js";

/*
 * What the server of webhooks uses of `node:https`, declared here: projects that take the copied
 * sources need no declarations of Node.js.
 */

/** The part of `node:https` that is used. */
export interface HttpsServerModule {
  createServer(
    options: ServerOptions,
    listener: (incoming: IncomingWebhook, outgoing: OutgoingWebhook) => void,
  ): HttpsServer;
}

/** Options of TLS and of HTTP; times in milliseconds. */
export interface ServerOptions extends ServerContext {
  readonly keepAliveTimeout: number;
  readonly requestTimeout: number;
}

/** Who the server is. */
export interface ServerContext {
  readonly cert: string | Uint8Array;
  readonly key: string | Uint8Array;
}

/** `https.Server`. */
export interface HttpsServer {
  listen(options: { port: number; host: string | undefined }, done: () => void): unknown;
  address(): { readonly port: number };
  setSecureContext(context: ServerContext): void;
  close(done: () => void): unknown;
  closeIdleConnections(): void;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "connection", listener: (socket: ServerSocket) => void): unknown;
}

/** A connection that came in. */
export interface ServerSocket {
  on(event: "close", listener: () => void): unknown;
  destroy(): unknown;
}

/** `IncomingMessage` of a server. */
export interface IncomingWebhook extends BodyStream {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  resume(): unknown;
  destroy(): unknown;
}

/** `ServerResponse`. */
export interface OutgoingWebhook {
  readonly writableFinished: boolean;
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown;
  end(body: string): unknown;
  on(event: "close", listener: () => void): unknown;
  destroy(): unknown;
}
