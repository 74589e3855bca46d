import { TransportError } from "./api-error.js";
import type { Deadline } from "./deadline.js";
import { startDeadline } from "./deadline.js";
import { errorFromResponse } from "./error-response.js";
import { readLines } from "./lines.js";
import type { Identified } from "./list-pages.js";
import type { CallOptions, WriteParameters } from "./options.js";
import type { Subresource, Target } from "./request.js";
import type { ResourceDefinition } from "./resource-definition.js";
import type { Transport, TransportRequest, TransportResponse } from "./transport.js";
import type { WarningHandler } from "./warnings.js";
import { createWarningLog, parseWarnings } from "./warnings.js";

/** What a client does unless a call says otherwise. */
export interface ClientOptions {
  /** Milliseconds for one call; 0 = no limit. The default is 90,000: the server itself gives up after 60,000. */
  readonly timeout?: number | undefined;
  /** Recorded as the owner of the fields that create, update and patch write. */
  readonly fieldManager?: string | undefined;
  /** Takes the server's warnings; the default prints each text once with `console.warn`. */
  readonly onWarning?: WarningHandler | undefined;
}

/** What the client of a namespaced resource does unless a call says otherwise. */
export interface NamespacedClientOptions extends ClientOptions {
  /** The default is `default`. */
  readonly namespace?: string | undefined;
}

/** Where to aim, as the options of a call say it. */
export interface TargetOptions {
  readonly namespace?: string | undefined;
  readonly allNamespaces?: boolean | undefined;
}

/** Sends requests for one resource and turns answers into values or errors; shared by a client and its subresources. */
export class Caller {
  readonly resource: ResourceDefinition;
  readonly #fieldManager: string | undefined;
  readonly #transport: Transport;
  readonly #namespace: string;
  readonly #timeout: number;
  readonly #warn: WarningHandler;

  constructor(
    resource: ResourceDefinition,
    transport: Transport,
    options: NamespacedClientOptions,
  ) {
    this.resource = resource;
    this.#fieldManager = options.fieldManager;
    this.#transport = transport;
    this.#namespace = options.namespace ?? "default";
    this.#timeout = options.timeout ?? 90_000;
    this.#warn = options.onWarning ?? createWarningLog(transport);
  }

  /** The collection, or the object with this name. */
  target(options: TargetOptions, name?: string, subresource?: Subresource): Target {
    return { resource: this.resource, namespace: this.#place(options), name, subresource };
  }

  /** The collection that an object belongs to. */
  targetOf(object: Identified, options: TargetOptions): Target {
    return this.target({ namespace: options.namespace ?? object.metadata?.namespace });
  }

  /** The object on the server that this one stands for. Throws a TypeError if it has no name. */
  targetOfNamed(object: Identified, options: TargetOptions, subresource?: Subresource): Target {
    const name = object.metadata?.name;
    if (name === undefined) throw new TypeError("the object needs a metadata.name");
    return { ...this.targetOf(object, options), name, subresource };
  }

  /** The parameters of a write, with the client's field manager where they name none. */
  asManager(parameters: WriteParameters): WriteParameters {
    if (this.#fieldManager === undefined) return parameters;
    return { ...parameters, fieldManager: parameters.fieldManager ?? this.#fieldManager };
  }

  /** The value that the server answers with: what `JSON.parse` gives, under the type that the API promises. */
  async call<Answer>(
    target: Target,
    request: TransportRequest,
    options: CallOptions,
  ): Promise<Answer> {
    const deadline = this.#startDeadline(options);
    try {
      const response = await this.#send(target, request, deadline);
      return parseAnswer(request, await response.text()) as Answer; // the API's promise
    } catch (error) {
      throw abortReason(deadline, error);
    } finally {
      deadline.end();
    }
  }

  /** The lines of the server's answer as they come, blank ones left out. The time limit ends with the first bytes. */
  async *stream(
    target: Target,
    request: TransportRequest,
    options: CallOptions,
  ): AsyncGenerator<string> {
    const deadline = this.#startDeadline(options);
    let response: TransportResponse | undefined;
    try {
      response = await this.#send(target, request, deadline);
      deadline.stopTimer();
      for await (const line of readLines(response.chunks())) {
        if (line.trim() !== "") yield line;
      }
    } catch (error) {
      throw abortReason(deadline, error);
    } finally {
      response?.close();
      deadline.end();
    }
  }

  #startDeadline(options: CallOptions): Deadline {
    return startDeadline(options.signal, options.timeout ?? this.#timeout);
  }

  async #send(
    target: Target,
    request: TransportRequest,
    deadline: Deadline,
  ): Promise<TransportResponse> {
    deadline.signal.throwIfAborted();
    const response = await this.#transport.send({ ...request, signal: deadline.signal });
    for (const text of parseWarnings(response.header("warning"))) this.#warn(text, request);
    if (response.status >= 200 && response.status < 300) return response;
    throw errorFromResponse(target, request.method, response, await response.text());
  }

  #place({ namespace, allNamespaces }: TargetOptions): string | undefined {
    if (this.resource.scope === "Cluster" || allNamespaces === true) return undefined;
    return namespace ?? this.#namespace;
  }
}

function parseAnswer(request: TransportRequest, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const start = JSON.stringify(text.slice(0, 100));
    throw new TransportError(
      `${request.method} ${request.path}: the answer is not JSON: ${start}`,
      error,
    );
  }
}

/** What the caller's signal or the time limit says, in place of whatever the transport made of it. */
function abortReason({ signal }: Deadline, error: unknown): unknown {
  return signal.aborted ? signal.reason : error;
}
