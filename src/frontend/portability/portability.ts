import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { SchemaTable } from "../../ir/schema-table.js";
import type { CrdDocument } from "../find-crds.js";
import type { InternalCrd } from "../internal-crd.js";
import type { CleanSchemas } from "../schema/clean-schemas.js";
import { checkSchemaPortability } from "./schema-portability.js";
import { Warnings } from "./warnings.js";
import { checkVersionPortability } from "./version-portability.js";

/** Warnings of crdgen's own; each can be switched off by its code. */
export type PortabilityCode =
  | "portability/deprecated-construct"
  | "portability/newer-server"
  | "portability/default-surprise"
  | "portability/field-unsettable"
  | "portability/storage-version-unserved"
  | "portability/name-collision";

/** What looking for portability warnings takes besides the CRD. */
export interface PortabilityCheck {
  readonly ignored: ReadonlySet<PortabilityCode>;
  readonly table: SchemaTable;
  readonly clean: CleanSchemas;
}

/** Reports what servers accept, but what behaves otherwise than it looks, or not everywhere alike. */
export function checkPortability(
  crd: CrdDocument,
  internal: InternalCrd,
  check: PortabilityCheck,
  diagnostics: Diagnostics,
): void {
  const warnings = new Warnings(crd.document, check.ignored, diagnostics);
  checkVersionPortability(crd, internal, warnings);
  const validations = [
    internal.spec.validation,
    ...(internal.spec.versions ?? []).map((version) => version.validation),
  ];
  for (const validation of validations) {
    const raw = validation?.value.schema;
    if (validation === undefined || raw === undefined) continue;
    const path = [...validation.at.path, "openAPIV3Schema"];
    checkSchemaPortability(raw, path, check, warnings);
  }
}
