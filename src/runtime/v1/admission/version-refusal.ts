import type { JsonObject } from "../json/json.js";
import { textOf } from "../metadata/rules.js";
import { conflict, serverError } from "./admission-status.js";
import { Refusal } from "./refusal.js";
import { invalidStatus } from "./status.js";
import { versionConflict } from "./write-conflict.js";

/**
 * Why an object of one version cannot take the place of the stored one; undefined if it can.
 *
 * @param zeroText what Kubernetes shows for no version, which differs from one release to the next
 */
export function versionRefusal(
  { group, plural }: { readonly group: string; readonly plural: string },
  metadata: JsonObject,
  stored: JsonObject,
  zeroText?: string,
): Refusal | undefined {
  const found = versionConflict(metadata, stored, zeroText);
  if (found === undefined) return undefined;
  const name = textOf(stored, "name");
  switch (found.code) {
    case 409:
      return new Refusal(conflict(group, plural, name, found.fault));
    case 422: {
      const errors = [found.error];
      return new Refusal(invalidStatus({ group, kind: plural, name }, errors), errors);
    }
    case 500:
      return new Refusal(serverError(found.fault));
  }
}
