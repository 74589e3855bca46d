import { defineResource } from "../../client/define-resource.js";
import { ResourceClient } from "../../client/resource-client.js";
import type { Transport } from "../../client/transport.js";
import type {
  KubernetesList,
  KubernetesObject,
  KubernetesObjectApply,
  KubernetesObjectInput,
} from "../../values/kubernetes.js";
import type { ResourceDefinition } from "../../values/resource-definition.js";
import { microTime } from "../leader/lease.js";

/** Who records events, and how they reach the server. */
export interface EventRecorderOptions {
  readonly transport: Transport;
  /** The program that records them: a name such as `example.com/gadget-controller`. */
  readonly controller: string;
  /** Which replica does, such as the pod's name; the default is `controller`. */
  readonly instance?: string | undefined;
  /** Told of events that could not be written; the default is silence. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Something that happened to an object. What is longer than the server takes is cut. */
export interface RecordedEvent {
  /** `Warning`: people may have to do something. */
  readonly type: "Normal" | "Warning";
  /** Why, as a word for programs: `FailedMount`; at most 128 characters. */
  readonly reason: string;
  /** For people; at most 1,024 bytes of UTF-8. */
  readonly note: string;
  /** The action that was done or tried, as a word; the default is the reason. */
  readonly action?: string | undefined;
  /** Another object that takes part. */
  readonly related?: KubernetesObject | undefined;
}

/**
 * Records what happens to objects, for `kubectl describe` and `kubectl events`: an Event of
 * `events.k8s.io/v1` for the first of its kind, and a series that counts those of the next six
 * minutes, written at most once in ten seconds (client-go `tools/events/event_recorder.go`). All
 * that matters for that is the object, the type, the reason and the action; the note is that of the
 * first.
 */
export class EventRecorder {
  readonly #options: EventRecorderOptions;
  readonly #events: ResourceClient<EventTypes>;
  readonly #series = new Map<string, Series>();
  readonly #writes = new Set<Promise<void>>();
  #count = 0;

  constructor(options: EventRecorderOptions) {
    this.#options = options;
    this.#events = new ResourceClient<EventTypes>(eventDefinition, options.transport);
  }

  /** Returns at once and never throws: an event is not worth a failure of what it tells of. */
  record(object: KubernetesObject, event: RecordedEvent): void {
    try {
      const key = seriesKey(object, event);
      const now = Date.now();
      const known = this.#series.get(key);
      if (known !== undefined && now - known.lastSeen < seriesEnd) {
        known.count++;
        known.lastSeen = now;
        this.#plan(known);
        return;
      }
      const series = this.#newSeries(object, event, now);
      this.#series.delete(key);
      this.#series.set(key, series);
      this.#forgetOldest();
      this.#plan(series);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Writes what is counted but not written yet; for the end of a program. Never rejects. */
  async flush(): Promise<void> {
    await Promise.all(this.#writes);
    for (const series of this.#series.values()) this.#write(series);
    await Promise.all(this.#writes);
  }

  #newSeries(object: KubernetesObject, event: RecordedEvent, now: number): Series {
    const { controller, instance = controller } = this.#options;
    const { reason, action = reason, type, note, related } = event;
    const { namespace = "default" } = object.metadata;
    const name = eventName(object.metadata.name, now, this.#count++);
    const input: EventInput = {
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      metadata: { name, namespace },
      eventTime: microTime(now),
      reportingController: controller,
      reportingInstance: instance.slice(0, 128),
      action: action.slice(0, 128),
      reason: reason.slice(0, 128),
      type,
      note: cutToBytes(note, 1024),
      regarding: referenceTo(object),
      related: related && referenceTo(related),
    };
    return { input, count: 1, written: 0, lastSeen: now, writtenAt: -Infinity };
  }

  /** Writes now, or when ten seconds have passed since the last time. */
  #plan(series: Series): void {
    if (series.isBusy === true || series.timer !== undefined) return;
    const wait = series.writtenAt + seriesPause - Date.now();
    if (wait <= 0) {
      this.#write(series);
      return;
    }
    series.timer = setTimeout(() => {
      this.#write(series);
    }, wait);
  }

  #write(series: Series): void {
    clearTimeout(series.timer);
    series.timer = undefined;
    if (series.isBusy === true || series.count === series.written) return;
    const write = this.#send(series).then(() => {
      this.#writes.delete(write);
    });
    this.#writes.add(write);
  }

