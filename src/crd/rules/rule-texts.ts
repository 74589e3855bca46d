import type { Amount } from "../../cel/estimate/amount.js";
import { formatFixed } from "../../runtime/v1/cel/libraries/format.js";
import { goJson } from "../../runtime/v1/values/go/json.js";
import { quote } from "../../runtime/v1/values/go/quote.js";
import { has } from "../../runtime/versions/changes.js";
import type { KubernetesMinor } from "../../runtime/versions/kubernetes-version.js";
import type { Rule } from "../ir/schema.js";

/**
 * A rule as the message about it shows it: the server's struct, as JSON from 1.34 on, before as Go
 * prints it.
 */
export function ruleValueText(rule: Rule, minor: KubernetesMinor): string {
  if (!has(minor, "jsonValues")) return goRuleText(rule, minor);
  const fields = [
    `"Rule":${goJson(rule.rule)}`,
    `"Message":${goJson(rule.message)}`,
    `"MessageExpression":${goJson(rule.messageExpression)}`,
    `"Reason":${goJson(rule.reason ?? null)}`,
    `"FieldPath":${goJson(rule.fieldPath)}`,
    `"OptionalOldSelf":${goJson(rule.optionalOldSelf ?? null)}`,
  ];
  return `{${fields.join(",")}}`;
}

function goRuleText(rule: Rule, minor: KubernetesMinor): string {
  const reason = rule.reason === undefined ? "nil" : address;
  const fields = [
    `Rule:${quote(rule.rule)}`,
    `Message:${quote(rule.message)}`,
    `MessageExpression:${quote(rule.messageExpression)}`,
    `Reason:(*apiextensions.FieldValueErrorReason)(${reason})`,
    `FieldPath:${quote(rule.fieldPath)}`,
  ];
  if (has(minor, "optionalOldSelfField")) {
    // 1.29 knows the field and drops it: see `read-internal-crd.ts`.
    const isSet = rule.optionalOldSelf !== undefined && has(minor, "optionalOldSelf");
    const text = isSet ? address : "nil";
    fields.push(`OptionalOldSelf:(*bool)(${text})`);
  }
  return `apiextensions.ValidationRule{${fields.join(", ")}}`;
}

/** Where the server shows the address of a value, which is another one each time. */
const address = "0xPOINTER";

/**
 * What the server says of an estimate beyond a limit (apiextensions `validation/validation.go`).
 */
export function excessText(subject: string, cost: Amount, limit: number): string {
  const factor = factorText(Number(cost) / limit);
  return `${subject} exceeds budget by factor of ${factor} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
}

function factorText(factor: number): string {
  if (factor > 100) return "more than 100x";
  return `${formatFixed(factor, factor < 1.5 ? 6 : 1)}x`;
}
