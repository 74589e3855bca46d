import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { metadataOf, withEntries } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import { ManagersChange } from "./change-managers.js";
import type { FieldManagers, ManagedFieldsOptions } from "./field-managers.js";
import {
  capManagers,
  decodeManagers,
  encodeManagers,
  entryTime,
  keepTimes,
  managedEntriesOf,
  managerId,
  newManager,
  withManagers,
} from "./field-managers.js";
import type { FieldPath } from "./field-set.js";
import { difference, fieldSetOf, ownsPath } from "./field-set.js";
import type { MergeSchema } from "./merge-schema.js";
import { fieldElement, FieldsFault } from "./path-element.js";
import type { TypedObject } from "./typed-object.js";
import { MergeFault, typeFault, Versions } from "./typed-object.js";

/** Options of `updateManagedFields`. */
export interface UpdateManagedFieldsOptions extends ManagedFieldsOptions {
  readonly operation?: "Update" | undefined;
}

/**
 * The object of a create, an update or a patch with the managed fields that the server gives it
 * (apimachinery `managedfields/internal`, `FieldManager.UpdateNoErrors`): the manager owns what the
 * request changes, nobody else does. `managedFields` of the object count, as those of a request do:
 * one empty entry takes all owners away; entries that make no sense, or none at all, leave the
 * owners as they are. Objects without owners get none until
 * something is applied to them. A write that changes nothing keeps the times.
 *
 * @param live the object as it is stored; undefined if it is created
 * @param object the object as it was decoded, pruned and filled in, before parts that the request
 *   cannot change are taken from the stored one: `admit` gives it to `onDecoded`
 */
export function updateManagedFields(
  live: JsonObject | undefined,
  object: JsonObject,
  options: UpdateManagedFieldsOptions,
): JsonObject {
  const old = live ?? emptyObject(object);
  const managers = requestedManagers(old, object, options.subresource);
  if (managers.size === 0 && textOf(metadataOf(old), "uid") !== "") {
    return withEntries(object, undefined);
  }
  const typed = { object: withEntries(object, undefined), schema: options.schema };
  try {
    const fault = changeByUpdate({ object: old, schema: options.schema }, typed, managers, options);
    if (fault === undefined) return keepTimes(old, withManagers(object, managers));
  } catch (error) {
    if (!(error instanceof MergeFault)) throw error;
  }
  const entries = managedEntriesOf(old);
  return withEntries(object, entries.length === 0 ? undefined : [...entries]);
}

/** Returns the little that there is of an object before it is created. */
export function emptyObject({ apiVersion = "", kind = "" }: JsonObject): JsonObject {
  return { apiVersion, kind };
}

/** Changes the managers by an update; why one of the objects is not of its type if it is not. */
export function changeByUpdate(
  old: TypedObject,
  object: TypedObject,
  managers: FieldManagers,
  { apiVersion, manager, subresource = "", time, convert }: ManagedFieldsOptions,
): string | undefined {
  const fault =
    typeFault(object.object, object.schema.type, true) ??
    typeFault(old.object, old.schema.type, true);
  if (fault !== undefined) return fault;
  const entry = newManager(manager, "Update", apiVersion, subresource);
  const versions = new Versions(apiVersion, subresource, convert);
  const change = new ManagersChange(versions, apiVersion, managers);
  change.update(old, object, managerId(entry), { ...entry, time: entryTime(time) });
  capManagers(managers);
  return undefined;
}

/** The managers from which a request starts (`decodeLiveOrNew`). */
function requestedManagers(
  live: JsonObject,
  object: JsonObject,
  subresource: string | undefined,
): FieldManagers {
  const known = () => decodedOrNone(metadataOf(live)["managedFields"]);
  if (subresource !== undefined && subresource !== "") return known();
  const { managedFields } = metadataOf(object);
  if (isReset(managedFields)) return new Map();
  const requested = decodedOrNone(managedFields);
  return requested.size === 0 ? known() : requested;
}

/** An empty list would do, too, but is dropped when the body is decoded. */
function isReset(entries: Json | undefined): boolean {
  if (!Array.isArray(entries) || entries.length !== 1) return false;
  const [first] = entries;
  return isObject(first) && Object.values(first).every((value) => value === null || value === "");
}

function decodedOrNone(entries: Json | undefined): FieldManagers {
  try {
    return decodeManagers(entries);
  } catch (error) {
    if (error instanceof FieldsFault) return new Map();
    throw error;
  }
}

/*
 * The managed fields of a Scale, which are those of an object as far as they are about its number
 * of replicas (apimachinery `managedfields/scalehandler.go`).
 */

/** The schema of a version, undefined for a version that the resource does not have. */
export type SchemaOfVersion = (apiVersion: string) => MergeSchema | undefined;

const scaleVersion = "autoscaling/v1";

/** The managed fields of a Scale, out of those of the object that is scaled (`ToSubresource`). */
export function scaleManagedFields(
  entries: Json | undefined,
  schemaOf: SchemaOfVersion,
): Json[] | undefined {
  const managers: FieldManagers = new Map();
  for (const [id, entry] of decodeManagers(entries)) {
    const path = replicasPath(schemaOf(entry.apiVersion));
    if (path === undefined || !ownsPath(entry.fields, path)) continue;
    const fields = fieldSetOf(scaleReplicas());
    managers.set(id, { ...entry, apiVersion: scaleVersion, fields });
  }
  return encodeManagers(managers);
}

/**
 * The managed fields of an object that was scaled, out of those it had and those of the Scale that
 * was written (`ToParent`). As on the server, who updated the number of replicas has an entry of
 * its own for that, without a time.
 *
 * @param apiVersion the version to which the request went
 */
export function scaledManagedFields(
  entries: Json | undefined,
  scaleEntries: Json | undefined,
  apiVersion: string,
  schemaOf: SchemaOfVersion,
): Json[] | undefined {
  const scaled = decodeManagers(scaleEntries);
  const managers: FieldManagers = new Map();
  for (const [id, entry] of decodeManagers(entries)) {
    const schema = schemaOf(entry.apiVersion);
    if (schema === undefined) continue;
    const path = replicasPath(schema);
    // The ids of updates contain a version, so that these never have the same in both.
    const isKept = path === undefined || !ownsPath(entry.fields, path) || scaled.delete(id);
    const fields = isKept ? entry.fields : difference(entry.fields, fieldSetOf(path));
    if (fields.size > 0) managers.set(id, { ...entry, fields });
  }
  const path = replicasPath(schemaOf(apiVersion));
  for (const [id, entry] of scaled) {
    if (path === undefined || !ownsPath(entry.fields, scaleReplicas())) continue;
    managers.set(id, { ...entry, apiVersion, time: "", fields: fieldSetOf(path) });
  }
  return encodeManagers(managers);
}

function scaleReplicas(): FieldPath {
  return [fieldElement("spec"), fieldElement("replicas")];
}

function replicasPath(schema: MergeSchema | undefined): FieldPath | undefined {
  return schema?.replicas?.map(fieldElement);
}
