import type { Middleware, TransportRequest } from "./transport.js";

/** How a request ended, as far as its head is concerned. */
export interface RequestOutcome {
  /** The HTTP status; `undefined` where no answer came. */
  readonly status: number | undefined;
  /** Why no answer came; `undefined` where one did. */
  readonly error: unknown;
  /** Milliseconds until the head of the answer was there. */
  readonly duration: number;
  /** The id under which the server's audit log has the request. */
  readonly auditId: string | undefined;
}

/** What is to be done about one request. */
export interface Observation {
  /** Headers to send along, such as `traceparent`. */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** Called once, when the head of the answer is there or none will come. */
  readonly end?: ((outcome: RequestOutcome) => void) | undefined;
}

/**
 * Calls a function for every request, for logs, metrics and traces. What it returns is told how the
 * request ended. A function that throws is reported by `console.error`: no request fails by being
 * watched.
 */
export function observe(start: (request: TransportRequest) => Observation | undefined): Middleware {
  return (next) => async (request) => {
    const observation = callObserver(() => start(request));
    const began = performance.now();
    const finish = (status: number | undefined, error: unknown, auditId?: string): void => {
      const duration = performance.now() - began;
      callObserver(() => observation?.end?.({ status, error, duration, auditId }));
    };
    const headers = Object.entries(observation?.headers ?? {});
    try {
      const response = await next({ ...request, headers: [...request.headers, ...headers] });
      finish(response.status, undefined, response.header("audit-id") ?? undefined);
      return response;
    } catch (error) {
      finish(undefined, error);
      throw error;
    }
  };
}

function callObserver<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    console.error("an observer of requests failed:", error);
    return undefined;
  }
}

/**
 * Gives every request an id of its own, in the header `Audit-ID`: the server's audit log has it,
 * and its answer (apiserver `endpoints/filters/audit_init.go`). Before `retry` all attempts of a
 * request share one, behind it each has its own.
 *
 * @param create makes an id of at most 64 characters; the default makes a UUID
 */
export function requestIds(create: () => string = () => crypto.randomUUID()): Middleware {
  return (next) => (request) => {
    const headers: [string, string][] = [...request.headers, ["audit-id", create()]];
    return next({ ...request, headers });
  };
}
