import {
  approvalAnnotation,
  approvalState,
  approvalWords,
  isProtectedGroup,
} from "../../frontend/crd/check-api-approval.js";
import { objectAt, textAt } from "../../frontend/raw-fields.js";
import type { JsonObject } from "../../runtime/v1/json/json.js";
import { crdRulesOf } from "../../versions/crd-rules.js";
import type { KubernetesMinor } from "../../versions/kubernetes-version.js";
import { acceptNames } from "./accept-names.js";
import type { DefinitionCondition } from "./definition.js";
import { conditionOf, groupOf, hasCondition, withCondition } from "./definition.js";

/** What the controllers of the API server go by. */
export interface Surroundings {
  /** All stored definitions; the one that is settled may be among them. */
  readonly stored: Iterable<JsonObject>;
  readonly minor: KubernetesMinor;
  /** RFC 3339. */
  readonly now: string;
}

/**
 * What a definition becomes after a write, step by step, as the controllers of the API server
 * change its status: names, approval of protected groups, and last whether it is established. Each
 * step is a write of its own, which watches see; none if there is nothing to change.
 *
 * The condition `NonStructuralSchema` is never set, since all definitions that can be created today
 * are structural.
 */
export function settleDefinition(
  definition: JsonObject,
  { stored, minor, now }: Surroundings,
): readonly JsonObject[] {
  const named = acceptNames(definition, stored, now);
  const approved = withApproval(named, minor, now);
  const established = establish(approved, now);
  const steps = [definition, named, approved, established];
  return steps.filter((step, index) => index > 0 && step !== steps[index - 1]);
}

/** `controller/apiapproval/apiapproval_controller.go` */
function withApproval(definition: JsonObject, minor: KubernetesMinor, now: string): JsonObject {
  if (!isProtectedGroup(groupOf(definition))) return definition;
  const metadata = objectAt(definition, "metadata") ?? {};
  const annotation = textAt(objectAt(metadata, "annotations") ?? {}, approvalAnnotation);
  const state = approvalState(annotation, crdRulesOf(minor));
  const condition = {
    type: "KubernetesAPIApprovalPolicyConformant",
    status: state === "approved" ? "True" : "False",
    reason: approvalReasons[state],
    message: approvalWords(state, annotation),
  } as const;
  const old = conditionOf(definition, condition.type);
  return isSameAs(condition, old) ? definition : withCondition(definition, condition, now);
}

const approvalReasons = {
  approved: "ApprovedAnnotation",
  bypassed: "UnapprovedAnnotation",
  missing: "MissingAnnotation",
  invalid: "InvalidAnnotation",
} as const;

function isSameAs(
  { status, reason, message }: Omit<DefinitionCondition, "lastTransitionTime">,
  old: DefinitionCondition | undefined,
): boolean {
  return status === old?.status && reason === old.reason && message === old.message;
}

/** `controller/establish/establishing_controller.go` */
function establish(definition: JsonObject, now: string): JsonObject {
  if (!hasCondition(definition, "NamesAccepted") || hasCondition(definition, "Established")) {
    return definition;
  }
  const reason = "InitialNamesAccepted";
  const message = "the initial names have been accepted";
  return withCondition(definition, { type: "Established", status: "True", reason, message }, now);
}
