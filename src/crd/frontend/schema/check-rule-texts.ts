import { goString } from "../../../runtime/v1/built-in/go-types/go-type.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import {
  objectAt,
  objectsAt,
  optionalTextAt,
  textAt,
  memberAt,
} from "../../../runtime/v1/values/json/raw-fields.js";
import { trimSpace } from "../../../runtime/v1/values/strings.js";
import type { BracketNotation, FollowedPath, SchemaStep } from "../../ir/follow-path.js";
import { followPath } from "../../ir/follow-path.js";
import { internalText } from "../decode/go-text.js";
import type { FieldPath, Findings } from "../findings/findings.js";
import { structuralConversionFault } from "./structural-conversion.js";

const reasons = [
  "FieldValueDuplicate",
  "FieldValueForbidden",
  "FieldValueInvalid",
  "FieldValueRequired",
];

/** Checks `x-kubernetes-validations` as far as that is possible without compiling a rule. */
export function checkRuleTexts(schema: JsonObject, at: FieldPath, findings: Findings): void {
  // A schema without a structural form has no fields to look for; its own fault is reported
  // elsewhere.
  let structural: boolean | undefined;
  const isStructural = (): boolean =>
    (structural ??= structuralConversionFault(schema) === undefined);
  objectsAt(schema, "x-kubernetes-validations").forEach((rule, index) => {
    const ruleAt = at.child("x-kubernetes-validations").index(index);
    checkRuleAndMessage(rule, ruleAt, findings);
    checkMessageExpression(rule, ruleAt, findings);
    checkReason(rule, ruleAt, findings);
    checkFieldPath(rule, ruleAt, schema, isStructural, findings);
  });
}

/** The first of these rules that is broken. */
function checkRuleAndMessage(rule: JsonObject, at: FieldPath, findings: Findings): void {
  const text = trimSpace(textAt(rule, "rule"));
  const message = textAt(rule, "message");
  const trimmed = trimSpace(message);
  const named = findings.rules.detailsNameField ? "message " : "";
  const messageAt = at.child("message");
  if (text === "") {
    findings.required("schema/rule-incomplete", at.child("rule"), "rule is not specified");
  } else if (message !== "" && trimmed === "") {
    const detail = `${named}must be non-empty if specified`;
    findings.invalid("schema/rule-message", messageAt, message, detail);
  } else if (hasLineBreak(trimmed)) {
    const detail = `${named}must not contain line breaks`;
    findings.invalid("schema/rule-message", messageAt, message, detail);
  } else if (hasLineBreak(text) && trimmed === "") {
    const detail = "message must be specified if rule contains line breaks";
    findings.required("schema/rule-message", messageAt, detail);
  }
}

function checkMessageExpression(rule: JsonObject, at: FieldPath, findings: Findings): void {
  const expression = textAt(rule, "messageExpression");
  if (expression === "" || trimSpace(expression) !== "") return;
  const detail = "messageExpression must be non-empty if specified";
  findings.required("schema/rule-incomplete", at.child("messageExpression"), detail);
}

function checkReason(rule: JsonObject, at: FieldPath, findings: Findings): void {
  const reason = optionalTextAt(rule, "reason");
  if (reason === undefined || reasons.includes(reason)) return;
  // A type of its own in Go, which the server prints otherwise than a string.
  const valueText = internalText(goString, reason, findings.rules.minor);
  findings.notSupported("schema/rule-reason", at.child("reason"), reason, reasons, { valueText });
}

function checkFieldPath(
  rule: JsonObject,
  ruleAt: FieldPath,
  schema: JsonObject,
  isStructural: () => boolean,
  findings: Findings,
): void {
  const path = textAt(rule, "fieldPath");
  if (path === "") return;
  const named = findings.rules.detailsNameField ? "fieldPath " : "";
  const at = ruleAt.child("fieldPath");
  const report = (detail: string): void => {
    findings.invalid("schema/rule-field-path", at, path, named + detail);
  };
  if (trimSpace(path) === "") report("must be non-empty if specified");
  if (hasLineBreak(path)) report("must not contain line breaks");
  const { kind } = followJsonPath(path, schema, "allowed");
  if (kind === "fault" && isStructural()) report("must be a valid path");
}

function hasLineBreak(text: string): boolean {
  return /[\n\r]/.test(text);
}

/** Follows a path through a schema as it is written, which need not be structural. */
export function followJsonPath(
  path: string,
  schema: JsonObject,
  brackets: BracketNotation,
): FollowedPath<JsonObject> {
  return followPath(path, schema, stepInto, brackets);
}

/** Named properties go first; only an object without any is a map. */
function stepInto(schema: JsonObject, name: string): SchemaStep<JsonObject> | undefined {
  const properties = objectAt(schema, "properties");
  if (properties !== undefined) {
    if (Object.hasOwn(properties, name)) {
      const field = properties[name] ?? null;
      return { to: "property", schema: isObject(field) ? field : {} };
    }
    if (!isEmpty(properties)) return undefined;
  }
  const values = memberAt(schema, "additionalProperties");
  if (values === undefined) return undefined;
  // Of values that may be anything nothing is known; to go on from there makes the server panic.
  return { to: "value", schema: isObject(values) ? values : {} };
}

/** Asked for every path that leads nowhere, so each object is counted once. */
function isEmpty(properties: JsonObject): boolean {
  let empty = emptiness.get(properties);
  if (empty === undefined) {
    emptiness.set(properties, (empty = Object.keys(properties).length === 0));
  }
  return empty;
}

const emptiness = new WeakMap<JsonObject, boolean>();
