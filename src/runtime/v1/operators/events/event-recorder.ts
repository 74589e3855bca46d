import { TokenBucket } from "../../client/timing.js";
import type { Transport } from "../../client/transport.js";
import { hostName } from "../leader/identity.js";
import { consoleLogger } from "../log/console-logger.js";
import type { Logger } from "../log/logger.js";
import type { EventReference, EventSubject, RecordedEvent, RecordOptions } from "./event-object.js";
import { cutToBytes, EventLimitError, eventInput, eventReference } from "./event-object.js";
import { EventReports } from "./event-reports.js";
import { EventSeries, EventWriter } from "./event-writer.js";

/** Who records events, and how they reach the server. */
export interface EventRecorderOptions {
  readonly transport: Transport;
  /** The program that records them: a name such as `example.com/gadget-controller`. */
  readonly controller: string;
  /**
   * Which replica does; the default is `<controller>-<pod>`, and the controller where the name of
   * the pod or machine is not known.
   */
  readonly instance?: string | undefined;
  /**
   * Hears of events that wait for the server and of those that were given up, in few lines; of a
   * missing right once, with the rule. The default writes to the console.
   */
  readonly logger?: Logger | undefined;
  /** Told of each event that was given up, in place of the logger. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** How long to try. */
export interface FlushOptions {
  /** Milliseconds after which what is not written is given up; the default is 5,000. */
  readonly timeout?: number | undefined;
}

/**
 * Records what happens to objects, for `kubectl describe` and `kubectl events`: an Event of
 * `events.k8s.io/v1` for the first of its kind, and a series that counts those that follow within
 * six minutes of each other (client-go `tools/events`). What makes the kind is the object, the
 * type, the reason, the action and the related object; the note is that of the first. A series is
 * written after 10 s, and then at growing distances, up to six minutes.
 *
 * Events wait while the server is away. Given up, and counted in `dropped`, are: those that the
 * server refuses; the oldest of more than 4,096 that wait; those that are left at the end of
 * `flush`; and of one object and type what goes beyond 25 kinds at once and one more every five
 * minutes (client-go `tools/record`, the filter of `events_cache.go`).
 */
export class EventRecorder {
  readonly #options: EventRecorderOptions;
  readonly #instance: string;
  readonly #reports: EventReports;
  readonly #writer: EventWriter;
  readonly #series = new Map<string, EventSeries>();
  readonly #buckets = new Map<string, TokenBucket>();
  #dropped = 0;

