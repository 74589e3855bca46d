import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { CrdDocument } from "../find-crds.js";
import type { InternalCrd } from "../internal/internal-crd.js";
import { schemasOf } from "../internal/internal-crd.js";
import { checkPaths } from "./checked-paths.js";
import type { PortabilityCheck } from "./portability-code.js";
import { portabilityCodes } from "./portability-code.js";
import { checkSchemaPortability } from "./schema-portability.js";
import { checkShadow } from "./shadow.js";
import { checkVersionPortability } from "./version-portability.js";
import { Warnings } from "./warnings.js";

/**
 * Reports what servers accept, but what behaves otherwise than it looks, or not everywhere alike.
 */
export function checkPortability(
  crd: CrdDocument,
  internal: InternalCrd,
  check: PortabilityCheck,
  diagnostics: Diagnostics,
): void {
  if (portabilityCodes.every((code) => check.ignored.has(code))) return;
  const warnings = new Warnings(crd.document, check, diagnostics);
  checkVersionPortability(internal, warnings);
  checkPaths(internal, warnings);
  checkShadow(internal, warnings);
  const keepsAll = internal.spec.preserveUnknownFields === true;
  for (const { value: schema, at } of schemasOf(internal.spec)) {
    checkSchemaPortability(schema, at.path, keepsAll, check, warnings);
  }
}
