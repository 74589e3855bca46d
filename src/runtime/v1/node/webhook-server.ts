import { textOfChunks } from "../client/chunks-text.js";
import { errorText } from "../client/error-text.js";
import type {
  WebhookErrorHandler,
  WebhookHandler,
  WebhookResponse,
} from "../operators/webhooks/webhook.js";
import type { FileModule } from "./credentials.js";
import type { BodyStream } from "./http-module.js";
import { loadModule } from "./http-module.js";

/** Options of `serveWebhooks`. */
export interface WebhookServerOptions {
  /** By their paths, such as `/convert`: those that the CRD and the configurations name. */
  readonly handlers: { readonly [path: string]: WebhookHandler };
  /** Files, or a function that gives what they would hold; either is read anew again and again. */
  readonly certificate: CertificateFiles | (() => ServingCertificate | Promise<ServingCertificate>);
  /** The default is 9443; 0 takes a free one. */
  readonly port?: number | undefined;
  /** The address to listen on; the default is all of them. */
  readonly host?: string | undefined;
  /**
   * Bytes of a body; the default is 64 MiB. The API server puts all objects of a list into one
   * ConversionReview.
   */
  readonly maxBodySize?: number | undefined;
  /** Milliseconds between two looks at the certificate; the default is 10,000. */
  readonly reloadInterval?: number | undefined;
  /**
   * Hears of certificates that cannot be used, and of handlers that reject. The default writes to
   * `console.error`.
   */
  readonly onError?: WebhookErrorHandler | undefined;
}

/** A server that listens. */
export interface WebhookServer {
  readonly port: number;
  /**
   * Takes no more connections, answers the requests that run, and ends after so many milliseconds
   * at the latest; the default is 10,000. It may be called again.
   */
  close(timeout?: number): Promise<void>;
}

/**
 * Serves webhooks over HTTPS; resolves when the server listens. `/healthz` and `/readyz` answer
 * `ok` for probes, `/readyz` until the server is being closed. A certificate that changes is taken
 * for new connections; where it cannot be used, the old one stays.
 *
 * @throws Error if the certificate cannot be read or used, or the port not be had
 */
export async function serveWebhooks(options: WebhookServerOptions): Promise<WebhookServer> {
  const https = await loadModule<HttpsServerModule>("node:https");
  const state: ServerState = { options, isClosing: false };
  const first = await readServingCertificate(options.certificate);
  const server = createWebhookServer(https, first, state);
  const sockets = openSockets(server);
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject);
    server.listen({ port: options.port ?? 9443, host: options.host }, resolve);
  });
  const stopReloading = reloadRegularly(options, first, (next) => {
    server.setSecureContext(next);
  });
  let closed: Promise<void> | undefined;
  return {
    port: server.address().port,
    close(timeout = 10_000) {
      state.isClosing = true;
      stopReloading();
      closed ??= closeServer(server, sockets, timeout);
      return closed;
    },
  };
}

function createWebhookServer(
  https: HttpsServerModule,
  certificate: ServingCertificate,
  state: ServerState,
): HttpsServer {
  try {
    return https.createServer({ ...certificate, ...patience }, (incoming, outgoing) => {
      // The caller has gone away, within the body: there is nobody to answer.
      respond(state, incoming, outgoing).catch(() => outgoing.destroy());
    });
  } catch (error) {
    throw unusableCertificate(error);
  }
}

/** Those that have not even said hello are among them, which the server knows nothing of. */
function openSockets(server: HttpsServer): ReadonlySet<ServerSocket> {
  const sockets = new Set<ServerSocket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return sockets;
}

async function closeServer(
  server: HttpsServer,
  sockets: ReadonlySet<ServerSocket>,
  timeout: number,
): Promise<void> {
  const timer = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, timeout);
  await new Promise<void>((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearTimeout(timer);
}

interface ServerState {
  readonly options: WebhookServerOptions;
  isClosing: boolean;
}

/**
 * Milliseconds. Go's clients keep idle connections for 90 s, and do not repeat a POST on one that
 * the server has closed; the API server waits for no webhook longer than 30 s.
 */
const patience = { keepAliveTimeout: 100_000, requestTimeout: 60_000 };

async function respond(
  state: ServerState,
  incoming: IncomingWebhook,
  outgoing: OutgoingWebhook,
): Promise<void> {
  const { status, headers, body } = await answerTo(state, incoming, outgoing);
  const isTooLarge = status === 413;
  // An idle connection would hold up the end of the server, and the rest of a body is not read.
  const connection = state.isClosing || isTooLarge ? { connection: "close" } : {};
  outgoing.writeHead(status, { ...headers, ...connection });
  outgoing.end(body);
  if (isTooLarge) {
    incoming.resume();
    // A connection that is cut at once would take the answer with it.
    setTimeout(() => incoming.destroy(), 500);
  }
}

async function answerTo(
  { options, isClosing }: ServerState,
  incoming: IncomingWebhook,
  outgoing: OutgoingWebhook,
): Promise<WebhookResponse> {
  const [path = "/"] = (incoming.url ?? "/").split("?", 1);
  if (path === "/healthz") return plainText(200, "ok");
  if (path === "/readyz") return isClosing ? plainText(503, "shutting down") : plainText(200, "ok");
  const { handlers, maxBodySize = 64 * 1024 * 1024 } = options;
  const handler = Object.hasOwn(handlers, path) ? handlers[path] : undefined;
  if (handler === undefined) return plainText(404, `there is no webhook at ${path}`);
  const body = await readBody(incoming, maxBodySize);
  if (body === undefined) return plainText(413, `the body has more than ${maxBodySize} bytes`);
  const controller = new AbortController();
  outgoing.on("close", () => {
    if (!outgoing.writableFinished) controller.abort(new Error("the caller has gone away"));
  });
  const { method = "GET" } = incoming;
  const { signal } = controller;
  try {
    return await handler({ method, signal, text: () => Promise.resolve(body) });
  } catch (error) {
    report(options, error, `${method} ${path}`);
    return plainText(500, "the webhook failed");
  }
}

function plainText(status: number, body: string): WebhookResponse {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body };
}

