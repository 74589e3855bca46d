import { isPrintable } from "../values/go/printable.js";
import { utf8Length } from "../values/go/utf8-length.js";
import { deepEqual } from "../values/json/deep-equal.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { metadataOf, withEntries } from "../values/metadata/resource-metadata.js";
import type { FieldManagers } from "./field-managers.js";
import { encodeManagers } from "./field-managers.js";
import type { MergeSchema } from "./merge-schema.js";
import type { ConvertTyped } from "./typed-object.js";

/** Who writes an object, and how. */
export interface ManagedFieldsOptions {
  /** The schema of the version to which the request goes. */
  readonly schema: MergeSchema;
  /** The version to which the request goes, `stable.example.com/v1`: that of the objects. */
  readonly apiVersion: string;
  /** The name of the field manager. */
  readonly manager: string;
  /** The subresource to which the request goes. */
  readonly subresource?: string | undefined;
  /** The time of the request, RFC 3339; now unless given. Fractions of a second are left out. */
  readonly time?: string | undefined;
  /**
   * Converts objects to the versions in which managers own fields. Without it, there is one version
   * alone.
   */
  readonly convert?: ConvertTyped | undefined;
}

/** The time of a request as entries have it. */
export function entryTime(time: string | undefined): string {
  const date = time === undefined ? new Date() : new Date(time);
  return date.toISOString().replace(/\.\d+/, "");
}

/** A copy of an object with other managers, or without any. */
export function withManagers(object: JsonObject, managers: FieldManagers): JsonObject {
  return withEntries(object, encodeManagers(managers));
}

/**
 * An object as it is stored: with the times of the old managed fields where a write changes nothing
 * but those (apiserver `endpoints/handlers/fieldmanager/equality.go`).
 */
export function keepTimes(old: JsonObject, object: JsonObject): JsonObject {
  const [before, after] = [managedEntriesOf(old), managedEntriesOf(object)];
  if (after.length === 0 || before.length !== after.length) return object;
  if (!deepEqual(before.map(withoutTime), after.map(withoutTime))) return object;
  const kept = withEntries(object, [...before]);
  return deepEqual(old, kept) ? kept : object;
}

/** The entries of an object's `managedFields`. */
export function managedEntriesOf(object: JsonObject): readonly Json[] {
  const { managedFields } = metadataOf(object);
  return Array.isArray(managedFields) ? managedFields : [];
}

function withoutTime(entry: Json): Json {
  if (!isObject(entry)) return entry;
  return { ...entry, time: null };
}

const maxManagerLength = 128;

/**
 * The manager of a request that names none: the beginning of its User-Agent (apiserver
 * `endpoints/handlers/create.go`, `managerOrUserAgent`).
 */
export function managerOfUserAgent(userAgent: string): string {
  let manager = "";
  for (const character of userAgent.split("/")[0] ?? "") {
    if (!isPrintable(character)) continue;
    if (utf8Length(manager) + utf8Length(character) > maxManagerLength) break;
    manager += character;
  }
  return manager;
}
