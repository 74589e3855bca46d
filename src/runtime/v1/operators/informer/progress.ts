import { isNotFound } from "../../client/api-error.js";

/**
 * The doings of an informer:
 *
 * - `stopped`: it was not started, or was stopped;
 * - `listing`: it reads a whole state;
 * - `following`: a watch is open, or is opened anew after one that ended as it should;
 * - `waiting`: list or watch have failed; it tries again by itself;
 * - `missing`: the server does not know the resource (404). It is asked again every second.
 */
export type InformerPhase = "stopped" | "listing" | "following" | "waiting" | "missing";

/** What an informer does now. */
export interface InformerState {
  readonly phase: InformerPhase;
  /** Since when, in milliseconds since 1970 (`Date.now`); it stays while the same goes on. */
  readonly since: number;
  /** The last failure, of the phases `waiting` and `missing`. */
  readonly error?: unknown;
}

/** How far the following of one collection has come. */
export class Progress {
  #state: InformerState = { phase: "listing", since: Date.now() };
  /** When the state was last known to be that of the server, in milliseconds since 1970. */
  #lastSynced: number | undefined;

  get state(): InformerState {
    return this.#state;
  }

  get lastSynced(): number | undefined {
    return this.#lastSynced;
  }

  /** A whole state is to be read, and not because of a failure. */
  reading(): void {
    if (this.#state.phase === "following") this.#enter("listing");
  }

  /** A watch is open that goes on from what is known. */
  opened(): void {
    if (this.#state.phase !== "following") this.#enter("following");
  }

  /** A whole state was read, an event came, or a watch that was silent has missed nothing. */
  synced(): void {
    this.#lastSynced = Date.now();
    this.opened();
  }

  failed(error: unknown): void {
    const phase = isNotFound(error) ? "missing" : "waiting";
    const since = this.#state.phase === phase ? this.#state.since : Date.now();
    this.#state = { phase, since, error };
  }

  #enter(phase: "listing" | "following"): void {
    this.#state = { phase, since: Date.now() };
  }
}

/** From the best to the worst. */
const phases: readonly InformerPhase[] = ["following", "listing", "waiting", "missing", "stopped"];

/** The worst of several states, and of equal ones the one that has lasted longest. */
export function worstState(states: readonly InformerState[]): InformerState | undefined {
  const rank = ({ phase }: InformerState): number => phases.indexOf(phase);
  const [first] = [...states].sort(
    (one, other) => rank(other) - rank(one) || one.since - other.since,
  );
  return first;
}
