import type { CatalogEntry } from "../message.js";
import { message } from "../message.js";

/** Diagnostics of the names that generated code gets. */
export const namesCatalog = {
  "names/collision": {
    severity: "warning",
    message: message`the type of ${"path"} cannot be called '${"name"}', which is taken or reserved; it is called '${"given"}'`,
  },
  "names/shared": {
    severity: "warning",
    message: message`the index of version ${"version"} has these names from ${"owner"}, not from ${"resource"}: ${"names"}`,
  },
} as const satisfies Record<`${string}/${string}`, CatalogEntry>;
