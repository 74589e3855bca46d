import type { CatalogEntry } from "./message.js";
import { message } from "./message.js";

/** Diagnostics of commands: inputs, names in the output, the output folder. */
export const cliCatalog = {
  "input/no-crds": { severity: "error", message: message`no CustomResourceDefinition in ${"inputs"}` },
} as const satisfies Record<`${string}/${string}`, CatalogEntry>;