  /** Throws a TypeError if the server would not take the controller's name. */
  constructor(options: EventRecorderOptions) {
    const { controller, transport, logger = consoleLogger() } = options;
    if (!qualifiedName.test(controller)) {
      const sample = "such as example.com/gadget-controller";
      throw new TypeError(`controller must be a name ${sample}, not ${JSON.stringify(controller)}`);
    }
    this.#options = options;
    const host = hostName();
    const byDefault = host === undefined ? controller : `${controller}-${host}`;
    this.#instance = cutToBytes(options.instance ?? byDefault, 128);
    this.#reports = new EventReports(controller, logger);
    this.#writer = new EventWriter(transport, {
      written: (series) => {
        this.#written(series);
      },
      dropped: (series, error) => {
        this.#forget(series);
        this.#drop(series, error);
      },
      delayed: (error) => {
        this.#reports.delayed(error);
      },
    });
  }

  /** How many events were given up. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Returns at once and never throws: an event is not worth a failure of what it tells of. */
  record(object: EventSubject, event: RecordedEvent, options: RecordOptions = {}): void {
    try {
      const { definition, relatedDefinition } = options;
      const regarding = eventReference(object, definition);
      const related = event.related && eventReference(event.related, relatedDefinition);
      this.#count(regarding, related, event);
    } catch (error) {
      this.#dropped++;
      this.#tell(error, {});
    }
  }

  /**
   * Writes what is counted but not written yet; for the end of a program. Never rejects. What the
   * server has not taken in time is given up.
   */
  async flush({ timeout = 5_000 }: FlushOptions = {}): Promise<void> {
    const end = performance.now() + timeout;
    // What was recorded while its series was being written comes in another round.
    for (let left = this.#unwritten(); left.length > 0; left = this.#unwritten()) {
      for (const series of left) this.#writer.add(series);
      await this.#writer.drain(Math.max(0, end - performance.now()));
    }
    await this.#writer.drain(Math.max(0, end - performance.now()));
    this.#reports.flush();
  }

  #unwritten(): EventSeries[] {
    return [...this.#series.values()].filter(({ unwritten }) => unwritten > 0);
  }

  #count(
    regarding: EventReference,
    related: EventReference | undefined,
    event: RecordedEvent,
  ): void {
    const key = seriesKey(regarding, related, event);
    const known = this.#series.get(key);
    if (known !== undefined && Date.now() - known.lastSeen < seriesEnd) {
      known.count++;
      known.lastSeen = Date.now();
      this.#plan(known);
      return;
    }
    const bucket = this.#bucketOf(regarding, event);
    if (bucket.wait > 0) {
      this.#dropped++;
      const what = `more events of type ${event.type} about one object than one in five minutes`;
      this.#tell(new EventLimitError(what), { reason: event.reason });
      return;
    }
    const { controller } = this.#options;
    const input = eventInput(regarding, related, event, { controller, instance: this.#instance });
    bucket.take();
    const series = new EventSeries(input, key, bucket);
    this.#series.delete(key);
    this.#series.set(key, series);
    this.#forgetOldest();
    this.#writer.add(series);
  }

  /** Writes now, or when some time has passed since the last time. */
  #plan(series: EventSeries): void {
    if (series.timer !== undefined || this.#writer.has(series)) return;
    const pause = Math.min(firstSeriesPause * 2 ** (series.writes - 1), seriesEnd);
    series.timer = setTimeout(() => {
      this.#writer.add(series);
    }, pause);
  }

  #written(series: EventSeries): void {
    this.#reports.written(series.input.metadata.namespace);
    if (series.unwritten > 0) this.#plan(series);
  }

  #bucketOf({ kind, uid, namespace, name }: EventReference, { type }: RecordedEvent): TokenBucket {
    const key = JSON.stringify([kind, namespace, name, uid, type]);
    const bucket = this.#buckets.get(key) ?? new TokenBucket(1 / 300, 25);
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > mostSeries) deleteFirst(this.#buckets);
    return bucket;
  }

  #forgetOldest(): void {
    if (this.#series.size <= mostSeries) return;
    const series = deleteFirst(this.#series);
    if (series !== undefined && series.unwritten > 0) this.#writer.add(series);
  }

  #forget(series: EventSeries): void {
    series.stopTimer();
    if (this.#series.get(series.key) === series) this.#series.delete(series.key);
    if (series.written === 0) series.bucket.giveBack();
  }

  #drop(series: EventSeries, error: unknown): void {
    this.#dropped += series.unwritten;
    const { reason, metadata } = series.input;
    this.#tell(error, { reason, namespace: metadata.namespace });
  }

  #tell(error: unknown, fields: { readonly reason?: string; readonly namespace?: string }): void {
    const { onError } = this.#options;
    if (onError === undefined) {
      this.#reports.dropped(error, fields);
      return;
    }
    try {
      onError(error);
    } catch {
      // Nobody is left to be told.
    }
  }
}

/** Milliseconds from one event of a series to the next (client-go `tools/events`, finishTime). */
const seriesEnd = 360_000;
const firstSeriesPause = 10_000;
const mostSeries = 4096;

/** As the server checks it (apimachinery `util/validation`, IsQualifiedName). */
const qualifiedName =
  /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/** Versions of the object do not matter: client-go makes a series for each. */
function seriesKey(
  { apiVersion, kind, namespace, name, uid }: EventReference,
  related: EventReference | undefined,
  { type, reason, action = reason }: RecordedEvent,
): string {
  const about = [apiVersion, kind, namespace, name, uid, related?.kind, related?.uid];
  return JSON.stringify([...about, type, reason, action]);
}

function deleteFirst<Value>(map: Map<string, Value>): Value | undefined {
  for (const [key, value] of map) {
    map.delete(key);
    return value;
  }
  return undefined;
}
