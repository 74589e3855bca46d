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

/** The server fills in the storage version; without one there is nothing to fill in. */
function checkStoredVersions(crd: InternalCrd, findings: Findings): void {
  if (crd.storedVersions.length > 0) return;
  const at = crd.at.child("status").child("storedVersions");
  const valueText = internalText(sliceOf(goString), undefined, findings.rules.minor);
  const detail = "must have at least one stored version";
  findings.invalid("crd/stored-versions", at, null, detail, { valueText });
}

function checkPreserveUnknownFields(crd: InternalCrd, findings: Findings): void {
  if (crd.spec.preserveUnknownFields !== true) return;
  const at = crd.spec.at.child("preserveUnknownFields");
  const detail =
    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
  findings.invalid("crd/preserve-unknown-fields", at, true, detail);
}
