import { shareContact } from "./contact.js";

/** A request as a value: nothing is left to decide for whoever sends it. */
export interface TransportRequest {
  readonly method: string;
  /** Begins with `/`; every segment is percent-encoded. */
  readonly path: string;
  /** Without `?`; percent-encoded. */
  readonly query?: string | undefined;
  /** Pairs, because a name may occur more than once (`Impersonate-Group`). */
  readonly headers: [string, string][];
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The answer is a watch: it goes on for minutes, and its chunks are wanted as they come. */
  readonly stream?: boolean | undefined;
}

/** An answer whose body was not read yet: call `text` or `chunks`, one of them, once. */
export interface TransportResponse {
  readonly status: number;
  /** Values of one header, joined by `, `; `null` if there is none. Names compare without case. */
  header(name: string): string | null;
  text(): Promise<string>;
  chunks(): AsyncIterable<Uint8Array>;
  /** Give up the rest of the body. Does nothing once the body was read to its end. */
  close(): void;
}

/**
 * The only door to the network. `send` resolves for every HTTP status; it rejects when no answer
 * came, and with `signal.reason` when the signal was aborted.
 */
export interface Transport {
  /** The namespace of clients that name none: that of a kubeconfig's context, or of the pod. */
  readonly defaultNamespace?: string | undefined;
  /** The server and its port, such as `10.0.0.1:6443`, for metrics. */
  readonly host?: string | undefined;
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Close all connections, where the transport holds any. */
  close?(): void;
}

/** `Transport.send`, as middlewares see it. */
export type Send = (request: TransportRequest) => Promise<TransportResponse>;

/** Code around every request: authentication, retries, tracing. */
export type Middleware = (next: Send) => Send;

/**
 * A transport behind middlewares; the first one is the outermost. It can be closed if the transport
 * can.
 */
export function withMiddleware<T extends Transport>(
  transport: T,
  ...middlewares: readonly Middleware[]
): Pick<T, keyof T & keyof Transport> {
  const innermost: Send = (request) => transport.send(request);
  const wrapped: Transport = {
    get defaultNamespace() {
      return transport.defaultNamespace;
    },
    ...(transport.host !== undefined && { host: transport.host }),
    send: middlewares.reduceRight<Send>((next, middleware) => middleware(next), innermost),
    ...(transport.close !== undefined && { close: () => transport.close?.() }),
  };
  shareContact(wrapped, transport);
  return wrapped as T; // it has what the transport has
}

/** A request with one more header. */
export function withHeader(
  request: TransportRequest,
  name: string,
  value: string,
): TransportRequest {
  return { ...request, headers: [...request.headers, [name, value]] };
}

/** An address of an API server, for the examples in errors. */
const example = '"https://10.0.0.1:6443"';

/**
 * The address that a transport was given.
 *
 * @param options what the transport is made from, which callers in JavaScript may have left out
 * @param caller the function, for the error: `fetchTransport`
 * @throws TypeError that says what is missing, with an example
 */
export function baseUrlOf(options: unknown, caller: string): URL {
  const given = typeof options === "object" && options !== null ? options : {};
  const { baseUrl } = given as { readonly baseUrl?: unknown }; // an object may have it
  if (baseUrl === undefined || baseUrl === "") {
    throw new TypeError(
      `${caller} needs the address of the API server: ${caller}({ baseUrl: ${example} })`,
    );
  }
  return httpUrl(baseUrl, "baseUrl", example);
}

/**
 * An http or https URL.
 *
 * @throws TypeError that shows an example, and no credentials that may be in the text
 */
export function httpUrl(text: unknown, option: string, sample: string): URL {
  const is =
    typeof text === "string" ? shown(text) : `of type ${text === null ? "null" : typeof text}`;
  const url = typeof text === "string" ? urlFrom(text) : undefined;
  if (url?.protocol === "https:" || url?.protocol === "http:") return url;
  throw new TypeError(`${option} must be an http or https URL, such as ${sample}, but is ${is}`);
}

/** The host and the port, the usual one too. */
export function hostOf({ hostname, port, protocol }: URL): string {
  const usual = protocol === "http:" ? "80" : "443";
  return `${hostname}:${port === "" ? usual : port}`;
}

/** `undefined` for what is no URL. `URL.canParse` is newer than TypeScript 5.0. */
export function urlFrom(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function shown(text: string): string {
  return JSON.stringify(text.replace(/^.*@/s, "…@"));
}
