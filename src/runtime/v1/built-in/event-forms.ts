import type { ServerSnapshot } from "../testing/memory-api-server.js";
import type { ServedVersion } from "../testing/served-version.js";
import { parseStored } from "../testing/store.js";
import { goJson } from "../values/go/json.js";
import type { JsonObject } from "../values/json/json.js";
import { setKey } from "../values/json/json.js";
import { encodeAs } from "./go-types/encode-as.js";
import { structOfKind } from "./kind-types.js";

/*
 * Events are served in two groups, and stored once: in the form of the core group (Kubernetes
 * `apis/events/v1/conversion.go`).
 */

const coreVersion = "v1";
const newVersion = "events.k8s.io/v1";

/** The names that fields of the core group have in events.k8s.io, where they differ. */
const newNames: readonly (readonly [core: string, other: string])[] = [
  ["involvedObject", "regarding"],
  ["message", "note"],
  ["source", "deprecatedSource"],
  ["firstTimestamp", "deprecatedFirstTimestamp"],
  ["lastTimestamp", "deprecatedLastTimestamp"],
  ["count", "deprecatedCount"],
  ["reportingComponent", "reportingController"],
];

const toNew: ReadonlyMap<string, string> = new Map(newNames);
const toCore: ReadonlyMap<string, string> = new Map(
  newNames.map(([core, other]) => [other, core] as const),
);

/** Tells whether a version is one of the two in which events are served. */
export function isEvent({ kind }: ServedVersion): boolean {
  return kind === "Event";
}

/** The two in the order in which they are to be served: the second has no store of its own. */
export function eventVersions(versions: readonly ServedVersion[]): readonly ServedVersion[] {
  const [core = [], other = []] = [true, false].map((isCore) =>
    versions.filter(({ group }) => (group === "") === isCore),
  );
  const all = [...core, ...other.map((version) => ({ ...version, storedBy: "events." }))];
  return all.map((version) => ({ ...version, convert: convertEvents }));
}

/**
 * A snapshot in which all events are stored in one place: formerly those of each group had a place
 * of their own.
 */
export function withOneEventStore(snapshot: ServerSnapshot): ServerSnapshot {
  const { "events.events.k8s.io": others = [], ...objects } = snapshot.objects;
  if (others.length === 0) return snapshot;
  const own = objects["events."] ?? [];
  const known = new Set(own.map(([key]) => key));
  const added = others
    .filter(([key]) => !known.has(key))
    .map(([key, text]) => [key, goJson(convertEvent(parseStored(text), coreVersion))] as const);
  return { ...snapshot, objects: { ...objects, "events.": [...own, ...added] } };
}

/** Events in the form of the other group, or as they are. */
export function convertEvents(events: readonly JsonObject[], apiVersion: string): JsonObject[] {
  return events.map((event) => convertEvent(event, apiVersion));
}

/** An event in the form of a group, `v1` or `events.k8s.io/v1`. */
export function convertEvent(event: JsonObject, apiVersion: string): JsonObject {
  if (event["apiVersion"] === apiVersion) return event;
  const names = apiVersion === coreVersion ? toCore : toNew;
  const group = apiVersion === coreVersion ? "" : newVersion.replace(/\/.*/, "");
  const type = structOfKind({ group, version: "v1", kind: "Event" });
  const renamed: JsonObject = {};
  for (const key of Object.keys(event)) setKey(renamed, names.get(key) ?? key, event[key] ?? null);
  renamed["apiVersion"] = apiVersion;
  if (type === undefined) return renamed;
  return encodeAs(type, renamed) as JsonObject; // structs are objects
}
