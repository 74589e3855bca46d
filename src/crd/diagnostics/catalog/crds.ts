import type { CatalogEntry } from "../message.js";
import { message, rule } from "../message.js";

/** Diagnostics of CustomResourceDefinitions, their schemas aside. */
export const crdCatalog = {
  "crd/api-version-unknown": {
    severity: "error",
    message: message`'${"apiVersion"}' is not an API version of CustomResourceDefinition`,
  },
  "crd/kind-unknown": {
    severity: "error",
    message: message`'${"kind"}' is not a kind of ${"apiVersion"}`,
  },
  "crd/v1beta1": {
    severity: "warning",
    message: message`API servers from 1.22 on refuse CustomResourceDefinitions of apiextensions.k8s.io/v1beta1`,
  },
  "crd/cannot-decode": { severity: "error", message: message`${"at"}: ${"fault"}` },
  "crd/unknown-field": {
    severity: "warning",
    message: message`unknown field '${"field"}'; the API server drops it`,
  },
  "crd/metadata-invalid": rule,
  "crd/name-invalid": rule,
  "crd/name-mismatch": rule,
  "crd/group-invalid": rule,
  "crd/scope-invalid": rule,
  "crd/schema-missing": rule,
  "crd/defaults-need-pruning": rule,
  "crd/version-name-invalid": rule,
  "crd/deprecation-warning-invalid": rule,
  "crd/levels-mixed": rule,
  "crd/versions-identical": rule,
  "crd/version-duplicate": rule,
  "crd/storage-version": rule,
  "crd/version-mismatch": rule,
  "crd/names-missing": rule,
  "crd/names-invalid": rule,
  "crd/list-kind-is-kind": rule,
  "crd/scale-path": rule,
  "crd/column-incomplete": rule,
  "crd/column-type": rule,
  "crd/column-format": rule,
  "crd/column-path": rule,
  "crd/selectable-field-path": rule,
  "crd/selectable-field-type": rule,
  "crd/selectable-field-duplicate": rule,
  "crd/selectable-fields-too-many": rule,
  "crd/selectable-fields-without-schema": rule,
  "crd/conversion-strategy": rule,
  "crd/conversion-webhook": rule,
  "crd/conversion-ca-bundle": rule,
  "crd/conversion-url": rule,
  "crd/conversion-service": rule,
  "crd/conversion-review-versions": rule,
  "crd/conversion-unused-webhook": rule,
  "crd/stored-versions": rule,
  "crd/api-approval": rule,
  "crd/preserve-unknown-fields": rule,
  "crd/field-immutable": rule,
  "crd/conflict": rule,
} as const satisfies Record<`crd/${string}`, CatalogEntry>;

/** Diagnostics of the schemas in a CRD. */
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
} as const satisfies Record<`schema/${string}`, CatalogEntry>;

/** Diagnostics of the CEL expressions in `x-kubernetes-validations`. */
export const celCatalog = {
  "cel/syntax": { severity: "error", message: message`${"fault"}` },
  "cel/undeclared-reference": { severity: "error", message: message`${"fault"}` },
  "cel/undefined-field": { severity: "error", message: message`${"fault"}` },
  "cel/no-matching-overload": { severity: "error", message: message`${"fault"}` },
  "cel/type": { severity: "error", message: message`${"fault"}` },
  "cel/cost-exceeded": { severity: "error", message: message`${"fault"}` },
  "cel/total-cost-exceeded": { severity: "error", message: message`${"fault"}` },
  "cel/old-self-uncorrelatable": { severity: "error", message: message`${"fault"}` },
  "cel/old-self-unused": { severity: "error", message: message`optionalOldSelf ${"fault"}` },
  "cel/untyped-schema": { severity: "error", message: message`${"fault"}` },
} as const satisfies Record<`cel/${string}`, CatalogEntry>;

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
