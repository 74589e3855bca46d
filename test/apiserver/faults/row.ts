import { join } from "node:path";
import { expect } from "vitest";
import { buildGoProgram, hasGo } from "../../support/go-program.js";
import type { WholeCluster } from "../whole-cluster.js";
import { Boats } from "./boats.js";
import { differences, faultsOfEvents } from "./checks.js";
import type { Access, Follower, Library, OwnOptions } from "./followers.js";
import { GoFollower, libraryIn, OwnFollower, ownLibrary, transportFor } from "./followers.js";
import { FaultPort } from "./port.js";
import { pause, Writer } from "./writer.js";

/** `dist` of another build, to be measured beside. */
const otherDist = process.env["FAULTS_DIST"];

/** Seconds that others may take longer than this project; client-go looks at files in minutes. */
const patience = Number(process.env["FAULTS_PATIENCE"] ?? 90);

/** The figures of all rows so far: seconds by the names of followers. */
export const figures: Record<string, Record<string, number>> = {};

/** Builds the program of client-go's followers, where that can be done. */
export async function buildFollower(): Promise<string | undefined> {
  if (!hasGo) return undefined;
  return buildGoProgram("client-go", join(import.meta.dirname, "../../support/client-go"));
}

/** One fault: followers, a port that can go away, and a writer past all that. */
export class Row {
  readonly boats: Boats;
  readonly port: FaultPort;
  readonly writer: Writer;
  readonly followers: Follower[] = [];
  readonly #cluster: WholeCluster;
  readonly #program: string | undefined;
  readonly #verifyEvery: number | undefined;
  /** Those that were not waited for. */
  readonly #late: Follower[] = [];
  #began = 0;

  /** `program` is that of `buildFollower`. */
  constructor(
    cluster: WholeCluster,
    program: string | undefined,
    name: string,
    { verifyEvery }: Pick<OwnOptions, "verifyEvery"> = {},
  ) {
    this.#cluster = cluster;
    this.#verifyEvery = verifyEvery;
    this.#program = program;
    this.boats = new Boats(cluster, name);
    this.port = new FaultPort(Number(new URL(cluster.url).port));
    this.writer = new Writer(this.boats);
  }

  /** This project's follower. */
  get own(): OwnFollower {
    const [own] = this.followers;
    if (own instanceof OwnFollower) return own;
    throw new Error("nobody follows");
  }

  /** The one of client-go, where it could be built. */
  get other(): GoFollower | undefined {
    return this.followers.find((each) => each instanceof GoFollower);
  }

  /** Lets all followers begin. */
  async follow(token: string | (() => string) = "admin-token"): Promise<void> {
    await this.port.up();
    await this.#begin({ url: this.port.url, token });
  }

  /** The same, by a kubeconfig that is written for the address: gives its path. */
  async followAs(write: (url: string) => string): Promise<void> {
    await this.port.up();
    await this.#begin({ kubeconfig: write(this.port.url) });
  }

  async #begin(access: Access): Promise<void> {
    const add = async (library: Library, title: string): Promise<void> => {
      const transport = await transportFor(this.#cluster, access, library);
      const options = { title, verifyEvery: this.#verifyEvery };
      this.followers.push(new OwnFollower(this.boats, transport, library, options));
    };
    await add(ownLibrary, "crdgen");
    if (otherDist !== undefined) await add(await libraryIn(otherDist), "other build");
    if (this.#program === undefined) return;
    this.followers.push(new GoFollower(this.#program, this.#cluster, this.boats, access));
  }

  /** Waits until something holds of all followers. */
  async until(
    holds: (follower: Follower) => boolean,
    seconds = 90,
    followers: readonly Follower[] = this.followers,
  ): Promise<void> {
    const end = performance.now() + seconds * 1_000;
    for (const follower of followers) {
      if (this.#late.includes(follower)) continue;
      while (!holds(follower)) {
        if (performance.now() > end) throw new Error(`${follower.name}: not in ${seconds} s`);
        await pause(20);
      }
    }
  }

  /** The same, but other followers than this project's are let go where it takes them longer. */
  async #leaveBehind(holds: (follower: Follower) => boolean): Promise<void> {
    const others = this.followers.filter((each) => each !== this.own);
    await this.until(holds, 90, [this.own]);
    for (const each of others) await this.until(holds, patience, [each]).catch(() => undefined);
    this.#late.push(...others.filter((each) => !holds(each)));
  }

  /** Waits until all followers have the list of the server, while nothing is written. */
  async untilEqual(seconds = 90): Promise<void> {
    const list = await this.boats.list();
    await this.until((follower) => differences(follower, list).length === 0, seconds);
  }

  /** Waits until all followers have an object; others may be written meanwhile. */
  async untilKnown(name: string): Promise<void> {
    await this.until((follower) => follower.cache.has(name));
  }

  /** From now on a change should be seen at once. */
  faultIsOver(): void {
    this.#began = performance.now();
  }

  /**
   * Waits until all have seen what was written so far, and notes for how long each was blind since
   * the fault was over; of several faults of one title the longest counts. Gives the seconds of
   * this project.
   */
  async measure(title: string): Promise<number> {
    const { last } = this.writer;
    if (last === undefined) throw new Error("nothing was written");
    await this.#leaveBehind((follower) => this.writer.hasSeen(follower, last));
    const row = (figures[title] ??= {});
    for (const follower of this.followers) {
      const seconds = this.writer.longestBlindness(follower, this.#began, last);
      const longest = Math.max(seconds, row[follower.name] ?? 0);
      row[follower.name] = Number(longest.toFixed(2));
    }
    return row["crdgen"] ?? Infinity;
  }

  /** The same, once nothing is written any more; checks the caches and the events too. */
  async finish(title: string): Promise<number> {
    await this.writer.stop();
    const seconds = await this.measure(title);
    await this.check();
    return seconds;
  }

  /** Compares caches with a list, and the events with what there can be. */
  async check(): Promise<void> {
    const list = await this.boats.list();
    await this.untilEqual();
    const inTime = this.followers.filter((each) => !this.#late.includes(each));
    for (const follower of inTime) expect(differences(follower, list)).toEqual([]);
    const told = this.own.informer.list().map(({ metadata }) => metadata);
    expect(
      Object.fromEntries(told.map(({ name, resourceVersion }) => [name, resourceVersion])),
    ).toEqual(list);
    expect(faultsOfEvents(this.own.events)).toEqual([]);
  }

  async stop(): Promise<void> {
    await this.writer.stop();
    await Promise.all(this.followers.map((each) => each.stop()));
    this.port.down();
  }
}
