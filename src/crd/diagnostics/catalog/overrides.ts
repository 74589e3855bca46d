import type { CatalogEntry } from "../message.js";
import { message } from "../message.js";

/** Diagnostics of what is different for some resources. */
export const overridesCatalog = {
  "overrides/unmatched": {
    severity: "warning",
    message: message`${"at"}: ${"reason"}`,
  },
  "overrides/collision": {
    severity: "error",
    message: message`${"at"}: ${"reason"}`,
  },
} as const satisfies Record<`${string}/${string}`, CatalogEntry>;
