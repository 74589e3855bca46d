import { lowerCase } from "../../../runtime/v1/values/go/quote.js";
import { dns1035LabelFaults } from "../../../runtime/v1/values/names.js";
import type { FieldPath, FindingExtra, Findings } from "../findings/findings.js";
import { legalName } from "../findings/legal-name.js";
import type { InternalNames } from "../internal/internal-crd.js";

const requiredNames = ["plural", "singular", "kind", "listKind"] as const;

/**
 * Names that must be there once defaults are filled in (`validateCustomResourceDefinitionSpec`).
 */
export function checkRequiredNames(names: InternalNames, findings: Findings): void {
  for (const key of requiredNames) {
    if (names[key] === "") findings.required("crd/names-missing", names.at.child(key), "");
  }
}

/** The form of all names (`ValidateCustomResourceDefinitionNames`). */
export function checkNames(names: InternalNames, findings: Findings): void {
  for (const key of ["plural", "singular"] as const) {
    checkLabel(names[key], names.at.child(key), "", findings);
  }
  for (const key of ["kind", "listKind"] as const) {
    const mixedCase = "may have mixed case, but should otherwise match: ";
    checkLabel(names[key], names.at.child(key), mixedCase, findings);
  }
  checkLabels(names.shortNames, names.at.child("shortNames"), findings);
  if (names.kind !== "" && names.kind === names.listKind) {
    const detail = "kind and listKind may not be the same";
    const related = [{ message: "the kind", at: names.at.child("kind") }];
    const at = names.at.child("listKind");
    findings.invalid("crd/list-kind-is-kind", at, names.listKind, detail, { related });
  }
  checkLabels(names.categories, names.at.child("categories"), findings);
}

function checkLabel(name: string, at: FieldPath, introduction: string, findings: Findings): void {
  if (name === "") return;
  const faults = dns1035LabelFaults(introduction === "" ? name : lowerCase(name));
  if (faults.length === 0) return;
  findings.invalid(
    "crd/names-invalid",
    at,
    name,
    introduction + faults.join(),
    meantName(name, introduction !== ""),
  );
}

/** What to write in place of a name that is refused; kinds may have capitals. */
function meantName(name: string, mayHaveCapitals: boolean): FindingExtra {
  const gap = mayHaveCapitals ? "" : "-";
  const faults = (label: string): readonly string[] =>
    dns1035LabelFaults(mayHaveCapitals ? lowerCase(label) : label);
  // A label has no dots.
  const good = legalName(name.replaceAll(".", gap), faults, gap);
  return { help: good && `write \`${good}\`` };
}

function checkLabels(labels: readonly string[], at: FieldPath, findings: Findings): void {
  labels.forEach((label, index) => {
    const faults = dns1035LabelFaults(label);
    if (faults.length === 0) return;
    findings.invalid(
      "crd/names-invalid",
      at.index(index),
      label,
      faults.join(),
      meantName(label, false),
    );
  });
}
