import { setTimeout as sleep } from "node:timers/promises";
import { isAlreadyExists, isNotFound } from "../../src/runtime/v1/client/api-error.js";
import type { ResourceClient } from "../../src/runtime/v1/client/resource-client.js";
import type { Gadget, GadgetTypes, Spec } from "../apiserver/fixtures.js";
import type { Random } from "../support/random.js";

/** What should be on the server, as those who write know it. */
export interface Truth {
  /** Specs by `namespace/name`. */
  readonly specs: Map<string, Spec>;
  /** Uids of what was deleted while it had a finalizer, and has to be cleaned up. */
  readonly toCleanUp: Set<string>;
  writes: number;
}

const colors = ["red", "blue", "a,b=c\\d"] as const;

/** Creates, changes and deletes objects whose names begin with a letter of its own. */
export class Writer {
  isPaused = false;
  readonly #letter: string;
  readonly #client: ResourceClient<GadgetTypes>;
  readonly #random: Random;
  readonly #truth: Truth;
  readonly #complain: (what: string) => void;
  /** What failed to be created: a busy store may do so after it has said that it had no time. */
  readonly #doubtful = new Map<string, unknown>();
  #isActive = false;

  /** The client reaches the server itself: what it says is so. */
  constructor(
    letter: string,
    client: ResourceClient<GadgetTypes>,
    random: Random,
    truth: Truth,
    complain: (what: string) => void,
  ) {
    this.#complain = complain;
    this.#letter = letter;
    this.#client = client;
    this.#random = random;
    this.#truth = truth;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(20 + this.#random.below(100));
      if (this.isPaused) continue;
      this.#isActive = true;
      await this.#write();
      this.#isActive = false;
    }
  }

  /**
   * Resolves when its last write has ended, and what is in doubt was looked for. What is not there
   * yet stays in doubt.
   */
  async paused(): Promise<void> {
    this.isPaused = true;
    while (this.#isActive) await sleep(10);
    for (const key of [...this.#doubtful.keys()]) {
      const [namespace = "", name = ""] = key.split("/");
      if (await this.#lookAgain(name, namespace)) this.#doubtful.delete(key);
    }
  }

  async #write(): Promise<void> {
    const namespace = this.#random.pick(["one", "two"]);
    const name = `${this.#letter}${this.#random.below(40)}`;
    this.#truth.writes++;
    try {
      await this.#writeTo(name, namespace);
    } catch (error) {
      const key = `${namespace}/${name}`;
      const isCreate = !this.#truth.specs.has(key);
      await this.#lookAgain(name, namespace);
      if (isAlreadyExists(error)) this.#explain(key);
      else if (isCreate) this.#doubtful.set(key, error);
    }
  }

  /** An object that was not to be there is being deleted, or is what failed to be created. */
  #explain(key: string): void {
    if (!this.#truth.specs.has(key) || this.#doubtful.delete(key)) return;
    this.#complain(`${key} is there, but nobody has created it`);
  }

  async #writeTo(name: string, namespace: string): Promise<void> {
    const key = `${namespace}/${name}`;
    const { specs } = this.#truth;
    const spec = { size: this.#random.below(1_000_000), color: this.#random.pick(colors) };
    if (!specs.has(key)) {
      const metadata = { name, namespace };
      await this.#client.create({ apiVersion: "example.com/v1", kind: "Gadget", metadata, spec });
      specs.set(key, spec);
      this.#doubtful.delete(key);
    } else if (this.#random.chance(0.7)) {
      await this.#client.patch(name, { merge: { spec } }, { namespace });
      specs.set(key, spec);
    } else {
      const left = await this.#client.delete(name, { namespace });
      specs.delete(key);
      this.#note(left);
    }
  }

  #note(left: object): void {
    const { uid, finalizers = [] } = (left as Partial<Gadget>).metadata ?? {}; // or a Status
    if (uid !== undefined && finalizers.length > 0) this.#truth.toCleanUp.add(uid);
  }

  /**
   * The server was away: whether it has done what it was asked for is not known.
   *
   * @returns whether the object is there
   */
  async #lookAgain(name: string, namespace: string): Promise<boolean> {
    const key = `${namespace}/${name}`;
    for (;;) {
      try {
        const found = await this.#client.get(name, { namespace });
        if (found.metadata.deletionTimestamp === undefined) {
          this.#truth.specs.set(key, found.spec ?? {});
        } else {
          this.#truth.specs.delete(key);
          this.#note(found);
        }
        return true;
      } catch (error) {
        if (isNotFound(error)) {
          this.#truth.specs.delete(key);
          return false;
        }
        await sleep(100);
      }
    }
  }
}
