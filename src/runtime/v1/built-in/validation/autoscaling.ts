import type { JsonObject } from "../../values/json/json.js";
import { objectsAt, textAt } from "../../values/json/raw-fields.js";
import { pathSegmentFaults } from "../../values/names.js";
import type { Checks } from "./checks.js";
import { structIn } from "./checks.js";
import { isPositive } from "./resources.js";

/** An autoscaler (Kubernetes `pkg/apis/autoscaling/validation`). */
export function checkAutoscaler(checks: Checks, autoscaler: JsonObject): void {
  const spec = structIn(autoscaler, "spec") ?? {};
  const { minReplicas = null, maxReplicas = 0 } = spec;
  if (minReplicas !== null) checks.notNegative("spec.minReplicas", minReplicas);
  if (maxReplicas === 0) checks.required("spec.maxReplicas");
  else if (Number(maxReplicas) < 0) {
    checks.invalid("spec.maxReplicas", maxReplicas, "must be greater than or equal to 1");
  }
  if (minReplicas !== null && Number(maxReplicas) < Number(minReplicas)) {
    const detail = "must be greater than or equal to `minReplicas`";
    checks.invalid("spec.maxReplicas", maxReplicas, detail);
  }
  checkTarget(checks, structIn(spec, "scaleTargetRef") ?? {}, "spec.scaleTargetRef");
  objectsAt(spec, "metrics").forEach((metric, index) => {
    checkMetric(checks, metric, `spec.metrics[${index}]`);
  });
  const metrics = objectsAt(spec, "metrics");
  if (minReplicas === 0 && metrics.every(({ type }) => type !== "Object" && type !== "External")) {
    const detail =
      "must specify at least one Object or External metric to support scaling to zero replicas";
    checks.forbidden("spec.metrics", detail);
  }
  const behavior = structIn(spec, "behavior") ?? {};
  for (const key of ["scaleUp", "scaleDown"]) {
    const rules = structIn(behavior, key);
    if (rules !== undefined) checkRules(checks, rules, `spec.behavior.${key}`);
  }
}

function checkTarget(checks: Checks, target: JsonObject, path: string): void {
  for (const key of ["kind", "name"]) {
    const value = textAt(target, key);
    if (value === "") checks.required(`${path}.${key}`);
    else checks.faults(`${path}.${key}`, value, pathSegmentFaults(value));
  }
  const [version, kind] = [textAt(target, "apiVersion"), textAt(target, "kind")];
  // Of the core group only one kind can be scaled.
  if (version.includes("/") || kind === "ReplicationController") return;
  checks.invalid(`${path}.apiVersion`, version, "apiVersion must specify API group");
}

/** In the order in which the server looks at them: only the first one is checked. */
const metricSources: Readonly<Record<string, string>> = {
  Object: "object",
  External: "external",
  Pods: "pods",
  Resource: "resource",
  ContainerResource: "containerResource",
};

function checkMetric(checks: Checks, metric: JsonObject, path: string): void {
  const type = textAt(metric, "type");
  if (type === "") checks.required(`${path}.type`, "must specify a metric source type");
  checks.supported(`${path}.type`, type, Object.keys(metricSources).sort());
  const given = Object.values(metricSources).filter((key) => structIn(metric, key) !== undefined);
  const [first] = given;
  if (first !== undefined) {
    checkMetricSource(checks, structIn(metric, first) ?? {}, `${path}.${first}`, first);
  }
  const key = metricSources[type];
  if (key !== undefined && structIn(metric, key) === undefined) {
    checks.required(`${path}.${key}`, "must populate information for the given metric source");
  }
  for (const other of given.length === 1 ? [] : given.filter((one) => one !== key)) {
    checks.forbidden(`${path}.${other}`, "must populate the given metric source only");
  }
}

function checkMetricSource(checks: Checks, source: JsonObject, path: string, kind: string): void {
  const target = structIn(source, "target") ?? {};
  const isResource = kind === "resource" || kind === "containerResource";
  if (isResource) {
    const detail = "must specify a resource name";
    if (textAt(source, "name") === "") checks.required(`${path}.name`, detail);
  } else {
    const name = textAt(structIn(source, "metric") ?? {}, "name");
    if (name === "") checks.required(`${path}.metric.name`, "must specify a metric name");
    else checks.faults(`${path}.metric.name`, name, pathSegmentFaults(name));
  }
  checkMetricTarget(checks, target, `${path}.target`);
  const { averageUtilization = null, averageValue = null } = target;
  const { value = null } = target;
  if (kind === "external" && value === null && averageValue === null) {
    const detail = "must set either a target value for metric or a per-pod target";
    checks.required(`${path}.target.averageValue`, detail);
  }
  if (kind === "pods" && averageValue === null) {
    const detail = "must specify a positive target averageValue";
    checks.required(`${path}.target.averageValue`, detail);
  }
  if (!isResource) return;
  if (averageUtilization === null && averageValue === null) {
    const detail = "must set either a target raw value or a target utilization";
    checks.required(`${path}.target.averageUtilization`, detail);
  } else if (averageUtilization !== null && averageValue !== null) {
    const detail = "may not set both a target raw value and a target utilization";
    checks.forbidden(`${path}.target.averageValue`, detail);
  }
}

function checkMetricTarget(checks: Checks, target: JsonObject, path: string): void {
  const type = textAt(target, "type");
  if (type === "") checks.required(`${path}.type`, "must specify a metric target type");
  if (!["Utilization", "Value", "AverageValue"].includes(type)) {
    const detail = "must be either Utilization, Value, or AverageValue";
    checks.invalid(`${path}.type`, type, detail);
  }
  for (const key of ["value", "averageValue"]) {
    const { [key]: amount = null } = target;
    if (amount === null || isPositive(amount)) continue;
    checks.invalid(`${path}.${key}`, amount, "must be positive");
  }
  const { averageUtilization = null } = target;
  if (averageUtilization === null || Number(averageUtilization) >= 1) return;
  checks.invalid(`${path}.averageUtilization`, averageUtilization, "must be greater than 0");
}

const longestWindow = 3600;
const longestPeriod = 1800;

function checkRules(checks: Checks, rules: JsonObject, path: string): void {
  const { stabilizationWindowSeconds: seconds = null } = rules;
  const field = `${path}.stabilizationWindowSeconds`;
  if (seconds !== null && Number(seconds) < 0) {
    checks.invalid(field, seconds, "must be greater than or equal to zero");
  } else if (seconds !== null && Number(seconds) > longestWindow) {
    checks.invalid(field, seconds, `must be less than or equal to ${longestWindow}`);
  }
  const choice = textAt(rules, "selectPolicy");
  if (choice !== "") checks.supported(`${path}.selectPolicy`, choice, ["Disabled", "Max", "Min"]);
  const policies = objectsAt(rules, "policies");
  if (policies.length === 0) {
    checks.required(`${path}.policies`, "must specify at least one Policy");
  }
  policies.forEach((policy, index) => {
    const own = `${path}.policies[${index}]`;
    const { value = 0, periodSeconds = 0 } = policy;
    checks.supported(`${own}.type`, textAt(policy, "type"), ["Percent", "Pods"]);
    if (Number(value) <= 0) checks.invalid(`${own}.value`, value, "must be greater than zero");
    if (Number(periodSeconds) <= 0) {
      checks.invalid(`${own}.periodSeconds`, periodSeconds, "must be greater than zero");
    } else if (Number(periodSeconds) > longestPeriod) {
      const detail = `must be less than or equal to ${longestPeriod}`;
      checks.invalid(`${own}.periodSeconds`, periodSeconds, detail);
    }
  });
}
