import type { ResourceDefinition } from "../values/resource-definition.js";
import { ApiError, TransportError } from "./api-error.js";
import type { Contact } from "./contact.js";
import { contactOf } from "./contact.js";
import { errorFromResponse, isStatus } from "./error-response.js";
import { excerpt } from "./error-text.js";
import type { Identified } from "./list-pages.js";
import type { CallOptions, WriteParameters } from "./options.js";
import type { Subresource, Target } from "./request.js";
import type { Deadline } from "./timing.js";
import { startDeadline, untilAborted } from "./timing.js";
import type { Middleware, Transport, TransportRequest, TransportResponse } from "./transport.js";
import { withMiddleware } from "./transport.js";
import type { WarningHandler } from "./warnings.js";
import { createWarningLog, parseWarnings } from "./warnings.js";
import { readLines, readTextLines } from "./watch-event.js";

/** Defaults for all calls of a client. */
export interface ClientOptions {
  /**
   * Milliseconds for one call; 0 = no limit. The default is 90,000: the server itself gives up
   * after 60,000.
   */
  readonly timeout?: number | undefined;
  /** Recorded as the owner of the fields that create, update, patch and apply write. */
  readonly fieldManager?: string | undefined;
  /** Takes the server's warnings; the default prints each text once with `console.warn`. */
  readonly onWarning?: WarningHandler | undefined;
}

/** Defaults for all calls of the client of a namespaced resource. */
export interface NamespacedClientOptions extends ClientOptions {
  /** The default is that of the transport, else `default`. */
  readonly namespace?: string | undefined;
}

/** Defaults for all calls, in one namespace or in all of them. */
interface CallerOptions extends NamespacedClientOptions {
  /** Lists and watches reach all namespaces; what has one place must name its namespace. */
  readonly allNamespaces?: boolean | undefined;
}

/** What the lists and watches of a client see, as far as their options do not say otherwise. */
export interface Reach {
  readonly transport: Transport;
  /** Absent = all namespaces, or a cluster-scoped resource. */
  readonly namespace?: string | undefined;
}

/** Where to aim, as the options of a call say it. */
export interface TargetOptions {
  readonly namespace?: string | undefined;
  readonly allNamespaces?: boolean | undefined;
}

/** What counts for an answer that goes on. */
interface StreamOptions extends CallOptions {
  /** Called when the head of the answer is there, and says that it is one. */
  readonly onOpen?: (() => void) | undefined;
}

/**
 * Sends requests for one resource and turns answers into values or errors; shared by a client and
 * its subresources.
 */
export class Caller {
  readonly resource: ResourceDefinition;
  /** Told of answers; shared with everybody who uses the transport. */
  readonly contact: Contact;
  readonly #options: CallerOptions;
  readonly #transport: Transport;
  readonly #timeout: number;
  readonly #warn: WarningHandler;

  constructor(resource: ResourceDefinition, transport: Transport, options: CallerOptions) {
    refuseNoTransport(resource, transport);
    this.resource = resource;
    this.#options = options;
    this.#transport = transport;
    this.contact = contactOf(transport);
    this.#timeout = options.timeout ?? 90_000;
    this.#warn = options.onWarning ?? createWarningLog(transport);
  }

