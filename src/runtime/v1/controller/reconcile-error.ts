import { errorText } from "../client/error-text.js";
import type { ObjectKey } from "../informer/object-key.js";
import { objectKeyText } from "../informer/object-key.js";

/** Something went wrong with one object, or with the mapping of an event to keys. */
export class ReconcileError extends Error {
  /** Absent where no object is known. */
  readonly key: ObjectKey | undefined;
  /** Milliseconds until the next try; absent where none was planned for this. */
  readonly retryAfter: number | undefined;

  /** `cause` is what was thrown. */
  constructor(what: string, key: ObjectKey | undefined, cause: unknown, retryAfter?: number) {
    const about = key === undefined ? what : `${objectKeyText(key)}: ${what}`;
    const thrown = cause instanceof Error ? errorText(cause) : `not an Error: ${preview(cause)}`;
    const text = cause === undefined ? about : `${about}: ${thrown}`;
    super(retryAfter === undefined ? text : `${text} (next try in ${retryAfter} ms)`, { cause });
    this.name = "ReconcileError";
    this.key = key;
    this.retryAfter = retryAfter;
  }
}

/** The beginning of a value as text, whatever it is. */
function preview(value: unknown): string {
  try {
    return String(typeof value === "object" ? JSON.stringify(value) : value).slice(0, 200);
  } catch {
    return typeof value;
  }
}
