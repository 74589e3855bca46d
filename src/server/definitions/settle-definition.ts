import { lacksCertificate } from "../../crd/frontend/crd/check-conversion.js";
import {
  approvalAnnotation,
  approvalState,
  approvalWords,
  isProtectedGroup,
} from "../../crd/frontend/crd/check-names.js";
import { objectAt, textAt } from "../../crd/frontend/raw-fields.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { crdRulesOf } from "../../runtime/versions/crd-rules.js";
import type { KubernetesMinor } from "../../runtime/versions/kubernetes-version.js";
import { acceptNames } from "./accept-names.js";
import {
  conditionOf,
  groupOf,
  hasCondition,
  isSameCondition,
  withCondition,
} from "./definition.js";
import { withStructure } from "./structure.js";

/** What the controllers of the API server go by. */
export interface Surroundings {
  /** All stored definitions; the one that is settled may be among them. */
  readonly stored: Iterable<JsonObject>;
  readonly minor: KubernetesMinor;
  /** RFC 3339. */
  readonly now: string;
  /** The one that is settled with its schemas. */
  readonly whole: () => JsonObject;
}

/**
 * What a definition becomes after a write, step by step, as the controllers of the API server
 * change its status: names, approval of protected groups, and last whether it is established. Each
 * step is a write of its own, which watches see; none if there is nothing to change.
 *
 * The condition `NonStructuralSchema` is on definitions that are older than the rule: all that can
 * be created today are structural.
 */
export function settleDefinition(
  definition: JsonObject,
  { stored, minor, now, whole }: Surroundings,
): readonly JsonObject[] {
  const named = acceptNames(definition, stored, now);
  const approved = withApproval(named, minor, now);
  const established = establish(approved, minor, now);
  const isOld = conditionOf(established, "NonStructuralSchema") !== undefined;
  const structured = isOld ? withStructure(established, whole(), now) : established;
  const steps = [definition, named, approved, established, structured];
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
  return isSameCondition(condition, old) ? definition : withCondition(definition, condition, now);
}

const approvalReasons = {
  approved: "ApprovedAnnotation",
  bypassed: "UnapprovedAnnotation",
  missing: "MissingAnnotation",
  invalid: "InvalidAnnotation",
} as const;

/**
 * `controller/establish/establishing_controller.go`: a webhook whose certificates cannot be read
 * keeps a definition from being established, though not from being served.
 */
function establish(definition: JsonObject, minor: KubernetesMinor, now: string): JsonObject {
  if (!hasCondition(definition, "NamesAccepted") || hasCondition(definition, "Established")) {
    return definition;
  }
  const isBad = crdRulesOf(minor).checksCaBundles && lacksCertificate(caBundleOf(definition));
  const state = isBad ? invalidBundle : initialNames;
  const condition = { type: "Established", ...state } as const;
  const old = conditionOf(definition, "Established");
  return isSameCondition(condition, old) ? definition : withCondition(definition, condition, now);
}

const initialNames = {
  status: "True",
  reason: "InitialNamesAccepted",
  message: "the initial names have been accepted",
} as const;

const invalidBundle = {
  status: "False",
  reason: "InvalidCABundle",
  message: "The conversion webhook CABundle is invalid",
} as const;

function caBundleOf(definition: JsonObject): string {
  const path = ["spec", "conversion", "webhook", "clientConfig"];
  const config = path.reduce((owner, key) => objectAt(owner, key) ?? {}, definition);
  return textAt(config, "caBundle");
}
