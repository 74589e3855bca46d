import type { Server } from "node:http";
import { createServer } from "node:http";
import type { Http2SecureServer } from "node:http2";
import { createSecureServer } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { Transport } from "../../runtime/v1/client/transport.js";
import type { HttpRequest, HttpResponse } from "./answer-request.js";
import { answerRequest } from "./answer-request.js";
import type { Certificates } from "./certificates.js";

/** How a server listens, and to whom. */
export interface ListenOptions {
  readonly host: string;
  /** 0 for a free one. */
  readonly port: number;
  /** TLS with these; clients that show a certificate of theirs are let in. */
  readonly certificates?: Certificates | undefined;
  /** Who does not name it gets a 401, but for clients with a certificate. Default: all get in. */
  readonly token?: string | undefined;
  /**
   * How long a client may take nothing of an answer, and a request may take to arrive, in ms: then
   * it is cut off. Default: a minute.
   */
  readonly patience?: number | undefined;
  /** Told of every answer. */
  readonly log?: ((line: RequestLog) => void) | undefined;
}

/** One answered request. */
export interface RequestLog {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly status: number;
  /** In ms. */
  readonly duration: number;
}

/** A server that listens. */
export interface Listener {
  readonly url: string;
  readonly port: number;
  /** Ends all connections, watches too. */
  close(): Promise<void>;
}

/**
 * Serves a transport over HTTP/1.1, and with TLS over HTTP/2 too, which client-go prefers.
 *
 * @throws the error of the system, such as `EADDRINUSE`
 */
export async function listen(transport: Transport, options: ListenOptions): Promise<Listener> {
  const { certificates, host, port } = options;
  const handle = (request: HttpRequest, response: HttpResponse): void => {
    void respond(transport, request, response, options);
  };
  const server = certificates === undefined ? createServer(handle) : secureServer(certificates);
  if (certificates !== undefined) server.on("request", handle);
  const sockets = openSockets(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo; // it listens to a port
  const scheme = certificates === undefined ? "http" : "https";
  const name = host.includes(":") ? `[${host}]` : host;
  return {
    url: `${scheme}://${name}:${bound.port}`,
    port: bound.port,
    close: () => close(server, sockets),
  };
}

function secureServer({ certificate, key, authority }: Certificates): Http2SecureServer {
  return createSecureServer({
    allowHTTP1: true,
    cert: certificate,
    key,
    ca: authority,
    requestCert: true,
    rejectUnauthorized: false, // who shows none may still have the token
  });
}

type AnyServer = Server | Http2SecureServer;

function openSockets(server: AnyServer): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    // HTTP/2 servers leave that to others, and events are small.
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

function close(server: AnyServer, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    for (const socket of sockets) socket.destroy();
  });
}

async function respond(
  transport: Transport,
  request: HttpRequest,
  response: HttpResponse,
  options: ListenOptions,
): Promise<void> {
  const begin = performance.now();
  let status: number;
  try {
    if (isLetIn(request, options.token)) {
      status = await answerRequest(transport, request, response, options.patience ?? 60_000);
    } else status = refuse(response, 401, "Unauthorized", "Unauthorized");
  } catch (error) {
    if (response.destroyed || response.headersSent) {
      response.destroy();
      return;
    }
    const message = error instanceof Error ? error.message : String(error);
    status = refuse(response, 500, "InternalError", `Internal error occurred: ${message}`);
  }
  const { method = "GET", url = "/" } = request;
  options.log?.({ method, url, status, duration: performance.now() - begin });
}

function isLetIn(request: HttpRequest, token: string | undefined): boolean {
  if (token === undefined) return true;
  const socket: Socket | TLSSocket = request.socket;
  if ("authorized" in socket && socket.authorized) return true;
  return sameText(request.headers.authorization ?? "", `Bearer ${token}`);
}

/** In a time that does not tell how much is right. */
function sameText(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let index = 0; index < given.length; index++) {
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index % expected.length);
  }
  return difference === 0;
}

function refuse(response: HttpResponse, code: number, reason: string, message: string): number {
  const metadata = {};
  const status = {
    kind: "Status",
    apiVersion: "v1",
    metadata,
    status: "Failure",
    message,
    reason,
    code,
  };
  response.statusCode = code;
  response.setHeader("content-type", "application/json");
  response.end(`${JSON.stringify(status)}\n`);
  return code;
}
