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
  readonly #stops: { readonly replica: string; readonly at: number }[] = [];
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
    process?.kill(ending);
    const sent = Date.now();
    if (ending === "SIGKILL") this.#deaths.set(leader, sent);
    const first = await this.#until(
      `another one than ${leader} leads`,
      ({ at, replica, what }) => what === "began" && replica !== leader && at >= sent,
    );
    if (ending === "SIGSTOP") {
      await sleep(Math.random() * 300);
      this.#stops.push({ replica: leader, at: sent });
      process?.kill("SIGCONT");
      await this.#until(
        `${leader} knows that it was replaced`,
        ({ at, replica, what }) => what === "waiting" && replica === leader && at >= sent,
      );
    } else {
      while (this.#replicas.has(leader)) await sleep(20);
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
   * Where a replica begins or writes after another one has taken over, and where it begins while
   * another one is at the object. Whoever was killed or stopped is at no object any more: a process
   * that goes on ends what it had begun, and must not write.
   */
  #overlaps(steps: readonly Step[]): string[] {
    const overlaps: string[] = [];
    /** Since when who is at an object, by object. */
    const busy = new Map<string, Map<string, number>>();
    let leader: string | undefined;
    for (const { at, replica, what, object } of [...steps].sort((one, two) => one.at - two.at)) {
      if (what === "leading") leader = replica;
      if (object === "-") continue;
      const present = busy.get(object) ?? new Map<string, number>();
      busy.set(object, present);
      const isAct = what === "began" || what === "writes";
      if (isAct && leader !== undefined && leader !== replica) {
        overlaps.push(`${at}: ${replica} ${what} ${object}, but ${leader} leads`);
      }
      if (what === "began") {
        for (const [other, since] of present) {
          if (other === replica || this.#hasLeft(other, since, at)) continue;
          overlaps.push(`${at}: ${replica} begins ${object} beside ${other}`);
        }
        present.set(replica, at);
      } else if (what === "ended") present.delete(replica);
    }
    return overlaps;
  }

  /** Whether a replica was stopped or killed between two times. */
  #hasLeft(replica: string, since: number, until: number): boolean {
    const wasStopped = this.#stops.some(
      // A signal takes a moment.
      (stop) => stop.replica === replica && since <= stop.at + 10 && stop.at <= until,
    );
    return wasStopped || (this.#deaths.get(replica) ?? Infinity) <= until;
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
