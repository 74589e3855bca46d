import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { objectsAt, textAt, withoutKeys } from "../../values/json/raw-fields.js";
import type { Checks } from "./checks.js";
import { amountOf, structIn } from "./checks.js";
import { checkTemplate, templateLabels } from "./pod-spec.js";
import { checkSelector, isEmptySelector, selects } from "./selectors.js";

const byRolling = "RollingUpdate";

/** A Deployment (Kubernetes `pkg/apis/apps/validation`, ValidateDeploymentSpec). */
export function checkDeployment(
  checks: Checks,
  deployment: JsonObject,
  old: JsonObject | undefined,
): void {
  const spec = structIn(deployment, "spec") ?? {};
  checks.notNegative("spec.replicas", spec["replicas"]);
  checkOwnSelector(checks, spec, "deployment");
  checkReplicaTemplate(checks, spec);
  const strategy = structIn(spec, "strategy") ?? {};
  const rolling = structIn(strategy, "rollingUpdate");
  if (textAt(strategy, "type") === "Recreate") {
    const detail = "may not be specified when strategy `type` is 'Recreate'";
    if (rolling !== undefined) checks.forbidden("spec.strategy.rollingUpdate", detail);
  } else if (textAt(strategy, "type") === byRolling) {
    checkRolling(checks, rolling ?? {}, "spec.strategy.rollingUpdate");
  } else {
    checks.supported("spec.strategy", textAt(strategy, "type"), ["Recreate", byRolling]);
  }
  const { minReadySeconds = 0, progressDeadlineSeconds = null } = spec;
  checks.notNegative("spec.minReadySeconds", minReadySeconds);
  checks.notNegative("spec.revisionHistoryLimit", spec["revisionHistoryLimit"]);
  if (progressDeadlineSeconds !== null) {
    const field = "spec.progressDeadlineSeconds";
    checks.notNegative(field, progressDeadlineSeconds);
    if (Number(progressDeadlineSeconds) <= Number(minReadySeconds)) {
      checks.invalid(field, progressDeadlineSeconds, "must be greater than minReadySeconds");
    }
  }
  keepSelector(checks, spec, old);
}

function checkRolling(checks: Checks, rolling: JsonObject, path: string): void {
  const { maxUnavailable = 0, maxSurge = 0 } = rolling;
  checks.amount(`${path}.maxUnavailable`, maxUnavailable);
  checks.amount(`${path}.maxSurge`, maxSurge);
  if (amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0) {
    const detail = "may not be 0 when `maxSurge` is 0";
    checks.invalid(`${path}.maxUnavailable`, maxUnavailable, detail);
  }
  checks.atMostAll(`${path}.maxUnavailable`, maxUnavailable);
}

/** A selector that must be there, and select something. */
function checkOwnSelector(checks: Checks, spec: JsonObject, kind: string): void {
  const { selector = null } = spec;
  if (!isObject(selector)) {
    checks.required("spec.selector");
    return;
  }
  checkSelector(checks, selector, "spec.selector");
  if (!isEmptySelector(selector)) return;
  checks.invalid("spec.selector", selector, `empty selector is invalid for ${kind}`);
}

function checkSelected(checks: Checks, selector: Json, template: JsonObject): boolean {
  const labels = templateLabels(template);
  const isSelected = selects(selector, isObject(labels) ? labels : {});
  if (isSelected === undefined) return false;
  if (isSelected) return true;
  const detail = "`selector` does not match template `labels`";
  checks.invalid("spec.template.metadata.labels", labels, detail);
  return true;
}

function checkReplicaTemplate(checks: Checks, spec: JsonObject): void {
  const { selector = null } = spec;
  const template = structIn(spec, "template") ?? {};
  const isEmpty = isObject(selector) && isEmptySelector(selector);
  if (!isEmpty && !checkSelected(checks, selector, template)) {
    checks.invalid("spec.selector", selector, "invalid label selector");
    return;
  }
  checkTemplate(checks, template, "spec.template");
  checkAlwaysRestarts(checks, template, "ReplicaSet");
}

function checkAlwaysRestarts(checks: Checks, template: JsonObject, kind: string): void {
  const spec = structIn(template, "spec") ?? {};
  const path = "spec.template.spec";
  checks.supported(`${path}.restartPolicy`, textAt(spec, "restartPolicy"), ["Always"]);
  if ((spec["activeDeadlineSeconds"] ?? null) === null) return;
  const detail = `activeDeadlineSeconds in ${kind} is not Supported`;
  checks.forbidden(`${path}.activeDeadlineSeconds`, detail);
}

function keepSelector(checks: Checks, spec: JsonObject, old: JsonObject | undefined): void {
  if (old === undefined) return;
  const { selector } = structIn(old, "spec") ?? {};
  checks.immutable("spec.selector", spec["selector"], selector);
}

/** A ReplicaSet (ValidateReplicaSetSpec). */
export function checkReplicaSet(
  checks: Checks,
  set: JsonObject,
  old: JsonObject | undefined,
): void {
  const spec = structIn(set, "spec") ?? {};
  checks.notNegative("spec.replicas", spec["replicas"]);
  checks.notNegative("spec.minReadySeconds", spec["minReadySeconds"]);
  checkOwnSelector(checks, spec, "replicaset");
  checkReplicaTemplate(checks, spec);
  keepSelector(checks, spec, old);
}

