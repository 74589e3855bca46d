import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { objectsAt, textAt, textsAt } from "../../values/json/raw-fields.js";
import { labelKeyFaults, labelValueFaults } from "../../values/names.js";
import type { Checks } from "./checks.js";
import { structIn } from "./checks.js";

/** A label selector, or none (apimachinery `meta/v1/validation`, ValidateLabelSelector). */
export function checkSelector(checks: Checks, selector: Json | undefined, path: string): void {
  if (!isObject(selector)) return;
  checks.labels(`${path}.matchLabels`, structIn(selector, "matchLabels") ?? {});
  objectsAt(selector, "matchExpressions").forEach((requirement, index) => {
    checkRequirement(checks, requirement, `${path}.matchExpressions[${index}]`);
  });
}

const operators = {
  In: "some",
  NotIn: "some",
  Exists: "none",
  DoesNotExist: "none",
} as const;

/** A term of a selector; nodes are compared with numbers, too. */
export function checkRequirement(
  checks: Checks,
  requirement: JsonObject,
  path: string,
  comparesNumbers = false,
): void {
  const [operator, values] = [textAt(requirement, "operator"), textsAt(requirement, "values")];
  const needs = Object.hasOwn(operators, operator)
    ? operators[operator as keyof typeof operators] // it has it
    : undefined;
  if (needs === "some" && values.length === 0) {
    checks.required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'");
  } else if (needs === "none" && values.length > 0) {
    const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
    checks.forbidden(`${path}.values`, detail);
  } else if (comparesNumbers && (operator === "Gt" || operator === "Lt")) {
    const detail = "must be specified single value when `operator` is 'Lt' or 'Gt'";
    if (values.length !== 1) checks.required(`${path}.values`, detail);
  } else if (needs === undefined) {
    checks.invalid(`${path}.operator`, operator, "not a valid selector operator");
  }
  const key = textAt(requirement, "key");
  checks.faults(`${path}.key`, key, labelKeyFaults(key));
  values.forEach((value, index) => {
    checks.faults(`${path}.values[${index}]`, value, labelValueFaults(value));
  });
}

/** Whether a selector can be read at all. */
function isReadable(selector: JsonObject): boolean {
  return objectsAt(selector, "matchExpressions").every((requirement) => {
    const [operator, values] = [textAt(requirement, "operator"), textsAt(requirement, "values")];
    if (operator === "In" || operator === "NotIn") return values.length > 0;
    return (operator === "Exists" || operator === "DoesNotExist") && values.length === 0;
  });
}

/**
 * Whether labels are selected; no selector selects nothing, one of nothing all. Undefined for one
 * that cannot be read.
 */
export function selects(selector: Json | undefined, labels: JsonObject): boolean | undefined {
  if (!isObject(selector)) return false;
  if (!isReadable(selector)) return undefined;
  const pairs = Object.entries(structIn(selector, "matchLabels") ?? {});
  if (!pairs.every(([key, value]) => labels[key] === value)) return false;
  return objectsAt(selector, "matchExpressions").every((requirement) => {
    const [key, values] = [textAt(requirement, "key"), textsAt(requirement, "values")];
    const has = Object.hasOwn(labels, key);
    const isIn = has && values.includes(String(labels[key]));
    switch (textAt(requirement, "operator")) {
      case "In":
        return isIn;
      case "NotIn":
        return !isIn;
      case "Exists":
        return has;
      default:
        return !has;
    }
  });
}

/** Whether a selector has no terms. */
export function isEmptySelector(selector: JsonObject): boolean {
  const pairs = Object.keys(structIn(selector, "matchLabels") ?? {});
  return pairs.length + objectsAt(selector, "matchExpressions").length === 0;
}
