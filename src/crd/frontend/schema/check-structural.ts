import type { FieldError } from "../../../runtime/v1/values/field-error.js";
import { fieldErrorText } from "../../../runtime/v1/values/field-error.js";
import { compareUtf8 } from "../../../runtime/v1/values/go/utf8.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { flagAt, objectAt, textAt, memberAt } from "../../../runtime/v1/values/json/raw-fields.js";
import { newestMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import type { CrdRules } from "../../../runtime/versions/crd-rules.js";
import { crdRulesOf } from "../../../runtime/versions/crd-rules.js";
import { valuesSchema } from "../../ir/child-schemas.js";
import { SchemaTable } from "../../ir/schema-table.js";
import { FieldPath, Findings } from "../findings/findings.js";
import { checkJunctors, isZeroKeyword } from "./check-junctors.js";
import type { Level, SchemaNode } from "./raw-schema.js";
import {
  asSchema,
  branchesOf,
  CleanSchemas,
  itemsOf,
  propertiesOf,
  propertyOf,
  valuesOf,
} from "./raw-schema.js";

const missingType: Readonly<Record<Level, string>> = {
  root: "must not be empty at the root",
  item: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
};

/**
 * Checks whether a schema that converts is structural (apiextensions `schema/validation.go`,
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
  if (memberAt(node.raw, "additionalProperties") === undefined) return;
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
  if (flagAt(raw, embedded) && memberAt(raw, "additionalProperties") !== undefined) {
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

/**
 * Returns the help for a node without a type whose branches have types, as JSON Schema allows;
 * undefined if they have none.
 */
function typeFromBranches(schema: JsonObject): string | undefined {
  const junctors = (["allOf", "anyOf", "oneOf"] as const).filter((junctor) =>
    branchesOf(schema, junctor).some(hasType),
  );
  const branches = junctors.flatMap((junctor) => branchesOf(schema, junctor));
  const types = [...new Set(branches.filter(hasType).map((branch) => textAt(branch, "type")))];
  if (types.length === 0) return undefined;
  const sayMore = branches.some((branch) => Object.keys(branch).some((key) => key !== "type"));
  const place = sayMore
    ? "and remove the types from the branches"
    : `instead of ${junctors.map((junctor) => `\`${junctor}\``).join(" and ")}`;
  return `${whatFits(types)} ${place}`;
}

function hasType(branch: JsonObject): boolean {
  return textAt(branch, "type") !== "";
}

function whatFits(types: readonly string[]): string {
  if (types.length === 1) return `write \`type: ${types.join()}\``;
  return types.toSorted().join() === "integer,string"
    ? "write `x-kubernetes-int-or-string: true`"
    : "a value has one type: write it, or `x-kubernetes-preserve-unknown-fields: true` for any type,";
}

/**
 * metadata is specified by Kubernetes; only names may be restricted further
 * (`validateStructuralMetadataInvariants`).
 */
function checkMetadataSchema({ raw, at }: SchemaNode, level: Level, findings: Findings): void {
  const isResource = level === "root" || flagAt(raw, "x-kubernetes-embedded-resource");
  if (!isResource) return;
  const metadata = propertyOf(raw, "metadata");
  if (metadata === undefined) return;
  const metadataAt = at.child("properties").key("metadata");
  const type = textAt(metadata, "type");
  if (type !== "object") {
    findings.invalid("schema/type-meta-type", metadataAt.child("type"), type, "must be object");
  }
  if (level !== "root" || restrictsNamesOnly(metadata, findings.rules)) return;
  const detail =
    "must not specify anything other than name and generateName, but metadata is implicitly specified";
  findings.forbidden("schema/metadata-restricted", metadataAt, detail);
}

/**
 * Besides type, default, and the properties name and generateName nothing may be set, not even a
 * description.
 */
function restrictsNamesOnly(metadata: JsonObject, rules: CrdRules): boolean {
  return Object.keys(metadata).every((key) => {
    if (key === "type" || key === "default") return true;
    if (key === "properties") return hasNamesOnly(metadata);
    return isZeroKeyword(metadata, key, rules);
  });
}

function hasNamesOnly(metadata: JsonObject): boolean {
  const names = Object.keys(propertiesOf(metadata));
  return names.every((name) => name === "name" || name === "generateName");
}

/**
 * Checks that what the junctors of the root mention exists outside of them too (apiextensions
 * `schema/complete.go`). Junctors further down are not looked at: the server does not either.
 */
function checkCompleteness(root: JsonObject, at: FieldPath, findings: Findings): void {
  checkBranches(root, { core: root, coreAt: at, at }, findings);
}

/**
 * Two places side by side: one below a junctor, and the one in the core that stands for the same
 * value.
 */
interface Pair {
  /** Undefined: the core has no such place. */
  readonly core: JsonObject | undefined;
  readonly coreAt: FieldPath;
  readonly at: FieldPath;
}

function checkBranches(validation: JsonObject, pair: Pair, findings: Findings): void {
  const not = objectAt(validation, "not");
  if (not !== undefined) checkBranch(not, { ...pair, at: pair.at.child("not") }, findings);
  for (const junctor of ["allOf", "anyOf", "oneOf"] as const) {
    branchesOf(validation, junctor).forEach((branch, index) => {
      checkBranch(branch, { ...pair, at: pair.at.child(junctor).index(index) }, findings);
    });
  }
}

function checkBranch(branch: JsonObject, pair: Pair, findings: Findings): void {
  const { core, coreAt, at } = pair;
  if (core === undefined) {
    reportMissing(pair, findings);
    return;
  }
  checkBranches(branch, pair, findings);
  const items = itemsOf(branch);
  if (items !== undefined) {
    const below = { coreAt: coreAt.child("items"), at: at.child("items") };
    checkBranch(items, { core: itemsOf(core), ...below }, findings);
  }
  const fields = propertiesOf(branch);
  for (const name of Object.keys(fields)) {
    const below = {
      core: propertyOf(core, name),
      coreAt: coreAt.child("properties").key(name),
      at: at.child("properties").key(name),
    };
    checkBranch(asSchema(fields[name]), below, findings);
  }
}

function reportMissing({ coreAt, at }: Pair, findings: Findings): void {
  findings.required("schema/junctor-incomplete", coreAt, `because it is defined in ${at.field}`);
}

/** Why a schema that has a structural form is not structural, in the server's order. */
export function structuralViolations(
  raw: JsonObject,
  at: FieldPath = FieldPath.root("", []),
): readonly FieldError[] {
  const findings = new Findings(crdRulesOf(newestMinor));
  const nothingKnown = new CleanSchemas(new SchemaTable(), new WeakSet());
  checkStructural({ raw, at, schema: undefined }, nothingKnown, findings);
  return findings.errors;
}
