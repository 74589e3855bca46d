import type { FieldError } from "../../values/field-error.js";
import {
  fieldError,
  invalidError,
  notSupportedError,
  requiredError,
} from "../../values/field-errors.js";
import { goJson } from "../../values/go/json.js";
import { deepEqual } from "../../values/json/deep-equal.js";
import type { JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { invalidErrors, objectsOf, textOf, textsOf } from "../../values/metadata/rules.js";
import {
  labelKeyFaults,
  labelValueFaults,
  pathSegmentFaults,
  subdomainFaults,
} from "../../values/names.js";
import { rbacGroup } from "./stored-rights.js";

/*
 * What the server fills in in Roles and bindings, and what it refuses (Kubernetes
 * `apis/rbac/v1/defaults.go`, `apis/rbac/validation`).
 */

/** Fills in the API groups of a binding, in place. */
export function fillBinding(binding: JsonObject): void {
  const { roleRef = null, subjects = null } = binding;
  if (isObject(roleRef) && textOf(roleRef, "apiGroup") === "") roleRef["apiGroup"] = rbacGroup;
  for (const subject of Array.isArray(subjects) ? subjects.filter(isObject) : []) {
    const isOfGroup = ["User", "Group"].includes(textOf(subject, "kind"));
    if (isOfGroup && textOf(subject, "apiGroup") === "") subject["apiGroup"] = rbacGroup;
  }
}

/** The errors of a Role's rules, or of a ClusterRole's. */
export function roleErrors(role: JsonObject, isNamespaced: boolean): readonly FieldError[] {
  const rules = objectsOf(role, "rules");
  return rules.flatMap((rule, index) => ruleErrors(rule, isNamespaced, `rules[${index}]`));
}

function ruleErrors(rule: JsonObject, isNamespaced: boolean, field: string): FieldError[] {
  const sizeOf = (key: string): number => textsOf(rule, key).length;
  const errors: FieldError[] = [];
  if (sizeOf("verbs") === 0) errors.push(requiredError(`${field}.verbs`, ""));
  const urls = textsOf(rule, "nonResourceURLs");
  if (urls.length > 0) {
    const at = `${field}.nonResourceURLs`;
    const words = "rules cannot apply to both regular resources and non-resource URLs";
    if (isNamespaced) {
      errors.push(
        invalidError(at, [...urls], "namespaced rules cannot apply to non-resource URLs"),
      );
    }
    const isBoth = ["apiGroups", "resources", "resourceNames"].some((key) => sizeOf(key) > 0);
    return isBoth ? [...errors, invalidError(at, [...urls], words)] : errors;
  }
  const needed = (key: string, what: string): FieldError[] =>
    sizeOf(key) > 0
      ? []
      : [requiredError(`${field}.${key}`, `resource rules must supply at least one ${what}`)];
  return [...errors, ...needed("apiGroups", "api group"), ...needed("resources", "resource")];
}

/** The errors of how a ClusterRole gathers the rules of others. */
export function aggregationErrors(role: JsonObject): readonly FieldError[] {
  const { aggregationRule = null } = role;
  if (!isObject(aggregationRule)) return [];
  const field = "aggregationRule.clusterRoleSelectors";
  const selectors = objectsOf(aggregationRule, "clusterRoleSelectors");
  if (selectors.length === 0) {
    const words = "at least one clusterRoleSelector required if aggregationRule is non-nil";
    return [requiredError(field, words)];
  }
  return selectors.flatMap((selector, index) => selectorErrors(selector, `${field}[${index}]`));
}

/** Apimachinery `apis/meta/v1/validation`, ValidateLabelSelector. */
function selectorErrors(selector: JsonObject, field: string): FieldError[] {
  const { matchLabels = null } = selector;
  const labels = isObject(matchLabels) ? matchLabels : {};
  const ofLabels = Object.keys(labels)
    .sort()
    .flatMap((key) => [
      ...invalidErrors(`${field}.matchLabels`, key, labelKeyFaults(key)),
      ...invalidErrors(
        `${field}.matchLabels`,
        textOf(labels, key),
        labelValueFaults(textOf(labels, key)),
      ),
    ]);
  const ofExpressions = objectsOf(selector, "matchExpressions").flatMap((expression, index) =>
    expressionErrors(expression, `${field}.matchExpressions[${index}]`),
  );
  const errors = [...ofLabels, ...ofExpressions];
  // What has faults cannot be read, which is told of the whole.
  return errors.length === 0
    ? []
    : [...errors, invalidError(field, null, "invalid label selector.")];
}

function expressionErrors(expression: JsonObject, field: string): FieldError[] {
  const [operator, values] = [textOf(expression, "operator"), textsOf(expression, "values")];
  const key = textOf(expression, "key");
  const errors: FieldError[] = [];
  if (operator === "In" || operator === "NotIn") {
    const words = "must be specified when `operator` is 'In' or 'NotIn'";
    if (values.length === 0) errors.push(requiredError(`${field}.values`, words));
  } else if (operator === "Exists" || operator === "DoesNotExist") {
    const words = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
    if (values.length > 0) {
      errors.push(fieldError("FieldValueForbidden", `${field}.values`, "", words));
    }
  } else errors.push(invalidError(`${field}.operator`, operator, "not a valid selector operator"));
  return [
    ...errors,
    ...invalidErrors(`${field}.key`, key, labelKeyFaults(key)),
    ...values.flatMap((value, index) =>
      invalidErrors(`${field}.values[${index}]`, value, labelValueFaults(value)),
    ),
  ];
}

/** The errors of a RoleBinding's role and subjects, or of a ClusterRoleBinding's. */
export function bindingErrors(binding: JsonObject, isNamespaced: boolean): readonly FieldError[] {
  const subjects = objectsOf(binding, "subjects");
  return [
    ...roleRefErrors(roleRefIn(binding), isNamespaced ? ["Role", "ClusterRole"] : ["ClusterRole"]),
    ...subjects.flatMap((subject, index) =>
      subjectErrorsOf(subject, isNamespaced, `subjects[${index}]`),
    ),
  ];
}

function roleRefIn({ roleRef = null }: JsonObject): JsonObject {
  return isObject(roleRef) ? roleRef : {};
}

function roleRefErrors(roleRef: JsonObject, kinds: readonly string[]): FieldError[] {
  const [apiGroup, kind, name] = ["apiGroup", "kind", "name"].map((key) => textOf(roleRef, key));
  const errors: FieldError[] = [];
  if (apiGroup !== rbacGroup) {
    errors.push(notSupportedError("roleRef.apiGroup", apiGroup ?? "", [rbacGroup]));
  }
  if (!kinds.includes(kind ?? "")) {
    errors.push(notSupportedError("roleRef.kind", kind ?? "", kinds));
  }
  if (name === "" || name === undefined) return [...errors, requiredError("roleRef.name", "")];
  return [...errors, ...invalidErrors("roleRef.name", name, pathSegmentFaults(name))];
}

function subjectErrorsOf(subject: JsonObject, isNamespaced: boolean, field: string): FieldError[] {
  const [kind, name, apiGroup] = ["kind", "name", "apiGroup"].map((key) => textOf(subject, key));
  const errors: FieldError[] = name === "" ? [requiredError(`${field}.name`, "")] : [];
  const notOfGroup = (group: string): FieldError[] =>
    apiGroup === group ? [] : [notSupportedError(`${field}.apiGroup`, apiGroup ?? "", [group])];
  if (kind === "User" || kind === "Group") return [...errors, ...notOfGroup(rbacGroup)];
  if (kind !== "ServiceAccount") {
    const kinds = ["ServiceAccount", "User", "Group"];
    return [...errors, notSupportedError(`${field}.kind`, kind ?? "", kinds)];
  }
  if (name !== "" && name !== undefined) {
    errors.push(...invalidErrors(`${field}.name`, name, subdomainFaults(name)));
  }
  errors.push(...notOfGroup(""));
  if (isNamespaced || textOf(subject, "namespace") !== "") return errors;
  return [...errors, requiredError(`${field}.namespace`, "")];
}

/** A binding grants one role for ever. */
export function roleRefChangeErrors(binding: JsonObject, old: JsonObject): readonly FieldError[] {
  const [given, before] = [roleRefIn(binding), roleRefIn(old)];
  if (deepEqual(given, before)) return [];
  return [fieldError("FieldValueInvalid", "roleRef", shownRoleRef(given), "field is immutable")];
}

/** As the server shows a struct that has no names in JSON. */
function shownRoleRef(roleRef: JsonObject): string {
  const [apiGroup, kind, name] = ["apiGroup", "kind", "name"].map((key) => textOf(roleRef, key));
  return goJson({ APIGroup: apiGroup ?? "", Kind: kind ?? "", Name: name ?? "" });
}
