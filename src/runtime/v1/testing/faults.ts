import { TransportError } from "../client/api-error.js";
import { failed, Failure } from "./failure.js";
import type { ServerAnswer, ServerCall } from "./server-call.js";

/** A fault for the requests that it describes. What is left out fits every request. */
export interface Fault {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`. */
  readonly verb?: string | readonly string[] | undefined;
  /** The plural: `crontabs`. */
  readonly resource?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  /** `status` or `scale`; `""` for the object itself. */
  readonly subresource?: string | undefined;
  /** How many requests it hits. Default: 1. */
  readonly times?: number | undefined;
  /** Milliseconds before the request is answered, or fails. */
  readonly delay?: number | undefined;
  /** The HTTP status of the answer; the request does nothing then. */
  readonly status?: number | undefined;
  /** Of the answer. */
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  /** Seconds, in the header of that name. */
  readonly retryAfter?: number | undefined;
  /**
   * The connection breaks, `before` the request does anything, or `after` that: then the client
   * does not know what it did.
   */
  readonly reset?: "before" | "after" | undefined;
}

const reasons: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  410: "Expired",
  422: "Invalid",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
  504: "Timeout",
};

/** The faults that are to come. */
export class FaultPlan {
  readonly #faults = new Map<Fault, number>();

  /** Gives what takes the fault away again. */
  add(fault: Fault): () => void {
    this.#faults.set(fault, fault.times ?? 1);
    return () => void this.#faults.delete(fault);
  }

  clear(): void {
    this.#faults.clear();
  }

  /** Answers a call as the next fault for it says, or else as usual. */
  async apply(
    call: ServerCall,
    answer: () => Promise<ServerAnswer | Failure>,
  ): Promise<ServerAnswer | Failure> {
    const fault = this.#take(call);
    if (fault === undefined) return answer();
    const { delay = 0, reset, status } = fault;
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    if (reset === "before") throw connectionReset(call);
    if (status !== undefined) return faultFailure(fault, status);
    const answered = await answer();
    if (reset === undefined) return answered;
    if (!(answered instanceof Failure)) answered.close?.();
    throw connectionReset(call);
  }

  #take(call: ServerCall): Fault | undefined {
    for (const [fault, times] of this.#faults) {
      if (!fits(fault, call)) continue;
      if (times > 1) this.#faults.set(fault, times - 1);
      else this.#faults.delete(fault);
      return fault;
    }
    return undefined;
  }
}

function fits(fault: Fault, { info }: ServerCall): boolean {
  const verbs = typeof fault.verb === "string" ? [fault.verb] : fault.verb;
  if (verbs !== undefined && !verbs.includes(info.verb)) return false;
  const parts = ["resource", "namespace", "name", "subresource"] as const;
  return parts.every((part) => fault[part] === undefined || fault[part] === info[part]);
}

function faultFailure({ reason, message, retryAfter }: Fault, status: number): Failure {
  const known = reason ?? reasons[status];
  const details = retryAfter === undefined ? undefined : { retryAfterSeconds: retryAfter };
  return failed(status, known, message ?? "this request was made to fail by the test", details);
}

function connectionReset({ request }: ServerCall): Error {
  const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  return new TransportError(`${request.method} ${request.path}: the connection broke`, cause);
}
