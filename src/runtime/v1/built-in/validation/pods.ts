import type { JsonObject } from "../../values/json/json.js";
import { objectsAt, textAt } from "../../values/json/raw-fields.js";
import { isEqualJson } from "../strategies/compare.js";
import type { Checks } from "./checks.js";
import { structIn } from "./checks.js";
import { checkPodSpec } from "./pod-spec.js";

/** A pod (Kubernetes `pkg/apis/core/validation`, ValidatePodCreate, ValidatePodUpdate). */
export function checkPod(checks: Checks, pod: JsonObject, old: JsonObject | undefined): void {
  const spec = structIn(pod, "spec") ?? {};
  checkPodSpec(checks, spec, "spec");
  if (old !== undefined) checkChange(checks, spec, structIn(old, "spec") ?? {});
}

const updatable = [
  "`spec.containers[*].image`",
  "`spec.initContainers[*].image`",
  "`spec.activeDeadlineSeconds`",
  "`spec.tolerations` (only additions to existing tolerations)",
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)",
];

function checkChange(checks: Checks, spec: JsonObject, old: JsonObject): void {
  for (const key of ["containers", "initContainers"]) {
    if (objectsAt(spec, key).length === objectsAt(old, key).length) continue;
    checks.forbidden(`spec.${key}`, "pod updates may not add or remove containers");
    return;
  }
  if (!checkDeadline(checks, spec, old)) return;
  checkAddedTolerations(checks, objectsAt(spec, "tolerations"), objectsAt(old, "tolerations"));
  const masked = { ...spec, containers: imagesOf(spec, old, "containers") };
  if (objectsAt(spec, "initContainers").length > 0) {
    Object.assign(masked, { initContainers: imagesOf(spec, old, "initContainers") });
  }
  for (const key of ["activeDeadlineSeconds", "tolerations", "schedulingGates"]) {
    Object.assign(masked, { [key]: old[key] ?? null });
  }
  if (structIn(old, "resources") !== undefined || isGated(old)) return;
  if (isEqualJson(masked, old)) return;
  // The server shows the difference, too, in Go's words.
  checks.forbidden("spec", `pod updates may not change fields other than ${updatable.join(",")}`);
}

/** Pods that are not scheduled yet may change more. */
function isGated(spec: JsonObject): boolean {
  return objectsAt(spec, "schedulingGates").length > 0;
}

/** The containers with the images that they had. */
function imagesOf(spec: JsonObject, old: JsonObject, key: string): JsonObject[] {
  const before = objectsAt(old, key);
  return objectsAt(spec, key).map((container, index) => {
    return { ...container, image: textAt(before[index] ?? {}, "image") };
  });
}

/** Whether the server goes on after it. */
function checkDeadline(checks: Checks, spec: JsonObject, old: JsonObject): boolean {
  const field = "spec.activeDeadlineSeconds";
  const { activeDeadlineSeconds: now = null } = spec;
  const { activeDeadlineSeconds: before = null } = old;
  if (now === null) {
    const detail = "must not update from a positive integer to nil value";
    if (before !== null) checks.invalid(field, null, detail);
    return true;
  }
  if (before === null || Number(before) >= Number(now)) return true;
  checks.invalid(field, now, "must be less than or equal to previous value");
  return false;
}

function checkAddedTolerations(
  checks: Checks,
  tolerations: readonly JsonObject[],
  old: readonly JsonObject[],
): void {
  const isKept = old.every((one) =>
    tolerations.some(({ tolerationSeconds = null, ...rest }) =>
      isEqualJson({ ...one, tolerationSeconds }, { ...rest, tolerationSeconds }),
    ),
  );
  if (isKept) return;
  const detail = "existing toleration can not be modified except its tolerationSeconds";
  checks.forbidden("spec.tolerations", detail);
}
