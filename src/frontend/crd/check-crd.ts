import { goString, sliceOf } from "../decode/go-type.js";
import { internalText } from "../decode/go-text.js";
import type { Findings } from "../findings.js";
import type { InternalCrd } from "../internal-crd.js";
import type { ValidationCheck } from "../schema/check-validation.js";
import { checkApiApproval } from "./check-api-approval.js";
import { checkMetadataName } from "./check-metadata.js";
import { checkSpec } from "./check-spec.js";

/** A CRD that is to be created (`ValidateCustomResourceDefinition`), in the server's order. */
export function checkCrd(crd: InternalCrd, check: ValidationCheck): void {
  const { findings } = check;
  checkMetadataName(crd, findings);
  checkSpec(crd.spec, check);
  checkStoredVersions(crd, findings);
  checkApiApproval(crd, findings);
  checkPreserveUnknownFields(crd, findings);
}

/** The server fills in the first storage version (`ValidateCustomResourceDefinitionStoredVersions`). */
function checkStoredVersions(crd: InternalCrd, findings: Findings): void {
  const { storedVersions, spec } = crd;
  const at = crd.at.child("status").child("storedVersions");
  const stored = storedVersions.length === 0 ? undefined : [...storedVersions];
  const valueText = internalText(sliceOf(goString), stored, findings.rules.minor);
  const report = (detail: string): void => {
    findings.invalid("crd/stored-versions", at, null, detail, { valueText });
  };
  if (stored === undefined) {
    report("must have at least one stored version");
    return;
  }
  for (const { name, storage } of spec.versions ?? []) {
    if (storage && !stored.includes(name)) report(`must have the storage version ${name}`);
  }
}

function checkPreserveUnknownFields(crd: InternalCrd, findings: Findings): void {
  if (crd.spec.preserveUnknownFields !== true) return;
  const at = crd.spec.at.child("preserveUnknownFields");
  const detail =
    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
  findings.invalid("crd/preserve-unknown-fields", at, true, detail);
}
