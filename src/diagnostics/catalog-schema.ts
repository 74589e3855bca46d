import type { CatalogEntry } from "./message.js";
import { message } from "./message.js";

/** A rule of the API server: where it is broken, and the server's own words. */
const rule = { severity: "error", message: message`${"at"}: ${"fault"}` } as const;

/** Diagnostics of the schemas in a CRD, and warnings about what behaves otherwise than it looks. */
export const schemaCatalog = {
  "schema/too-deep": {
    severity: "error",
    message: message`schemas are nested more than ${"limit"} levels deep`,
  },
  "schema/keyword-unknown": {
    severity: "warning",
    message: message`unknown schema keyword '${"keyword"}'; the API server drops it`,
  },
  "schema/root-type": rule,
  "schema/root-keyword": rule,
  "schema/root-nullable": rule,
  "schema/type-unknown": rule,
  "schema/type-missing": rule,
  "schema/keyword-forbidden": rule,
  "schema/items-list": rule,
  "schema/items-missing": rule,
  "schema/unique-items": rule,
  "schema/additional-properties-mixed": rule,
  "schema/additional-properties-at-root": rule,
  "schema/preserve-unknown-fields-false": rule,
  "schema/map-type": rule,
  "schema/list-type": rule,
  "schema/set-items-not-atomic": rule,
  "schema/list-map-keys-without-map": rule,
  "schema/list-map-keys": rule,
  "schema/list-map-items": rule,
  "schema/list-map-key-type": rule,
  "schema/list-map-key-optional": rule,
  "schema/list-items-nullable": rule,
  "schema/int-or-string-conflict": rule,
  "schema/pattern-invalid": rule,
  "schema/embedded-resource": rule,
  "schema/type-meta-type": rule,
  "schema/metadata-restricted": rule,
  "schema/junctor-keyword": rule,
  "schema/junctor-incomplete": rule,
  "schema/not-structural": rule,
  "schema/default-forbidden": rule,
  "schema/default-unpruned": rule,
  "schema/default-invalid": rule,
  "schema/default-metadata": rule,
  "schema/rule-incomplete": rule,
  "schema/rule-message": rule,
  "schema/rule-reason": rule,
  "schema/rule-field-path": rule,
  "schema/format-unknown": {
    severity: "warning",
    message: message`unrecognized format "${"format"}"`,
  },
  "schema/set-of-composites": {
    severity: "warning",
    message: message`x-kubernetes-list-type: set for items of type "${"type"}" is not supported by server-side apply or CEL validation rules`,
  },
  "portability/deprecated-construct": {
    severity: "warning",
    message: message`${"construct"} is deprecated: ${"reason"}`,
  },
  "portability/newer-server": {
    severity: "warning",
    message: message`${"feature"} needs a server of Kubernetes ${"version"} or newer`,
  },
  "portability/default-surprise": {
    severity: "warning",
    message: message`the default of '${"path"}' ${"surprise"}`,
  },
  "portability/field-unsettable": {
    severity: "warning",
    message: message`nothing can be stored in '${"path"}': ${"reason"}`,
  },
  "portability/storage-version-unserved": {
    severity: "warning",
    message: message`the storage version '${"version"}' is not served`,
  },
  "portability/name-collision": {
    severity: "warning",
    message: message`'${"first"}' and '${"second"}' give one name in TypeScript`,
  },
  "portability/key-not-text": {
    severity: "warning",
    message: message`the field is called '${"name"}', not '${"written"}'`,
  },
} as const satisfies Record<`${string}/${string}`, CatalogEntry>;
