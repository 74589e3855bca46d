import { fieldErrorText } from "../../../runtime/v1/field-error.js";
import { compareUtf8 } from "../../../runtime/v1/go/compare-utf8.js";
import { valuesSchema } from "../../ir/child-schemas.js";
import { Findings } from "../findings/findings.js";
import { flagAt, textAt, valueAt } from "../raw-fields.js";
import { checkCompleteness } from "./check-completeness.js";
import { checkJunctors } from "./check-junctors.js";
import { checkMetadataSchema } from "./check-metadata-schema.js";
import type { CleanSchemas } from "./clean-schemas.js";
import { asSchema, itemsOf, propertiesOf, propertyOf, valuesOf } from "./raw-schema.js";
import type { Level, SchemaNode } from "./schema-node.js";
import { typeFromBranches } from "./type-from-branches.js";

const missingType: Readonly<Record<Level, string>> = {
  root: "must not be empty at the root",
  item: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
};

/**
 * Whether a schema that converts is structural (apiextensions `schema/validation.go`,
 * `complete.go`). The server sorts these faults by their text; so does this.
 */
export function checkStructural(root: SchemaNode, clean: CleanSchemas, findings: Findings): void {
  const found = new Findings(findings.rules);
  checkNode(root, "root", { findings: found, clean });
  checkCompleteness(root.raw, root.at, found);
  const faults = found
    .ofFrontEnd()
    .map((finding) => ({ finding, text: fieldErrorText(finding.error) }))
    .sort((left, right) => compareUtf8(left.text, right.text));
  findings.addAll(faults.map(({ finding }) => finding));
}

interface StructuralCheck {
  readonly findings: Findings;
  readonly clean: CleanSchemas;
}

const aspect = "structural";

function checkNode(node: SchemaNode, level: Level, check: StructuralCheck): void {
  const { findings, clean } = check;
  const before = findings.count;
  checkItems(node, check);
  checkFields(node, check);
  checkValues(node, level, check);
  checkJunctors(node.raw, node.at, findings);
  checkIntOrString(node, findings);
  checkNodeType(node, level, findings);
  checkTypeMeta(node, level, findings);
  checkMetadataSchema(node, level, findings);
  checkEmbeddedShape(node, findings);
  if (level !== "root" && findings.count === before) {
    clean.note(node.raw, node.schema, aspect);
  }
}

function checkItems(node: SchemaNode, check: StructuralCheck): void {
  const items = itemsOf(node.raw);
  if (items !== undefined) {
    const schema = node.schema?.items;
    if (check.clean.isClean(items, schema, aspect)) return;
    checkNode({ raw: items, at: node.at.child("items"), schema }, "item", check);
  } else if (textAt(node.raw, "type") === "array") {
    const at = node.at.child("items");
    check.findings.required("schema/items-missing", at, "must be specified");
  }
}

function checkFields(node: SchemaNode, check: StructuralCheck): void {
  const fields = propertiesOf(node.raw);
  const at = node.at.child("properties");
  for (const name of Object.keys(fields)) {
    const raw = asSchema(fields[name]);
    const schema = node.schema?.fields.get(name);
    if (check.clean.isClean(raw, schema, aspect)) continue;
    checkNode({ raw, at: at.key(name), schema }, "field", check);
  }
}

const intOrString = "x-kubernetes-int-or-string";
const preserve = "x-kubernetes-preserve-unknown-fields";
const embedded = "x-kubernetes-embedded-resource";

function checkValues(node: SchemaNode, level: Level, check: StructuralCheck): void {
  if (valueAt(node.raw, "additionalProperties") === undefined) return;
  const at = node.at.child("additionalProperties");
  if (level === "root") {
    const code = "schema/additional-properties-at-root";
    check.findings.forbidden(code, at, "must not be used at the root");
  }
  const values = valuesOf(node.raw);
  const schema = valuesSchema(node.schema);
  if (values === undefined || check.clean.isClean(values, schema, aspect)) return;
  checkNode({ raw: values, at, schema }, "field", check);
}

function checkIntOrString({ raw, at }: SchemaNode, findings: Findings): void {
  if (!flagAt(raw, intOrString)) return;
  for (const keyword of [preserve, embedded]) {
    if (!flagAt(raw, keyword)) continue;
    const detail = "must be false if x-kubernetes-int-or-string is true";
    findings.invalid("schema/int-or-string-conflict", at.child(keyword), true, detail);
  }
}

function checkNodeType({ raw, at }: SchemaNode, level: Level, findings: Findings): void {
  const type = textAt(raw, "type");
  const typeAt = at.child("type");
  if (flagAt(raw, embedded) && type !== "object") {
    const detail = "must be object if x-kubernetes-embedded-resource is true";
    const embeddedAt = at.child("type", [embedded]);
    if (type === "") findings.required("schema/embedded-resource", embeddedAt, detail);
    else findings.invalid("schema/embedded-resource", embeddedAt, type, detail);
  } else if (type === "" && !flagAt(raw, intOrString) && !flagAt(raw, preserve)) {
    const help = typeFromBranches(raw);
    findings.required("schema/type-missing", typeAt, missingType[level], { help });
  }
  if (flagAt(raw, embedded) && valueAt(raw, "additionalProperties") !== undefined) {
    const detail = "must not be used if x-kubernetes-embedded-resource is set";
    findings.forbidden("schema/embedded-resource", at.child("additionalProperties"), detail);
  }
  if (level === "root" && type !== "" && type !== "object") {
    findings.invalid("schema/root-type", typeAt, type, "must be object at the root");
  }
}

/** kind and apiVersion of a resource are strings. */
function checkTypeMeta({ raw, at }: SchemaNode, level: Level, findings: Findings): void {
  if (level !== "root" && !flagAt(raw, embedded)) return;
  for (const name of ["kind", "apiVersion"]) {
    const field = propertyOf(raw, name);
    const type = field && textAt(field, "type");
    if (type === undefined || type === "string") continue;
    const typeAt = at.child("properties").key(name).child("type");
    findings.invalid("schema/type-meta-type", typeAt, type, "must be string");
  }
}

function checkEmbeddedShape({ raw, at }: SchemaNode, findings: Findings): void {
  if (!flagAt(raw, embedded) || flagAt(raw, preserve)) return;
  if (Object.keys(propertiesOf(raw)).length > 0) return;
  const detail =
    "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields";
  findings.required("schema/embedded-resource", at.child("properties", [embedded]), detail);
}