  async #send(series: Series): Promise<void> {
    const { input, count, lastSeen, written } = series;
    const { name, namespace } = input.metadata;
    series.isBusy = true;
    series.written = count;
    series.writtenAt = Date.now();
    const patch = { series: { count, lastObservedTime: microTime(lastSeen) } };
    try {
      if (written === 0) await this.#events.create(input, { namespace });
      else await this.#events.patch(name, { merge: patch }, { namespace });
    } catch (error) {
      // The next one of its kind begins anew.
      for (const [key, each] of this.#series) if (each === series) this.#series.delete(key);
      series.count = series.written;
      this.#fail(error);
    }
    series.isBusy = false;
    if (series.count > series.written) this.#plan(series);
  }

  #forgetOldest(): void {
    if (this.#series.size <= mostSeries) return;
    for (const [key, series] of this.#series) {
      this.#write(series);
      this.#series.delete(key);
      return;
    }
  }

  #fail(error: unknown): void {
    try {
      this.#options.onError?.(error);
    } catch {
      // Nobody is left to be told.
    }
  }
}

const seriesEnd = 360_000;
const seriesPause = 10_000;
const mostSeries = 1000;

/** Events of one kind about one object. */
interface Series {
  readonly input: EventInput;
  count: number;
  /** How many of them the server knows of; 0 = the Event is not there yet. */
  written: number;
  lastSeen: number;
  writtenAt: number;
  isBusy?: boolean;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/** `api/events/v1/types.go`, Event. */
interface EventFields {
  readonly eventTime: string;
  readonly reportingController: string;
  readonly reportingInstance: string;
  readonly action: string;
  readonly reason: string;
  readonly type: string;
  readonly note: string;
  readonly regarding: ObjectReference;
  readonly related?: ObjectReference | undefined;
  readonly series?: { readonly count: number; readonly lastObservedTime: string } | undefined;
}

interface EventInput extends KubernetesObjectInput, EventFields {
  metadata: { name: string; namespace: string };
}

interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

interface EventTypes {
  readonly scope: "Namespaced";
  readonly read: KubernetesObject & EventFields;
  readonly input: KubernetesObjectInput & EventFields;
  readonly apply: KubernetesObjectApply & Partial<EventFields>;
  readonly list: KubernetesList<KubernetesObject & EventFields>;
  readonly field: never;
}

const eventDefinition: ResourceDefinition = /* @__PURE__ */ defineResource({
  group: "events.k8s.io",
  version: "v1",
  kind: "Event",
  plural: "events",
  scope: "Namespaced",
});

function seriesKey({ kind, metadata }: KubernetesObject, event: RecordedEvent): string {
  const { type, reason, action, related } = event;
  const { uid, namespace, name } = metadata;
  return JSON.stringify([kind, namespace, name, uid, type, reason, action, related?.metadata.uid]);
}

function referenceTo({ apiVersion, kind, metadata }: KubernetesObject): ObjectReference {
  const { namespace, name, uid, resourceVersion } = metadata;
  return { apiVersion, kind, namespace, name, uid, resourceVersion };
}

/**
 * The object's name with a suffix that makes it unique; a DNS subdomain, whatever names the kind
 * has.
 */
function eventName(name: string, now: number, count: number): string {
  const random = Math.floor(Math.random() * 2 ** 24);
  const suffix = `.${now.toString(16)}${random.toString(16)}${count.toString(16)}`;
  const prefix = name.toLowerCase().replace(/[^a-z0-9.-]/g, "-");
  return prefix.slice(0, 253 - suffix.length).replace(/[.-]+$/, "") + suffix;
}

/** The longest beginning of a text that has no more bytes of UTF-8. */
function cutToBytes(text: string, most: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= most) return text;
  // Half a character at the end becomes U+FFFD.
  return new TextDecoder().decode(bytes.subarray(0, most)).replace(/\uFFFD$/, "");
}
