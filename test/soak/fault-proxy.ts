import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:https";
import { Agent, createServer, request as httpsRequest } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { ApiServer } from "../apiserver/server.js";
import { firstLocal } from "../support/local-certificates.js";
import type { Random } from "../support/random.js";

/** What a request asks for. */
type Kind = "watch" | "read" | "write";

/** One request, and what stands between its client and the server. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly random: Random;
  /** Sends the request on; `take` gets the answer, the default hands it on as it comes. */
  readonly forward: (take?: (answer: IncomingMessage) => void) => void;
  /** Resets the connection. */
  readonly reset: () => void;
}

interface Fault {
  readonly name: string;
  readonly kinds: readonly Kind[];
  readonly meet: (exchange: Exchange) => void;
}

const everything: readonly Kind[] = ["watch", "read", "write"];
const reads: readonly Kind[] = ["watch", "read"];

/** All that the network, proxies and a busy server do to a request. */
const faults: readonly Fault[] = [
  fault("reset before the answer", everything, ({ reset }) => {
    reset();
  }),
  fault("500", everything, answer(500, "InternalError")),
  fault("429", everything, answer(429, "TooManyRequests", { "retry-after": "1" })),
  fault("503", everything, answer(503, "ServiceUnavailable", { "retry-after": "1" })),
  fault("401", everything, answer(401, "Unauthorized")),
  fault("410", reads, answer(410, "Expired")),
  fault("a page of a proxy", everything, ({ response }) => {
    response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad Gateway</h1>");
  }),
  fault("a page in place of JSON", reads, ({ response }) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Log in</h1>");
  }),
  fault("half-open", everything, () => undefined),
  fault("a slow server", everything, ({ random, forward }) => {
    setTimeout(forward, random.below(2_000));
  }),
  fault("done, but the answer is lost", ["read", "write"], ({ reset, forward }) => {
    forward((incoming) => {
      incoming.resume().once("end", reset);
    });
  }),
  fault("a body that breaks off", ["read", "write"], ({ response, forward }) => {
    forward((incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      incoming.once("data", (chunk: Buffer) => {
        response.write(chunk.subarray(0, chunk.length / 2), () => response.destroy());
      });
    });
  }),
  fault("a list without items", ["read"], ({ response }) => {
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  }),
  fault("a watch that ends at once", ["watch"], ({ response }) => {
    response.writeHead(200, { "content-type": "application/json" }).end();
  }),
  fault("an event of 410", ["watch"], event(410, "Expired")),
  fault("an event of 500", ["watch"], event(500, "InternalError")),
  fault("a line of garbage", ["watch"], ({ response, forward }) => {
    response.writeHead(200, { "content-type": "application/json" }).write("{]\n");
    forward((incoming) => incoming.pipe(response));
  }),
  later("a watch that is reset", ({ reset }) => {
    reset();
  }),
  later("a watch that ends", ({ response }) => response.end()),
  later("a watch that breaks off in a line", ({ response }) =>
    response.write('{"type":"MODIF', () => response.destroy()),
  ),
  later("a watch that falls silent", () => undefined),
  fault("bytes in pieces", ["watch"], ({ response, forward }) => {
    forward((incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      response.socket?.setNoDelay(true);
      incoming.on("data", (chunk: Buffer) => {
        for (let at = 0; at < chunk.length; at += 7) response.write(chunk.subarray(at, at + 7));
      });
      incoming.once("end", () => response.end());
    });
  }),
];

/**
 * A TLS server in front of an API server that hands requests on, or lets them meet a fault. It has
 * a certificate and a token of its own, so that clients see no restart of the server behind it but
 * by its absence.
 */
export class FaultProxy {
  /** How likely it is that a request meets a fault. */
  rate = 0;
  /** What clients must send. */
  token = "first";
  /** How often each fault was met. */
  readonly met = new Map<string, number>();
  readonly #server: Server;
  readonly #upstream: ApiServer;
  readonly #agent: Agent;
  readonly #random: Random;
  readonly #sockets = new Set<Socket>();
  /** What carries TLS, by the port of the client. */
  readonly #carriers = new Map<number, Socket>();
  readonly #watches = new Set<ServerResponse>();
  /** Connections on which nothing comes or goes any more. */
  readonly #dead = new WeakSet<Socket>();
  #port = 0;

