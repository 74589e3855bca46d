import { errorText } from "../../client/error-text.js";
import { accessRuleText, missingRule } from "../../client/missing-rule.js";
import type { LogFields, Logger } from "../log/logger.js";
import { writeMasked } from "../log/masked.js";
import type { LeaderElectionOptions, LeadershipChange } from "./election-options.js";

/** What hears of an election. */
export type ElectionListener = Pick<
  LeaderElectionOptions,
  "name" | "namespace" | "logger" | "onChange" | "onError"
>;

/** Tells all who share an election what becomes of it, each once. */
export class LeadershipNews {
  readonly #lease: string;
  readonly #loggers = new Set<Logger>();
  readonly #onChange = new Set<(change: LeadershipChange) => void>();
  readonly #onError = new Set<(error: unknown) => void>();
  /** The holder that others were told to be waited for. */
  #waitsFor: string | undefined;
  #failures = 0;
  /** Why the last try failed; absent after a success. */
  lastError: unknown;

  constructor(listener: ElectionListener) {
    this.#lease = `${listener.namespace}/${listener.name}`;
    this.add(listener);
  }

  add({ logger, onChange, onError }: ElectionListener): void {
    if (logger !== undefined) this.#loggers.add(logger);
    if (onChange !== undefined) this.#onChange.add(onChange);
    if (onError !== undefined) this.#onError.add(onError);
  }

  /** The Lease could be read or written. */
  succeeded(): void {
    if (this.#failures > 1) {
      this.#say("info", { failures: this.#failures }, "the lease can be read again");
    }
    this.#failures = 0;
    this.lastError = undefined;
  }

  failed(error: unknown): void {
    this.lastError = error;
    this.#failures++;
    if (this.#failures === 1) {
      const { rule } = missingRule(error) ?? {};
      const help = rule && { missingRule: accessRuleText(rule) };
      const fields = { error: textOf(error), ...help };
      this.#say("warn", fields, "the lease could not be read or written");
    }
    for (const tell of this.#onError) tell(error);
  }

  waits(identity: string, holder: string): void {
    if (holder === this.#waitsFor) return;
    this.#waitsFor = holder;
    this.#tell({ to: "waiting", identity, holder });
    this.#say("info", { identity, holder }, "waiting: another replica leads");
  }

  leads(identity: string): void {
    this.#waitsFor = undefined;
    this.#tell({ to: "leading", identity });
    this.#say("info", { identity }, "this replica leads");
  }

  released(identity: string): void {
    this.#tell({ to: "released", identity });
    this.#say("info", { identity }, "this replica has given the leadership back");
  }

  lost(identity: string, reason: Extract<LeadershipChange, { to: "lost" }>["reason"]): void {
    this.#tell({ to: "lost", identity, reason });
    const because = reason.cause === undefined ? {} : { error: textOf(reason.cause) };
    this.#say("warn", { identity, ...because }, reason.message);
  }

  #tell(change: LeadershipChange): void {
    for (const tell of this.#onChange) tell(change);
  }

  #say(level: "info" | "warn", fields: LogFields, message: string): void {
    const all = { lease: this.#lease, ...fields };
    for (const logger of this.#loggers) writeMasked(logger, level, all, message);
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? errorText(error) : String(error);
}
