import { isTransportError } from "./api-error.js";
import { parseRetryAfter } from "./error-response.js";
import { pauseFor, retryDelay, TokenBucket } from "./timing.js";
import type { Middleware, Send, TransportRequest, TransportResponse } from "./transport.js";

/** Options of `retry`. */
export interface RetryOptions {
  /** How often a request is sent at most. The default is 5. */
  readonly attempts?: number | undefined;
  /**
   * Milliseconds before the second attempt, about; they double with each one. The default is 100.
   */
  readonly delay?: number | undefined;
  /**
   * The most milliseconds between two attempts. The default is 30,000. An answer whose
   * `Retry-After` asks for more is handed on.
   */
  readonly maxDelay?: number | undefined;
  /**
   * How many attempts beyond the first all requests together have in stock; every request that
   * needed none puts a tenth of one back. A server that fails for everybody is left in peace, then.
   * The default is 50.
   */
  readonly budget?: number | undefined;
  /** Called before each attempt but the first, for logs and metrics. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}

/** A request that is about to be sent again. */
export interface RetryEvent {
  readonly request: TransportRequest;
  /** Which attempt comes next: 2 for the first one that is a repetition. */
  readonly attempt: number;
  /** Milliseconds until then. */
  readonly delay: number;
  /** The status of the answer; `undefined` where none came. */
  readonly status: number | undefined;
  /** Why no answer came; `undefined` where one did. */
  readonly error: unknown;
}

/**
 * Sends requests again whose failure may pass:
 *
 * - answers of 429, and of 503 with a `Retry-After`: the server did nothing;
 * - connections that were refused: nothing was sent;
 * - answers of 500, 502, 503 and 504 and connections that break, where a request may be carried out
 *   twice: those that read or store nothing, apply, delete, and updates that name a
 *   `resourceVersion`.
 *
 * The second answer to a delete may be NotFound, and to an update Conflict, because the first one
 * was carried out. `Retry-After` is waited for. The signal and the time limit of the call hold for
 * all its attempts together. Put it before other middlewares, so that they see every attempt:
 * `withMiddleware(transport, retry(), rateLimit({ perSecond: 50 }))`.
 */
export function retry(options: RetryOptions = {}): Middleware {
  const policy = new RetryPolicy(options);
  return (next) => (request) => sendAgain(policy, next, request);
}

/** The outcome of an attempt. */
type AttemptResult =
  | { readonly response: TransportResponse; readonly error?: undefined }
  | { readonly response?: undefined; readonly error: unknown };

async function sendAgain(
  policy: RetryPolicy,
  next: Send,
  request: TransportRequest,
): Promise<TransportResponse> {
  for (let attempt = 1; ; attempt++) {
    const outcome: AttemptResult = await next(request).then(
      (response) => ({ response }),
      (error: unknown) => ({ error }),
    );
    const delay = policy.delayAfter(request, attempt, outcome);
    if (delay === undefined) {
      if (outcome.response === undefined) throw outcome.error;
      return request.stream === true
        ? outcome.response
        : readAgain(policy, next, request, attempt, outcome.response);
    }
    outcome.response?.close();
    await pauseFor(delay, request.signal);
  }
}

/** An answer whose text is asked for again where the connection breaks in the middle of it. */
function readAgain(
  policy: RetryPolicy,
  next: Send,
  request: TransportRequest,
  attempt: number,
  response: TransportResponse,
): TransportResponse {
  let current = response;
  return {
    status: response.status,
    header: (name) => response.header(name),
    chunks: () => response.chunks(),
    close() {
      current.close();
    },
    async text() {
      try {
        return await response.text();
      } catch (error) {
        const delay = policy.delayAfter(request, attempt, { error });
        if (delay === undefined) throw error;
        await pauseFor(delay, request.signal);
        current = await sendAgain(policy, next, request);
        // The head was handed out already: another one would not fit the text.
        if (current.status === response.status) return current.text();
        current.close();
        throw error;
      }
    },
  };
}

class RetryPolicy {
  readonly #attempts: number;
  readonly #delay: number;
  readonly #maxDelay: number;
  readonly #budget: number;
  readonly #onRetry: RetryOptions["onRetry"];
  #stock: number;

  constructor({
    attempts = 5,
    delay = 100,
    maxDelay = 30_000,
    budget = 50,
    onRetry,
  }: RetryOptions) {
    this.#attempts = attempts;
    this.#delay = delay;
    this.#maxDelay = maxDelay;
    this.#budget = budget;
    this.#stock = budget;
    this.#onRetry = onRetry;
  }

