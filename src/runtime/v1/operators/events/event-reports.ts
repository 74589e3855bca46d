import { accessRuleText, missingRule } from "../../client/missing-rule.js";
import { FailureLog } from "../log/failure-log.js";
import type { Logger } from "../log/logger.js";
import { EventLimitError } from "./event-object.js";

/** Says what becomes of events, in few lines. */
export class EventReports {
  readonly #controller: string;
  readonly #logger: Logger;
  readonly #failures: FailureLog;
  /** Namespaces in which the right is known to be missing. */
  readonly #refused = new Set<string>();

  constructor(controller: string, logger: Logger) {
    this.#controller = controller;
    this.#logger = logger;
    this.#failures = new FailureLog({ logger });
  }

  delayed(error: unknown): void {
    this.#failures.report("events wait for the server", error, { controller: this.#controller });
  }

  /** A missing right is said once, until events are written again. */
  dropped(error: unknown, fields: { readonly reason?: string; readonly namespace?: string }): void {
    const missing = missingRule(error);
    if (missing === undefined) {
      const all = { controller: this.#controller, ...fields };
      // A limit needs no stack.
      if (error instanceof EventLimitError) this.#failures.report(error.message, undefined, all);
      else this.#failures.report("an event was not recorded", error, all);
      return;
    }
    const { user, namespace, rule } = missing;
    const where = namespace ?? "";
    if (this.#refused.has(where)) return;
    this.#refused.add(where);
    // The server names the verb that was tried; both are needed.
    const needed = accessRuleText({ ...rule, verbs: ["create", "patch"] });
    this.#warn(
      { controller: this.#controller, namespace, user, missingRule: needed },
      "events are not recorded: the right is missing",
    );
  }

  written(namespace: string): void {
    this.#refused.delete(namespace);
  }

  flush(): void {
    this.#failures.flush();
  }

  #warn(fields: Readonly<Record<string, unknown>>, message: string): void {
    try {
      this.#logger.warn(fields, message);
    } catch {
      // Nobody is left to be told.
    }
  }
}
