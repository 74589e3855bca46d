import type { WebhookServer, WebhookServerOptions } from "../node/webhook-server.js";
import { serveWebhooks } from "../node/webhook-server.js";
import type { FailureLog } from "../operators/log/failure-log.js";
import type { OperatorMetrics } from "./metrics/operator-metrics.js";

/** Webhooks that a manager serves. */
export class ManagedWebhooks {
  readonly #options: WebhookServerOptions;
  readonly #metrics: OperatorMetrics;
  readonly #failures: FailureLog;
  #started: Promise<void> | undefined;
  #server: WebhookServer | undefined;
  #isClosed = false;

  /** Made by `Manager.webhooks`. */
  constructor(options: WebhookServerOptions, metrics: OperatorMetrics, failures: FailureLog) {
    this.#options = options;
    this.#metrics = metrics;
    this.#failures = failures;
  }

  /** The port that it listens on; absent while it does not. */
  get port(): number | undefined {
    return this.#server?.port;
  }

  /** Why no webhook is served; nothing where they are. */
  get fault(): string | undefined {
    return this.#server === undefined || this.#isClosed ? "webhooks: not served" : undefined;
  }

  /** Resolves when the server listens; rejects where it cannot. It may be called again. */
  start(): Promise<void> {
    this.#started ??= this.#serve();
    return this.#started;
  }

  async #serve(): Promise<void> {
    const { handlers, ...rest } = this.#options;
    const counted = Object.entries(handlers).map(
      ([path, handler]) => [path, this.#metrics.webhook(path, handler)] as const,
    );
    this.#server = await serveWebhooks({
      onError: (error, about) => {
        this.#failures.report("a webhook failed", error, { about });
      },
      onCertificateRead: this.#metrics.certificateRead,
      ...rest,
      handlers: Object.fromEntries(counted),
    });
    if (this.#isClosed) await this.#server.close();
  }

  /** Answers what runs; ends after so many milliseconds at the latest. */
  async close(timeout: number): Promise<void> {
    this.#isClosed = true;
    await this.#server?.close(timeout);
  }
}
