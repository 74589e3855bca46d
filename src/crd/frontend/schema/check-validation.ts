import { objectCostBudget } from "../../../runtime/v1/rules/cost-meter.js";
import type { SchemaTable } from "../../ir/schema-table.js";
import type { Path, SourceDocument } from "../../source/document.js";
import type { CheckOptions } from "../check-options.js";
import type { Finding, Findings } from "../findings/findings.js";
import type { Located, Validation } from "../internal/internal-crd.js";
import type { Judges } from "../judges.js";
import { textAt } from "../raw-fields.js";
import { checkDefaults } from "./check-defaults.js";
import { checkRootNullable, checkRootWithStatus } from "./check-root.js";
import { checkSchema } from "./check-schema.js";
import { checkStructural } from "./check-structural.js";
import type { CleanSchemas } from "./clean-schemas.js";
import type { CoreNode } from "./schema-node.js";
import { structuralConversionFault } from "./structural-conversion.js";
import { pathsTo } from "./subschemas.js";

/** Whose schema it is. */
export interface SchemaOwner {
  /** Whether the status subresource is on. */
  readonly hasStatus: boolean;
  /** Name of the version; of the first one for the schema of all. */
  readonly version: string;
}

/** What judging one schema needs besides it. */
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
