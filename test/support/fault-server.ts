import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import type { Listening } from "./listen.js";
import { listen } from "./listen.js";

/** An object as the server keeps it. */
export interface Kept {
  readonly apiVersion: "example.com/v1";
  readonly kind: "Boat";
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly managedFields?: readonly object[];
  };
  readonly spec: { readonly text: string };
}

/** What one request meets in place of its answer. */
export type Fault = (response: ServerResponse, request: IncomingMessage) => void;

interface Event {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: Kept;
}

/** How the server treats its clients. */
export interface Behaviour {
  /** Whether it knows streaming lists, refuses them, or takes them for watches. */
  streams: "knows" | "refuses" | "ignores";
  /** Milliseconds after which it ends each watch. */
  watchLife: number;
  /** Bytes per write of a watch; 0 = as they come. */
  chunk: number;
}

const path = /^\/apis\/example\.com\/v1\/(?:namespaces\/([^/]+)\/)?boats$/;

/**
 * Lists and watches of boats on a real socket, with faults that are put in the way of the next
 * requests.
 */
export class FaultServer {
  /** The requests that came: `list`, `watch`. */
  readonly requests: ("list" | "watch")[] = [];
  /** The seconds after which the watches that came are to end. */
  readonly watchSeconds: number[] = [];
  /** In the way of the next lists and watches, one each. */
  readonly faults = { list: [] as Fault[], watch: [] as Fault[] };
  readonly behaviour: Behaviour = { streams: "refuses", watchLife: 0, chunk: 0 };
  connections = 0;
  readonly #objects = new Map<string, Kept>();
  readonly #events: Event[] = [];
  readonly #watches = new Set<Watch>();
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response);
  });
  /** Versions at or below are forgotten. */
  #forgotten = 0;
  #version = 100;
  #uids = 0;
  #listening: Listening | undefined;

  async start(): Promise<string> {
    this.#server.on("connection", (socket) => {
      this.connections++;
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
    this.#listening = await listen(this.#server);
    return `http://${this.#listening.host}`;
  }

  stop(): void {
    for (const watch of this.#watches) watch.end();
    this.#listening?.stop();
  }

  get openConnections(): number {
    return this.#sockets.size;
  }

  put(
    name: string,
    text: string,
    namespace = "default",
    managedFields: readonly object[] = [],
  ): Kept {
    const key = `${namespace}/${name}`;
    const type = this.#objects.has(key) ? "MODIFIED" : "ADDED";
    const uid = this.#objects.get(key)?.metadata.uid ?? `uid-${++this.#uids}`;
    const resourceVersion = String(++this.#version);
    const object: Kept = {
      apiVersion: "example.com/v1",
      kind: "Boat",
      metadata: { name, namespace, uid, resourceVersion, managedFields },
      spec: { text },
    };
    this.#objects.set(key, object);
    this.#tell({ type, object });
    return object;
  }

  delete(name: string, namespace = "default"): void {
    const key = `${namespace}/${name}`;
    const old = this.#objects.get(key);
    if (old === undefined) throw new Error(`there is no ${key}`);
    this.#objects.delete(key);
    const metadata = { ...old.metadata, resourceVersion: String(++this.#version) };
    this.#tell({ type: "DELETED", object: { ...old, metadata } });
  }

  /** Ends the watches as a server does. */
  closeWatches(): void {
    for (const watch of this.#watches) watch.end();
    this.#watches.clear();
  }

  /** Breaks the connections of the watches. */
  resetWatches(): void {
    for (const { response } of this.#watches) response.socket?.resetAndDestroy();
    this.#watches.clear();
  }

  /** Leaves the connections of the watches open, and never writes to them again. */
  abandonWatches(): void {
    for (const watch of this.#watches) clearTimeout(watch.timer);
    this.#watches.clear();
  }

  /** Writes to the watches as it is. */
  writeToWatches(text: string): void {
    for (const { response } of this.#watches) response.write(text);
  }

  /** Tells the watches which version the server has got to. */
  bookmark(): void {
    const object = { kind: "Boat", metadata: { resourceVersion: String(this.#version) } };
    this.writeToWatches(`${JSON.stringify({ type: "BOOKMARK", object })}\n`);
  }

  /** Forgets the past: watches from older versions get a 410. */
  compact(): void {
    this.#forgotten = this.#version;
  }

  /**
   * Loses all that it has stored, as a cluster that is set up anew at the same address; it counts
   * on from a version.
   */
  startOver(version = 1): void {
    this.#objects.clear();
    this.#events.length = 0;
    this.#version = version;
    this.#forgotten = 0;
  }

  get watchCount(): number {
    return this.#watches.size;
  }

  /** What a client should have, by names. */
  get truth(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#objects.values()].map((one) => [one.metadata.name, one.spec.text])); // prettier-ignore
  }

  #tell(event: Event): void {
    this.#events.push(event);
    for (const watch of this.#watches) watch.tell(event);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "/", "http://server");
    const [whole, namespace] = path.exec(url.pathname) ?? [];
    if (whole === undefined) {
      sendStatus(404, "NotFound", "no such path")(response, request);
      return;
    }
    const isWatch = url.searchParams.get("watch") === "true";
    this.requests.push(isWatch ? "watch" : "list");
    if (isWatch) this.watchSeconds.push(Number(url.searchParams.get("timeoutSeconds")));
    const fault = (isWatch ? this.faults.watch : this.faults.list).shift();
    if (fault !== undefined) fault(response, request);
    else if (isWatch) this.#watch(url.searchParams, namespace, response, request);
    else this.#list(url.searchParams, namespace, response);
  }

  #in(namespace: string | undefined): readonly Kept[] {
    const all = [...this.#objects.values()];
    return namespace === undefined ? all : all.filter(({ metadata }) => metadata.namespace === namespace); // prettier-ignore
  }

  #list(query: URLSearchParams, namespace: string | undefined, response: ServerResponse): void {
    const all = this.#in(namespace);
    const from = Number(query.get("continue") ?? 0);
    const to = from + (Number(query.get("limit")) || all.length);
    const metadata = {
      resourceVersion: String(this.#version),
      ...(to < all.length && { continue: String(to) }),
    };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ kind: "BoatList", metadata, items: all.slice(from, to) }));
  }

  #watch(
    query: URLSearchParams,
    namespace: string | undefined,
    response: ServerResponse,
    request: IncomingMessage,
  ): void {
    const isStream = query.get("sendInitialEvents") === "true";
    if (isStream && this.behaviour.streams === "refuses") {
      const text = "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch";
      sendStatus(422, "Invalid", text)(response, request);
      return;
    }
    const from = Number(query.get("resourceVersion") ?? 0);
    if (from > 0 && from < this.#forgotten) {
      sendStatus(410, "Expired", `too old resource version: ${from}`)(response, request);
      return;
    }
    const watch = new Watch(response, namespace, from, this.behaviour);
    this.#watches.add(watch);
    for (const end of ["finish", "close"]) response.once(end, () => this.#watches.delete(watch));
    if (from === 0) {
      for (const object of this.#in(namespace)) watch.tell({ type: "ADDED", object });
      if (isStream && this.behaviour.streams === "knows") watch.mark(String(this.#version));
    }
    for (const event of from === 0 ? [] : this.#events) watch.tell(event);
  }
}

class Watch {
  readonly response: ServerResponse;
  readonly timer: ReturnType<typeof setTimeout> | undefined;
  readonly #namespace: string | undefined;
  readonly #from: number;
  readonly #chunk: number;

  /** Tells what is newer than the version `from`. */
  constructor(
    response: ServerResponse,
    namespace: string | undefined,
    from: number,
    { watchLife, chunk }: Behaviour,
  ) {
    this.response = response;
    this.#namespace = namespace;
    this.#from = from;
    this.#chunk = chunk;
    response.setHeader("content-type", "application/json");
    response.flushHeaders();
    response.socket?.setNoDelay(true);
    if (watchLife > 0) {
      this.timer = setTimeout(() => {
        this.end();
      }, watchLife);
    }
  }

  tell({ type, object }: Event): void {
    if (this.response.writableEnded || Number(object.metadata.resourceVersion) <= this.#from)
      return;
    if (this.#namespace !== undefined && object.metadata.namespace !== this.#namespace) return;
    this.#write(`${JSON.stringify({ type, object })}\n`);
  }

  /** Ends the initial events. */
  mark(resourceVersion: string): void {
    const annotations = { "k8s.io/initial-events-end": "true" };
    const object = { kind: "Boat", metadata: { resourceVersion, annotations } };
    this.#write(`${JSON.stringify({ type: "BOOKMARK", object })}\n`);
  }

  end(): void {
    clearTimeout(this.timer);
    this.response.end();
  }

  #write(text: string): void {
    const bytes = Buffer.from(text);
    const step = this.#chunk > 0 ? this.#chunk : bytes.length;
    for (let at = 0; at < bytes.length; at += step) {
      this.response.write(bytes.subarray(at, at + step));
    }
  }
}

/** Answers with a Status. */
export function sendStatus(
  code: number,
  reason: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Fault {
  return (response) => {
    response.writeHead(code, { "content-type": "application/json", ...headers });
    const status = { kind: "Status", apiVersion: "v1", status: "Failure", message, reason, code };
    response.end(JSON.stringify(status));
  };
}

/** Begins a watch, and tells an ERROR event in it. */
export function sendErrorEvent(code: number, reason: string): Fault {
  return (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const status = { status: "Failure", message: reason, reason, code };
    const object = { kind: "Status", apiVersion: "v1", ...status };
    response.end(`${JSON.stringify({ type: "ERROR", object })}\n`);
  };
}