  /** Milliseconds to wait for the next attempt; `undefined` = the outcome stands. */
  delayAfter(
    request: TransportRequest,
    attempt: number,
    outcome: AttemptResult,
  ): number | undefined {
    if (!mayPass(request, outcome)) {
      if (attempt === 1) this.#stock = Math.min(this.#stock + 0.1, this.#budget);
      return undefined;
    }
    if (attempt >= this.#attempts || this.#stock < 1 || request.signal?.aborted === true) {
      return undefined;
    }
    const asked = outcome.response && retryAfter(outcome.response);
    if (asked !== undefined && asked > this.#maxDelay) return undefined;
    this.#stock--;
    const own = retryDelay(attempt, this.#delay, this.#maxDelay);
    const delay = Math.max(own, asked ?? 0);
    const { response, error } = outcome;
    this.#onRetry?.({ request, attempt: attempt + 1, delay, status: response?.status, error });
    return delay;
  }
}

function mayPass(request: TransportRequest, { response, error }: AttemptResult): boolean {
  if (response === undefined) {
    if (!isTransportError(error) || isLasting(error.code)) return false;
    return isUnsent(error.code) || isRepeatable(request);
  }
  const { status } = response;
  if (status === 429) return true;
  if (status === 503 && retryAfter(response) !== undefined) return true;
  return [500, 502, 503, 504].includes(status) && isRepeatable(request);
}

/** Milliseconds that the server asks to wait. */
function retryAfter(response: TransportResponse): number | undefined {
  const seconds = parseRetryAfter(response.header("retry-after"));
  return seconds === undefined ? undefined : seconds * 1000;
}

/** No connection came about: the system's names, Undici's and Bun's. */
function isUnsent(code: string | undefined): boolean {
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/.test(
    code ?? "",
  );
}

/** Certificates do not get better by trying again, nor do requests that make no sense. */
function isLasting(code: string | undefined): boolean {
  return /CERT|SIGNED|ISSUER|SIGNATURE|TLS|SSL|^EPROTO$|^ERR_INVALID|^ENOENT$|^EACCES$/.test(
    code ?? "",
  );
}

/**
 * Tells whether a request may be sent again when it is not known whether the server carried it out:
 * what only reads, what stores nothing, apply, DELETE, and a PUT that names the version that it
 * replaces. The second time the answer may be NotFound or Conflict for what the first one did.
 */
function isRepeatable({ method, query, headers, body }: TransportRequest): boolean {
  if (method === "GET" || method === "HEAD" || method === "DELETE") return true;
  if (query !== undefined && /(^|&)dryRun=All(&|$)/.test(query)) return true;
  if (method === "PUT") return namesVersion(body);
  const isApply = ([name, value]: [string, string]): boolean =>
    name.toLowerCase() === "content-type" && value.startsWith("application/apply-patch");
  return method === "PATCH" && headers.some(isApply);
}

interface Versioned {
  readonly metadata?: { readonly resourceVersion?: unknown } | null;
}

function namesVersion(body: string | Uint8Array | undefined): boolean {
  // Few requests fail, so that nothing needs to be known of the others.
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  try {
    const object = JSON.parse(text) as Versioned | null; // looked at with care
    return Boolean(object?.metadata?.resourceVersion);
  } catch {
    return false;
  }
}

/** Options of `rateLimit`. */
export interface RateLimitOptions {
  /** Requests per second in the long run. */
  readonly perSecond: number;
  /** Requests that may go at once after a rest. The default is twice as many as `perSecond`. */
  readonly burst?: number | undefined;
}

/**
 * Holds requests back that come too fast, in the order in which they came (a token bucket, as
 * client-go `util/flowcontrol`). A watch counts once, when it begins. A request that is given up
 * while it waits leaves its turn to others. Servers limit their clients themselves (API Priority
 * and Fairness), so that most programs need no limit.
 *
 * @throws TypeError for a rate that is no positive number
 */
export function rateLimit({ perSecond, burst = perSecond * 2 }: RateLimitOptions): Middleware {
  const bucket = new TokenBucket(perSecond, burst);
  return (next) => async (request) => {
    request.signal?.throwIfAborted();
    const { wait } = bucket;
    bucket.take();
    if (wait > 0) {
      try {
        await pauseFor(wait, request.signal);
      } catch (error) {
        bucket.giveBack();
        throw error;
      }
    }
    return next(request);
  };
}

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

/** The wishes of an observer for one request. */
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
