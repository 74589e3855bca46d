import { ApiError } from "../client/api-error.js";
import type { JsonObject } from "../values/json/json.js";
import type { Applied, ApplyConfigurationOptions } from "./merge-configuration.js";
import { ApplyFault, mergeConfiguration } from "./merge-configuration.js";
import type { MergeSchema } from "./merge-schema.js";

/** How a configuration is applied to an object of a known type. */
export type ApplyToOptions = Omit<ApplyConfigurationOptions, "schema" | "apiVersion" | "kind">;

/**
 * Merges a configuration into an object as server-side apply does: see `applyConfiguration`.
 *
 * @typeParam Merged the type of the result
 * @param manager the name of the field manager, or all options
 */
export function applyTo<Merged = JsonObject>(
  schema: MergeSchema,
  apiVersion: string,
  kind: string,
  live: unknown,
  configuration: unknown,
  manager: string | ApplyToOptions,
): Applied<Merged> {
  const options = typeof manager === "string" ? { manager } : manager;
  const applied = applyConfiguration(
    live as JsonObject | undefined, // it is copied as JSON
    configuration as JsonObject, // it is checked
    { ...options, schema, apiVersion, kind },
  );
  return applied as Applied<never>; // what the schema allows is of its type
}

/**
 * Merges a configuration into an object as server-side apply does (apimachinery
 * `managedfields/internal`, `FieldManager.Apply`): the manager owns the fields of its
 * configuration, and what it owned before and no longer has in it goes, unless others own it. The
 * result is what the server merges before it fills in defaults, validates and stores; the given
 * objects stay as they are.
 *
 * @param live the object as it is stored; undefined if there is none
 * @throws ApiError with the server's Status for what it refuses without looking at owners: 400 for
 *   a configuration of another type or with managed fields, 422 for a bad manager, and 500 for
 *   values of wrong types, unknown fields and duplicates
 * @throws TypeError for what is not JSON
 */
export function applyConfiguration(
  live: JsonObject | undefined,
  configuration: JsonObject,
  options: ApplyConfigurationOptions,
): Applied {
  try {
    return mergeConfiguration(live, configuration, options);
  } catch (error) {
    throw error instanceof ApplyFault ? new ApiError(error.status) : error;
  }
}
