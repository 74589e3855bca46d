import { TransportError } from "./api-error.js";
import type { Token } from "./authentication.js";
import { bearerToken } from "./authentication.js";
import { textOfChunks } from "./chunks-text.js";
import { errorText } from "./error-text.js";
import { untilAborted } from "./timing.js";
import type { Transport, TransportRequest, TransportResponse } from "./transport.js";
import { baseUrlOf, hostOf, urlFrom, withMiddleware } from "./transport.js";

/** Options of `fetchTransport`. */
export interface FetchTransportOptions {
  /**
   * Such as `https://10.0.0.1:6443`; a path in it is put before all others. In a page, or with a
   * `fetch` of one's own, a path such as `/kubernetes` will do.
   */
  readonly baseUrl: string;
  /** The default is the global `fetch`, looked up at each request. */
  readonly fetch?: FetchFunction | undefined;
  readonly token?: Token | undefined;
  /** Requests at a time besides watches; others wait for their turn. The default is 16. */
  readonly maxConnections?: number | undefined;
}

/** The part of `fetch` that is needed, so that every implementation of it fits. */
export type FetchFunction = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** The options passed to `fetch`: a part of the standard `RequestInit`. */
export interface FetchInit {
  method: string;
  headers: [string, string][];
  body?: string | ArrayBuffer;
  signal?: AbortSignal;
  redirect: "error";
  cache?: "no-store";
}

/** The part of a response that is used: a subset of the standard `Response`. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: { getReader(): ChunkReader } | null;
}

/** A reader of a ReadableStream of bytes. */
export interface ChunkReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/**
 * A transport on `fetch`, for browsers, workers and every runtime that has it. Certificates are the
 * runtime's business. Redirects count as failures: no API server sends them, and they would carry
 * the token elsewhere.
 *
 * @throws TypeError if there is no `baseUrl`, or it is no http or https URL
 */
export function fetchTransport(options: FetchTransportOptions): Transport {
  const baseUrl = addressOf(options).replace(/\/+$/, "");
  const slots = new Slots(options.maxConnections ?? 16);
  const url = urlFrom(baseUrl);
  const transport: Transport = {
    ...(url !== undefined && { host: hostOf(url) }),
    async send(request) {
      const release = request.stream === true ? () => undefined : await slots.take(request.signal);
      try {
        return await sendWithFetch(options.fetch ?? globalThis.fetch, baseUrl, request, release);
      } catch (error) {
        release();
        throw error;
      }
    },
  };
  return options.token === undefined
    ? transport
    : withMiddleware(transport, bearerToken(options.token));
}

/** A page may name its own server by a path alone. */
function addressOf(options: FetchTransportOptions): string {
  const { baseUrl, fetch: given } = { ...options };
  const isInPage = given !== undefined || "location" in globalThis;
  if (isInPage && typeof baseUrl === "string" && baseUrl.startsWith("/")) return baseUrl;
  baseUrlOf(options, "fetchTransport");
  return baseUrl;
}

async function sendWithFetch(
  fetchFunction: FetchFunction,
  baseUrl: string,
  request: TransportRequest,
  release: () => void,
): Promise<TransportResponse> {
  const query = request.query === undefined ? "" : `?${request.query}`;
  try {
    const answer = fetchFunction(baseUrl + request.path + query, fetchInit(request));
    return wrapResponse(request, await untilAborted(request.signal, answer), release);
  } catch (error) {
    throw failure(request, error);
  }
}

function fetchInit({ method, headers, body, signal }: TransportRequest): FetchInit {
  const init: FetchInit = { method, headers, redirect: "error" };
  if (body !== undefined) init.body = typeof body === "string" ? body : copyBytes(body);
  if (signal !== undefined) init.signal = signal;
  // Chromium sends equal requests one after another where it may keep the answer. Elsewhere there
  // is no such cache, and a `fetch` may refuse the option.
  if ("location" in globalThis) init.cache = "no-store";
  return init;
}

function copyBytes(bytes: Uint8Array): ArrayBuffer {
  const buffer = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}

function wrapResponse(
  request: TransportRequest,
  response: FetchResponse,
  release: () => void,
): TransportResponse {
  const reader = response.body?.getReader();
  if (reader === undefined) release();
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const { value } = (await untilAborted(request.signal, reader?.read())) ?? {};
        if (value === undefined) return;
        yield value;
      }
    } catch (error) {
      close();
      if (request.stream !== true || !isBodyTimeout(error)) throw failure(request, error);
    } finally {
      release();
    }
  }
  function close(): void {
    release();
    // A stream that broke cannot be cancelled, and need not be.
    reader?.cancel().catch(() => undefined);
  }
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    text: () => readText(chunks()),
    chunks,
    close,
  };
}

/**
 * Tells whether Node's `fetch` gave up an answer of which nothing came for five minutes (undici,
 * `bodyTimeout`). A watch of objects that do not change is as quiet as that, and ends as if the
 * server had ended it.
 */
function isBodyTimeout(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "UND_ERR_BODY_TIMEOUT";
}

async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return textOfChunks(all);
}

/**
 * The signal's reason if it was aborted; else a TransportError with what lies behind "fetch
 * failed".
 */
function failure({ method, path, signal }: TransportRequest, error: unknown): unknown {
  if (signal?.aborted === true) return signal.reason;
  const origin = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return new TransportError(`${method} ${path}: ${errorText(origin)}`, error);
}

/** A number of places; who finds none waits for one, in the order of asking. */
class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Resolves with what gives the place back, at its first call. Rejects with the signal's reason
   * when that aborts first.
   */
  async take(signal: AbortSignal | undefined): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#turn(signal);
    let isHeld = true;
    return () => {
      if (isHeld) this.#give();
      isHeld = false;
    };
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    let start = (): void => undefined;
    const turn = new Promise<void>((resolve) => {
      start = resolve;
    });
    this.#waiting.add(start);
    try {
      await untilAborted(signal, turn);
    } catch (error) {
      // Whoever was called just when the signal aborted has a place that nobody would give back.
      if (!this.#waiting.delete(start)) this.#give();
      throw error;
    }
  }

  #give(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free++;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
