import { isNotFound } from "../client/api-error.js";
import { retry } from "../client/middleware.js";
import type { ResourceClient, ResourceTypes } from "../client/resource-client.js";
import { onAbort, untilAbort, withEither } from "../client/timing.js";
import type { Middleware, Transport } from "../client/transport.js";
import { withMiddleware } from "../client/transport.js";
import type { WebhookServerOptions } from "../node/webhook-server.js";
import type {
  ControllerOptions,
  ObservedController,
} from "../operators/controller/controller-options.js";
import { Controller } from "../operators/controller/controller.js";
import type { ControllerObserver } from "../operators/controller/observer.js";
import { EventRecorder } from "../operators/events/event-recorder.js";
import type { InformerOptions } from "../operators/informer/informer-options.js";
import type { LeaderElector } from "../operators/leader/leader-elector.js";
import { electorOf } from "../operators/leader/shared-electors.js";
import { consoleLogger } from "../operators/log/console-logger.js";
import { FailureLog } from "../operators/log/failure-log.js";
import type { Logger } from "../operators/log/logger.js";
import { ManagedWebhooks } from "./managed-webhooks.js";
import type {
  ManagedControllerOptions,
  ManagerElection,
  ManagerOptions,
  Runnable,
  RunOptions,
} from "./manager-options.js";
import { bothObservers } from "./metrics/both-observers.js";
import { OperatorMetrics } from "./metrics/operator-metrics.js";
import { filledInTime, MissingKinds, unreadyCache } from "./readiness.js";
import { RunGroup } from "./run-group.js";
import type { OperatorServer } from "./server/operator-server.js";
import { serveOperator } from "./server/operator-server.js";
import type { HealthCheck } from "./server/probes.js";
import type { SharedInformer } from "./shared-informer.js";
import { SharedInformers } from "./shared-informers.js";
import { onEndSignal } from "./signals.js";

/**
 * Runs controllers, webhooks and whatever else a program consists of: with one leader election, one
 * set of caches and one orderly stop (controller-runtime `pkg/manager`). What is added after `run`
 * has begun starts at once; once the manager stops, adding throws an Error.
 */
