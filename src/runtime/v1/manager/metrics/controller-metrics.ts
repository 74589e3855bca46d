import type { ControllerObserver, ReconcileOutcome } from "../../operators/controller/observer.js";
import type { Counter, Histogram } from "./metric-options.js";
import type { MetricsRegistry } from "./registry.js";

/** What is read of a controller at every look; `Controller` is one. */
export interface WatchedController {
  metrics(): WatchedNumbers;
}

/** The numbers of a controller now. */
export interface WatchedNumbers {
  readonly active: number;
  readonly maxConcurrent: number;
  readonly stuck: number;
  readonly unfinishedSeconds: number;
  readonly longestRunningSeconds: number;
  readonly queuedByPriority: readonly {
    readonly priority: number;
    readonly length: number;
  }[];
}

/**
 * Reconciles and work queues, under the names, labels and buckets of controller-runtime
 * (`pkg/internal/controller/metrics`, `pkg/internal/metrics/workqueue.go`). JavaScript has no
 * panics, and nothing ends a reconcile by its time: these two counters stay at 0.
 */
export class ControllerMetricsFamilies {
  readonly #controllers = new Map<string, WatchedController>();
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
      help: "Reconciles, by how they ended",
      labels: ["controller", "result"],
    });
    this.#errors = perController("reconcile_errors_total", "Reconciles that failed");
    this.#terminal = perController(
      "terminal_reconcile_errors_total",
      "Reconciles that failed until a change",
    );
    this.#zeros = [
      perController("reconcile_panics_total", "None: there are no panics"),
      perController("reconcile_timeouts_total", "None: there is no such limit"),
    ];
    this.#times = registry.histogram({
      name: "controller_runtime_reconcile_time_seconds",
      help: "How long reconciles took",
      labels: ["controller"],
      buckets: reconcileBuckets,
    });
    const labels = ["name", "controller"] as const;
    this.#adds = registry.counter({
      name: "workqueue_adds_total",
      help: "Keys that came into the queue",
      labels,
    });
    this.#retries = registry.counter({
      name: "workqueue_retries_total",
      help: "Keys that were to come later: retries and requeues",
      labels,
    });
    this.#waits = registry.histogram({
      name: "workqueue_queue_duration_seconds",
      help: "How long keys waited in the queue",
      labels,
      buckets: decades,
    });
    this.#work = registry.histogram({
      name: "workqueue_work_duration_seconds",
      help: "How long work on a key took",
      labels,
      buckets: decades,
    });
    this.#registerGauges(registry);
  }

  /** Shows a controller, and takes what it tells. The name is a label: that of a kind, say. */
  watch(name: string, controller: WatchedController): ControllerObserver {
    this.#controllers.set(name, controller);
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
        this.#waits.observe(waited / 1000, queue);
      },
      ended: (outcome, milliseconds, isTerminal) => {
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
    const gauge = (name: string, help: string, read: (of: WatchedNumbers) => number): void => {
      const values = (): [number, { controller: string }][] =>
        this.#numbers().map(([controller, numbers]) => [read(numbers), { controller }]);
      registry.collected({ type: "gauge", name, help, labels: ["controller"], read: values });
    };
    gauge(
      "controller_runtime_max_concurrent_reconciles",
      "Reconciles that may run at once",
      ({ maxConcurrent }) => maxConcurrent,
    );
    gauge("controller_runtime_active_workers", "Reconciles that run", ({ active }) => active);
    gauge(
      "crdgen_stuck_reconciles",
      "Reconciles that have not settled for longer than stuckAfter",
      ({ stuck }) => stuck,
    );
    this.#registerQueueGauges(registry);
  }

  #numbers(): [name: string, numbers: WatchedNumbers][] {
    return [...this.#controllers].map(([name, controller]) => [name, controller.metrics()]);
  }

  #registerQueueGauges(registry: MetricsRegistry): void {
    const gauge = (name: string, help: string, read: (of: WatchedNumbers) => number): void => {
      const labels = ["name", "controller"] as const;
      const values = (): [number, { name: string; controller: string }][] =>
        this.#numbers().map(([of, numbers]) => [read(numbers), { name: of, controller: of }]);
      registry.collected({ type: "gauge", name, help, labels, read: values });
    };
    registry.collected({
      type: "gauge",
      name: "workqueue_depth",
      help: "Keys that wait, by priority",
      labels: ["name", "controller", "priority"],
      read: () => this.#numbers().flatMap(([name, numbers]) => depthsOf(name, numbers)),
    });
    gauge(
      "workqueue_unfinished_work_seconds",
      "For how long all that run have been running, added up",
      ({ unfinishedSeconds }) => unfinishedSeconds,
    );
    gauge(
      "workqueue_longest_running_processor_seconds",
      "For how long the longest reconcile has been running",
      ({ longestRunningSeconds }) => longestRunningSeconds,
    );
  }
}

/** An empty queue is shown too. */
function depthsOf(
  name: string,
  { queuedByPriority }: WatchedNumbers,
): [number, { name: string; controller: string; priority: string }][] {
  const depths = new Map([[0, 0]]);
  for (const { priority, length } of queuedByPriority) depths.set(priority, length);
  return [...depths].map(([priority, length]) => [
    length,
    { name, controller: name, priority: String(priority) },
  ]);
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
