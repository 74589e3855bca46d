import { isAlreadyExists, isConflict } from "../../client/api-error.js";
import { onAbort, sleepUnlessAborted } from "../../client/timing.js";
import type { LeaderElectionOptions } from "./election-options.js";
import { LeadershipLostError, SharedIdentityError } from "./election-options.js";
import { processIdentity } from "./identity.js";
import { LeaseRecord } from "./lease-record.js";
import { LeadershipNews } from "./news.js";
import type { Lead } from "./term.js";
import { Term } from "./term.js";

/**
 * Elects one leader among replicas by a `coordination.k8s.io/v1` Lease (client-go
 * `tools/leaderelection/leaderelection.go`). Times of other replicas are never compared with the
 * clock here: a lease has expired when it was seen unchanged for as long as it lasts. Several
 * controllers may share one: they lead together, and the lease is given back when the last has
 * stopped.
 */
export class LeaderElector {
  readonly identity: string;
  readonly #options: LeaderElectionOptions;
  readonly #record: LeaseRecord;
  readonly #renewDeadline: number;
  readonly #retryPeriod: number;
  readonly #news: LeadershipNews;
  /** When the last renewal that came through was sent, by both clocks. */
  #renewed: Moment | undefined;
  #terms = 0;
  /** How many take part. */
  #members = 0;
  /** Looks whether there is a term to work in, for each of those who wait for one. */
  readonly #waiting = new Set<() => void>();
  #term: Term | undefined;
  /** Aborts when nobody takes part any more. */
  #empty = new AbortController();
  #isTakingPart = false;
  /** What the loop does until it looks again who takes part. */
  #round: Promise<void> | undefined;
  #fault: SharedIdentityError | undefined;

  /** Throws a RangeError unless lease duration > renew deadline > 1.2 × retry period > 0. */
  constructor(options: LeaderElectionOptions) {
    const { leaseDuration = 15_000, renewDeadline = 10_000, retryPeriod = 2_000 } = options;
    if (!(
      leaseDuration > renewDeadline &&
      renewDeadline > jitter * retryPeriod &&
      retryPeriod > 0
    )) {
      throw new RangeError(
        `leader election needs leaseDuration > renewDeadline > ${jitter} × retryPeriod > 0, ` +
          `not ${leaseDuration}, ${renewDeadline}, ${retryPeriod}`,
      );
    }
    this.#options = options;
    this.identity = options.identity ?? processIdentity();
    this.#record = new LeaseRecord(options, this.identity, leaseDuration);
    this.#renewDeadline = renewDeadline;
    this.#retryPeriod = retryPeriod;
    this.#news = new LeadershipNews(options);
  }

  /**
   * True if this replica leads beyond doubt: ask right before work begins. The time counts from
   * before the renewal was sent, so others wait longer than this says yes.
   */
  get isLeader(): boolean {
    return this.#timeLeft() > 0;
  }

  /** Who leads, as far as it was seen here; undefined where nobody does. */
  get leader(): string | undefined {
    return this.#record.holder;
  }

  /** How often this replica became the leader. */
  get terms(): number {
    return this.#terms;
  }

  /** Has more listeners told what the options' are told. */
  listen(listener: Pick<LeaderElectionOptions, "logger" | "onChange" | "onError">): void {
    this.#news.add({ ...this.#options, ...listener });
  }

