import type { CatalogEntry } from "./message.js";
import { message } from "./message.js";

/** Diagnostics of CustomResourceDefinitions: their fields, their schemas, their rules. */
export const crdCatalog = {
  "crd/api-version-unknown": {
    severity: "error",
    message: message`'${"apiVersion"}' is no API version of CustomResourceDefinitions`,
  },
  "crd/schema-missing": { severity: "error", message: message`version ${"version"} has no schema` },
} as const satisfies Record<`${string}/${string}`, CatalogEntry>;
