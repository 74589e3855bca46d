import type { CatalogEntry } from "../message.js";
import { message } from "../message.js";

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
