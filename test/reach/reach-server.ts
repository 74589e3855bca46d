import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { gzipSync } from "node:zlib";
import { sendStatus } from "../support/fault-server.js";
import type { Listening } from "../support/listen.js";
import { listen } from "../support/listen.js";
import { firstLocal } from "../support/local-certificates.js";
import type { StoredObject } from "../unit/runtime/operators/controller/memory-server.js";
import { MemoryServer } from "../unit/runtime/operators/controller/memory-server.js";

interface StoredEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly path: string;
  readonly version: number;
  readonly object: StoredObject;
}

interface OpenWatch {
  readonly response: ServerResponse;
  readonly collection: string;
}

/** `/apis/GROUP/VERSION/namespaces/NAMESPACE/PLURAL`, a name and a subresource perhaps. */
const paths =
  /^(?<collection>\/apis\/[^/]+\/[^/]+\/namespaces\/[^/]+\/[^/]+)(?:\/(?<name>[^/]+)(?:\/(?<subresource>[^/]+))?)?$/;

/**
 * An API server for the checks of `test/reach`, over HTTP and TLS at once: objects of any resource
 * in namespaces, with watches. Paths that begin with `/odd/NAME` are answered oddly, those with
 * `/control/NAME` change what the server does.
 */
export class ReachServer {
  readonly #store = new MemoryServer();
  readonly #transport = this.#store.transport();
  readonly #events: StoredEvent[] = [];
  readonly #watches = new Set<OpenWatch>();
  readonly #flaky = new Map<string, number>();
  /** Tunnels of a proxy; whoever has one counts. */
  proxied = 0;
  #version = 0;
  /** Versions below are forgotten. */
  #forgotten = 0;
  #running = 0;
  /** The most slow requests at a time since somebody asked. */
  #most = 0;
  #connections = 0;
  #listening: readonly Listening[] = [];

