import { Random } from "../../support/random.js";
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

/** There are seventy of them in every cluster. */
const clusterRoles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";

/** Many who list at the same time, more than the server takes. */
export class ReadLoad {
  readonly #cluster: WholeCluster;
  #isStopped = false;
  #done: Promise<unknown> = Promise.resolve();
  /** The answers that said that there are too many. */
  refused = 0;

  constructor(cluster: WholeCluster) {
    this.#cluster = cluster;
  }

  start(): void {
    this.#done = Promise.all(Array.from({ length: 12 }, () => this.#run()));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#done;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const { code } = await this.#cluster.request("GET", clusterRoles);
      if (code === 429) this.refused++;
      await pause(code === 429 ? 20 : 0);
    }
  }
}
