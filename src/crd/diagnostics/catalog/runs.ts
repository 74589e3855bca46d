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

/** Diagnostics of custom resources: what the API server answers when they are written. */
export const objectCatalog = {
  "object/invalid": { severity: "error", message: message`${"fault"}` },
  "object/rejected": { severity: "error", message: message`${"fault"}` },
  "object/unknown-field": { severity: "warning", message: message`unknown field '${"field"}'` },
  "object/warning": { severity: "warning", message: message`${"text"}` },
  "object/incomplete": {
    severity: "error",
    message: message`not a Kubernetes object: ${"missing"} is missing`,
  },
  "object/unknown-kind": {
    severity: "error",
    message: message`none of the CRDs defines kind '${"kind"}' of ${"group"}`,
  },
  "object/unknown-version": {
    severity: "error",
    message: message`kind '${"kind"}' of group '${"group"}' is not served in version '${"version"}'`,
  },
  "object/no-example": {
    severity: "error",
    message: message`no example of kind '${"kind"}' was found that the API server accepts: ${"fault"}`,
  },
  "object/no-arbitrary": {
    severity: "warning",
    message: message`no arbitrary is written for kind '${"kind"}', as no object was found that the API server accepts: ${"fault"}`,
  },
  "object/crd-refused": {
    severity: "error",
    message: message`the API server refuses the CRD of kind '${"kind"}', so it does not serve such objects`,
  },
} as const satisfies Record<`object/${string}`, CatalogEntry>;

/** Diagnostics of what is different for some resources. */
export const overridesCatalog = {
  "overrides/unmatched": {
    severity: "warning",
    message: message`${"at"}: ${"reason"}`,
  },
  "overrides/collision": {
    severity: "error",
    message: message`${"at"}: ${"reason"}`,
  },
} as const satisfies Record<`${string}/${string}`, CatalogEntry>;

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
