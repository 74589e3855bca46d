import type { CatalogEntry } from "./message.js";
import { message } from "./message.js";

/** Diagnostics of reading files: what is wrong with the text itself. */
export const sourceCatalog = {
  "source/not-yaml": { severity: "error", message: message`not YAML: ${"reason"}` },
} as const satisfies Record<`source/${string}`, CatalogEntry>;
