import type { BodyStream } from "./http-module.js";
import { loadModule } from "./http-module.js";
import type {
  CertificateSource,
  Reloading,
  ReloadOptions,
  ServingCertificate,
} from "./serving-certificate.js";
import {
  readServingCertificate,
  reloadRegularly,
  unusableCertificate,
} from "./serving-certificate.js";

/** What a server is made of. */
export interface ServerSetup extends Omit<NodeServerOptions, keyof ServingCertificate> {
  /** 0 takes a free one. */
  readonly port: number;
  /** The address to listen on; the default is all of them. */
  readonly host?: string | undefined;
  /** With it, the server speaks HTTPS. */
  readonly certificate?: CertificateSource | undefined;
  readonly reload?: Omit<ReloadOptions, "certificate"> | undefined;
  /** Answers a request; where it rejects, the connection is cut. */
  readonly respond: (incoming: NodeServerRequest, outgoing: NodeServerResponse) => Promise<void>;
}

/** A server that listens. */
export interface ListeningServer {
  readonly port: number;
  /** Takes no more connections, and ends after so many milliseconds at the latest. */
  close(timeout: number): Promise<void>;
}

/**
 * Starts a server; resolves when it listens. A certificate that changes is taken for new
 * connections, at once where clients do not take the old one; where it cannot be used, the old one
 * stays.
 *
 * @throws Error if the certificate cannot be read or used, or the port not be had
 */
export async function startServer(setup: ServerSetup): Promise<ListeningServer> {
  const { port, host, certificate, reload } = setup;
  const first = certificate === undefined ? undefined : await readServingCertificate(certificate);
  const server = await makeServer(setup, first);
  const sockets = openSockets(server);
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject);
    server.listen({ port, host }, resolve);
  });
  let reloading: Reloading | undefined;
  if (certificate !== undefined && first !== undefined && reload !== undefined) {
    reloading = reloadRegularly({ ...reload, certificate }, first, (next) => {
      server.setSecureContext?.(next);
    });
    // Of those who trust a new authority already.
    server.on("tlsClientError", reloading.look);
  }
  let closed: Promise<void> | undefined;
  return {
    port: server.address().port,
    close(timeout) {
      reloading?.stop();
      closed ??= closeServer(server, sockets, timeout);
      return closed;
    },
  };
}

async function makeServer(
  setup: ServerSetup,
  certificate: ServingCertificate | undefined,
): Promise<NodeServer> {
  const { respond, keepAliveTimeout, requestTimeout, headersTimeout } = setup;
  const options: NodeServerOptions = {
    ...certificate,
    keepAliveTimeout,
    requestTimeout,
    ...(headersTimeout !== undefined && { headersTimeout }),
  };
  const name = certificate === undefined ? "node:http" : "node:https";
  const module = await loadModule<NodeServerModule>(name);
  try {
    return module.createServer(options, (incoming, outgoing) => {
      // The caller has gone away, within the body: there is nobody to answer.
      respond(incoming, outgoing).catch(() => outgoing.destroy());
    });
  } catch (error) {
    throw unusableCertificate(error);
  }
}

/** Those that have not even said hello are among them, which the server knows nothing of. */
function openSockets(server: NodeServer): ReadonlySet<NodeServerSocket> {
  const sockets = new Set<NodeServerSocket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return sockets;
}

/** Takes no more connections; those that are left after so many milliseconds are cut. */
async function closeServer(
  server: NodeServer,
  sockets: ReadonlySet<NodeServerSocket>,
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

/*
 * What servers use of `node:http` and `node:https`, declared here: projects that take the copied
 * sources need no declarations of Node.js.
 */

/** The part of `node:http` and `node:https` that is used. */
export interface NodeServerModule {
  createServer(
    options: NodeServerOptions,
    listener: (incoming: NodeServerRequest, outgoing: NodeServerResponse) => void,
  ): NodeServer;
}

/** Options of TLS and of HTTP; times in milliseconds. */
export interface NodeServerOptions extends Partial<ServingCertificate> {
  readonly keepAliveTimeout: number;
  readonly requestTimeout: number;
  readonly headersTimeout?: number;
}

/** `http.Server` or `https.Server`. */
export interface NodeServer {
  listen(options: { port: number; host: string | undefined }, done: () => void): unknown;
  address(): { readonly port: number };
  setSecureContext?(certificate: ServingCertificate): void;
  close(done: () => void): unknown;
  closeIdleConnections(): void;
  on(event: "error" | "tlsClientError", listener: (error: Error) => void): unknown;
  on(event: "connection", listener: (socket: NodeServerSocket) => void): unknown;
}

/** A connection that came in. */
export interface NodeServerSocket {
  on(event: "close", listener: () => void): unknown;
  destroy(): unknown;
}

/** `IncomingMessage` of a server. */
export interface NodeServerRequest extends BodyStream {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  resume(): unknown;
  destroy(): unknown;
}

/** `NodeServerResponse`. */
export interface NodeServerResponse {
  readonly writableFinished: boolean;
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown;
  end(body: string): unknown;
  on(event: "close", listener: () => void): unknown;
  destroy(): unknown;
}
