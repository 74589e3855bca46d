import type { JsonObject } from "../../values/json/json.js";
import { objectsAt, textAt } from "../../values/json/raw-fields.js";
import { labelKeyFaults, labelValueFaults } from "../../values/names.js";
import type { Checks } from "./checks.js";
import { structIn } from "./checks.js";
import { checkRequirement, checkSelector } from "./selectors.js";

const required = "requiredDuringSchedulingIgnoredDuringExecution";
const preferred = "preferredDuringSchedulingIgnoredDuringExecution";

/** Where a pod may run (Kubernetes `pkg/apis/core/validation`, validateAffinity). */
export function checkAffinity(checks: Checks, affinity: JsonObject, path: string): void {
  const node = structIn(affinity, "nodeAffinity");
  if (node !== undefined) checkNodeAffinity(checks, node, `${path}.nodeAffinity`);
  for (const key of ["podAffinity", "podAntiAffinity"]) {
    const pods = structIn(affinity, key);
    if (pods !== undefined) checkPodAffinity(checks, pods, `${path}.${key}`);
  }
}

function checkNodeAffinity(checks: Checks, affinity: JsonObject, path: string): void {
  const selector = structIn(affinity, required);
  if (selector !== undefined) {
    const terms = objectsAt(selector, "nodeSelectorTerms");
    const field = `${path}.${required}.nodeSelectorTerms`;
    if (terms.length === 0) checks.required(field, "must have at least one node selector term");
    terms.forEach((term, index) => {
      checkNodeTerm(checks, term, `${field}[${index}]`);
    });
  }
  objectsAt(affinity, preferred).forEach((term, index) => {
    const own = `${path}.${preferred}[${index}]`;
    checkWeight(checks, term, own);
    checkNodeTerm(checks, structIn(term, "preference") ?? {}, `${own}.preference`);
  });
}

/** A term of a selector of nodes. */
export function checkNodeTerm(checks: Checks, term: JsonObject, path: string): void {
  objectsAt(term, "matchExpressions").forEach((requirement, index) => {
    checkRequirement(checks, requirement, `${path}.matchExpressions[${index}]`, true);
  });
}

function checkWeight(checks: Checks, { weight = 0 }: JsonObject, path: string): void {
  if (Number(weight) >= 1 && Number(weight) <= 100) return;
  checks.invalid(`${path}.weight`, weight, "must be in the range 1-100");
}

function checkPodAffinity(checks: Checks, affinity: JsonObject, path: string): void {
  objectsAt(affinity, required).forEach((term, index) => {
    checkPodTerm(checks, term, `${path}.${required}[${index}]`);
  });
  objectsAt(affinity, preferred).forEach((weighted, index) => {
    const own = `${path}.${preferred}[${index}]`;
    checkWeight(checks, weighted, own);
    checkPodTerm(checks, structIn(weighted, "podAffinityTerm") ?? {}, `${own}.podAffinityTerm`);
  });
}

function checkPodTerm(checks: Checks, term: JsonObject, path: string): void {
  checkSelector(checks, term["labelSelector"], `${path}.labelSelector`);
  checkSelector(checks, term["namespaceSelector"], `${path}.namespaceSelector`);
  const key = textAt(term, "topologyKey");
  if (key === "") checks.required(`${path}.topologyKey`, "can not be empty");
  checks.faults(`${path}.topologyKey`, key, labelKeyFaults(key));
}

const effects = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

/** Taints that a pod bears (ValidateTolerations). */
export function checkTolerations(
  checks: Checks,
  tolerations: readonly JsonObject[],
  path: string,
): void {
  tolerations.forEach((toleration, index) => {
    const own = `${path}[${index}]`;
    const [key, operator] = [textAt(toleration, "key"), textAt(toleration, "operator")];
    const [value, effect] = [textAt(toleration, "value"), textAt(toleration, "effect")];
    if (key !== "") checks.faults(`${own}.key`, key, labelKeyFaults(key));
    else if (operator !== "Exists") {
      const detail =
        'operator must be Exists when `key` is empty, which means "match all values and all keys"';
      checks.invalid(`${own}.operator`, operator, detail);
    }
    if ((toleration["tolerationSeconds"] ?? null) !== null && effect !== "NoExecute") {
      const detail = "effect must be 'NoExecute' when `tolerationSeconds` is set";
      checks.invalid(`${own}.effect`, effect, detail);
    }
    if (operator === "Equal" || operator === "") {
      const faults = labelValueFaults(value);
      if (faults.length > 0) checks.invalid(`${own}.operator`, value, faults.join(";"));
    } else if (operator === "Exists") {
      const detail = "value must be empty when `operator` is 'Exists'";
      if (value !== "") checks.invalid(`${own}.operator`, value, detail);
    } else if (operator !== "Lt" && operator !== "Gt") {
      checks.supported(`${own}.operator`, operator, ["Equal", "Exists"]);
    }
    if (effect !== "") checks.supported(`${own}.effect`, effect, effects);
  });
}

/** How pods are spread (validateTopologySpreadConstraints). */
export function checkSpread(
  checks: Checks,
  constraints: readonly JsonObject[],
  path: string,
): void {
  const used = new Set<string>();
  constraints.forEach((constraint, index) => {
    const own = `${path}[${index}]`;
    const { maxSkew = 0 } = constraint;
    if (Number(maxSkew) <= 0)
      checks.invalid(`${own}.maxSkew`, maxSkew, "must be greater than zero");
    const key = textAt(constraint, "topologyKey");
    if (key === "") checks.required(`${own}.topologyKey`, "can not be empty");
    const action = textAt(constraint, "whenUnsatisfiable");
    const supported = ["DoNotSchedule", "ScheduleAnyway"];
    checks.supported(`${own}.whenUnsatisfiable`, action, supported);
    const both = `{${key}, ${action}}`;
    if (used.has(both)) checks.duplicate(`${own}.{topologyKey, whenUnsatisfiable}`, both);
    used.add(both);
    checkSelector(checks, constraint["labelSelector"], `${own}.labelSelector`);
  });
}