  /**
   * Takes part in the election until the signal aborts. `lead` runs once in every term, with a
   * signal that aborts when leadership is, or may be, lost; it must resolve then, and when the
   * outer signal aborts. Until it does, the lease is renewed. Several calls share the terms: who
   * comes while this replica leads begins at once, and a term ends with the last of them. When all
   * have resolved with true, all work has ended and the lease is given back at once, before the
   * last call resolves; with a false among them, the lease runs out by itself.
   *
   * Rejects with what `lead` rejects with, and with a `SharedIdentityError` where another elector
   * of this process takes part in the same election under the same identity.
   */
  async run(signal: AbortSignal, lead: Lead): Promise<void> {
    if (signal.aborted) return;
    this.#join();
    let term: Term | undefined;
    try {
      while ((term = await this.#nextTerm(signal, term)) !== undefined) await term.work(lead);
    } finally {
      await this.#leave();
    }
  }

  #join(): void {
    this.#members++;
    if (this.#empty.signal.aborted) this.#empty = new AbortController();
    if (!this.#isTakingPart) void this.#takePart();
  }

  async #leave(): Promise<void> {
    this.#members--;
    if (this.#members > 0) return;
    this.#empty.abort();
    this.#term?.endIfIdle();
    await this.#round;
  }

  /** Resolves with a term that may be worked in, or with nothing when the signal aborts. */
  #nextTerm(signal: AbortSignal, last: Term | undefined): Promise<Term | undefined> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const term = this.#term === last || this.#term?.isLost === true ? undefined : this.#term;
        if (term === undefined && this.#fault === undefined && !signal.aborted) return;
        stopListening();
        this.#waiting.delete(look);
        if (signal.aborted) resolve(undefined);
        else if (this.#fault === undefined) resolve(term);
        else reject(this.#fault);
      };
      const stopListening = onAbort(signal, look);
      this.#waiting.add(look);
      look();
    });
  }

  #wakeAll(): void {
    for (const look of [...this.#waiting]) look();
  }

  /** Tries to lead for as long as somebody takes part. Never rejects. */
  async #takePart(): Promise<void> {
    this.#isTakingPart = true;
    this.#fault = undefined;
    while (this.#members > 0 && !this.#hasFault()) {
      this.#round = this.#tryOnce();
      await this.#round;
    }
    this.#isTakingPart = false;
    this.#round = undefined;
    this.#record.forget();
    this.#wakeAll();
  }

  #hasFault(): boolean {
    return this.#fault !== undefined;
  }

  async #tryOnce(): Promise<void> {
    if (await this.#tryToRenew()) {
      await this.#leadTerm();
      return;
    }
    if (this.#hasFault()) return;
    const { leader } = this;
    if (leader !== undefined && leader !== this.identity) this.#news.waits(this.identity, leader);
    await sleepUnlessAborted(this.#followerPause(), this.#empty.signal);
  }

  async #leadTerm(): Promise<void> {
    this.#terms++;
    const lose = (why?: string): void => {
      if (term.isLost) return;
      const cause = why === undefined ? this.#news.lastError : undefined;
      const reason = new LeadershipLostError(this.#options, why, cause);
      term.lose(reason);
      this.#news.lost(this.identity, reason);
    };
    const term = new Term(() => {
      if (!this.isLeader) lose();
    });
    this.#term = term;
    this.#news.leads(this.identity);
    const finished = new AbortController();
    const renewing = this.#renewUntil(finished.signal, lose);
    this.#wakeAll();
    if (this.#members === 0) term.endIfIdle();
    const isClean = await term.ended;
    this.#term = undefined;
    finished.abort();
    await renewing;
    if (isClean) await this.#release();
    this.#renewed = undefined;
  }

  /** Renews until the work is finished; calls `lost` where that fails for too long. */
  async #renewUntil(finished: AbortSignal, lost: (why?: string) => void): Promise<void> {
    // A timer of its own: a renewal that hangs must not keep the loss from being seen.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watchDeadline = (): void => {
      clearTimeout(timer);
      const left = this.#timeLeft();
      if (left <= 0) lost();
      else timer = setTimeout(watchDeadline, left);
    };
    watchDeadline();
    for (;;) {
      await sleepUnlessAborted(this.#retryPeriod, finished);
      if (finished.aborted || !this.isLeader) break;
      if (await this.#tryToRenew()) watchDeadline();
      else if (this.leader !== undefined && this.leader !== this.identity) {
        this.#renewed = undefined;
        clearTimeout(timer);
        lost(`was taken by ${this.leader}`);
        return;
      }
    }
    clearTimeout(timer);
    if (!finished.aborted) lost();
  }

  #timeLeft(): number {
    return this.#renewed === undefined ? 0 : this.#renewDeadline - elapsedSince(this.#renewed);
  }

  /** Takes the lease or renews it; false where others have it, or where it cannot be told. */
  async #tryToRenew(): Promise<boolean> {
    const sent = momentNow();
    try {
      // A call that hangs leaves time for another one.
      const isOurs = await this.#record.renew({ timeout: this.#renewDeadline / 2 });
      if (isOurs) this.#renewed = sent;
      this.#news.succeeded();
      return isOurs;
    } catch (error) {
      if (error instanceof SharedIdentityError) this.#fault = error;
      // Somebody else was faster, where it is a conflict.
      else if (!isConflict(error) && !isAlreadyExists(error)) this.#news.failed(error);
      return false;
    }
  }

  /** How long a follower waits: by chance, but no longer than the lease lasts. */
  #followerPause(): number {
    const pause = this.#retryPeriod * (1 + jitter * Math.random());
    const { leader } = this;
    if (leader === undefined || leader === this.identity) return pause;
    const expiry = this.#record.timeToExpiry();
    return expiry > 0 ? Math.min(pause, expiry + 1) : pause;
  }

  /** Others need not wait: a lease without a holder is free. */
  async #release(): Promise<void> {
    if (!this.isLeader || this.leader !== this.identity) return;
    try {
      await this.#record.release({ timeout: this.#retryPeriod });
      this.#news.released(this.identity);
    } catch (error) {
      this.#news.failed(error);
    }
  }
}

const jitter = 1.2;

/** A time by the clock that never goes back and the one that goes on while the machine sleeps. */
interface Moment {
  readonly steady: number;
  readonly wall: number;
}

function momentNow(): Moment {
  return { steady: performance.now(), wall: Date.now() };
}

/** The longer of what both clocks say: to stop too early harms nobody. */
function elapsedSince({ steady, wall }: Moment): number {
  return Math.max(performance.now() - steady, Date.now() - wall);
}
