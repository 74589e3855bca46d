import { schemaCatalog } from "./catalog-schema.js";
import type { CatalogEntry } from "./message.js";
import { message } from "./message.js";

/** A rule of the API server: where it is broken, and the server's own words. */
const rule = { severity: "error", message: message`${"at"}: ${"fault"}` } as const;

/** Diagnostics of CustomResourceDefinitions: their fields, their schemas, their rules. */
export const crdCatalog = {
  "crd/api-version-unknown": {
    severity: "error",
    message: message`'${"apiVersion"}' is no API version of CustomResourceDefinitions`,
  },
  "crd/v1beta1": {
    severity: "warning",
    message: message`servers from 1.22 on refuse CustomResourceDefinitions of apiextensions.k8s.io/v1beta1`,
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
  ...schemaCatalog,
} as const satisfies Record<`${string}/${string}`, CatalogEntry>;
