import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdtempSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds; short, so that many runs fit. */
export const leadershipTimes = { leaseDuration: 2_000, renewDeadline: 1_200, retryPeriod: 200 };

/** How a leader comes to its end. */
export type Ending = "SIGTERM" | "SIGKILL" | "SIGSTOP";

/** What a replica has written down. */
interface Step {
  readonly at: number;
  readonly replica: string;
  readonly what: string;
  readonly object: string;
}

/** What was seen in all runs of one kind. */
export interface LeadershipFigures {
  readonly ending: Ending;
  readonly runs: number;
  /** Milliseconds from the signal to the first reconcile of the other replica. */
  readonly takeovers: number[];
  /** A line for each time that two replicas were at one object. */
  readonly overlaps: string[];
  readonly reconciles: number;
}

/** Two replicas of one operator, of which the leader comes to its end again and again. */
export class LeadershipRuns {
  readonly #kubeconfig: string;
  readonly #folder = mkdtempSync(join(tmpdir(), "leadership-"));
  readonly #file = join(this.#folder, "steps");
  readonly #replicas = new Map<string, ChildProcess>();
  readonly #stops: { readonly replica: string; readonly from: number; readonly until: number }[] =
    [];
  readonly #deaths = new Map<string, number>();
  readonly #descriptor: number;
  /** All that was written down, and where that of this run begins. */
  readonly #steps: Step[] = [];
  #first = 0;
  #rest = "";
  #count = 0;

  readonly #stop: () => void;

  /** `stop` ends the server, if it is for these runs alone. */
  constructor(kubeconfig: string, stop: () => void = doNothing) {
    this.#stop = stop;
    this.#kubeconfig = kubeconfig;
    writeFileSync(this.#file, "");
    this.#descriptor = openSync(this.#file, "r");
  }

  async run(ending: Ending, runs: number): Promise<LeadershipFigures> {
    this.#read();
    const begin = this.#steps.length;
    const takeovers: number[] = [];
    for (let run = 0; run < runs; run++) {
      this.#first = this.#steps.length;
      while (this.#replicas.size < 2) await this.#start();
      const leader = await this.#leader();
      // At any moment of its work and of its renewals.
      await sleep(Math.random() * 300);
      takeovers.push(await this.#end(leader, ending));
    }
    const steps = this.#steps.slice(begin);
    const reconciles = steps.filter(({ what }) => what === "began").length;
    return { ending, runs, takeovers, overlaps: this.#overlaps(steps), reconciles };
  }

  close(): void {
    for (const replica of this.#replicas.values()) replica.kill("SIGKILL");
    rmSync(this.#folder, { recursive: true });
    this.#stop();
  }

  async #start(): Promise<void> {
    const name = `replica-${this.#count++}`;
    const root = join(import.meta.dirname, "../..");
    const replica = spawn(
      process.execPath,
      [
        ...["--import", join(root, "scripts/typescript.js")],
        ...[join(import.meta.dirname, "leadership-replica.ts"), this.#kubeconfig, name, this.#file],
      ],
      { stdio: ["ignore", "inherit", "inherit"] },
    );
    this.#replicas.set(name, replica);
    replica.once("exit", () => {
      this.#replicas.delete(name);
      if (!this.#deaths.has(name)) this.#deaths.set(name, Date.now());
    });
    await this.#until(
      `${name} takes part`,
      ({ replica: by, what }) => by === name && (what === "waiting" || what === "leading"),
    );
  }

  /** The replica that reconciles now. */
  async #leader(): Promise<string> {
    const since = Date.now();
    const step = await this.#until("one leads", ({ at, what }) => what === "began" && at > since);
    return step.replica;
  }

  async #end(leader: string, ending: Ending): Promise<number> {
    const process = this.#replicas.get(leader);
    const exited = new Promise((resolve) => process?.once("exit", resolve));
    process?.kill(ending);
    const sent = Date.now();
    if (ending === "SIGKILL") this.#deaths.set(leader, sent);
    const first = await this.#until(
      `another one than ${leader} leads`,
      ({ at, replica, what }) => what === "began" && replica !== leader && at >= sent,
    );
    if (ending === "SIGSTOP") {
      await sleep(Math.random() * 300);
      this.#stops.push({ replica: leader, from: sent, until: Date.now() });
      process?.kill("SIGCONT");
      await this.#until(
        `${leader} knows that it was replaced`,
        ({ at, replica, what }) => what === "waiting" && replica === leader && at >= sent,
      );
    } else {
      await exited;
    }
    return first.at - sent;
  }

  /** Takes what was written down since the last time. */
  #read(): void {
    const buffer = Buffer.alloc(65_536);
    for (;;) {
      const length = readSync(this.#descriptor, buffer);
      if (length === 0) return;
      const lines = (this.#rest + buffer.toString("utf8", 0, length)).split("\n");
      this.#rest = lines.pop() ?? "";
      for (const line of lines) {
        const [at, replica = "", what = "", object = ""] = line.split(" ");
        this.#steps.push({ at: Number(at), replica, what, object });
      }
    }
  }

  /**
   * Where a replica begins, or writes, while another one is at the object. What a killed or stopped
   * process had begun is not done by anybody after that; a process that goes on must end it without
   * a write.
   */
  #overlaps(steps: readonly Step[]): string[] {
    const overlaps: string[] = [];
    /** Who is at an object, by object. */
    const busy = new Map<string, Set<string>>();
    /** Who was the last to begin with it. */
    const owner = new Map<string, string>();
    for (const { at, replica, what, object } of [...steps].sort((one, two) => one.at - two.at)) {
      if (object === "-") continue;
      const present = busy.get(object) ?? new Set();
      busy.set(object, present);
      const others = [...present].filter((other) => other !== replica && this.#isActive(other, at));
      if (what === "began" && others.length > 0) {
        overlaps.push(`${at}: ${replica} begins ${object} beside ${others.join(", ")}`);
      }
      if (what === "writes" && owner.get(object) !== replica) {
        overlaps.push(`${at}: ${replica} writes ${object} of ${owner.get(object) ?? "nobody"}`);
      }
      if (what === "began") {
        present.add(replica);
        owner.set(object, replica);
      } else if (what === "ended") present.delete(replica);
    }
    return overlaps;
  }

  #isActive(replica: string, at: number): boolean {
    const isStopped = this.#stops.some(
      (stop) => stop.replica === replica && stop.from <= at && at <= stop.until,
    );
    return !isStopped && at < (this.#deaths.get(replica) ?? Infinity);
  }

  /** Resolves with the first step of this run that is meant. */
  async #until(what: string, isMeant: (step: Step) => boolean): Promise<Step> {
    const end = Date.now() + 60_000;
    for (;;) {
      this.#read();
      for (let index = this.#first; index < this.#steps.length; index++) {
        const step = this.#steps[index];
        if (step !== undefined && isMeant(step)) return step;
      }
      if (Date.now() > end) throw new Error(`not within a minute: ${what}`);
      await sleep(20);
    }
  }
}

function doNothing(): void {
  // The server is for others too.
}
