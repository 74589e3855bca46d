import { subdomainFaults } from "../../runtime/v1/names.js";
import type { Findings } from "../findings.js";
import type { InternalCrd } from "../internal-crd.js";
import { textAt } from "../raw-fields.js";

/**
 * The name of a CRD is that of its resource (`ValidateCustomResourceDefinition`). A CRD with `generateName` alone gets a
 * random name, which is never the right one, so it is judged by the name it lacks.
 */
export function checkMetadataName(crd: InternalCrd, findings: Findings): void {
  const name = textAt(crd.metadata, "name");
  const at = crd.at.child("metadata").child("name");
  if (name === "") {
    findings.required("crd/name-invalid", at, "name or generateName is required");
    return;
  }
  for (const fault of subdomainFaults(name)) findings.invalid("crd/name-invalid", at, name, fault);
  const { names, group } = crd.spec;
  const expected = `${names.plural}.${group}`;
  if (name === expected) return;
  const detail = 'must be spec.names.plural+"."+spec.group';
  findings.invalid("crd/name-mismatch", at, name, detail, { help: `write \`name: ${expected}\`` });
}
