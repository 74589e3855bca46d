import { errorText } from "../../client/error-text.js";
import type { ObjectKey } from "../informer/object-key.js";
import { objectKeyText } from "../informer/object-key.js";

/** Something went wrong with one object, or with the mapping of an event to keys. */
export class ReconcileError extends Error {
  /** Absent where no object is known. */
  declare readonly key?: ObjectKey;
  /** Milliseconds until the next try; absent where none is planned. */
  declare readonly retryAfter?: number;

  /** `cause` is what was thrown. */
  constructor(what: string, key: ObjectKey | undefined, cause: unknown, retryAfter?: number) {
    const about = key === undefined ? what : `${objectKeyText(key)}: ${what}`;
    const text = cause === undefined ? about : `${about}: ${thrownText(cause)}`;
    super(
      retryAfter === undefined ? text : `${text} (next try in ${retryAfter} ms)`,
      cause === undefined ? undefined : { cause },
    );
    this.name = "ReconcileError";
    if (key !== undefined) this.key = key;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
  }
}

/**
 * To be thrown by a `reconcile` or `cleanup` that only a change of the object can mend, such as one
 * of its specification: it is reported, but there is no next try before the object is to be
 * reconciled again for another reason (controller-runtime `pkg/reconcile`, TerminalError).
 */
export class TerminalError extends Error {
  /** `cause` is what led to it. */
  constructor(message: string, { cause }: { readonly cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "TerminalError";
  }
}

/** Whether an error is a TerminalError, of this copy of the runtime or of another one. */
export function isTerminalError(error: unknown): error is TerminalError {
  return error instanceof Error && error.name === "TerminalError";
}

/** What was thrown as text, whatever it is: some cannot even be read. */
function thrownText(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return errorText(thrown);
    const text = typeof thrown === "object" ? JSON.stringify(thrown) : String(thrown);
    return `not an Error: ${text.slice(0, 200)}`;
  } catch {
    return `an unreadable ${typeof thrown}`;
  }
}
