import type { CatalogEntry } from "../message.js";
import { message } from "../message.js";

/** Diagnostics of the names that generated code gets. */
export const namesCatalog = {
  "names/collision": {
    severity: "warning",
    message: message`the type of ${"path"} is called '${"given"}', because the name '${"name"}' is taken or reserved`,
  },
  "names/shared": {
    severity: "warning",
    message: message`the index of version ${"version"} exports these names from ${"owner"}, not from ${"resource"}: ${"names"}`,
  },
} as const satisfies Record<`${string}/${string}`, CatalogEntry>;
