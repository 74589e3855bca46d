import type { CatalogEntry } from "../message.js";
import { message } from "../message.js";

/** Diagnostics of whole inputs and of the output folder. */
export const cliCatalog = {
  "input/repeated-crd": {
    severity: "warning",
    message: message`'${"name"}' stands in the input more than once, each time with the same spec`,
  },
  "input/conflicting-crd": {
    severity: "error",
    message: message`'${"name"}' stands in the input more than once, with different specs`,
  },
  "input/kind-claimed-twice": {
    severity: "error",
    message: message`kind '${"kind"}' of group '${"group"}' is claimed by two CRDs`,
  },
  "input/reserved-group": {
    severity: "error",
    message: message`group '${"group"}' has the name of the output's index, and needs a folder beside it`,
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
    message: message`'${"path"}' was not written by crdgen and is in the way`,
  },
} as const satisfies Record<`${string}/${string}`, CatalogEntry>;
