import type { CatalogEntry } from "../message.js";
import { message } from "../message.js";

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
