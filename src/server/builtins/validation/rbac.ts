import { listAt, objectsAt, textAt, textsAt } from "../../../crd/frontend/raw-fields.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { pathSegmentFaults, subdomainFaults } from "../../../runtime/v1/values/names.js";
import { isSame } from "../strategies/compare.js";
import type { Checks } from "./checks.js";
import { structIn } from "./checks.js";
import { checkSelector } from "./selectors.js";

const group = "rbac.authorization.k8s.io";

/** A Role (Kubernetes `pkg/apis/rbac/validation`, ValidateRole). */
export function checkRole(checks: Checks, role: JsonObject): void {
  objectsAt(role, "rules").forEach((rule, index) => {
    checkRule(checks, rule, `rules[${index}]`, true);
  });
}

/** A ClusterRole, which may be made of others. */
export function checkClusterRole(checks: Checks, role: JsonObject): void {
  objectsAt(role, "rules").forEach((rule, index) => {
    checkRule(checks, rule, `rules[${index}]`, false);
  });
  const aggregation = structIn(role, "aggregationRule");
  if (aggregation === undefined) return;
  const path = "aggregationRule.clusterRoleSelectors";
  const selectors = objectsAt(aggregation, "clusterRoleSelectors");
  if (selectors.length === 0) {
    checks.required(
      path,
      "at least one clusterRoleSelector required if aggregationRule is non-nil",
    );
  }
  selectors.forEach((selector, index) => {
    checkSelector(checks, selector, `${path}[${index}]`);
  });
}

function checkRule(checks: Checks, rule: JsonObject, path: string, isNamespaced: boolean): void {
  const has = (key: string): boolean => listAt(rule, key).length > 0;
  if (!has("verbs")) checks.required(`${path}.verbs`);
  if (has("nonResourceURLs")) {
    const [field, paths] = [`${path}.nonResourceURLs`, textsAt(rule, "nonResourceURLs")];
    if (isNamespaced) {
      checks.invalid(field, paths, "namespaced rules cannot apply to non-resource URLs");
    }
    if (["apiGroups", "resources", "resourceNames"].some(has)) {
      const detail = "rules cannot apply to both regular resources and non-resource URLs";
      checks.invalid(field, paths, detail);
    }
    return;
  }
  const supply = "resource rules must supply at least one";
  if (!has("apiGroups")) checks.required(`${path}.apiGroups`, `${supply} api group`);
  if (!has("resources")) checks.required(`${path}.resources`, `${supply} resource`);
}

/** A RoleBinding (ValidateRoleBinding). */
export function checkRoleBinding(
  checks: Checks,
  binding: JsonObject,
  old: JsonObject | undefined,
): void {
  checkBinding(checks, binding, old, ["Role", "ClusterRole"]);
}

/** A ClusterRoleBinding (ValidateClusterRoleBinding). */
export function checkClusterRoleBinding(
  checks: Checks,
  binding: JsonObject,
  old: JsonObject | undefined,
): void {
  checkBinding(checks, binding, old, ["ClusterRole"]);
}

function checkBinding(
  checks: Checks,
  binding: JsonObject,
  old: JsonObject | undefined,
  kinds: readonly string[],
): void {
  const role = structIn(binding, "roleRef") ?? {};
  const [APIGroup, Kind, Name] = [
    textAt(role, "apiGroup"),
    textAt(role, "kind"),
    textAt(role, "name"),
  ];
  checks.supported("roleRef.apiGroup", APIGroup, [group]);
  checks.supported("roleRef.kind", Kind, kinds);
  if (Name === "") checks.required("roleRef.name");
  else checks.faults("roleRef.name", Name, pathSegmentFaults(Name));
  objectsAt(binding, "subjects").forEach((subject, index) => {
    checkSubject(checks, subject, `subjects[${index}]`, kinds.length > 1);
  });
  if (old === undefined || isSame(role, old["roleRef"] ?? null)) return;
  checks.invalidStruct("roleRef", { APIGroup, Kind, Name }, "field is immutable");
}

function checkSubject(
  checks: Checks,
  subject: JsonObject,
  path: string,
  isNamespaced: boolean,
): void {
  const [name, kind] = [textAt(subject, "name"), textAt(subject, "kind")];
  if (name === "") checks.required(`${path}.name`);
  if (kind === "ServiceAccount") {
    if (name !== "") checks.faults(`${path}.name`, name, subdomainFaults(name));
    checks.supported(`${path}.apiGroup`, textAt(subject, "apiGroup"), [""]);
    const hasNone = !isNamespaced && textAt(subject, "namespace") === "";
    if (hasNone) checks.required(`${path}.namespace`);
  } else if (kind === "User" || kind === "Group") {
    checks.supported(`${path}.apiGroup`, textAt(subject, "apiGroup"), [group]);
  } else {
    checks.supported(`${path}.kind`, kind, ["ServiceAccount", "User", "Group"]);
  }
}
