import { goJsonString } from "../values/go/json.js";
import { isPrintable, quote } from "../values/go/quote.js";
import { compareUtf8, utf8Length } from "../values/go/utf8.js";
import { deepEqual } from "../values/json/deep-equal.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { metadataOf, withEntries } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import type { FieldSet } from "./field-set.js";
import { fromFieldsV1, noFields, toFieldsV1, union } from "./field-set.js";
import type { MergeSchema } from "./merge-schema.js";
import { FieldsFault } from "./path-element.js";
import type { ConvertTyped } from "./typed-object.js";

/** A field manager and what it owns: an entry of `metadata.managedFields`. */
export interface FieldManager {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  readonly subresource: string;
  /** RFC 3339; `""` if there is none. */
  readonly time: string;
  readonly fields: FieldSet;
}

/** The managers of an object by their ids. */
export type FieldManagers = Map<string, FieldManager>;

/**
 * Returns the text that tells managers apart, by which the server also sorts them: all of an entry
 * but its fields and times, and but the version of what was applied (apimachinery
 * `util/managedfields/internal`, `BuildManagerIdentifier`).
 */
export function managerId(entry: Omit<FieldManager, "time" | "fields">): string {
  const { manager, operation, apiVersion, subresource } = entry;
  const members =
    idMember("manager", manager) +
    idMember("operation", operation) +
    (operation === "Apply" ? "" : idMember("apiVersion", apiVersion)) +
    idMember("subresource", subresource);
  return `{${members.slice(1)}}`;
}

function idMember(key: string, text: string): string {
  return text === "" ? "" : `,"${key}":${goJsonString(text)}`;
}

/** A manager as messages show it (`printManager`). */
export function managerText({ manager, operation, apiVersion, subresource }: FieldManager): string {
  const suffix = subresource === "" ? "" : ` with subresource ${quote(subresource)}`;
  return `${quote(manager)}${suffix}${operation === "Update" ? ` using ${apiVersion}` : ""}`;
}

/**
 * Reads `metadata.managedFields`.
 *
 * @throws FieldsFault for entries that the server cannot decode (`DecodeManagedFields`)
 */
export function decodeManagers(entries: Json | undefined): FieldManagers {
  const managers: FieldManagers = new Map();
  if (!Array.isArray(entries)) return managers;
  for (const [index, entry] of entries.entries()) {
    const decoded = decodeManager(isObject(entry) ? entry : {}, index);
    managers.set(managerId(decoded), decoded);
  }
  return managers;
}

function decodeManager(entry: JsonObject, index: number): FieldManager {
  const operation = textOf(entry, "operation");
  if (operation !== "Apply" && operation !== "Update") {
    throw new FieldsFault("operation must be `Apply` or `Update`");
  }
  const apiVersion = textOf(entry, "apiVersion");
  if (apiVersion === "") throw new FieldsFault("apiVersion must not be empty");
  const fieldsType = textOf(entry, "fieldsType");
  if (fieldsType !== "FieldsV1") {
    const what =
      fieldsType === "" ? "missing fieldsType" : `invalid fieldsType ${quote(fieldsType)}`;
    throw new FieldsFault(`${what} in managed fields entry ${index}`);
  }
  return {
    manager: textOf(entry, "manager"),
    operation,
    apiVersion,
    subresource: textOf(entry, "subresource"),
    time: textOf(entry, "time"),
    fields: fromFieldsV1(entry["fieldsV1"] ?? null),
  };
}

/** `metadata.managedFields` of some managers, in the server's order; undefined for none. */
export function encodeManagers(managers: FieldManagers): Json[] | undefined {
  if (managers.size === 0) return undefined;
  const sorted = [...managers.values()].sort(
    (a, b) =>
      compareUtf8(a.operation, b.operation) ||
      seconds(a) - seconds(b) ||
      compareUtf8(a.manager, b.manager) ||
      compareUtf8(a.apiVersion, b.apiVersion) ||
      compareUtf8(a.subresource, b.subresource),
  );
  return sorted.map(encodeManager);
}

function encodeManager(entry: FieldManager): JsonObject {
  const { apiVersion, fields, manager, operation, subresource, time } = entry;
  return {
    apiVersion,
    fieldsType: "FieldsV1",
    fieldsV1: toFieldsV1(fields),
    ...(manager === "" ? {} : { manager }),
    operation,
    ...(subresource === "" ? {} : { subresource }),
    ...(time === "" ? {} : { time }),
  };
}

function seconds({ time }: FieldManager): number {
  return time === "" ? 0 : Math.floor(Date.parse(time) / 1000);
}

/** `DefaultMaxUpdateManagers`. */
const maxUpdateManagers = 10;

/**
 * Joins the oldest managers that updated an object, so that ten remain: those of one version become
 * one, `ancient-changes` (`capmanagers.go`).
 */
export function capManagers(managers: FieldManagers): void {
  const updaters = [...managers]
    .filter(([, { operation }]) => operation === "Update")
    .sort(([id, a], [otherId, b]) => seconds(a) - seconds(b) || compareUtf8(id, otherId));
  let count = updaters.length;
  const first = new Map<string, [string, FieldManager]>();
  for (const [id, entry] of updaters) {
    if (count <= maxUpdateManagers) return;
    const { apiVersion, time } = entry;
    const oldest = first.get(apiVersion);
    if (oldest === undefined) {
      first.set(apiVersion, [id, entry]);
      continue;
    }
    const bucket = { ...entry, manager: "ancient-changes", subresource: "" };
    const bucketId = managerId(bucket);
    let known = managers.get(bucketId);
    if (known === undefined) {
      managers.delete(oldest[0]);
      known = oldest[1];
    }
    managers.set(bucketId, { ...bucket, time, fields: union(entry.fields, known.fields) });
    managers.delete(id);
    count--;
  }
}

/** A manager that owns nothing yet. */
export function newManager(
  manager: string,
  operation: "Apply" | "Update",
  apiVersion: string,
  subresource: string,
): FieldManager {
  const name = manager === "" ? "unknown" : manager;
  return { manager: name, operation, apiVersion, subresource, time: "", fields: noFields };
}

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