/** A ReplicationController, whose selector is a map (ValidateReplicationControllerSpec). */
export function checkController(checks: Checks, controller: JsonObject): void {
  const spec = structIn(controller, "spec") ?? {};
  checks.notNegative("spec.minReadySeconds", spec["minReadySeconds"]);
  const matchLabels = structIn(spec, "selector") ?? {};
  if (Object.keys(matchLabels).length === 0) checks.required("spec.selector");
  checks.notNegative("spec.replicas", spec["replicas"]);
  const template = structIn(spec, "template");
  if (template === undefined) {
    checks.required("spec.template");
    return;
  }
  if (Object.keys(matchLabels).length > 0) checkSelected(checks, { matchLabels }, template);
  checkTemplate(checks, template, "spec.template");
  checkAlwaysRestarts(checks, template, "ReplicationController");
}

/** A DaemonSet (ValidateDaemonSetSpec). */
export function checkDaemonSet(checks: Checks, set: JsonObject, old: JsonObject | undefined): void {
  const spec = structIn(set, "spec") ?? {};
  keepSelector(checks, spec, old);
  const { selector = null } = spec;
  checkSelector(checks, selector, "spec.selector");
  const template = structIn(spec, "template") ?? {};
  checkSelected(checks, selector, template);
  if (isObject(selector) && isEmptySelector(selector)) {
    checks.invalid("spec.selector", selector, "empty selector is invalid for daemonset");
  }
  checkTemplate(checks, template, "spec.template");
  checkAlwaysRestarts(checks, template, "DaemonSet");
  checks.notNegative("spec.minReadySeconds", spec["minReadySeconds"]);
  checkDaemonStrategy(checks, structIn(spec, "updateStrategy") ?? {});
  checks.notNegative("spec.revisionHistoryLimit", spec["revisionHistoryLimit"]);
}

function checkDaemonStrategy(checks: Checks, strategy: JsonObject): void {
  const path = "spec.updateStrategy";
  const type = textAt(strategy, "type");
  if (type !== byRolling) {
    checks.supported(path, type, [byRolling, "OnDelete"]);
    return;
  }
  const { maxUnavailable = 0, maxSurge = 0 } = structIn(strategy, "rollingUpdate") ?? {};
  const [unavailable, surge] = [
    `${path}.rollingUpdate.maxUnavailable`,
    `${path}.rollingUpdate.maxSurge`,
  ];
  checks.amount(unavailable, maxUnavailable);
  checks.amount(surge, maxSurge);
  checks.atMostAll(unavailable, maxUnavailable);
  checks.atMostAll(surge, maxSurge);
  const [hasUnavailable, hasSurge] = [amountOf(maxUnavailable) !== 0, amountOf(maxSurge) !== 0];
  if (hasUnavailable && hasSurge) {
    checks.invalid(surge, maxSurge, "may not be set when maxUnavailable is non-zero");
  } else if (!hasUnavailable && !hasSurge) {
    checks.required(unavailable, "cannot be 0 when maxSurge is 0");
  }
}

/** A StatefulSet (ValidateStatefulSetSpec, ValidateStatefulSetUpdate). */
export function checkStatefulSet(
  checks: Checks,
  set: JsonObject,
  old: JsonObject | undefined,
): void {
  const spec = structIn(set, "spec") ?? {};
  const management = textAt(spec, "podManagementPolicy");
  if (management !== "OrderedReady" && management !== "Parallel") {
    const detail = "must be 'OrderedReady' or 'Parallel'";
    checks.invalid("spec.podManagementPolicy", management, detail);
  }
  checkSetStrategy(checks, structIn(spec, "updateStrategy") ?? {});
  checks.notNegative("spec.replicas", spec["replicas"]);
  checks.notNegative("spec.minReadySeconds", spec["minReadySeconds"]);
  const serviceName = textAt(spec, "serviceName");
  if (serviceName !== "") checks.label("spec.serviceName", serviceName);
  checkOwnSelector(checks, spec, "statefulset");
  const template = structIn(spec, "template") ?? {};
  const { selector = null } = spec;
  const isEmpty = isObject(selector) && isEmptySelector(selector);
  if (isEmpty || checkSelected(checks, selector, template))
    checkSetTemplate(checks, spec, template);
  else checks.invalid("spec.selector", selector, "");
  checkAlwaysRestarts(checks, template, "StatefulSet");
  if (old === undefined) return;
  const before = structIn(old, "spec") ?? {};
  const constants = ["selector", "volumeClaimTemplates", "serviceName", "podManagementPolicy"];
  for (const key of constants) checks.immutable(`spec.${key}`, spec[key], before[key]);
}

/** Pods get their names and domains from the set, and its claims as volumes. */
function checkSetTemplate(checks: Checks, spec: JsonObject, template: JsonObject): void {
  const claims = objectsAt(spec, "volumeClaimTemplates").map((claim) =>
    textAt(structIn(claim, "metadata") ?? {}, "name"),
  );
  const inner = withoutKeys(structIn(template, "spec") ?? {}, "hostname", "subdomain");
  checkTemplate(checks, { ...template, spec: inner }, "spec.template", claims);
}

function checkSetStrategy(checks: Checks, strategy: JsonObject): void {
  const path = "spec.updateStrategy";
  const [type, rolling] = [textAt(strategy, "type"), structIn(strategy, "rollingUpdate")];
  if (type === "OnDelete") {
    const detail = `only allowed for updateStrategy '${byRolling}'`;
    if (rolling !== undefined) checks.invalid(`${path}.rollingUpdate`, rolling, detail);
  } else if (type === byRolling) {
    if (rolling === undefined) return;
    checks.notNegative(`${path}.rollingUpdate.partition`, rolling["partition"]);
  } else {
    const shown = { Type: type, RollingUpdate: rolling ?? null };
    checks.invalidStruct(path, shown, `must be '${byRolling}' or 'OnDelete'`);
  }
}
