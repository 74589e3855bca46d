import type { Json } from "../values/json/json.js";
import type { FieldManagers } from "./field-managers.js";
import { decodeManagers, encodeManagers } from "./field-managers.js";
import type { FieldPath } from "./field-set.js";
import { difference, fieldSetOf, ownsPath } from "./field-set.js";
import type { MergeSchema } from "./merge-schema.js";
import { fieldElement } from "./path-element.js";

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
