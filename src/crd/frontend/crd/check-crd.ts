import { goString, sliceOf } from "../../../runtime/v1/built-in/go-types/go-type.js";
import { objectAt, textsAt, memberAt } from "../../../runtime/v1/values/json/raw-fields.js";
import { internalText } from "../decode/go-text.js";
import type { Findings } from "../findings/findings.js";
import type { InternalCrd } from "../internal/internal-crd.js";
import { readNames } from "../internal/read-internal-crd.js";
import type { ValidationCheck } from "../schema/check-validation.js";
import { checkMetadata } from "./check-metadata.js";
import { checkApiApproval, checkNames } from "./check-names.js";
import { checkSpec } from "./check-spec.js";

/** A CRD that is to be created (`ValidateCustomResourceDefinition`), in the server's order. */
export function checkCrd(crd: InternalCrd, check: ValidationCheck): void {
  const { findings } = check;
  checkMetadata(crd, findings);
  checkSpec(crd.spec, check);
  checkAcceptedNames(crd, findings);
  checkStoredVersions(crd, findings);
  checkApiApproval(crd, findings);
  if (!check.options.allowPreserveUnknownFields) checkPreserveUnknownFields(crd, findings);
}

/** The names that a controller has accepted; none yet when a CRD is created. */
export function checkAcceptedNames(crd: InternalCrd, findings: Findings): void {
  const names = objectAt(crd.status, "acceptedNames");
  const at = crd.at.child("status").child("acceptedNames");
  if (names !== undefined) checkNames(readNames(names, at), findings);
}

/**
 * The server fills in the first storage version (`ValidateCustomResourceDefinitionStoredVersions`).
 */
export function checkStoredVersions(crd: InternalCrd, findings: Findings): void {
  const stored = textsAt(crd.status, "storedVersions");
  // The server fills it in; what it is made of stands in the versions.
  const at = crd.at.child("status.storedVersions", ["spec", "versions"]);
  const report = (detail: string): void => {
    const valueText = internalText(
      sliceOf(goString),
      memberAt(crd.status, "storedVersions"),
      findings.rules.minor,
    );
    findings.invalid("crd/stored-versions", at, null, detail, { valueText });
  };
  if (stored.length === 0) {
    report("must have at least one stored version");
    return;
  }
  // The server crosses a version off once it has met it: a second one of the name counts as
  // missing.
  const missing = new Set(stored);
  for (const { name, storage } of crd.spec.versions) {
    if (!missing.delete(name) && storage) report(`must have the storage version ${name}`);
  }
  checkStoredVersionsExist(crd, stored, findings);
}

/** Objects may still be stored in a version that was storage version once. */
function checkStoredVersionsExist(
  crd: InternalCrd,
  stored: readonly string[],
  findings: Findings,
): void {
  const names = new Set(crd.spec.versions.map((version) => version.name));
  for (const name of new Set(stored)) {
    if (names.has(name)) continue;
    const detail = findings.rules.longStoredVersionsDetail
      ? `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`
      : "must appear in spec.versions";
    const field = `status.storedVersions[${stored.lastIndexOf(name)}]`;
    const at = crd.at.child(field, ["spec", "versions"]);
    findings.invalid("crd/stored-versions", at, name, detail);
  }
}

/** A new CRD prunes. */
export function checkPreserveUnknownFields(crd: InternalCrd, findings: Findings): void {
  if (crd.spec.preserveUnknownFields !== true) return;
  const at = crd.spec.at.child("preserveUnknownFields");
  const detail =
    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
  findings.invalid("crd/preserve-unknown-fields", at, true, detail);
}
