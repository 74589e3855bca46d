import { parseRequestUri } from "../../../runtime/v1/cel/libraries/url.js";
import { lowerCase, quote } from "../../../runtime/v1/values/go/quote.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { objectAt, textAt } from "../../../runtime/v1/values/json/raw-fields.js";
import { dns1035LabelFaults } from "../../../runtime/v1/values/names.js";
import type { CrdRules } from "../../../runtime/versions/crd-rules.js";
import type { FieldPath, FindingExtra, Findings } from "../findings/findings.js";
import { legalName } from "../findings/help.js";
import type { InternalCrd, InternalNames } from "../internal/internal-crd.js";

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

/** Suggests a name in place of one that is refused; kinds may have capitals. */
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

/** The annotation that groups of the Kubernetes community need. */
export const approvalAnnotation = "api-approved.kubernetes.io";

const details = "see https://github.com/kubernetes/enhancements/pull/1111";

/**
 * Tells whether a group belongs to the Kubernetes community
 * (`apihelpers.IsProtectedCommunityGroup`).
 */
export function isProtectedGroup(group: string): boolean {
  return /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group);
}

/** `bypassed`: the group says itself that it has no approval. */
type ApprovalState = "approved" | "bypassed" | "missing" | "invalid";

/** Reads the state of the approval from the annotation (`apihelpers.GetAPIApprovalState`). */
export function approvalState(annotation: string, { strictUrlColons }: CrdRules): ApprovalState {
  if (annotation === "") return "missing";
  if (annotation.startsWith("unapproved")) return "bypassed";
  const url = parseRequestUri(annotation, strictUrlColons);
  if (typeof url === "string") return "invalid";
  return url.host !== "" && url.scheme !== "" ? "approved" : "invalid";
}

/** Protected groups need an approval, or the word that there is none (`validateAPIApproval`). */
export function checkApiApproval(crd: InternalCrd, findings: Findings, old?: InternalCrd): void {
  if (!isProtectedGroup(crd.spec.group)) return;
  const annotation = annotationOf(crd.metadata);
  const state = approvalState(annotation, findings.rules);
  if (old !== undefined && state === approvalState(annotationOf(old.metadata), findings.rules))
    return;
  const at = crd.at.child("metadata").child("annotations").key(approvalAnnotation);
  const words = approvalWords(state, annotation);
  if (state === "missing") findings.required("crd/api-approval", at, words);
  if (state === "invalid") findings.invalid("crd/api-approval", at, annotation, words);
}

/** The server's words for a state. */
export function approvalWords(state: ApprovalState, annotation: string): string {
  const demand = `protected groups must have approval annotation "${approvalAnnotation}"`;
  switch (state) {
    case "approved":
      return `approved in ${annotation}`;
    case "bypassed":
      return `not approved: ${quote(annotation)}`;
    case "missing":
      return `${demand}, ${details}`;
    case "invalid":
      return `${demand} with either a URL or a reason starting with "unapproved", ${details}`;
  }
}

function annotationOf(metadata: JsonObject): string {
  return textAt(objectAt(metadata, "annotations") ?? {}, approvalAnnotation);
}
