import { textOfChunks } from "../client/chunks-text.js";
import type {
  WebhookErrorHandler,
  WebhookHandler,
  WebhookResponse,
} from "../operators/webhooks/webhook.js";
import { logWebhookError } from "../operators/webhooks/webhook.js";
import type { NodeServerRequest, NodeServerResponse } from "./http-server.js";
import { startServer } from "./http-server.js";
import type { CertificateSource } from "./serving-certificate.js";

/** Options of `serveWebhooks`. */
export interface WebhookServerOptions {
  /** By their paths, such as `/convert`: those that the CRD and the configurations name. */
  readonly handlers: { readonly [path: string]: WebhookHandler };
  readonly certificate: CertificateSource;
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
  /** Told of every look at the certificate, for metrics. */
  readonly onCertificateRead?: ((hasFailed: boolean) => void) | undefined;
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
  const { certificate, port = 9443, host, reloadInterval, onCertificateRead } = options;
  const state: ServerState = { options, isClosing: false };
  const server = await startServer({
    ...patience,
    port,
    host,
    certificate,
    reload: {
      reloadInterval,
      onRead: onCertificateRead,
      onFault: (error) => {
        report(options, error, "the certificate cannot be renewed");
      },
    },
    respond: (incoming, outgoing) => respond(state, incoming, outgoing),
  });
  return {
    port: server.port,
    close(timeout = 10_000) {
      state.isClosing = true;
      return server.close(timeout);
    },
  };
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
  incoming: NodeServerRequest,
  outgoing: NodeServerResponse,
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
  incoming: NodeServerRequest,
  outgoing: NodeServerResponse,
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
function readBody(incoming: NodeServerRequest, limit: number): Promise<string | undefined> {
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

function report(options: WebhookServerOptions, error: unknown, about: string): void {
  const { onError = logWebhookError } = options;
  onError(error, about);
}
