import type { CatalogEntry } from "../message.js";
import { message } from "../message.js";

/** Diagnostics of whole inputs and of the output folder. */
export const cliCatalog = {
  "input/repeated-crd": {
    severity: "warning",
    message: message`'${"name"}' appears more than once in the input, always with the same spec`,
  },
  "input/conflicting-crd": {
    severity: "error",
    message: message`'${"name"}' appears more than once in the input, with different specs`,
  },
  "input/kind-claimed-twice": {
    severity: "error",
    message: message`kind '${"kind"}' of group '${"group"}' is claimed by two CRDs`,
  },
  "input/reserved-group": {
    severity: "error",
    message: message`group '${"group"}' needs a folder that would have the same name as the output's index file`,
  },
  "input/unmatched-pattern": {
    severity: "warning",
    message: message`'--only ${"pattern"}' matches no CRD of the input`,
  },
  "usage/invalid": {
    severity: "error",
    message: message`${"reason"}`,
  },
  "config/invalid": {
    severity: "error",
    message: message`${"at"}: ${"reason"}`,
  },
  "output/out-of-date": {
    severity: "error",
    message: message`'${"path"}' ${"state"}`,
  },
  "output/foreign-file": {
    severity: "error",
    message: message`'${"path"}' already exists, and crdgen did not write it`,
  },
} as const satisfies Record<`${string}/${string}`, CatalogEntry>;