export class Manager {
  /**
   * What clients, controllers and recorders of this program should use: it sends again what may
   * pass, waits as long as the server asks (`Retry-After`), and counts requests. Informers are
   * shared by those who use the same transport.
   */
  readonly transport: Transport;
  readonly logger: Logger;
  /** Takes metrics of the program's own: `manager.metrics.counter(…)`. */
  readonly metrics: OperatorMetrics;
  readonly #options: ManagerOptions;
  readonly #elector: LeaderElector | undefined;
  readonly #failures: FailureLog;
  readonly #informers: SharedInformers;
  readonly #recorders: EventRecorder[] = [];
  readonly #webhooks: ManagedWebhooks[] = [];
  readonly #names = new Set<string>();
  readonly #liveChecks = new Map<string, HealthCheck>();
  readonly #readyChecks = new Map<string, HealthCheck>();
  readonly #fail = (error: unknown): void => {
    if (this.#state === "stopping" || this.#hasFailed) {
      this.#failures.report("failed while the manager stops", error);
      return;
    }
    this.#hasFailed = true;
    this.#end({ error });
  };
  readonly #caches = new RunGroup(this.#fail);
  readonly #others = new RunGroup(this.#fail);
  /** Controllers, and what else only the leader may do. */
  readonly #workers = new RunGroup(this.#fail);
  #hasFailed = false;
  #state: "new" | "starting" | "running" | "stopping" | "stopped" = "new";
  #end: (why: { readonly error?: unknown }) => void = ignoreEnd;
  readonly #ended = new Promise<{ readonly error?: unknown }>((resolve) => {
    this.#end = resolve;
  });
  #stopped: Promise<unknown> | undefined;
  #server: OperatorServer | undefined;

  constructor(options: ManagerOptions) {
    const { transport, leaderElection, logger = consoleLogger() } = options;
    this.#options = options;
    this.logger = logger;
    this.metrics = new OperatorMetrics({ logger });
    this.#failures = new FailureLog({ logger });
    const requests = this.metrics.requests(transport.host);
    const again: Middleware[] = options.retry === false ? [] : [retry(options.retry)];
    this.transport = withMiddleware(transport, ...again, requests);
    if (leaderElection !== undefined) {
      // The elector tries again by itself, within its deadlines.
      this.#elector = this.#makeElector(leaderElection, withMiddleware(transport, requests));
    }
    this.#informers = this.#makeInformers();
    this.#readyChecks.set(
      "manager",
      () => this.#state === "running" || `the manager is ${this.#state}`,
    );
    this.#liveChecks.set("manager", () => this.isHealthy() || "the manager has failed");
  }

  /**
   * Adds a controller, which works as long as the manager runs, and this replica leads. It uses the
   * shared informers, those of owned and watched clients included.
   */
  controller<T extends ResourceTypes>(
    client: ResourceClient<T>,
    options: ManagedControllerOptions<T>,
  ): Controller<T> {
    this.#refuseAfterStop();
    const { needsLeadership = true, name, ...own } = options;
    const { gracePeriod, verifyEvery } = this.#options;
    const title = this.#nameOf(name ?? client.definition.kind.toLowerCase());
    const controller: Controller<T> = new Controller<T>(client, {
      gracePeriod,
      verifyEvery,
      logger: this.logger,
      ...own,
      name: title,
      observer: (observed) => this.#observerOf(observed, own.observer),
      leaderElection: needsLeadership ? this.#elector : undefined,
      informers: (of, wanted) => this.#informers.informer(of, wanted),
    });
    this.#workers.add(`the controller ${title}`, (signal) => controller.run({ signal }));
    return controller;
  }

  #observerOf(
    observed: ObservedController,
    given: ControllerOptions<ResourceTypes>["observer"],
  ): ControllerObserver {
    const metrics = this.metrics.controller(observed.name, observed);
    if (given === undefined) return metrics;
    return bothObservers(metrics, typeof given === "function" ? given(observed) : given);
  }

  /**
   * An informer that shares its list and watch with controllers and others who ask for the same
   * objects; see `SharedInformers`. It runs until the manager stops.
   */
  informer<T extends ResourceTypes, Index extends string = string>(
    client: ResourceClient<T>,
    options?: InformerOptions<T, Index>,
  ): SharedInformer<T, Index> {
    this.#refuseAfterStop();
    const { verifyEvery } = this.#options;
    const informer = this.#informers.informer(client, { verifyEvery, ...options });
    this.#caches.add("an informer", async (signal) => {
      informer.start();
      await untilAbort(signal);
      await informer.stop();
    });
    return informer;
  }

  /** Records events in the name of a controller, such as `example.com/gadget-controller`. */
  events(controller: string): EventRecorder {
    this.#refuseAfterStop();
    const { transport, logger } = this;
    const recorder = new EventRecorder({ transport, controller, logger });
    this.#recorders.push(recorder);
    this.metrics.recorder(controller, recorder);
    return recorder;
  }

  /** Serves webhooks over HTTPS; see `serveWebhooks`. They are the last to stop. */
  webhooks(options: WebhookServerOptions): ManagedWebhooks {
    this.#refuseAfterStop();
    const webhooks = new ManagedWebhooks(options, this.metrics, this.#failures);
    this.#webhooks.push(webhooks);
    this.#readyChecks.set("webhooks", () => this.#webhooks.find(({ fault }) => fault)?.fault);
    if (this.#state !== "new") void webhooks.start().catch(this.#fail);
    return webhooks;
  }

  /** Adds something else that runs as long as the manager does. */
  add(runnable: Runnable): void {
    this.#refuseAfterStop();
    const { name = "a runnable", needsLeadership = false } = runnable;
    const elector = this.#elector;
    if (!needsLeadership || elector === undefined) {
      this.#others.add(name, (signal) => runnable.run(signal));
      return;
    }
    this.#workers.add(name, (signal) =>
      elector.run(signal, async (lost) => {
        await withEither(signal, lost, (either) => runnable.run(either));
        return true;
      }),
    );
  }

  /** The ports of probes and metrics; absent where there are none, or before they are served. */
  get ports(): { readonly health?: number | undefined; readonly metrics?: number | undefined } {
    return { health: this.#server?.healthPort, metrics: this.#server?.metricsPort };
  }

  /** For liveness probes: false once the manager ends because of an error. */
  isHealthy(): boolean {
    return !this.#hasFailed;
  }

  /** For readiness probes; `unready` says why not. */
  isReady(): boolean {
    return this.unready().length === 0;
  }

  /**
   * Why the program is not ready, a line each: a cache that is not filled, and why; a kind that the
   * server does not know; webhooks that are not served; that it was not started, or stops. Without
   * leadership, a replica is ready all the same.
   */
  unready(): string[] {
    if (this.#state !== "running") return [`the manager is ${this.#state}`];
    const webhooks = this.#webhooks.flatMap(({ fault }) => fault ?? []);
    return [...webhooks, ...this.#unreadyCaches()];
  }

  /** Adds a check to `/healthz`, as which name it is listed; see `HealthCheck`. */
  addHealthCheck(name: string, check: HealthCheck): void {
    this.#liveChecks.set(name, check);
  }

  /**
   * Adds a check to `/readyz`. There are some already: `manager`, `webhooks`, and one for each
   * resource with a cache, such as `crontabs.stable.example.com`.
   */
  addReadyCheck(name: string, check: HealthCheck): void {
    this.#readyChecks.set(name, check);
  }

  #unreadyCaches(prefix = ""): string[] {
    const watches = this.#informers.watches.filter(({ name }) => name.startsWith(prefix));
    return watches.flatMap((watch) => unreadyCache(watch) ?? []);
  }

  /**
   * Runs everything until a signal of the system, the given one or `stop` asks it to stop, and
   * resolves after the orderly stop: controllers end their reconciles (within the grace period) and
   * give the leadership back, then other runnables end, then caches; events are written; webhooks
   * and other servers are the last. Rejects, after the same stop, with what a controller or
   * runnable rejected with, with a `CacheSyncError`, and where a server cannot listen. A manager
   * runs once.
   */
  async run({ signal, handleSignals = true }: RunOptions = {}): Promise<void> {
    if (this.#state !== "new") throw new Error("a manager runs once");
    this.#state = "starting";
    const stop = (why: string): void => {
      this.logger.info({}, `the manager stops: ${why}`);
      this.#end({});
    };
    const offs = [
      handleSignals ? onEndSignal(stop) : ignoreEnd,
      signal === undefined
        ? ignoreEnd
        : onAbort(signal, () => {
            stop("its signal has aborted");
          }),
    ];
    if (signal?.aborted === true) this.#end({});
    this.#stopped = this.#work();
    try {
      await this.#stopped;
    } finally {
      for (const off of offs) off();
    }
  }

  /** Stops; resolves when `run` has ended. */
  async stop(): Promise<void> {
    this.#end({});
    await this.#stopped?.catch(() => undefined);
  }

  async #work(): Promise<void> {
    try {
      await this.#serve();
      await Promise.all(this.#webhooks.map((each) => each.start()));
      for (const group of [this.#caches, this.#others, this.#workers]) group.start();
      this.#state = "running";
    } catch (error) {
      this.#fail(error);
    }
    const why = await this.#ended;
    this.#state = "stopping";
    const late = await this.#stopAll();
    this.#state = "stopped";
    if ("error" in why) throw why.error as Error; // whatever a runnable rejected with
    if (late.length > 0) {
      throw new Error(`these have not ended within the grace period: ${late.join(", ")}`);
    }
  }

  /** Resolves with the names of those that still run. */
  async #stopAll(): Promise<string[]> {
    const { gracePeriod = 30_000 } = this.#options;
    const end = performance.now() + gracePeriod;
    const left = (): number => Math.max(shortestPatience, end - performance.now());
    const late: string[] = [];
    // Controllers give up by themselves when their grace period is over.
    late.push(...(await this.#workers.stop(gracePeriod + shortestPatience)));
    late.push(...(await this.#others.stop(left())));
    late.push(...(await this.#caches.stop(left())));
    const events = new RunGroup(this.#fail);
    for (const each of this.#recorders) events.add("events", () => each.flush());
    events.start();
    late.push(...(await events.stop(left())));
    await Promise.all(this.#webhooks.map((each) => each.close(left())));
    await this.#server?.close(left());
    this.#failures.flush();
    return late;
  }

  async #serve(): Promise<void> {
    const { health, metrics } = this.#options;
    if (!isServed(health) && !isServed(metrics)) return;
    this.#server = await serveOperator({
      health,
      metrics,
      transport: this.transport,
      logger: this.logger,
      shown: this.metrics,
      liveChecks: this.#liveChecks,
      readyChecks: this.#readyChecks,
    });
  }

  #makeElector(
    { exitWhenLost = false, onChange, ...rest }: ManagerElection,
    transport: Transport,
  ): LeaderElector {
    const { namespace = transport.defaultNamespace ?? "default" } = rest;
    const elector = electorOf({
      ...rest,
      transport,
      namespace,
      logger: this.logger,
      onChange: (change) => {
        onChange?.(change);
        if (exitWhenLost && change.to === "lost") this.#fail(change.reason);
      },
    });
    this.metrics.elector(rest.name, elector);
    return elector;
  }

  #makeInformers(): SharedInformers {
    const missing = new MissingKinds(this.logger);
    const { cacheSyncTimeout = 120_000 } = this.#options;
    return new SharedInformers({
      made: (watch) => {
        const [resource] = watch.name.split("/", 1);
        this.#readyChecks.set(resource ?? "", () => this.#unreadyCaches(`${resource}/`).join("\n"));
        this.metrics.cache({
          resource: resource ?? "",
          lastSynced: () => (watch.isUsed ? watch.informer.lastSynced : Date.now()),
        });
        const name = `the cache of ${watch.name}`;
        this.#caches.add(name, (signal) => filledInTime(watch, cacheSyncTimeout, signal));
      },
      failed: (watch, error) => {
        if (isNotFound(error)) missing.seen(watch);
        else this.#failures.report("an informer failed", error, { resource: watch.name });
      },
      handlerFailed: ({ name }, error) => {
        this.#failures.report("a handler of an informer failed", error, { resource: name });
      },
    });
  }

  #nameOf(wanted: string): string {
    let name = wanted;
    for (let count = 2; this.#names.has(name); count++) name = `${wanted}-${count}`;
    this.#names.add(name);
    return name;
  }

  #refuseAfterStop(): void {
    if (this.#state !== "stopping" && this.#state !== "stopped") return;
    throw new Error(`nothing can be added: the manager is ${this.#state}`);
  }
}

/** Milliseconds that each step of a stop has at least. */
const shortestPatience = 1_000;

function ignoreEnd(): void {
  // nothing
}

function isServed(options: object | boolean | undefined): boolean {
  return options !== undefined && options !== false;
}
