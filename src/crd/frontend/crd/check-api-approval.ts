import { parseRequestUri } from "../../../runtime/v1/cel/libraries/url.js";
import { quote } from "../../../runtime/v1/values/go/quote.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import type { CrdRules } from "../../../runtime/versions/crd-rules.js";
import type { Findings } from "../findings/findings.js";
import type { InternalCrd } from "../internal/internal-crd.js";
import { objectAt, textAt } from "../raw-fields.js";

/** The annotation that groups of the Kubernetes community need. */
export const approvalAnnotation = "api-approved.kubernetes.io";

const details = "see https://github.com/kubernetes/enhancements/pull/1111";

/** Whether a group belongs to the Kubernetes community (`apihelpers.IsProtectedCommunityGroup`). */
export function isProtectedGroup(group: string): boolean {
  return /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group);
}

/** `bypassed`: the group says itself that it has no approval. */
export type ApprovalState = "approved" | "bypassed" | "missing" | "invalid";

/** What the annotation says (`apihelpers.GetAPIApprovalState`). */
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