  constructor(upstream: ApiServer, random: Random) {
    this.#upstream = upstream;
    this.#random = random;
    this.#agent = new Agent({ keepAlive: true, ca: upstream.ca });
    this.#server = createServer({ ...firstLocal }, (request, response) => {
      this.#take(request, response);
    });
    this.#server.on("connection", (socket: Socket) => {
      const { remotePort = 0 } = socket;
      this.#carriers.set(remotePort, socket);
      socket.once("close", () => this.#carriers.delete(remotePort));
    });
    this.#server.on("secureConnection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
    // Those that are reset in the middle of a handshake.
    this.#server.on("tlsClientError", () => undefined);
  }

  get url(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  /** Its certificate authority, in PEM. */
  get ca(): string {
    return firstLocal.cert;
  }

  get openConnections(): number {
    return this.#sockets.size;
  }

  /** Listens, at the same port each time. */
  async open(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(this.#port, "127.0.0.1", resolve);
    });
    this.#port = (this.#server.address() as AddressInfo).port; // it listens on TCP
  }

  /** Breaks all connections and refuses new ones. */
  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Ends all watches, as servers do. */
  endWatches(): void {
    for (const response of this.#watches) response.end();
  }

  /** Lets all connections of now go dead, without a word to the clients. */
  goDead(): void {
    for (const socket of this.#sockets) this.#dead.add(socket);
  }

  stop(): void {
    this.close();
    this.#agent.destroy();
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    if (this.#dead.has(request.socket)) return;
    if (kindOf(request) === "watch") {
      this.#watches.add(response);
      response.once("close", () => this.#watches.delete(response));
    }
    if (request.headers.authorization !== `Bearer ${this.token}`) {
      sendStatus(response, 401, "Unauthorized");
      return;
    }
    if (request.headers["x-no-streams"] && request.url?.includes("sendInitialEvents")) {
      sendStatus(response, 422, "Invalid");
      return;
    }
    const exchange: Exchange = {
      request,
      response,
      random: this.#random,
      forward: (take) => {
        this.#forward(request, response, take);
      },
      reset: () => {
        this.#carriers.get(request.socket.remotePort ?? 0)?.resetAndDestroy();
      },
    };
    if (!this.#random.chance(this.rate)) {
      exchange.forward();
      return;
    }
    const kind = kindOf(request);
    const { name, meet } = this.#random.pick(faults.filter(({ kinds }) => kinds.includes(kind)));
    this.met.set(name, (this.met.get(name) ?? 0) + 1);
    meet(exchange);
  }

  #forward(
    request: IncomingMessage,
    response: ServerResponse,
    take = (answered: IncomingMessage): void => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      response.flushHeaders();
      answered.on("data", (chunk: Buffer) => {
        if (!this.#dead.has(request.socket)) response.write(chunk);
      });
      answered.once("end", () => {
        if (!this.#dead.has(request.socket)) response.end();
      });
    },
  ): void {
    const { token, url } = this.#upstream;
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const onward = httpsRequest(`${url}${request.url ?? "/"}`, {
      method: request.method,
      headers,
      agent: this.#agent,
    });
    onward.on("response", (answered) => {
      answered.on("error", () => response.destroy());
      take(answered);
    });
    onward.on("error", () => response.destroy());
    response.once("close", () => onward.destroy());
    request.pipe(onward);
  }
}

function kindOf({ method, url }: IncomingMessage): Kind {
  if (method !== "GET") return "write";
  return url?.includes("watch=true") === true ? "watch" : "read";
}

function fault(name: string, kinds: readonly Kind[], meet: Fault["meet"]): Fault {
  return { name, kinds, meet };
}

/** A watch that is handed on for a while. */
function later(name: string, meet: (exchange: Exchange) => unknown): Fault {
  return fault(name, ["watch"], (exchange) => {
    const { response, random, forward } = exchange;
    let isOver = false;
    setTimeout(() => {
      isOver = true;
      meet(exchange);
    }, random.below(3_000));
    forward((incoming) => {
      if (isOver) return;
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      response.flushHeaders();
      incoming.on("data", (chunk: Buffer) => {
        if (!isOver) response.write(chunk);
      });
      incoming.once("end", () => {
        if (!isOver) response.end();
      });
    });
  });
}

function answer(
  code: number,
  reason: string,
  headers: Readonly<Record<string, string>> = {},
): Fault["meet"] {
  return ({ response }) => {
    sendStatus(response, code, reason, headers);
  };
}

/** A watch that begins well, and tells of an error. */
function event(code: number, reason: string): Fault["meet"] {
  return ({ response }) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(`${JSON.stringify({ type: "ERROR", object: statusOf(code, reason) })}\n`);
  };
}

function sendStatus(
  response: ServerResponse,
  code: number,
  reason: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(code, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(statusOf(code, reason)));
}

function statusOf(code: number, reason: string): object {
  const message = "the proxy says so";
  return { kind: "Status", apiVersion: "v1", status: "Failure", message, reason, code };
}
