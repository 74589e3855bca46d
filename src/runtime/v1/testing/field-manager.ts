import type { JsonObject } from "../json/json.js";
import type { ServedVersion } from "./served-version.js";

/** What server-side apply and managed fields need to know of a write. */
export interface ManagedWrite {
  readonly version: ServedVersion;
  readonly manager: string;
  readonly subresource: "status" | "scale" | undefined;
  /** RFC 3339. */
  readonly time: string;
  readonly force: boolean;
}

/**
 * Server-side apply and `managedFields`. Without one, a server has no managed fields, and refuses
 * apply patches as a media type that it does not know.
 */
export interface FieldManagement {
  /** The object with the managed fields that a create, an update or a patch gives it. */
  update(live: JsonObject | undefined, object: JsonObject, write: ManagedWrite): JsonObject;
  /**
   * What an applied configuration makes of an object.
   *
   * @param configuration the body, YAML or JSON
   * @throws Failure for conflicts and for what cannot be applied
   */
  apply(live: JsonObject | undefined, configuration: string, write: ManagedWrite): JsonObject;
}
