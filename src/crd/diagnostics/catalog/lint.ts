import type { CatalogEntry } from "../message.js";
import { message } from "../message.js";

/** Diagnostics of what `lint` is told to leave out. */
export const lintCatalog = {
  "lint/invalid-ignore": {
    severity: "warning",
    message: message`the comment cannot be followed: ${"reason"}`,
  },
  "lint/unused-ignore": {
    severity: "notice",
    message: message`there is no ${"what"} to ignore`,
  },
} as const satisfies Record<`lint/${string}`, CatalogEntry>;
