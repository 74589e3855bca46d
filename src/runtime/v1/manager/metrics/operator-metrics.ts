import type { Middleware } from "../../client/transport.js";
import type { ControllerObserver } from "../../operators/controller/observer.js";
import type { Logger } from "../../operators/log/logger.js";
import type { WebhookHandler } from "../../operators/webhooks/webhook.js";
import type { WatchedController } from "./controller-metrics.js";
import { ControllerMetricsFamilies } from "./controller-metrics.js";
import type { Counter } from "./metric-options.js";
import { addProcessMetrics } from "./process-metrics.js";
import { MetricsRegistry } from "./registry.js";
import type { WebhookMetrics } from "./request-metrics.js";
import { requestMetrics, webhookMetrics } from "./request-metrics.js";

/** A cache, as its age is seen. */
export interface WatchedCache {
  /** The resource: `crontabs.stable.example.com`. */
  readonly resource: string;
  /** When it was last known to be as the server is, in milliseconds since 1970. */
  readonly lastSynced: () => number | undefined;
}

/** A recorder of events, as its losses are seen. */
export interface WatchedRecorder {
  /** How many events were given up, for whatever reason. */
  readonly dropped: number;
}

/**
 * The metrics of an operator, and of its program's own: `metrics.counter({ … })`. What there is to
 * see is told by its parts; labels never hold names of objects.
 */
export class OperatorMetrics extends MetricsRegistry {
  readonly #controllers: ControllerMetricsFamilies;
  readonly #electors = new Map<string, { readonly isLeader: boolean }>();
  readonly #caches = new Set<WatchedCache>();
  readonly #recorders = new Map<string, WatchedRecorder>();
  readonly #certificates: Counter;
  readonly #certificateErrors: Counter;
  #webhooks: WebhookMetrics | undefined;

  constructor({ logger }: { readonly logger?: Logger | undefined } = {}) {
    super({ logger });
    this.#controllers = new ControllerMetricsFamilies(this);
    this.#certificates = this.counter({
      name: "certwatcher_read_certificate_total",
      help: "How often a certificate was looked at",
    });
    this.#certificateErrors = this.counter({
      name: "certwatcher_read_certificate_errors_total",
      help: "Certificates that could not be used",
    });
    this.#addCollected();
    addProcessMetrics(this);
  }

  /** The observer of a controller; `name` is the value of the label: the kind in lower case. */
  controller(name: string, controller: WatchedController): ControllerObserver {
    return this.#controllers.watch(name, controller);
  }

  /** Shows whether this replica leads. */
  elector(name: string, elector: { readonly isLeader: boolean }): void {
    this.#electors.set(name, elector);
  }

  /** Shows the age of a cache; gives what ends that. */
  cache(cache: WatchedCache): () => void {
    this.#caches.add(cache);
    return () => this.#caches.delete(cache);
  }

  /** Shows the events that a recorder has given up; those of one controller are added up. */
  recorder(controller: string, recorder: WatchedRecorder): void {
    const others = this.#recorders.get(controller);
    const both: WatchedRecorder = {
      get dropped() {
        return recorder.dropped + (others?.dropped ?? 0);
      },
    };
    this.#recorders.set(controller, both);
  }

  /** Counts requests to the API server; behind `retry`, so that it sees every attempt. */
  requests(host?: string): Middleware {
    return requestMetrics(this, host);
  }

  /** The handler of a path, counted and timed. */
  webhook(path: string, handler: WebhookHandler): WebhookHandler {
    this.#webhooks ??= webhookMetrics(this);
    return this.#webhooks(path, handler);
  }

  /** A certificate was read, or could not be. */
  readonly certificateRead = (hasFailed: boolean): void => {
    this.#certificates.add(1);
    if (hasFailed) this.#certificateErrors.add(1);
  };

  #addCollected(): void {
    this.collected({
      type: "gauge",
      name: "leader_election_master_status",
      help: "1 if this replica leads, 0 if it does not",
      labels: ["name"],
      read: () =>
        [...this.#electors].map(([name, { isLeader }]) => [isLeader ? 1 : 0, { name }] as const),
    });
    this.collected({
      type: "gauge",
      name: "crdgen_cache_age_seconds",
      help: "Since a cache was known to be as the server is; -1 before",
      labels: ["resource"],
      read: () => oldest(this.#caches),
    });
    this.collected({
      type: "counter",
      name: "crdgen_events_dropped_total",
      help: "Events that were given up",
      labels: ["controller"],
      read: () =>
        [...this.#recorders].map(([controller, { dropped }]) => [dropped, { controller }] as const),
    });
  }
}

/** The greatest age of the caches of each resource, in seconds. */
function oldest(caches: Iterable<WatchedCache>): [number, { resource: string }][] {
  const ages = new Map<string, number>();
  for (const { resource, lastSynced } of caches) {
    const time = lastSynced();
    const age = time === undefined ? Infinity : Math.max(0, (Date.now() - time) / 1000);
    ages.set(resource, Math.max(age, ages.get(resource) ?? 0));
  }
  return [...ages].map(([resource, age]) => [age === Infinity ? -1 : age, { resource }]);
}
