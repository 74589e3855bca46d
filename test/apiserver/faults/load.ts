import type { NodeTransport } from "../../../src/runtime/v1/node.js";
import { Random } from "../../support/random.js";
import { sendRequest } from "../server.js";
import type { WholeCluster } from "../whole-cluster.js";
import type { Boats } from "./boats.js";
import { pause } from "./writer.js";

/** Many who create, change and delete boats at random. */
export class WriteLoad {
  readonly #boats: Boats;
  #isStopped = false;
  #done: Promise<unknown> = Promise.resolve();
  /** What the server has confirmed. */
  writes = 0;

  constructor(boats: Boats) {
    this.#boats = boats;
  }

  start(): void {
    this.#done = Promise.all(Array.from({ length: 8 }, (_, index) => this.#run(new Random(index))));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#done;
  }

  async #run(random: Random): Promise<void> {
    for (let count = 0; !this.#isStopped; count++) {
      const name = `boat-${random.below(40)}`;
      const isDone = random.chance(0.3)
        ? this.#boats.remove(name)
        : this.#boats.put(name, `${count}`);
      if (await isDone) this.writes++;
      await pause(20);
    }
  }
}

/** Many who list boats at the same time, more than the server takes; as a user who may do that. */
export class ReadLoad {
  readonly #transport: NodeTransport;
  readonly #path: string;
  #isStopped = false;
  #done: Promise<unknown> = Promise.resolve();
  /** The answers that said that there are too many. */
  refused = 0;

  /** Superusers are let in, however many there are. */
  constructor(cluster: WholeCluster, user: "alice" | "bob", { path }: Boats) {
    this.#transport = cluster.as(user);
    this.#path = path;
  }

  start(): void {
    this.#done = Promise.all(Array.from({ length: 12 }, () => this.#run()));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#done;
    this.#transport.close();
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const { code } = await sendRequest(this.#transport, "GET", this.#path, undefined);
      if (code === 429) this.refused++;
      await pause(code === 429 ? 20 : 0);
    }
  }
}
