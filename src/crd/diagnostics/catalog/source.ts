import type { CatalogEntry } from "../message.js";
import { message } from "../message.js";

/** Diagnostics of reading files: what is wrong with the text itself. */
export const sourceCatalog = {
  "source/not-yaml": { severity: "error", message: message`not YAML: ${"reason"}` },
  "source/not-json": { severity: "error", message: message`not JSON: ${"reason"}` },
  "source/not-utf8": { severity: "error", message: message`not UTF-8: ${"reason"}` },
  "source/control-character": {
    severity: "error",
    message: message`control characters are not allowed: ${"character"}`,
  },
  "source/template": {
    severity: "error",
    message: message`a template, not YAML: found '${"found"}' where a value or a key is expected`,
  },
  "source/duplicate-key": {
    severity: "warning",
    message: message`key '${"key"}' is already set; the last one counts`,
  },
  "source/invalid-key": { severity: "error", message: message`invalid map key: ${"reason"}` },
  "source/not-finite": {
    severity: "error",
    message: message`'${"value"}' is not a JSON value: JSON numbers are finite`,
  },
  "source/too-deep": {
    severity: "error",
    message: message`nested more than ${"limit"} levels deep`,
  },
  "source/too-large": {
    severity: "error",
    message: message`a document of ${"size"} is over the limit of ${"limit"}`,
  },
  "source/excessive-aliasing": {
    severity: "error",
    message: message`document contains excessive aliasing`,
  },
} as const satisfies Record<`source/${string}`, CatalogEntry>;
