import { isAlreadyExists, isNotFound, isUnauthorized } from "../../client/api-error.js";
import { ResourceClient } from "../../client/resource-client.js";
import type { TokenBucket } from "../../client/timing.js";
import { retryDelay } from "../../client/timing.js";
import type { Transport } from "../../client/transport.js";
import { microTime } from "../leader/lease.js";
import { expectedFailure } from "../log/expected-failure.js";
import type { EventInput, EventTypes } from "./event-object.js";
import { eventDefinition, EventLimitError, eventName } from "./event-object.js";

/** Events of one kind about one object: what the server has of them, and what it should have. */
export class EventSeries {
  readonly input: EventInput;
  /** What makes its kind. */
  readonly key: string;
  /** The limit that it counts for. */
  readonly bucket: TokenBucket;
  count = 1;
  /** How many of them the server knows of; 0 = the Event is not there. */
  written = 0;
  lastSeen: number = Date.now();
  /** A write whose answer never came may have been carried out. */
  isUncertain = false;
  /** How often it was written. */
  writes = 0;
  /** Its turn. */
  turn = 0;
  timer: ReturnType<typeof setTimeout> | undefined;

  constructor(input: EventInput, key: string, bucket: TokenBucket) {
    this.input = input;
    this.key = key;
    this.bucket = bucket;
  }

  get unwritten(): number {
    return this.count - this.written;
  }

  /** The end of a pause between two writes. */
  stopTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

/** What a writer tells. */
export interface WriterEvents {
  /** Everything that was counted when the write began is on the server. */
  readonly written: (series: EventSeries) => void;
  /** The server will not take it, or too many wait; the series is not written again. */
  readonly dropped: (series: EventSeries, error: unknown) => void;
  /** The server is away: it is tried again. */
  readonly delayed: (error: unknown) => void;
}

/**
 * Writes events, some at once, in the order in which they came. While the server is away they wait,
 * and one of them is tried at times; of too many the oldest is dropped.
 */
export class EventWriter {
  readonly #client: ResourceClient<EventTypes>;
  readonly #events: WriterEvents;
  readonly #waiting = new Set<EventSeries>();
  readonly #running = new Set<EventSeries>();
  #turns = 0;
  #failures = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #lastError: unknown;
  #onIdle: (() => void) | undefined;
  #calls = new AbortController();

  constructor(transport: Transport, events: WriterEvents) {
    this.#client = new ResourceClient<EventTypes>(eventDefinition, transport);
    this.#events = events;
  }

  /** Has what is not written yet written; nothing changes where it waits already. */
  add(series: EventSeries): void {
    series.stopTimer();
    if (this.has(series)) return;
    series.turn = ++this.#turns;
    this.#waiting.add(series);
    if (this.#waiting.size > mostWaiting) this.#dropOldest();
    this.#pump();
  }

  has(series: EventSeries): boolean {
    return this.#waiting.has(series) || this.#running.has(series);
  }

  /** Resolves when nothing waits, or after so many milliseconds: what is left then is dropped. */
  async drain(timeout: number): Promise<void> {
    this.#endPause();
    this.#pump();
    if (this.#waiting.size + this.#running.size === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve;
      timer = setTimeout(resolve, timeout);
    });
    clearTimeout(timer);
    this.#onIdle = undefined;
    this.#giveUp();
  }

  #giveUp(): void {
    this.#endPause();
    const left = [...this.#waiting, ...this.#running];
    this.#waiting.clear();
    this.#running.clear();
    if (left.length === 0) return;
    const error = this.#lastError ?? new EventLimitError("the server did not answer in time");
    for (const series of left) this.#events.dropped(series, error);
    this.#calls.abort(new Error("the recorder of events has stopped"));
    this.#calls = new AbortController();
  }

  #dropOldest(): void {
    for (const oldest of this.#waiting) {
      this.#waiting.delete(oldest);
      const what = `more than ${mostWaiting} events wait`;
      this.#events.dropped(oldest, this.#lastError ?? new EventLimitError(what));
      return;
    }
  }

  #pump(): void {
    // A server that was away is asked by one, not by all.
    const most = this.#failures > 0 ? 1 : mostAtOnce;
    if (this.#pause !== undefined) return;
    for (const series of this.#waiting) {
      if (this.#running.size >= most) return;
      this.#waiting.delete(series);
      this.#running.add(series);
      void this.#write(series);
    }
    if (this.#running.size + this.#waiting.size === 0) this.#onIdle?.();
  }

  /** Never rejects. */
  async #write(series: EventSeries): Promise<void> {
    const { count } = series;
    try {
      await this.#send(series, count);
      if (!this.#running.delete(series)) return;
      series.written = count;
      series.isUncertain = false;
      series.writes++;
      this.#failures = 0;
      this.#lastError = undefined;
      this.#events.written(series);
    } catch (error) {
      if (!this.#running.delete(series)) return;
      if (mayPass(error)) this.#delay(series, error);
      else this.#events.dropped(series, error);
    }
    this.#pump();
  }

  /** Puts it back to where it was: before those that came later. */
  #delay(series: EventSeries, error: unknown): void {
    series.isUncertain = true;
    this.#lastError = error;
    const all = [series, ...this.#waiting].sort((a, b) => a.turn - b.turn);
    this.#waiting.clear();
    for (const each of all) this.#waiting.add(each);
    if (this.#pause !== undefined) return;
    this.#failures++;
    const asked = expectedFailure(error)?.retryAfter ?? 0;
    const delay = Math.max(asked, retryDelay(this.#failures, firstPause, longestPause));
    this.#pause = setTimeout(() => {
      this.#endPause();
      this.#pump();
    }, delay);
    this.#events.delayed(error);
  }

  #endPause(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
  }

  async #send(series: EventSeries, count: number): Promise<void> {
    const { input, written, lastSeen } = series;
    const { name, namespace } = input.metadata;
    const options = { namespace, timeout: longestCall, signal: this.#calls.signal };
    const current = { count, lastObservedTime: microTime(lastSeen) };
    const own = count > 1 ? { series: current } : {};
    if (written > 0) {
      const patched = await this.#client
        .patch(name, { merge: own }, options)
        .catch(undefinedIfGone);
      if (patched !== undefined) return;
      // Servers keep events for an hour, and people delete them.
    }
    try {
      await this.#client.create({ ...input, ...own }, options);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      if (!series.isUncertain) {
        input.metadata.name = eventName(input.regarding.name);
        await this.#client.create({ ...input, ...own }, options);
      } else if (count > 1) {
        // The one that is there was created by a call whose answer was lost.
        await this.#client.patch(name, { merge: own }, options);
      }
    }
  }
}

/** As many as client-go remembers of them (`tools/record`, maxLruCacheEntries). */
const mostWaiting = 4096;
const mostAtOnce = 8;
/** Milliseconds. */
const firstPause = 1_000;
const longestPause = 15_000;
const longestCall = 15_000;

/** The failure is of the moment, not of the event. */
function mayPass(error: unknown): boolean {
  if (isUnauthorized(error)) return true;
  const kind = expectedFailure(error)?.kind;
  return kind === "away" || kind === "throttled" || kind === "initializing";
}

function undefinedIfGone(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}
