import type { CatalogEntry } from "../message.js";
import { message } from "../message.js";

/**
 * Warnings of crdgen's own about CRDs that servers accept: what behaves otherwise than it looks, or
 * not everywhere alike.
 */
export const portabilityCatalog = {
  "portability/deprecated-construct": {
    severity: "warning",
    message: message`${"construct"} is deprecated: ${"reason"}`,
  },
  "portability/newer-server": {
    severity: "warning",
    message: message`${"feature"} needs a server of Kubernetes ${"version"} or newer`,
  },
  "portability/field-unsettable": {
    severity: "warning",
    message: message`${"what"} can be stored in ${"path"}: ${"reason"}`,
  },
  "portability/enum-value": {
    severity: "warning",
    message: message`the value ${"value"} of the enum can never be stored: ${"reason"}`,
  },
  "portability/nullable-enum": {
    severity: "warning",
    message: message`${"path"} is nullable, but null is never equal to a value of its enum: the server refuses it`,
  },
  "portability/path-without-field": {
    severity: "warning",
    message: message`${"reader"} reads '${"path"}', which no object has: ${"reason"}`,
  },
  "portability/builtin-kind": {
    severity: "warning",
    message: message`a whole Kubernetes server serves ${"what"} itself, so it never serves this CRD in version '${"version"}'`,
  },
  "portability/storage-version-unserved": {
    severity: "warning",
    message: message`the storage version '${"version"}' is not served`,
  },
  "portability/name-collision": {
    severity: "warning",
    message: message`'${"first"}' and '${"second"}' differ only in case or punctuation`,
  },
  "portability/key-not-text": {
    severity: "warning",
    message: message`the field is called '${"name"}', not '${"written"}'`,
  },
} as const satisfies Record<`portability/${string}`, CatalogEntry>;
