import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Transport } from "../../src/runtime/v1/client/transport.js";
import type { Controller } from "../../src/runtime/v1/controller.js";
import { retry, ResourceClient, withMiddleware } from "../../src/runtime/v1/index.js";
import type { NodeTransport } from "../../src/runtime/v1/node.js";
import { fromKubeconfig } from "../../src/runtime/v1/node.js";
import type { Gadget, GadgetTypes } from "../apiserver/fixtures.js";
import { crdOf, gadget } from "../apiserver/fixtures.js";
import { leaseCrd } from "../apiserver/lease-crd.js";
import type { ApiServer } from "../apiserver/server.js";
import { installCrd } from "../apiserver/server.js";
import { Random } from "../support/random.js";
import { FaultProxy } from "./fault-proxy.js";
import { Follower } from "./follower.js";
import type { Work } from "./replica.js";
import { replicaOf } from "./replica.js";
import type { Truth } from "./writer.js";
import { Writer } from "./writer.js";

/** How a soak goes about it. */
export interface SoakOptions {
  readonly seed: number;
  readonly minutes: number;
  /** Seconds of faults before each quiet point. */
  readonly roundSeconds: number;
  /** Of all but one informer, which has the default; undefined: of that one too. */
  readonly idleTimeout: number;
  /** Whether one informer has the default idle timeout of 50 seconds. */
  readonly withDefaults: boolean;
  /** Takes a line of progress. */
  readonly print: (line: string) => void;
}

/** Milliseconds after the last fault in which all must be true again, beyond the idle timeout. */
const patience = 30_000;

/** Many times what all watches and calls at one time need. */
const mostConnections = 40;

/**
 * Follows and reconciles what writers write, through a network that fails by chance, and looks at
 * quiet points whether all is as it should be. Gives what was found to be wrong.
 */
export async function soak(server: ApiServer, options: SoakOptions): Promise<readonly string[]> {
  const run = new Soak(server, options);
  const rejected = (reason: unknown): void => {
    run.complain(`unhandled rejection: ${String(reason)}`);
  };
  process.on("unhandledRejection", rejected);
  try {
    await run.begin();
    const end = Date.now() + options.minutes * 60_000;
    do await run.round();
    while (Date.now() < end && run.problems.length === 0);
    run.compareHeaps();
  } finally {
    process.off("unhandledRejection", rejected);
    await run.end();
  }
  return run.problems;
}

class Soak {
  readonly problems: string[] = [];
  readonly #server: ApiServer;
  readonly #options: SoakOptions;
  readonly #random: Random;
  readonly #proxy: FaultProxy;
  readonly #folder = mkdtempSync(join(tmpdir(), "crdgen-soak-"));
  readonly #transports: NodeTransport[] = [];
  readonly #followers: Follower[] = [];
  readonly #replicas: Controller<GadgetTypes>[] = [];
  readonly #writers: Writer[] = [];
  readonly #stopping = new AbortController();
  readonly #truth: Truth = { specs: new Map(), toCleanUp: new Set(), writes: 0 };
  readonly #work: Work;
  readonly #direct: ResourceClient<GadgetTypes>;
  readonly #heaps: number[] = [];
  readonly #events = new Map<string, number>();
  #tokens = 0;
  #slowest = 0;
  #printed = Date.now();
  readonly #began = Date.now();

