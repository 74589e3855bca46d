import type { JsonObject } from "../values/json/json.js";
import { applyConfiguration } from "./apply-configuration.js";
import type { Applied, ApplyConfigurationOptions } from "./merge-configuration.js";
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
