import { defineResource } from "../../client/define-resource.js";
import type {
  KubernetesList,
  KubernetesObject,
  KubernetesObjectApply,
  KubernetesObjectInput,
} from "../../values/kubernetes.js";
import type { ResourceDefinition } from "../../values/resource-definition.js";
import { microTime } from "../leader/lease.js";

/** An object that an event is about: one that was read, or an item of a list. */
export interface EventSubject {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string | undefined;
    readonly uid: string;
    readonly resourceVersion: string;
  };
}

/** The part of a definition that says of what kind objects are. */
export type KindDefinition = Pick<ResourceDefinition, "group" | "version" | "kind">;

/** Something that happened to an object. What is longer than the server takes is cut. */
export interface RecordedEvent {
  /** `Warning`: people may have to do something. */
  readonly type: "Normal" | "Warning";
  /** Why, as a word for programs: `FailedMount`; at most 128 bytes. */
  readonly reason: string;
  /** For people; at most 1,024 bytes of UTF-8. */
  readonly note: string;
  /** The action that was done or tried, as a word; the default is the reason. */
  readonly action?: string | undefined;
  /** Another object that takes part. */
  readonly related?: EventSubject | undefined;
}

/** What kinds of objects are meant. */
export interface RecordOptions {
  /**
   * What kind of object it is, such as `client.definition`, in place of what it says itself: items
   * of lists do not say it.
   */
  readonly definition?: KindDefinition | undefined;
  /** The same, of `related`. */
  readonly relatedDefinition?: KindDefinition | undefined;
}

/** `api/core/v1/types.go`, ObjectReference. */
export interface EventReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
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
  readonly regarding: EventReference;
  readonly related?: EventReference | undefined;
  readonly series?: { readonly count: number; readonly lastObservedTime: string } | undefined;
}

/** An Event to be written. */
export interface EventInput extends KubernetesObjectInput, EventFields {
  metadata: { name: string; namespace: string };
}

/** The types of a client of Events. */
export interface EventTypes {
  readonly scope: "Namespaced";
  readonly read: KubernetesObject & EventFields;
  readonly input: KubernetesObjectInput & EventFields;
  readonly apply: KubernetesObjectApply & Partial<EventFields>;
  readonly list: KubernetesList<KubernetesObject & EventFields>;
  readonly field: never;
}

/** The facts about Events that a client must know. */
export const eventDefinition: ResourceDefinition = /* @__PURE__ */ defineResource({
  group: "events.k8s.io",
  version: "v1",
  kind: "Event",
  plural: "events",
  scope: "Namespaced",
});

/** Who reports. */
export interface Reporter {
  readonly controller: string;
  readonly instance: string;
}

/** An Event for something that happens now. Events of cluster-scoped objects are in `default`. */
export function eventInput(
  regarding: EventReference,
  related: EventReference | undefined,
  { type, reason, action = reason, note }: RecordedEvent,
  { controller, instance }: Reporter,
): EventInput {
  return {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    metadata: { name: eventName(regarding.name), namespace: regarding.namespace ?? "default" },
    eventTime: microTime(Date.now()),
    reportingController: controller,
    reportingInstance: instance,
    action: cutToBytes(action, 128),
    reason: cutToBytes(reason, 128),
    type,
    note: cutToBytes(note, 1024),
    regarding,
    related,
  };
}

/**
 * A reference to an object, as client-go makes it (`tools/reference`).
 *
 * @throws TypeError if nothing says of what kind the object is
 */
export function eventReference(
  object: EventSubject,
  definition: KindDefinition | undefined,
): EventReference {
  const { apiVersion, kind } = definition === undefined ? object : identityOf(definition);
  const { namespace, name, uid, resourceVersion } = object.metadata;
  if (apiVersion === undefined || kind === undefined || kind === "PartialObjectMetadata") {
    const call = "record(object, event, { definition: client.definition })";
    throw new TypeError(`the object ${name} does not say of what kind it is: use ${call}`);
  }
  return { kind, namespace, name, uid, apiVersion, resourceVersion };
}

function identityOf({ group, version, kind }: KindDefinition): {
  readonly apiVersion: string;
  readonly kind: string;
} {
  return { apiVersion: group === "" ? version : `${group}/${version}`, kind };
}

/**
 * `<name>.<nanoseconds since 1970, in hex>`, as client-go names events, and a UUID for objects
 * whose names no event may have.
 */
export function eventName(name: string): string {
  // The clock knows milliseconds: what is below is by chance.
  const nanoseconds = BigInt(Date.now()) * 1_000_000n + BigInt(Math.floor(Math.random() * 1e6));
  const full = `${name}.${nanoseconds.toString(16)}`;
  const isName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(full);
  return isName && full.length <= 253 ? full : crypto.randomUUID();
}

/** Too many events, of one object or altogether. */
export class EventLimitError extends Error {}

/** The longest beginning of a text that has no more bytes of UTF-8. */
export function cutToBytes(text: string, most: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= most) return text;
  // Half a character at the end becomes U+FFFD.
  return new TextDecoder().decode(bytes.subarray(0, most)).replace(/\uFFFD$/, "");
}
