import type { Boats } from "./boats.js";
import type { Follower } from "./followers.js";

/** A change that the server has confirmed. */
interface Write {
  readonly version: string;
  /** When (`performance.now`). */
  readonly at: number;
}

/** Changes one boat five times a second, past all faults, until it is stopped. */
export class Writer {
  readonly name: string;
  readonly #boats: Boats;
  readonly #writes: Write[] = [];
  #isStopped = false;
  #done: Promise<void> | undefined;

  constructor(boats: Boats, name = "probe") {
    this.#boats = boats;
    this.name = name;
  }

  start(): void {
    this.#done = this.#run();
  }

  /** Resolves when the last write is answered. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#done;
  }

  /** The version of the last write. */
  get last(): string | undefined {
    return this.#writes.at(-1)?.version;
  }

  /** Whether a follower has seen the write of a version. */
  hasSeen(follower: Follower, version: string): boolean {
    return isSince(follower.cache.get(this.name), version);
  }

  /**
   * The longest time that a write was unknown to a follower, in seconds; times before `from` (the
   * fault was there) do not count, nor do writes after the version `to`. Infinity for writes that
   * were never seen.
   */
  longestBlindness(follower: Follower, from: number, to: string): number {
    const seen = follower.events.filter(
      ({ name, event }) => name === this.name && event !== "deleted",
    );
    let longest = 0;
    let index = 0;
    for (const { version, at } of this.#writes) {
      if (isSince(version, `${Number(to) + 1}`)) break;
      while (index < seen.length && !isSince(seen[index]?.version, version)) index++;
      const seenAt = seen[index]?.at ?? Infinity;
      longest = Math.max(longest, seenAt - Math.max(at, from));
    }
    return longest / 1_000;
  }

  async #run(): Promise<void> {
    for (let count = 0; !this.#isStopped; count++) {
      const version = await this.#boats.write(this.name, `${count}`);
      if (version !== undefined) this.#writes.push({ version, at: performance.now() });
      await pause(200);
    }
  }
}

function isSince(version: string | undefined, other: string): boolean {
  return version !== undefined && Number(version) >= Number(other);
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