  constructor(server: ApiServer, options: SoakOptions) {
    this.#server = server;
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#proxy = new FaultProxy(server, this.#random);
    this.#direct = new ResourceClient<GadgetTypes>(gadget, server.transport);
    this.#work = {
      active: new Map(),
      cleaned: new Set(),
      reconciles: 0,
      complain: (what) => {
        this.complain(what);
      },
    };
  }

  complain(what: string): void {
    if (this.problems.length < 20) this.problems.push(what);
  }

  async begin(): Promise<void> {
    await installCrd(this.#server, crdOf(gadget));
    await installCrd(this.#server, leaseCrd());
    await this.#proxy.open();
    this.#changeToken();
    const { idleTimeout, withDefaults } = this.#options;
    const { complain } = this.#work;
    const shared = await this.#connect();
    const unable = withMiddleware(shared, (next) => (request) => {
      return next({ ...request, headers: [...request.headers, ["x-no-streams", "1"]] });
    });
    const follow = (name: string, transport: Transport, idle: number | undefined): void => {
      const client = new ResourceClient<GadgetTypes>(gadget, transport, { timeout: 10_000 });
      this.#followers.push(new Follower(name, client, { idleTimeout: idle }, complain));
    };
    follow("streaming lists", shared, withDefaults ? undefined : idleTimeout);
    follow("lists in pages", unable, idleTimeout);
    const first = withMiddleware(await this.#connect(), retry());
    const second = await this.#connect();
    for (const [identity, transport] of Object.entries({ first, second })) {
      const own = new Random(this.#random.below(2 ** 31));
      const replica = replicaOf(identity, transport, idleTimeout, own, this.#work);
      this.#replicas.push(replica);
      this.#run(replica);
    }
    for (const letter of "abc") {
      const own = new Random(this.#random.below(2 ** 31));
      const writer = new Writer(letter, this.#direct, own, this.#truth, this.#work.complain);
      this.#writers.push(writer);
      void writer.run(this.#stopping.signal);
    }
  }

  async end(): Promise<void> {
    this.#stopping.abort();
    this.#proxy.rate = 0;
    await Promise.all(this.#replicas.map((replica) => replica.stop()));
    await Promise.all(this.#followers.map(({ informer }) => informer.stop()));
    for (const transport of this.#transports) transport.close();
    this.#proxy.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Faults for a while, and then a quiet point. */
  async round(): Promise<void> {
    const end = Date.now() + this.#options.roundSeconds * 1_000;
    for (const writer of this.#writers) writer.isPaused = false;
    while (Date.now() < end) {
      this.#proxy.rate = this.#random.pick([0.05, 0.2, 0.5]);
      const left = end - Date.now();
      await sleep(Math.min(left, 1_000 + this.#random.below(8_000)));
      if (Date.now() < end) await this.#disturb();
    }
    this.#proxy.rate = 0;
    await Promise.all(this.#writers.map((writer) => writer.paused()));
    await this.#quietPoint();
    this.#tell();
  }

  /** What is found at the end: the heap must not have grown since the first third. */
  compareHeaps(): void {
    const third = Math.floor(this.#heaps.length / 3);
    if (third < 2) return;
    const before = Math.min(...this.#heaps.slice(0, third));
    const after = Math.min(...this.#heaps.slice(-third));
    this.#options.print(
      `heap: ${megabytes(before)} in the first third, ${megabytes(after)} in the last`,
    );
    if (after > before * 1.1 + 1_000_000) {
      this.complain(`the heap has grown from ${megabytes(before)} to ${megabytes(after)}`);
    }
  }

  /** Something that happens to more than one request. */
  async #disturb(): Promise<void> {
    const happening = this.#random.pick(Object.keys(this.#happenings));
    this.#events.set(happening, (this.#events.get(happening) ?? 0) + 1);
    await this.#happenings[happening]?.();
  }

  readonly #happenings: Readonly<Record<string, () => Promise<void> | void>> = {
    "kill -9": async () => {
      await this.#server.kill();
      await sleep(this.#random.below(3_000));
      await this.#server.revive();
    },
    refused: async () => {
      this.#proxy.close();
      await sleep(this.#random.below(5_000));
      await this.#proxy.open();
    },
    "half-open": () => {
      this.#proxy.goDead();
    },
    "new token": () => {
      this.#changeToken();
    },
    "informer stopped": async () => {
      const { informer } = this.#random.pick(this.#followers);
      const stopped = informer.stop();
      if (this.#random.chance(0.5)) await sleep(this.#random.below(2_000));
      informer.start();
      await stopped;
    },
    "replica stopped": async () => {
      const replica = this.#random.pick(this.#replicas);
      await replica.stop();
      await sleep(this.#random.below(2_000));
      this.#run(replica);
    },
  };

  async #quietPoint(): Promise<void> {
    const { idleTimeout, withDefaults } = this.#options;
    const limit = (withDefaults ? 50_000 : idleTimeout) + patience;
    const start = Date.now();
    let wrong = await this.#wrong();
    while (wrong !== undefined) {
      if (Date.now() - start > limit) {
        this.complain(`${limit} ms after the last fault: ${wrong}`);
        for (const replica of this.#replicas) this.complain(JSON.stringify(replica.metrics()));
        return;
      }
      await sleep(200);
      wrong = await this.#wrong();
    }
    this.#slowest = Math.max(this.#slowest, Date.now() - start);
    for (const follower of this.#followers) follower.check();
    this.#truth.toCleanUp.clear();
    this.#work.cleaned.clear();
    const { openConnections } = this.#proxy;
    if (openConnections > mostConnections) this.complain(`${openConnections} connections are open`);
    this.#heaps.push(await heapUsed());
  }

  /** What is not yet as it should be, if anything. */
  async #wrong(): Promise<string | undefined> {
    const list = await this.#direct.list({ allNamespaces: true }).catch((error: unknown) => error);
    // A server that was just started may ask for patience.
    if (list instanceof Error) return `the server: ${list.message}`;
    const { items } = list as GadgetTypes["list"]; // what is no error
    const wrong = this.#wrongOnServer(items);
    if (wrong !== undefined) return wrong;
    for (const { name, informer, difference } of this.#followers.map((one) => ({
      ...{ name: one.name, informer: one.informer },
      difference: one.difference(items),
    }))) {
      if (!informer.hasSynced) return `${name}: not synced`;
      if (difference !== undefined) return `${name}: ${difference}`;
    }
    return undefined;
  }

  #wrongOnServer(items: readonly Gadget[]): string | undefined {
    const { specs, toCleanUp } = this.#truth;
    for (const { metadata, spec, status } of items) {
      const key = `${metadata.namespace ?? ""}/${metadata.name}`;
      const wanted = specs.get(key);
      if (wanted === undefined) {
        const { deletionTimestamp = "not", finalizers = [] } = metadata;
        return `${key} is still there, deleted ${deletionTimestamp}, finalizers ${finalizers.join()}`;
      }
      if (wanted.size !== spec?.size) return `${key} is not what was written`;
      if (status?.replicas !== metadata.generation) {
        return `${key} is reconciled at ${status?.replicas ?? "none"} of ${metadata.generation}`;
      }
    }
    if (items.length !== specs.size) return `${items.length} objects, ${specs.size} were written`;
    for (const uid of toCleanUp) {
      if (!this.#work.cleaned.has(uid)) return `${uid} was deleted, but not cleaned up`;
    }
    return undefined;
  }

  /** A line a minute. */
  #tell(): void {
    if (Date.now() - this.#printed < 55_000 && this.#options.minutes >= 1) return;
    this.#printed = Date.now();
    const minute = ((Date.now() - this.#began) / 60_000).toFixed(1);
    const met = [...this.#proxy.met.values()].reduce((sum, count) => sum + count, 0);
    const events = [...this.#events].map(([name, count]) => `${name} ${count}`).join(", ");
    this.#options.print(
      `minute ${minute}: ${this.#truth.writes} writes, ${this.#work.reconciles} reconciles, ` +
        `${met} faults of ${this.#proxy.met.size} kinds (${events}), ` +
        `${this.#heaps.length} quiet points, true again after ${this.#slowest} ms at most, ` +
        `${this.#proxy.openConnections} connections, heap ${megabytes(this.#heaps.at(-1) ?? 0)}`,
    );
  }

  #run(replica: Controller<GadgetTypes>): void {
    replica.run().catch((error: unknown) => {
      this.complain(`a controller ended: ${String(error)}`);
    });
  }

  #changeToken(): void {
    const token = `token-${++this.#tokens}`;
    writeFileSync(this.#tokenFile, token);
    this.#proxy.token = token;
  }

  get #tokenFile(): string {
    return join(this.#folder, "token");
  }

  async #connect(): Promise<NodeTransport> {
    const cluster = {
      server: this.#proxy.url,
      "certificate-authority-data": Buffer.from(this.#proxy.ca).toString("base64"),
    };
    const text = JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      "current-context": "soak",
      contexts: [{ name: "soak", context: { cluster: "soak", user: "soak" } }],
      clusters: [{ name: "soak", cluster }],
      users: [{ name: "soak", user: { tokenFile: this.#tokenFile } }],
    });
    const transport = await fromKubeconfig({ text });
    this.#transports.push(transport);
    return transport;
  }
}

async function heapUsed(): Promise<number> {
  const { gc } = globalThis;
  for (let round = 0; round < 3; round++) {
    gc?.();
    await sleep(50);
  }
  return process.memoryUsage().heapUsed;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
