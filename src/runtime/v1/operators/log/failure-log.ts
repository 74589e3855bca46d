import { errorText } from "../../client/error-text.js";
import { accessRuleText, missingRule } from "../../client/missing-rule.js";
import type { ExpectedFailure } from "./expected-failure.js";
import { expectedFailure } from "./expected-failure.js";
import type { LogFields, Logger } from "./logger.js";
import { maskedValue, writeMasked } from "./masked.js";

/** How failures are written. */
export interface FailureLogOptions {
  readonly logger: Logger;
  /** Milliseconds in which failures of one sort are counted; the default is 60,000. */
  readonly window?: number | undefined;
  /** Sorts that are counted at once; of more, the oldest is written and dropped; 200 by default. */
  readonly limit?: number | undefined;
}

/**
 * Writes failures to a logger. An expected one (`expectedFailure`) is one line; any other keeps its
 * stack, as the field `err`. A refusal has the rule that a role lacks, as the field `missingRule`.
 * The first of a sort is written at once, and those that follow are counted: "40 times more in the
 * last minute". The sort is what failed, how, and with which resource, whatever the object.
 *
 * Tokens and the contents of Secrets are left out, also of what an error bears and of its causes:
 * the logger gets a copy of it, which is of the same class.
 */
export class FailureLog {
  readonly #logger: Logger;
  readonly #window: number;
  readonly #limit: number;
  /** By sort; the oldest first. */
  readonly #entries = new Map<string, Entry>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ logger, window = 60_000, limit = 200 }: FailureLogOptions) {
    this.#logger = logger;
    this.#window = window;
    this.#limit = limit;
  }

  /**
   * Reports that something failed. `what`: in a few words that are the same for all of its sort,
   * such as "reconcile failed"; `fields`: with which object, and what comes next. Never throws.
   */
  report(what: string, error: unknown, fields: LogFields = {}): void {
    const expected = expectedFailure(error);
    const sort = `${what}\n${expected === undefined ? sortOf(error) : sortOfExpected(expected)}`;
    const known = this.#entries.get(sort);
    if (known === undefined) {
      this.#makeRoom();
      const entry = { what, error, expected, fields, times: 0, since: performance.now() };
      this.#entries.set(sort, entry);
      this.#write(entry, "");
    } else {
      known.times++;
      known.error = error;
      known.fields = fields;
    }
    this.#startTimer();
  }

  /** Writes what was counted so far. To be called before the program ends. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const entry of this.#entries.values()) this.#writeCount(entry);
    this.#entries.clear();
  }

  #makeRoom(): void {
    if (this.#entries.size < this.#limit) return;
    for (const [sort, entry] of this.#entries) {
      this.#writeCount(entry);
      this.#entries.delete(sort);
      return;
    }
  }

  #startTimer(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#endWindow();
    }, this.#window);
    // A count to be written must not keep a program alive.
    (this.#timer as { unref?: () => void }).unref?.(); // only Node.js has it
  }

  /** What has not come again for a window is news when it comes. */
  #endWindow(): void {
    for (const [sort, entry] of this.#entries) {
      if (entry.times === 0) this.#entries.delete(sort);
      else this.#writeCount(entry);
    }
    if (this.#entries.size > 0) this.#startTimer();
  }

  #writeCount(entry: Entry): void {
    if (entry.times === 0) return;
    const seconds = Math.max(1, Math.round((performance.now() - entry.since) / 1_000));
    const time = seconds === 60 ? "minute" : `${seconds} seconds`;
    const { times } = entry;
    const count = ` (${times} ${times === 1 ? "time" : "times"} more in the last ${time})`;
    this.#write({ ...entry, fields: { ...entry.fields, times } }, count);
    entry.times = 0;
    entry.since = performance.now();
  }

  #write({ what, error, expected, fields }: Entry, count: string): void {
    try {
      if (expected === undefined && count === "" && error instanceof Error) {
        writeMasked(this.#logger, "error", { ...fields, err: error }, what);
      } else {
        const text = textOfThrown(error);
        const level = expected === undefined ? "error" : levelOf(expected);
        const { rule } = missingRule(expected?.error) ?? {};
        const all = rule === undefined ? fields : { missingRule: accessRuleText(rule), ...fields };
        writeMasked(this.#logger, level, all, (text === "" ? what : `${what}: ${text}`) + count);
      }
    } catch {
      // Nobody is left to be told.
    }
  }
}

/** What was reported of one sort. */
interface Entry {
  readonly what: string;
  /** The last one. */
  error: unknown;
  readonly expected: ExpectedFailure | undefined;
  fields: LogFields;
  /** How often it came since it was written. */
  times: number;
  /** When it was written. */
  since: number;
}

function levelOf({ kind }: ExpectedFailure): "info" | "warn" {
  return kind === "initializing" ? "info" : "warn";
}

/** Objects differ, and so do their names in messages: the resource and the reason decide. */
function sortOfExpected({ kind, error }: ExpectedFailure): string {
  const { status, code } = error as { status?: AnyStatus; code?: unknown }; // of an ApiError
  const details = status?.details;
  return [kind, code, status?.reason, details?.group, details?.kind].join(" ");
}

interface AnyStatus {
  readonly reason?: unknown;
  readonly details?: { readonly group?: unknown; readonly kind?: unknown };
}

function sortOf(error: unknown): string {
  return `${error instanceof Error ? error.name : typeof error} ${textOfThrown(error)}`;
}

/** What was thrown as text, with its causes, whatever it is: some cannot even be read. */
export function textOfThrown(thrown: unknown): string {
  try {
    if (thrown === undefined) return "";
    if (!(thrown instanceof Error)) {
      const plain = maskedValue(thrown);
      const text = typeof plain === "object" ? JSON.stringify(plain) : String(plain);
      return `not an Error: ${text.slice(0, 200)}`;
    }
    const text = errorText(thrown);
    const cause = thrown.cause instanceof Error ? errorText(thrown.cause) : "";
    // Many repeat what caused them.
    return cause === "" || text.includes(cause) ? text : `${text}: ${cause}`;
  } catch {
    return `an unreadable ${typeof thrown}`;
  }
}
