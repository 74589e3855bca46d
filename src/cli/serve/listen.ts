import type { Server } from "node:http";
import { createServer } from "node:http";
import type { Http2SecureServer } from "node:http2";
import { createSecureServer } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { Transport } from "../../runtime/v1/client/transport.js";
import { errorCode } from "../host.js";
import type { HttpRequest, HttpResponse } from "./answer-request.js";
import { answerRequest } from "./answer-request.js";
import type { Certificates } from "./certificates.js";
import type { ProtocolFault } from "./protocol-faults.js";
import {
  faultOfRequest,
  refuseConnection,
  refusePlainHttp,
  refuseTunnel,
} from "./protocol-faults.js";
import { faultOfStranger, welcomePage } from "./strangers.js";
import { Turns } from "./turns.js";

/** How a server listens, and to whom. */
export interface ListenOptions {
  readonly host: string;
  /** 0 for a free one. */
  readonly port: number;
  /** TLS with these; clients that show a certificate of theirs are let in. */
  readonly certificates?: Certificates | undefined;
  /** Who does not name it gets a 401, but for clients with a certificate. Default: all get in. */
  readonly token?: string | undefined;
  /** Sites whose pages may write, and read answers. Default: none. */
  readonly allowedOrigins?: readonly string[] | undefined;
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
  const turns = new Turns();
  const handle = (request: HttpRequest, response: HttpResponse): void => {
    const answer = (): Promise<void> => respond(transport, request, response, options);
    if ("stream" in request) void answer();
    else turns.take(request.socket, answer);
  };
  const server = certificates === undefined ? createServer() : secureServer(certificates);
  Object.assign(server, limits(options.patience ?? defaultPatience));
  server.on("request", handle);
  const sockets = openSockets(server);
  refuseOthers(server, turns, sockets);
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

const defaultPatience = 60_000;

/**
 * The limits of the API server (apiserver `pkg/server/secure_serving.go`), which Node keeps for
 * HTTP/1.1 in properties of the server, with TLS too.
 */
function limits(patience: number): object {
  return {
    maxHeaderSize: headerBytes,
    // Their bytes are counted.
    maxHeadersCount: 0,
    // The words are ours.
    requireHostHeader: false,
    headersTimeout: Math.min(patience, 32_000),
    requestTimeout: 0,
    keepAliveTimeout: 90_000,
    connectionsCheckingInterval: Math.min(patience, 5_000),
  };
}

const headerBytes = 1024 * 1024;

/** What is no request of ours. */
function refuseOthers(server: AnyServer, turns: Turns, sockets: ReadonlySet<Socket>): void {
  server.on("clientError", (error: Error, socket: Socket) => {
    refuseConnection(socket, error, turns.isTaken(socket));
  });
  server.on("connect", (_: unknown, socket: Socket) => {
    refuseTunnel(socket);
  });
  server.on("tlsClientError", (error: Error, { remotePort }: TLSSocket) => {
    if (errorCode(error) !== "ERR_SSL_HTTP_REQUEST") return;
    for (const socket of sockets) if (socket.remotePort === remotePort) refusePlainHttp(socket);
  });
}

function secureServer({ certificate, key, authority }: Certificates): Http2SecureServer {
  return createSecureServer({
    allowHTTP1: true,
    cert: certificate,
    key,
    ca: authority,
    requestCert: true,
    rejectUnauthorized: false, // who shows none may still have the token
    handshakeTimeout: 32_000,
    maxHeaderListPairs: 4096,
    settings: { maxConcurrentStreams: 100, maxHeaderListSize: headerBytes },
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
  // Behind another request of its connection, it may have been given up.
  if (isGivenUp(request, response)) return;
  const begin = performance.now();
  let status: number;
  try {
    const fault = faultOfRequest(request);
    const stranger = fault === undefined ? faultOfStranger(request, options) : undefined;
    if (fault !== undefined) status = refuseRequest(response, fault);
    else if (stranger !== undefined) status = refuse(response, 403, "Forbidden", stranger);
    else if (welcomePage(request, response, options)) status = finish(response, 204);
    else if (isLetIn(request, options.token)) {
      status = await answerRequest(
        transport,
        request,
        response,
        options.patience ?? defaultPatience,
      );
    } else status = refuse(response, 401, "Unauthorized", "Unauthorized");
  } catch (error) {
    if (isGivenUp(request, response) || response.headersSent) {
      response.destroy();
      return;
    }
    const message = error instanceof Error ? error.message : String(error);
    status = refuse(response, 500, "InternalError", `Internal error occurred: ${message}`);
  }
  const { method = "GET", url = "/" } = request;
  options.log?.({ method, url, status, duration: performance.now() - begin });
}

function isGivenUp(request: HttpRequest, response: HttpResponse): boolean {
  return request.destroyed || response.destroyed || ("stream" in request && request.stream.closed);
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

function refuseRequest(response: HttpResponse, { code, text, body = text }: ProtocolFault): number {
  response.statusCode = code;
  response.setHeader("content-type", "text/plain; charset=utf-8");
  response.setHeader("connection", "close");
  response.end(body);
  return code;
}

function finish(response: HttpResponse, code: number): number {
  response.statusCode = code;
  response.end();
  return code;
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
