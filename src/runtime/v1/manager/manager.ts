import type { ResourceClient, ResourceTypes } from "../client/resource-client.js";
import { onAbort } from "../client/timing.js";
import type { Transport } from "../client/transport.js";
import type { ControllerOptions } from "../operators/controller/controller-options.js";
import { Controller } from "../operators/controller/controller.js";
import { EventRecorder } from "../operators/events/event-recorder.js";
import { LeaderElector } from "../operators/leader/leader-elector.js";
import type { Logger } from "../operators/log/logger.js";
import type { ManagerOptions, Runnable } from "./manager-options.js";

/**
 * Runs controllers, webhooks and whatever else a program consists of: with one leader election, one
 * set of caches and one orderly stop (controller-runtime `pkg/manager`).
 */
export class Manager {
  /** What clients, controllers and recorders of this program use. */
  readonly transport: Transport;
  readonly logger: Logger;
  readonly #options: ManagerOptions;
  readonly #elector: LeaderElector | undefined;
  readonly #controllers: Running[] = [];
  readonly #others: Runnable[] = [];
  readonly #recorders: EventRecorder[] = [];

  constructor(options: ManagerOptions) {
    const { transport, leaderElection, logger = console } = options;
    this.#options = options;
    this.transport = transport;
    this.logger = logger;
    if (leaderElection !== undefined) {
      const { namespace = transport.defaultNamespace ?? "default" } = leaderElection;
      this.#elector = new LeaderElector({ ...leaderElection, transport, namespace });
    }
  }

  /** Adds a controller, which runs as long as the manager does. */
  controller<T extends ResourceTypes>(
    client: ResourceClient<T>,
    options: ControllerOptions<T>,
  ): Controller<T> {
    const { gracePeriod } = this.#options;
    const controller = new Controller(client, {
      gracePeriod,
      leaderElection: this.#elector,
      ...options,
    });
    this.#controllers.push(controller);
    return controller;
  }

  /** Records events in the name of a controller, such as `example.com/gadget-controller`. */
  events(controller: string): EventRecorder {
    const recorder = new EventRecorder({ transport: this.transport, controller });
    this.#recorders.push(recorder);
    return recorder;
  }

  /** Adds something else that runs as long as the manager does. */
  add(runnable: Runnable): void {
    this.#others.push(runnable);
  }

  /** Runs everything until the signal aborts. */
  async run({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    const stopping = new AbortController();
    const stop = (): void => {
      stopping.abort();
    };
    if (signal?.aborted === true) stop();
    const stopListening = signal === undefined ? undefined : onAbort(signal, stop);
    try {
      await Promise.all([
        ...this.#controllers.map((each) => each.run({ signal: stopping.signal })),
        ...this.#others.map((each) => each.run(stopping.signal)),
      ]);
    } finally {
      stop();
      stopListening?.();
      await Promise.all(this.#recorders.map((each) => each.flush()));
    }
  }
}

interface Running {
  run(options: { readonly signal: AbortSignal }): Promise<void>;
}
