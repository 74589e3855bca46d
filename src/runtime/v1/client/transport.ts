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
    send: middlewares.reduceRight<Send>((next, middleware) => middleware(next), innermost),
    ...(transport.close !== undefined && { close: () => transport.close?.() }),
  };
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
