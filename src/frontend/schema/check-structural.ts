import { fieldErrorText } from "../../runtime/v1/field-error.js";
import { compareUtf8 } from "../../runtime/v1/go/compare-utf8.js";
import type { JsonObject } from "../../runtime/v1/json.js";
import type { FieldPath } from "../field-path.js";
import { Findings } from "../findings.js";
import { flagAt, textAt, valueAt } from "../raw-fields.js";
import { checkCompleteness } from "./check-completeness.js";
import { checkJunctors } from "./check-junctors.js";
import { checkMetadata } from "./check-metadata-schema.js";
import { asSchema, itemsOf, propertiesOf, propertyOf, valuesOf } from "./properties.js";

/** The level at which a node of the core stands; it decides the words for a missing type. */
export type Level = "root" | "item" | "field";

const missingType: Readonly<Record<Level, string>> = {
  root: "must not be empty at the root",
  item: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
};

/**
 * Whether a schema that converts is structural (apiextensions `schema/validation.go`, `complete.go`). The server sorts
 * these faults by their text; so does this.
 */
export function checkStructural(
  schema: JsonObject,
  at: FieldPath,
  findings: Findings,
): void {
  const found = new Findings(findings.rules);
  checkNode(schema, "root", at, found);
  checkCompleteness(schema, at, found);
  const texts = new Map(found.list.map((finding) => [finding, fieldErrorText(finding.error)]));
  const textOf = (finding: (typeof found.list)[number]): string => texts.get(finding) ?? "";
  findings.list.push(
    ...found.list.sort((left, right) => compareUtf8(textOf(left), textOf(right))),
  );
}

function checkNode(
  schema: JsonObject,
  level: Level,
  at: FieldPath,
  findings: Findings,
): void {
  const type = textAt(schema, "type");
  const items = itemsOf(schema);
  if (items !== undefined) checkNode(items, "item", at.child("items"), findings);
  else if (type === "array") {
    findings.required("schema/items-missing", at.child("items"), "must be specified");
  }
  const fields = propertiesOf(schema);
  const fieldsAt = at.child("properties");
  for (const name of Object.keys(fields)) {
    checkNode(asSchema(fields[name]), "field", fieldsAt.key(name), findings);
  }
  checkValues(schema, level, at, findings);
  checkJunctors(schema, at, findings);
  // A node with a plain type, and none of the extensions below, breaks no rule but those about its children.
  const plain = type !== "" && level !== "root" && !hasExtension(schema);
  if (plain) {
    checkMetadata(schema, level, at, findings);
    return;
  }
  checkIntOrString(schema, at, findings);
  checkNodeType(schema, type, level, at, findings);
  checkTypeMeta(schema, level, at, findings);
  checkMetadata(schema, level, at, findings);
  checkEmbeddedShape(schema, at, findings);
}

const intOrString = "x-kubernetes-int-or-string";
const preserve = "x-kubernetes-preserve-unknown-fields";
const embedded = "x-kubernetes-embedded-resource";

function hasExtension(schema: JsonObject): boolean {
  return flagAt(schema, intOrString) || flagAt(schema, embedded);
}

function checkValues(
  schema: JsonObject,
  level: Level,
  at: FieldPath,
  findings: Findings,
): void {
  if (valueAt(schema, "additionalProperties") === undefined) return;
  const valuesAt = at.child("additionalProperties");
  if (level === "root") {
    const code = "schema/additional-properties-at-root";
    findings.forbidden(code, valuesAt, "must not be used at the root");
  }
  const values = valuesOf(schema);
  if (values !== undefined) checkNode(values, "field", valuesAt, findings);
}

function checkIntOrString(schema: JsonObject, at: FieldPath, findings: Findings): void {
  if (!flagAt(schema, intOrString)) return;
  for (const keyword of [preserve, embedded]) {
    if (!flagAt(schema, keyword)) continue;
    const detail = "must be false if x-kubernetes-int-or-string is true";
    findings.invalid("schema/int-or-string-conflict", at.child(keyword), true, detail);
  }
}

function checkNodeType(
  schema: JsonObject,
  type: string,
  level: Level,
  at: FieldPath,
  findings: Findings,
): void {
  const typeAt = at.child("type");
  if (flagAt(schema, embedded) && type !== "object") {
    const detail = "must be object if x-kubernetes-embedded-resource is true";
    if (type === "") findings.required("schema/embedded-resource", typeAt, detail);
    else findings.invalid("schema/embedded-resource", typeAt, type, detail);
  } else if (type === "" && !flagAt(schema, intOrString) && !flagAt(schema, preserve)) {
    findings.required("schema/type-missing", typeAt, missingType[level]);
  }
  if (flagAt(schema, embedded) && valueAt(schema, "additionalProperties") !== undefined) {
    const detail = "must not be used if x-kubernetes-embedded-resource is set";
    findings.forbidden("schema/embedded-resource", at.child("additionalProperties"), detail);
  }
  if (level === "root" && type !== "" && type !== "object") {
    findings.invalid("schema/root-type", typeAt, type, "must be object at the root");
  }
}

/** kind and apiVersion of a resource are strings. */
function checkTypeMeta(
  schema: JsonObject,
  level: Level,
  at: FieldPath,
  findings: Findings,
): void {
  if (level !== "root" && !flagAt(schema, embedded)) return;
  for (const name of ["kind", "apiVersion"]) {
    const field = propertyOf(schema, name);
    const type = field && textAt(field, "type");
    if (type === undefined || type === "string") continue;
    const typeAt = at.child("properties").key(name).child("type");
    findings.invalid("schema/type-meta-type", typeAt, type, "must be string");
  }
}

function checkEmbeddedShape(schema: JsonObject, at: FieldPath, findings: Findings): void {
  if (!flagAt(schema, embedded) || flagAt(schema, preserve)) return;
  if (Object.keys(propertiesOf(schema)).length > 0) return;
  const detail =
    "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields";
  findings.required("schema/embedded-resource", at.child("properties"), detail);
}
