import type { ObjectKey } from "../informer/store.js";
import { objectKeyText } from "../informer/store.js";
import { textOfThrown } from "../log/failure-log.js";

/** Something went wrong with one object, or with the mapping of an event to keys. */
export class ReconcileError extends Error {
  /** What failed, without the object and the cause. */
  readonly what: string;
  /** Absent where no object is known. */
  declare readonly key?: ObjectKey;
  /** Milliseconds until the next try; absent where none is planned. */
  declare readonly retryAfter?: number;

  /** `cause` is what was thrown. */
  constructor(what: string, key: ObjectKey | undefined, cause: unknown, retryAfter?: number) {
    const about = key === undefined ? what : `${objectKeyText(key)}: ${what}`;
    const text = cause === undefined ? about : `${about}: ${textOfThrown(cause)}`;
    super(
      retryAfter === undefined ? text : `${text} (next try in ${retryAfter} ms)`,
      cause === undefined ? undefined : { cause },
    );
    this.name = "ReconcileError";
    this.what = what;
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

/** Tells whether an error is a TerminalError, of this copy of the runtime or of another one. */
export function isTerminalError(error: unknown): error is TerminalError {
  return error instanceof Error && error.name === "TerminalError";
}
