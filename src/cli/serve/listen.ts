import type { IncomingMessage, Server } from "node:http";
import { createServer } from "node:http";
import type { Http2SecureServer, ServerHttp2Session } from "node:http2";
import { constants, createSecureServer } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { Transport } from "../../runtime/v1/client/transport.js";
import { errorCode } from "../host.js";
import type { KnownUsers } from "./authentication.js";
import type { Certificates } from "./certificates.js";
import { failBody, respond } from "./respond.js";
import type { HttpRequest, HttpResponse } from "./status-response.js";
import { refuseConnection, refusePlainHttp, refuseTunnel } from "./status-response.js";
import type { Upgrade } from "./websocket.js";
import { openWebSocket } from "./websocket.js";

/** How a server listens, and to whom. */
export interface ListenOptions extends KnownUsers {
  readonly host: string;
  /** 0 for a free one. */
  readonly port: number;
  /** TLS with these; clients that show a certificate of theirs are let in. */
  readonly certificates?: Certificates | undefined;
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
  const { certificates, host, port, patience = defaultPatience } = options;
  const turns = new Turns();
  const settings = { ...options, patience };
  const handle = (request: HttpRequest, response: HttpResponse): void => {
    const answer = logging(request, options, () => respond(transport, request, response, settings));
    if ("stream" in request) void answer();
    else turns.take(request.socket, answer);
  };
  const server = certificates === undefined ? createServer() : secureServer(certificates);
  Object.assign(server, limits(patience));
  server.on("request", handle);
  server.on("upgrade", (request: IncomingMessage, socket: Socket, rest: Buffer) => {
    // Node leaves it alone from now on; being cut off is no fault of the server.
    socket.on("error", () => undefined);
    const upgrade = { request, socket, rest };
    const open = logging(request, options, () => openWebSocket(transport, upgrade, settings));
    turns.take(socket, async () => {
      try {
        if ((await open()) === undefined) answerInstead(server, upgrade);
      } catch {
        socket.destroy();
      }
    });
  });
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
    // Who has nothing more to say is answered.
    httpAllowHalfOpen: true,
    headersTimeout: Math.min(patience, 32_000),
    requestTimeout: 0,
    keepAliveTimeout: 90_000,
    connectionsCheckingInterval: Math.min(patience, 5_000),
  };
}

const headerBytes = 1024 * 1024;

/** Refuses everything that is no request of ours. */
function refuseOthers(server: AnyServer, turns: Turns, sockets: ReadonlySet<Socket>): void {
  server.on("clientError", (error: Error, socket: Socket) => {
    if (!failBody(socket, error)) refuseConnection(socket, error, turns.isTaken(socket));
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
  const server = createSecureServer({
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
  guardSessions(server);
  return server;
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

/** Tells of an answer, and how long it took. */
function logging(
  request: HttpRequest,
  { log }: ListenOptions,
  answer: () => Promise<number | undefined>,
): () => Promise<number | undefined> {
  return async () => {
    const begin = performance.now();
    const status = await answer();
    const { method = "GET", url = "/" } = request;
    if (status !== undefined) log?.({ method, url, status, duration: performance.now() - begin });
    return status;
  };
}

/** Answers a request for another protocol as if it had asked for none: it comes once more. */
function answerInstead(server: AnyServer, { request, socket, rest }: Upgrade): void {
  const { method = "GET", url = "/", httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = "", value = ""] = rawHeaders.slice(index, index + 2);
    if (name.toLowerCase() !== "upgrade") lines.push(`${name}: ${value}`);
  }
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  socket.unshift(Buffer.concat([head, rest]));
  server.emit("alpnProtocol" in socket ? "secureConnection" : "connection", socket);
}

/** The requests that wait on one connection. */
interface Line {
  waiting: number;
  last: Promise<unknown>;
}

/**
 * Requests of HTTP/1.1 that come one after the other on a connection, before the first is answered,
 * are answered one after the other, as in Go: what the second reads, the first has written.
 */
class Turns {
  readonly #lines = new WeakMap<Socket, Line>();

  /** Who sends ever more without waiting for answers is cut off. */
  take(socket: Socket, answer: () => Promise<unknown>): void {
    const line = this.#lines.get(socket) ?? { waiting: 0, last: Promise.resolve() };
    this.#lines.set(socket, line);
    line.waiting++;
    if (line.waiting > mostWaiting) socket.destroy();
    const isFirst = line.waiting === 1;
    line.last = (isFirst ? answer() : line.last.then(answer)).finally(() => {
      line.waiting--;
    });
  }

  /** Tells whether a request of a connection is being answered. */
  isTaken(socket: Socket): boolean {
    return (this.#lines.get(socket)?.waiting ?? 0) > 0;
  }
}

const mostWaiting = 1000;

/**
 * The number of actions that cost a client nothing and that it may do at once; Go has 400 resets
 * for 100 streams.
 */
const most = 400;
/** How much of it comes back in a second. */
const regained = 100;

/** Counts what costs a client nothing, and a server something. */
export class Allowance {
  #left = most;
  #since: number;

  /** @param now in ms */
  constructor(now: number) {
    this.#since = now;
  }

  /** Spends one, and tells whether there was something left. */
  spend(now: number): boolean {
    this.#left = Math.min(most, this.#left + ((now - this.#since) / 1000) * regained) - 1;
    this.#since = now;
    return this.#left >= 0;
  }
}

/** How long a connection may be without a stream, in ms (apiserver `server/secure_serving.go`). */
const idleTime = 90_000;

/** A reset of the connection would take GOAWAY with it, in ms. */
const timeToRead = 500;

const tooMuch = constants.NGHTTP2_ENHANCE_YOUR_CALM;

/**
 * Ends connections of HTTP/2 whose clients reset streams, or send pings and settings, without an
 * end: with GOAWAY, and the connection too, which nghttp2 leaves open where it notices by itself.
 */
function guardSessions(server: Http2SecureServer): void {
  server.on("session", guard);
}

function guard(session: ServerHttp2Session): void {
  const allowance = new Allowance(performance.now());
  let isEnding = false;
  const spend = (): void => {
    if (allowance.spend(performance.now()) || isEnding) return;
    isEnding = true;
    session.goaway(tooMuch);
    setTimeout(() => {
      session.destroy();
    }, timeToRead).unref();
  };
  session.on("ping", spend);
  session.on("remoteSettings", spend);
  let open = 0;
  session.on("stream", (stream) => {
    open++;
    stream.once("aborted", spend);
    stream.once("close", () => open--);
  });
  session.setTimeout(idleTime, () => {
    if (open === 0) session.destroy();
  });
}