  constructor() {
    this.#store.onChange = (path, object, old) => {
      const type = object === undefined ? "DELETED" : object === old ? "ADDED" : "MODIFIED";
      this.#tell(type, path, object ?? old);
    };
  }

  /** The addresses, without and with TLS. */
  async start(): Promise<{ readonly http: string; readonly https: string }> {
    const answer: RequestListener = (request, response) => {
      void this.#answer(request, response);
    };
    const { cert, key } = firstLocal;
    const tls = { cert, key, requestCert: true, rejectUnauthorized: false };
    const servers = [createServer(answer), createSecureServer(tls, answer)];
    for (const server of servers) server.on("connection", () => this.#connections++);
    this.#listening = await Promise.all(servers.map((server) => listen(server)));
    const [http, https] = this.#listening.map(({ host }) => host);
    return { http: `http://${http ?? ""}`, https: `https://${https ?? ""}` };
  }

  stop(): void {
    for (const listening of this.#listening) listening.stop();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    allowPages(request, response);
    const url = new URL(request.url ?? "/", "http://server");
    const [, kind, name = "", rest = "/"] =
      /^\/(odd|control)\/([^/]+)(\/.*)?$/.exec(url.pathname) ?? [];
    if (request.method === "OPTIONS") response.writeHead(204).end();
    else if (kind === "control") this.#control(name, response);
    else if (kind === "odd") await this.#answerOddly(name, rest, url, request, response);
    else await this.#answerWell(url.pathname, url, request, response);
  }

  #control(name: string, response: ServerResponse): void {
    for (const watch of name.endsWith("-watches") ? this.#watches : []) {
      if (name === "end-watches") watch.response.end();
      else breakOff(watch.response);
    }
    if (name === "expire") this.#forgotten = this.#version;
    const figures = { connections: this.#connections, most: this.#most, proxied: this.proxied };
    this.#connections = 0;
    this.#most = 0;
    sendJson(response, figures);
  }

  async #answerOddly(
    name: string,
    rest: string,
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (name === "slow") {
      this.#most = Math.max(this.#most, ++this.#running);
      setTimeout(() => {
        this.#running--;
        sendJson(response, {});
      }, 5);
    } else if (name.startsWith("flaky-")) {
      const seen = this.#flaky.get(name) ?? 0;
      this.#flaky.set(name, seen + 1);
      const headers = { "retry-after": "0" };
      if (seen < 2) sendStatus(503, "ServiceUnavailable", "later", headers)(response, request);
      else await this.#answerWell(rest, url, request, response);
    } else oddAnswers[name]?.(response, request);
  }

  async #answerWell(
    pathname: string,
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { collection = "", name, subresource } = paths.exec(pathname)?.groups ?? {};
    if (url.searchParams.get("watch") === "true") {
      this.#watch(collection, url.searchParams, response, request);
      return;
    }
    const body = await readBody(request);
    const path = name === undefined ? collection : `${collection}/${name}`;
    const isRead = request.method === "GET";
    if (name === undefined && isRead) this.#list(collection, url.searchParams, response);
    else if (name === undefined && request.method === "DELETE") {
      for (const [one] of this.#select(collection, url.searchParams)) this.#delete(one);
      sendJson(response, { kind: "Status", apiVersion: "v1", status: "Success" });
    } else if (name !== undefined && this.#store.objects.get(path) === undefined) {
      if (request.headers["content-type"]?.startsWith("application/apply-patch") === true) {
        sendJson(response, this.#store.put(path, JSON.parse(body) as object)); // as it was sent
      } else this.#sendMissing(collection, name, request, response);
    } else if (request.method === "DELETE") {
      sendJson(response, this.#delete(path));
    } else await this.#write(path, subresource, body, request, response);
  }

  /** Also reads. */
  async #write(
    path: string,
    subresource: string | undefined,
    body: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { method = "GET" } = request;
    const sent = body === "" ? undefined : (JSON.parse(body) as StoredObject); // by the clients
    const isPart = subresource === "status" && method === "PUT";
    const text = isPart ? JSON.stringify({ ...this.#store.objects.get(path), status: sent?.["status"], metadata: sent?.metadata }) : body; // prettier-ignore
    const answer = await this.#transport.send({
      method,
      path,
      headers: [],
      ...(body !== "" && { body: text }),
    });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(await answer.text());
  }

  #sendMissing(
    collection: string,
    name: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const kind = collection.slice(collection.lastIndexOf("/") + 1);
    const message = `${kind} "${name}" not found`;
    const status = { kind: "Status", apiVersion: "v1", status: "Failure", message };
    request.resume();
    sendJson(response, { ...status, reason: "NotFound", code: 404, details: { name, kind } }, 404);
  }

  /** Goes at once unless it has finalizers. */
  #delete(path: string): StoredObject | undefined {
    const old = this.#store.objects.get(path);
    if (old === undefined) return undefined;
    const metadata = { ...old.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" };
    return this.#store.put(path, { ...old, metadata });
  }

  #tell(type: StoredEvent["type"], path: string, { metadata, ...rest }: StoredObject): void {
    // The store gives one version to each change, those that end an object among them.
    const version = ++this.#version;
    const object = { ...rest, metadata: { ...metadata, resourceVersion: String(version) } };
    const event = { type, path, version, object };
    this.#events.push(event);
    for (const watch of this.#watches) tellWatch(watch, event);
  }

  #select(collection: string, query: URLSearchParams): [string, StoredObject][] {
    const label = query.get("labelSelector")?.split("=");
    const field = /^metadata\.name=(.*)$/.exec(query.get("fieldSelector") ?? "")?.[1];
    const all = [...this.#store.objects].filter(([path]) => path.startsWith(`${collection}/`));
    return all.filter(([, { metadata }]) => {
      const { labels = {} } = metadata as { labels?: Record<string, string> }; // where there are any
      const isLabelled = label === undefined || labels[label[0] ?? ""] === label[1];
      return isLabelled && (field === undefined || metadata.name === field);
    });
  }

  #list(collection: string, query: URLSearchParams, response: ServerResponse): void {
    const all = this.#select(collection, query).map(([, object]) => object);
    const from = Number(query.get("continue") ?? 0);
    const to = from + (Number(query.get("limit")) || all.length);
    const resourceVersion = String(this.#version);
    const more = to < all.length && { continue: String(to) };
    sendJson(response, { kind: "List", metadata: { resourceVersion, ...more }, items: all.slice(from, to) }); // prettier-ignore
  }

  #watch(
    collection: string,
    query: URLSearchParams,
    response: ServerResponse,
    request: IncomingMessage,
  ): void {
    const from = Number(query.get("resourceVersion") ?? 0);
    if (from > 0 && from < this.#forgotten) {
      sendStatus(410, "Expired", `too old resource version: ${from}`)(response, request);
      return;
    }
    response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
    const watch = { response, collection };
    this.#watches.add(watch);
    response.once("close", () => this.#watches.delete(watch));
    if (from === 0) {
      for (const [path, object] of this.#select(collection, query)) {
        tellWatch(watch, { type: "ADDED", path, object });
      }
      if (query.get("sendInitialEvents") === "true") this.#mark(response);
    } else {
      const missed = this.#events.filter(({ version }) => version > from);
      for (const event of missed) tellWatch(watch, event);
    }
  }

  /** Ends the initial events. */
  #mark(response: ServerResponse): void {
    const annotations = { "k8s.io/initial-events-end": "true" };
    const object = { metadata: { resourceVersion: String(this.#version), annotations } };
    response.write(`${JSON.stringify({ type: "BOOKMARK", object })}\n`);
  }
}

function tellWatch({ response, collection }: OpenWatch, event: Omit<StoredEvent, "version">): void {
  if (!event.path.startsWith(`${collection}/`) || response.writableEnded) return;
  const { type, object } = event;
  response.write(`${JSON.stringify({ type, object })}\n`);
}

/** Node.js cannot reset what is behind TLS. */
function breakOff({ socket }: ServerResponse): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket?.resetAndDestroy();
}

/** Lets pages of other origins read and write (Fetch standard, CORS protocol). */
function allowPages({ headers }: IncomingMessage, response: ServerResponse): void {
  const asked = headers["access-control-request-headers"];
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE");
  response.setHeader("access-control-expose-headers", "*");
  if (asked !== undefined) response.setHeader("access-control-allow-headers", asked);
}

function sendJson(response: ServerResponse, value: unknown, code = 200): void {
  response.writeHead(code, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

async function readBody(request: IncomingMessage): Promise<string> {
  request.setEncoding("utf8");
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}

const text = `{"spec":{"image":"${"ä€😀".repeat(2_000)}"}}`;

/** Answers that clients must understand, or fail on with an error that says why. */
const oddAnswers: Readonly<
  Record<string, (response: ServerResponse, request: IncomingMessage) => void>
> = {
  html(response) {
    response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>");
  },
  broken(response) {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
    response.write('{"spec":');
    setTimeout(() => {
      breakOff(response);
    }, 50);
  },
  silent() {
    // There is no answer.
  },
  hung(response) {
    response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
  },
  elsewhere(response) {
    response.writeHead(302, { location: "/odd/html/" }).end();
  },
  pieces(response) {
    response.writeHead(200, { "content-type": "application/json" });
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7));
    response.end();
  },
  large(response) {
    sendJson(response, { spec: { image: "x".repeat(5_000_000) } });
  },
  gzip(response) {
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    response.writeHead(200, headers).end(gzipSync(text));
  },
  warning(response) {
    const first = Buffer.from('299 - "unknown field \\"spec.größe\\""').toString("latin1");
    response.setHeader("warning", [first, '299 - "two"']);
    sendJson(response, {});
  },
  /** What came, as an object. */
  echo(response, { headers, socket }) {
    const isSecure = socket instanceof TLSSocket;
    const { servername } = socket as Socket & { servername?: unknown }; // declared for clients alone
    const subject = isSecure ? (socket.getPeerCertificate().subject as object | undefined) : {}; // none
    sendJson(response, { spec: { headers, servername, subject } });
  },
  /** The connection is closed, without a word, right after the answer. */
  leaving(response) {
    sendJson(response, {});
    const { socket } = response;
    response.on("finish", () => setTimeout(() => socket?.destroy(), 20));
  },
};