/** `undefined` if there is more than was allowed; the rest is left unread. */
function readBody(incoming: IncomingWebhook, limit: number): Promise<string | undefined> {
  if (Number(incoming.headers["content-length"] ?? 0) > limit) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    incoming.on("data", (chunk) => {
      size += chunk.byteLength;
      if (size > limit) resolve(undefined);
      else chunks.push(chunk);
    });
    incoming.on("end", () => {
      resolve(textOfChunks(chunks));
    });
    incoming.on("error", reject);
  });
}

/** Looks at the certificate at times; returns what ends that. */
function reloadRegularly(
  options: WebhookServerOptions,
  first: ServingCertificate,
  take: (next: ServingCertificate) => void,
): () => void {
  let current = identityOf(first);
  let lastFault = "";
  const reload = async (): Promise<void> => {
    try {
      const next = await readServingCertificate(options.certificate);
      const identity = identityOf(next);
      if (identity === current) return;
      take(next);
      current = identity;
      lastFault = "";
    } catch (error) {
      const fault = errorText(error);
      // Said once, not every ten seconds.
      if (fault !== lastFault) report(options, error, "the certificate cannot be renewed");
      lastFault = fault;
    }
  };
  const timer = setInterval(() => void reload(), options.reloadInterval ?? 10_000);
  const { unref } = timer as { unref?: () => void }; // elsewhere than on Node.js it is a number
  unref?.call(timer);
  return () => {
    clearInterval(timer);
  };
}

function identityOf({ cert, key }: ServingCertificate): string {
  return [cert, key].map(String).join("\n");
}

function report({ onError }: WebhookServerOptions, error: unknown, about: string): void {
  if (onError === undefined) console.error(about, error);
  else onError(error, about);
}

/*
 * What the server of webhooks uses of `node:https`, declared here: projects that take the copied
 * sources need no declarations of Node.js.
 */

/** The part of `node:https` that is used. */
interface HttpsServerModule {
  createServer(
    options: ServerOptions,
    listener: (incoming: IncomingWebhook, outgoing: OutgoingWebhook) => void,
  ): HttpsServer;
}

/** Options of TLS and of HTTP; times in milliseconds. */
interface ServerOptions extends ServerContext {
  readonly keepAliveTimeout: number;
  readonly requestTimeout: number;
}

/** Who the server is. */
interface ServerContext {
  readonly cert: string | Uint8Array;
  readonly key: string | Uint8Array;
}

/** `https.Server`. */
interface HttpsServer {
  listen(options: { port: number; host: string | undefined }, done: () => void): unknown;
  address(): { readonly port: number };
  setSecureContext(context: ServerContext): void;
  close(done: () => void): unknown;
  closeIdleConnections(): void;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "connection", listener: (socket: ServerSocket) => void): unknown;
}

/** A connection that came in. */
interface ServerSocket {
  on(event: "close", listener: () => void): unknown;
  destroy(): unknown;
}

/** `IncomingMessage` of a server. */
interface IncomingWebhook extends BodyStream {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  resume(): unknown;
  destroy(): unknown;
}

/** `ServerResponse`. */
interface OutgoingWebhook {
  readonly writableFinished: boolean;
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown;
  end(body: string): unknown;
  on(event: "close", listener: () => void): unknown;
  destroy(): unknown;
}

/** Paths of files in PEM, such as `tls.crt` and `tls.key` of a mounted Secret. */
export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** A certificate, followed by those of its issuers, and its private key; both in PEM. */
export interface ServingCertificate {
  readonly cert: string | Uint8Array;
  readonly key: string | Uint8Array;
}

/** Reads a certificate from where it is. */
async function readServingCertificate(
  source: CertificateFiles | (() => ServingCertificate | Promise<ServingCertificate>),
): Promise<ServingCertificate> {
  try {
    if (typeof source === "function") return await source();
    const files = await loadModule<FileModule>("node:fs/promises");
    const [cert, key] = await Promise.all([
      files.readFile(source.certFile, "utf8"),
      files.readFile(source.keyFile, "utf8"),
    ]);
    return { cert, key };
  } catch (error) {
    throw unusableCertificate(error);
  }
}

/** The error for a certificate that cannot be read or used. */
function unusableCertificate(cause: unknown): Error {
  return new Error(`the webhooks' certificate: ${errorText(cause)}`, { cause });
}
