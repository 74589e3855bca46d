import type { GoType } from "../../../runtime/v1/built-in/go-types/go-type.js";
import { objectCostBudget } from "../../../runtime/v1/cel/rules/rule-node.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { flagAt, textAt } from "../../../runtime/v1/values/json/raw-fields.js";
import type { SchemaTable } from "../../ir/schema-table.js";
import type { Path, SourceDocument } from "../../source/source-file.js";
import type { CheckOptions, Judges } from "../check-options.js";
import { schemaType } from "../decode/crd-types.js";
import { internalText } from "../decode/go-text.js";
import type { FieldPath, Finding, Findings } from "../findings/findings.js";
import type { Located, Validation } from "../internal/internal-crd.js";
import { checkDefaults } from "./check-defaults.js";
import { checkSchema } from "./check-schema.js";
import { checkStructural } from "./check-structural.js";
import type { CleanSchemas, CoreNode } from "./raw-schema.js";
import { pathsTo } from "./raw-schema.js";
import { structuralConversionFault } from "./structural-conversion.js";

/** Whose schema it is. */
export interface SchemaOwner {
  /** True if the status subresource is on. */
  readonly hasStatus: boolean;
  /** Name of the version; of the first one for the schema of all. */
  readonly version: string;
}

/** The inputs of judging one schema, besides the schema. */
export interface ValidationCheck {
  readonly options: CheckOptions;
  readonly findings: Findings;
  readonly judges: Judges;
  readonly table: SchemaTable;
  readonly clean: CleanSchemas;
  readonly document: SourceDocument;
}

/**
 * The schema of a version, or of all versions (`validateCustomResourceDefinitionValidation`), in
 * the server's order.
 */
export function checkValidation(
  validation: Located<Validation> | undefined,
  owner: SchemaOwner,
  check: ValidationCheck,
): void {
  const schema = validation?.value.schema;
  if (validation === undefined || schema === undefined) return;
  const { findings, options } = check;
  const at = validation.at.child("openAPIV3Schema");
  const node = { raw: schema, at, schema: check.table.schema(schema) };
  const before = findings.count;
  if (owner.hasStatus) checkRootWithStatus(schema, at, findings);
  checkRootNullable(schema, at, findings);
  const structure = options.requireStructural ? checkStructure(node, check) : notChecked;
  const beforeWalk = findings.count;
  checkSchema(node, check);
  if (structure.kind === "unconvertible" && findings.count === before) {
    reportConversionFault(node, structure.fault, findings);
  }
  if (structure.kind === "good") {
    compileRules(node, owner.version, findings.ofFrontEnd(beforeWalk), check);
  }
}

type Structure =
  /** The schema is structural and its defaults are good: its rules can be compiled. */
  | { readonly kind: "good" }
  /** It has faults, which were reported, or nobody looked for them. */
  | { readonly kind: "not good" }
  /**
   * It has no structural form. Said only if nothing else is wrong: the rules for single nodes say
   * the same better.
   */
  | { readonly kind: "unconvertible"; readonly fault: string };

const notChecked: Structure = { kind: "not good" };

function checkStructure(node: CoreNode, check: ValidationCheck): Structure {
  const { findings, options, judges, clean } = check;
  const { raw } = node;
  const fault = clean.isOdd(raw) ? structuralConversionFault(raw) : undefined;
  if (fault !== undefined) return { kind: "unconvertible", fault };
  const before = findings.count;
  checkStructural(node, clean, findings);
  if (findings.count === before && judges.defaults !== undefined) {
    const requirePruned = options.requirePrunedDefaults;
    const budget = { remaining: objectCostBudget };
    checkDefaults(node, { judge: judges.defaults, requirePruned, findings, clean, budget });
  }
  return { kind: findings.count === before ? "good" : "not good" };
}

/** Of all that does not convert, `$schema` alone is not found by the rules for single nodes. */
function reportConversionFault({ raw, at }: CoreNode, fault: string, findings: Findings): void {
  const [found] = pathsTo(raw, (below) => textAt(below, "$schema") !== "");
  const place = found === undefined ? at : at.marking(...found.path, "$schema");
  findings.invalid("schema/not-structural", place, "", fault);
}

/** Rules are compiled at nodes that have no fault at or below them. */
function compileRules(
  { schema, at }: CoreNode,
  version: string,
  faults: readonly Finding[],
  { judges, findings, document, options }: ValidationCheck,
): void {
  if (judges.compileRules === undefined || !schema.hasRules) return;
  const path = at.path;
  const faulty = faults.map((fault) => fault.node.path.slice(path.length));
  const hasFault = (node: Path): boolean =>
    faulty.some((fault) => node.every((step, index) => fault[index] === step));
  const { minor } = findings.rules;
  const { storedExpressions: stored } = options;
  const unit = { schema, minor, stored, field: at.field, document, path, hasFault };
  const ignoresCost = options.unchangedSchemas.has(version);
  for (const fault of judges.compileRules(unit)) {
    if (!ignoresCost || !fault.isExpressionCost) findings.ruleFault(fault);
  }
}

/** Go names of what a root may have when status is a subresource, as the message lists them. */
const allowedAtRoot = [
  "Description", "Type", "Format", "Title", "Maximum", "ExclusiveMaximum", "Minimum", "ExclusiveMinimum", "MaxLength",
  "MinLength", "Pattern", "MaxItems", "MinItems", "UniqueItems", "MultipleOf", "Required", "Items", "Properties",
  "ExternalDocs", "Example", "XPreserveUnknownFields", "XValidations",
]; // prettier-ignore

/**
 * With a status subresource the schema of status is taken out of the root, so the root may not say
 * anything that would be lost then. The server looks at the fields in their order in Go and stops
 * at the first fault.
 */
function checkRootWithStatus(schema: JsonObject, at: FieldPath, findings: Findings): void {
  const condition = "if the status subresource is enabled";
  for (const [key, field] of schemaType.fields()) {
    if (isZeroValue(field.type, schema[key])) continue;
    if (field.name === "Type") {
      const type = textAt(schema, "type");
      if (type === "object") continue;
      const detail = `only "object" is allowed as the type at the root of the schema ${condition}`;
      findings.invalid("schema/root-type", at.child("type"), type, detail);
      return;
    }
    if (allowedAtRoot.includes(field.name)) continue;
    const detail = `only [${allowedAtRoot.join(" ")}] fields are allowed at the root of the schema ${condition}`;
    const valueText = internalText(schemaType, schema, findings.rules.minor);
    findings.invalid("schema/root-keyword", at.marking(key), null, detail, { valueText });
    return;
  }
}

/**
 * Tells whether a JSON value decodes to the zero value of its Go type (`reflect.DeepEqual` with
 * `reflect.Zero`).
 */
function isZeroValue(type: GoType, value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  switch (type.kind) {
    case "string":
      return value === "";
    case "bool":
      return value === false;
    default:
      return false;
  }
}

/** A resource is never null. */
function checkRootNullable(schema: JsonObject, at: FieldPath, findings: Findings): void {
  if (!flagAt(schema, "nullable")) return;
  const detail = "nullable cannot be true at the root";
  findings.forbidden("schema/root-nullable", at.child("nullable"), detail);
}
