import type { JsonObject } from "../../values/json/json.js";
import { textAt } from "../../values/json/raw-fields.js";
import type { Checks } from "./checks.js";
import { structIn } from "./checks.js";
import { checkSelector } from "./selectors.js";

/** A PodDisruptionBudget (Kubernetes `pkg/apis/policy/validation`). */
export function checkBudget(checks: Checks, budget: JsonObject): void {
  const spec = structIn(budget, "spec") ?? {};
  const { minAvailable = null, maxUnavailable = null } = spec;
  if (minAvailable !== null && maxUnavailable !== null) {
    checks.invalidStruct("spec", shown(spec), "minAvailable and maxUnavailable cannot be both set");
  }
  for (const [key, amount] of [
    ["minAvailable", minAvailable],
    ["maxUnavailable", maxUnavailable],
  ] as const) {
    if (amount === null) continue;
    checks.amount(`spec.${key}`, amount);
    checks.atMostAll(`spec.${key}`, amount);
  }
  checkSelector(checks, spec["selector"], "spec.selector");
  const policy = textAt(spec, "unhealthyPodEvictionPolicy");
  const policies = ["AlwaysAllow", "IfHealthyBudget"];
  if (policy !== "") checks.supported("spec.unhealthyPodEvictionPolicy", policy, policies);
}

/** A spec as Go prints it as JSON, inside of the server. */
function shown(spec: JsonObject): Readonly<Record<string, unknown>> {
  return {
    MinAvailable: spec["minAvailable"] ?? null,
    Selector: spec["selector"] ?? null,
    MaxUnavailable: spec["maxUnavailable"] ?? null,
    UnhealthyPodEvictionPolicy: spec["unhealthyPodEvictionPolicy"] ?? null,
  };
}