  /** The same with some other options, and perhaps behind middlewares. */
  with(options: CallerOptions, ...middlewares: readonly Middleware[]): Caller {
    const transport =
      middlewares.length === 0 ? this.#transport : withMiddleware(this.#transport, ...middlewares);
    return new Caller(this.resource, transport, { ...this.#options, ...options });
  }

  get reach(): Reach {
    return { transport: this.#transport, namespace: this.collection({}).namespace };
  }

  /** Where lists and watches look, as the client was told; empty where it was told nothing. */
  get coverage(): TargetOptions {
    const { namespace, allNamespaces } = this.#options;
    return { namespace, allNamespaces };
  }

  /** The collection, of all namespaces perhaps. */
  collection(options: TargetOptions): Target {
    const { namespace, allNamespaces = namespace === undefined && this.#options.allNamespaces } =
      options;
    return allNamespaces === true ? { resource: this.resource } : this.place(options);
  }

  /**
   * The collection of one namespace, for whatever has one place. Throws a TypeError if neither call
   * nor client say which.
   */
  place({ namespace }: TargetOptions): Target {
    if (this.resource.scope === "Cluster") return { resource: this.resource };
    const { allNamespaces, namespace: own } = this.#options;
    if (namespace === undefined && allNamespaces === true) {
      throw new TypeError('the call needs a namespace, such as { namespace: "default" }');
    }
    const used = namespace ?? own ?? this.#transport.defaultNamespace ?? "default";
    return { resource: this.resource, namespace: used };
  }

  /** The collection that an object belongs to. */
  placeOf(object: Identified | undefined, options: TargetOptions): Target {
    if (object === undefined) throw new TypeError("the call needs an object");
    const namespace = options.namespace ?? object.metadata?.namespace ?? undefined;
    return this.place({ namespace });
  }

  /**
   * The object with this name. Throws a TypeError if it is no text: without a name the call would
   * go to the whole collection, and names come out of lists and maps where they may be missing,
   * whatever their types say.
   */
  named(name: string, options: TargetOptions, subresource?: Subresource): Target {
    if (!isText(name)) throw new TypeError(`the name must be a string, not ${String(name)}`);
    return { ...this.place(options), name, subresource };
  }

  /** The object on the server that this one stands for. Throws a TypeError if it has no name. */
  namedAs(
    object: Identified | undefined,
    options: TargetOptions,
    subresource?: Subresource,
  ): Target {
    const name = object?.metadata?.name;
    if (!isText(name)) throw new TypeError("the object needs a metadata.name");
    return { ...this.placeOf(object, options), name, subresource };
  }

  /** The parameters of a write, with the client's field manager where they name none. */
  asManager(parameters: WriteParameters): WriteParameters {
    const { fieldManager } = this.#options;
    if (fieldManager === undefined) return parameters;
    return { ...parameters, fieldManager: parameters.fieldManager ?? fieldManager };
  }

  /**
   * The value that the server answers with: what `JSON.parse` gives, under the type that the API
   * promises.
   */
  async call<Answer>(
    target: Target,
    request: TransportRequest,
    options: CallOptions,
  ): Promise<Answer> {
    const text = await this.callForText(target, request, options);
    return parseAnswer(request, text) as Answer; // the API's promise
  }

  /** The text that the server answers with. */
  async callForText(
    target: Target,
    request: TransportRequest,
    options: CallOptions,
  ): Promise<string> {
    const deadline = startDeadline(options.signal, options.timeout ?? this.#timeout);
    let response: TransportResponse | undefined;
    try {
      response = await this.#send(target, request, deadline);
      return await untilAborted(deadline.signal, response.text());
    } catch (error) {
      response?.close();
      throw abortReason(deadline, error);
    } finally {
      deadline.end();
    }
  }

  /**
   * The lines of the server's answer as they come, blank ones left out, many at a time perhaps. The
   * time limit ends with the first bytes. Ends without an error when `controller` is aborted with
   * `leftReason`.
   */
  async *stream(
    target: Target,
    request: TransportRequest,
    options: StreamOptions,
    controller: AbortController,
  ): AsyncGenerator<string[], void, undefined> {
    for await (const lines of this.#lines(target, request, options, controller, readLines)) {
      yield lines.filter(isFilled);
    }
  }

  /** The same with blank lines, and with a last one that has no end. */
  streamText(
    target: Target,
    request: TransportRequest,
    options: CallOptions,
    controller: AbortController,
  ): AsyncGenerator<string[], void, undefined> {
    return this.#lines(target, request, options, controller, readTextLines);
  }

  async *#lines(
    target: Target,
    request: TransportRequest,
    options: StreamOptions,
    controller: AbortController,
    read: typeof readLines,
  ): AsyncGenerator<string[], void, undefined> {
    const timeout = options.timeout ?? this.#timeout;
    const deadline = startDeadline(options.signal, timeout, controller);
    let response: TransportResponse | undefined;
    try {
      response = await this.#send(target, request, deadline);
      deadline.stopTimer();
      options.onOpen?.();
      for await (const lines of read(response.chunks())) {
        deadline.signal.throwIfAborted();
        yield lines;
        // What the transport does then is not waited for.
        deadline.signal.throwIfAborted();
      }
    } catch (error) {
      if (controller.signal.reason !== leftReason) throw abortReason(deadline, error);
    } finally {
      response?.close();
      deadline.end();
    }
  }

  async #send(
    target: Target,
    request: TransportRequest,
    deadline: Deadline,
  ): Promise<TransportResponse> {
    const { signal } = deadline;
    signal.throwIfAborted();
    const sent = this.#transport.send({ ...request, signal });
    const response = await untilAborted(signal, sent, closeResponse);
    if (response.status < 500) this.contact.made();
    try {
      for (const text of parseWarnings(response.header("warning"))) this.#warn(text, request);
      if (response.status >= 200 && response.status < 300) return response;
      const body = await untilAborted(signal, response.text());
      throw errorFromResponse(target, request.method, response, body);
    } catch (error) {
      response.close();
      throw error;
    }
  }
}

/** Callers in JavaScript leave it out. */
function refuseNoTransport({ kind }: ResourceDefinition, transport: unknown): void {
  const given = typeof transport === "object" && transport !== null ? transport : {};
  if ("send" in given && typeof given.send === "function") return;
  const call = `new ${kind}Client(fetchTransport({ baseUrl: "https://10.0.0.1:6443" }))`;
  throw new TypeError(`the client needs a transport: ${call}`);
}

function closeResponse(response: TransportResponse): void {
  response.close();
}

function isFilled(line: string): boolean {
  return line.trim() !== "";
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/**
 * The object that was sent. A Status of a failure is one, whatever the HTTP status says (client-go
 * `rest/request.go`).
 */
function parseAnswer(request: TransportRequest, text: string): object {
  const value = parseJson(request, text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw nonsense(request, text, "not an object");
  }
  if (isStatus(value) && value.status !== "Success") throw new ApiError(value);
  return value;
}

function parseJson(request: TransportRequest, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Without the error, which shows a part of the text.
    throw nonsense(request, text, "not JSON");
  }
}

function nonsense({ method, path }: TransportRequest, text: string, fault: string): TransportError {
  return new TransportError(`${method} ${path}: the answer is ${fault}: ${excerpt(text)}`);
}

/**
 * Returns the reason of the caller's signal or of the time limit, in place of whatever the
 * transport made of it.
 */
function abortReason({ signal }: Deadline, error: unknown): unknown {
  return signal.aborted ? signal.reason : error;
}

/**
 * The reason with which the controller of a generator is aborted when the generator is left; no
 * error, since nobody sees it.
 */
const leftReason = "the generator was left";

/**
 * A generator that can be left while it waits: `return` and `throw` abort the controller first, so
 * that they do not queue up behind a value that may never come. `start` gets the controller; what
 * it makes must end once that is aborted with `leftReason`.
 */
export function leavable<T>(
  start: (controller: AbortController) => AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> {
  const controller = new AbortController();
  const generator = start(controller);
  const finish = generator.return.bind(generator);
  const fail = generator.throw.bind(generator);
  generator.return = (value) => {
    controller.abort(leftReason);
    return finish(value);
  };
  generator.throw = (error) => {
    controller.abort(leftReason);
    return fail(error);
  };
  return generator;
}

/** Calls one subresource. */
export class SubresourceClient {
  protected readonly caller: Caller;

  constructor(caller: Caller) {
    this.caller = caller;
  }
}

/**
 * A client like another one that calls by another caller, and so do its subresources. It has the
 * fields of a class on top of the client's, but not what begins with `#`.
 */
export function copyClient<Client extends object>(client: Client, caller: Caller): Client {
  const members = Object.entries(client).map(([name, value]: [string, unknown]) => [
    name,
    name === "caller" ? caller : reboundMember(value, caller),
  ]);
  const copy = Object.create(Object.getPrototypeOf(client) as object) as Client; // of its class
  return Object.assign(copy, Object.fromEntries(members) as object); // `members` has pairs
}

function reboundMember(value: unknown, caller: Caller): unknown {
  if (!(value instanceof SubresourceClient)) return value;
  const { constructor } = Object.getPrototypeOf(value) as { constructor: typeof SubresourceClient }; // of its class
  return new constructor(caller);
}
