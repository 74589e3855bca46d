import type { ControllerObserver, ReconcileOutcome } from "../../operators/controller/observer.js";
import type { Counter, Histogram } from "./metric-options.js";
import type { MetricsRegistry } from "./registry.js";

/** What is read of a controller at every look. */
export interface WatchedController {
  metrics(): {
    readonly active: number;
    readonly queued: number;
    readonly stuck: number;
  };
}

/**
 * Reconciles and work queues, under the names, labels and buckets of controller-runtime
 * (`pkg/internal/controller/metrics`, `pkg/internal/metrics/workqueue.go`). JavaScript has no
 * panics, and nothing ends a reconcile by its time: these two counters stay at 0.
 */
export class ControllerMetricsFamilies {
  readonly #controllers = new Map<string, Watched>();
  readonly #results: Counter<"controller" | "result">;
  readonly #errors: Counter<"controller">;
  readonly #terminal: Counter<"controller">;
  readonly #zeros: readonly Counter<"controller">[];
  readonly #times: Histogram<"controller">;
  readonly #adds: Counter<"name" | "controller">;
  readonly #retries: Counter<"name" | "controller">;
  readonly #waits: Histogram<"name" | "controller">;
  readonly #work: Histogram<"name" | "controller">;

  constructor(registry: MetricsRegistry) {
    const perController = (name: string, help: string): Counter<"controller"> =>
      registry.counter({ name: `controller_runtime_${name}`, help, labels: ["controller"] });
    this.#results = registry.counter({
      name: "controller_runtime_reconcile_total",
      help: "Total number of reconciliations per controller",
      labels: ["controller", "result"],
    });
    this.#errors = perController(
      "reconcile_errors_total",
      "Total number of reconciliation errors per controller",
    );
    this.#terminal = perController(
      "terminal_reconcile_errors_total",
      "Total number of terminal reconciliation errors per controller",
    );
    this.#zeros = [
      perController(
        "reconcile_panics_total",
        "Total number of reconciliation panics per controller",
      ),
      perController(
        "reconcile_timeouts_total",
        "Total number of reconciliation timeouts per controller",
      ),
    ];
    this.#times = registry.histogram({
      name: "controller_runtime_reconcile_time_seconds",
      help: "Length of time per reconciliation per controller",
      labels: ["controller"],
      buckets: reconcileBuckets,
    });
    const labels = ["name", "controller"] as const;
    this.#adds = registry.counter({
      name: "workqueue_adds_total",
      help: "Total number of adds handled by workqueue",
      labels,
    });
    this.#retries = registry.counter({
      name: "workqueue_retries_total",
      help: "Total number of items added to the workqueue with a delay: retries and requeues",
      labels,
    });
    this.#waits = registry.histogram({
      name: "workqueue_queue_duration_seconds",
      help: "How long in seconds an item stays in workqueue before being requested",
      labels,
      buckets: decades,
    });
    this.#work = registry.histogram({
      name: "workqueue_work_duration_seconds",
      help: "How long in seconds processing an item from workqueue takes.",
      labels,
      buckets: decades,
    });
    this.#registerGauges(registry);
  }

  /** Shows a controller, and takes what it tells. The name is a label: that of a kind, say. */
  watch(name: string, controller: WatchedController, concurrency = 1): ControllerObserver {
    const watched = new Watched(controller, concurrency);
    this.#controllers.set(name, watched);
    const labels = { controller: name };
    const queue = { name, controller: name };
    this.#showZeros(labels, queue);
    return {
      added: () => {
        this.#adds.add(1, queue);
      },
      retried: () => {
        this.#retries.add(1, queue);
      },
      began: (waited) => {
        watched.began();
        this.#waits.observe(waited / 1000, queue);
      },
      ended: (outcome, milliseconds, isTerminal) => {
        watched.ended(milliseconds);
        this.#results.add(1, { controller: name, result: outcome });
        if (outcome === "error") this.#errors.add(1, labels);
        if (isTerminal) this.#terminal.add(1, labels);
        this.#times.observe(milliseconds / 1000, labels);
        this.#work.observe(milliseconds / 1000, queue);
      },
    };
  }

  /** Rates need a beginning. */
  #showZeros(labels: { controller: string }, queue: { name: string; controller: string }): void {
    for (const result of outcomes) this.#results.add(0, { ...labels, result });
    for (const counter of [this.#errors, this.#terminal, ...this.#zeros]) counter.add(0, labels);
    for (const counter of [this.#adds, this.#retries]) counter.add(0, queue);
    for (const histogram of [this.#waits, this.#work]) histogram.touch(queue);
  }

  #registerGauges(registry: MetricsRegistry): void {
    const gauge = (name: string, help: string, read: (watched: Watched) => number): void => {
      const values = (): [number, { controller: string }][] =>
        [...this.#controllers].map(([controller, watched]) => [read(watched), { controller }]);
      registry.collected({ type: "gauge", name, help, labels: ["controller"], read: values });
    };
    gauge(
      "controller_runtime_max_concurrent_reconciles",
      "Maximum number of concurrent reconciles per controller",
      ({ concurrency }) => concurrency,
    );
    gauge(
      "controller_runtime_active_workers",
      "Number of currently used workers per controller",
      ({ controller }) => controller.metrics().active,
    );
    gauge(
      "crdgen_stuck_reconciles",
      "Reconciles that have not settled for longer than stuckAfter",
      ({ controller }) => controller.metrics().stuck,
    );
    this.#registerQueueGauges(registry);
  }

  #registerQueueGauges(registry: MetricsRegistry): void {
    const gauge = (name: string, help: string, read: (watched: Watched) => number): void => {
      const values = (): [number, { name: string; controller: string }][] =>
        [...this.#controllers].map(([of, watched]) => [
          read(watched),
          { name: of, controller: of },
        ]);
      registry.collected({
        type: "gauge",
        name,
        help,
        labels: ["name", "controller"],
        read: values,
      });
    };
    registry.collected({
      type: "gauge",
      name: "workqueue_depth",
      help: "Current depth of workqueue by workqueue and priority",
      labels: ["name", "controller", "priority"],
      read: () =>
        [...this.#controllers].map(([of, { controller }]) => [
          controller.metrics().queued,
          { name: of, controller: of, priority: "" },
        ]),
    });
    gauge(
      "workqueue_unfinished_work_seconds",
      "How many seconds of work is in progress and not in work_duration yet. Large values " +
        "indicate stuck reconciles; their number is the rate at which this increases.",
      (watched) => watched.unfinished,
    );
    gauge(
      "workqueue_longest_running_processor_seconds",
      "How many seconds has the longest running processor for workqueue been running.",
      (watched) => watched.longest,
    );
  }
}

/** A controller, and when the reconciles that run began. */
class Watched {
  readonly controller: WatchedController;
  readonly concurrency: number;
  readonly #began: number[] = [];

  constructor(controller: WatchedController, concurrency: number) {
    this.controller = controller;
    this.concurrency = concurrency;
  }

  began(): void {
    this.#began.push(performance.now());
  }

  /** Observers are not told which one it was: that whose beginning fits its time. */
  ended(milliseconds: number): void {
    const began = performance.now() - milliseconds;
    let nearest = 0;
    for (const [at, time] of this.#began.entries()) {
      if (Math.abs(time - began) < Math.abs((this.#began[nearest] ?? 0) - began)) nearest = at;
    }
    this.#began.splice(nearest, 1);
  }

  get unfinished(): number {
    const now = performance.now();
    return this.#began.reduce((sum, began) => sum + (now - began) / 1000, 0);
  }

  get longest(): number {
    const [first] = this.#began;
    return first === undefined ? 0 : (performance.now() - first) / 1000;
  }
}

const outcomes: readonly ReconcileOutcome[] = ["error", "requeue_after", "requeue", "success"];

const reconcileBuckets: readonly number[] = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1,
  1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

/**
 * From 10 ns to 1,000 s, as Go multiplies: `le` is compared as text, so that the digits of its
 * floats count.
 */
export const decades: readonly number[] = [
  1e-8, 1e-7, 1e-6, 9.999999999999999e-6, 9.999999999999999e-5, 0.001, 0.01, 0.1, 1, 10, 100, 1000,
];
