import type { SchemaTable } from "../../ir/schema-table.js";
import { objectCostBudget } from "../../runtime/v1/cost-meter.js";
import type { Path, SourceDocument } from "../../source/document.js";
import type { CheckOptions } from "../check-options.js";
import type { Finding, Findings } from "../findings.js";
import type { Located, Validation } from "../internal-crd.js";
import type { Judges } from "../judges.js";
import { textAt } from "../raw-fields.js";
import type { CoreNode } from "./core-node.js";
import type { CleanSchemas } from "./clean-schemas.js";
import { checkDefaults } from "./check-defaults.js";
import { checkRootNullable, checkRootWithStatus } from "./check-root.js";
import { checkSchema } from "./check-schema.js";
import { checkStructural } from "./check-structural.js";
import { pathsTo } from "./subschemas.js";
import { structuralConversionFault } from "./structural-conversion.js";

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

/** The schema of a version, or of all versions (`validateCustomResourceDefinitionValidation`), in the server's order. */
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
  const before = findings.list.length;
  if (owner.hasStatus) checkRootWithStatus(schema, at, findings);
  checkRootNullable(schema, at, findings);
  const structure = options.requireStructural ? checkStructure(node, check) : { ok: false };
  const beforeWalk = findings.list.length;
  checkSchema(node, check);
  if (structure.conversionFault !== undefined && findings.list.length === before) {
    // Everything else that does not convert was found before.
    const [found] = pathsTo(schema, (below) => textAt(below, "$schema") !== "");
    const place = found === undefined ? at : at.marking(...found.path, "$schema");
    findings.invalid("schema/not-structural", place, "", structure.conversionFault);
  }
  if (structure.ok) compileRules(node, owner.version, findings.list.slice(beforeWalk), check);
}

interface Structure {
  /** The schema is structural and its defaults are good: its rules can be compiled. */
  readonly ok: boolean;
  /** Shown only if nothing else is wrong, since the rules for single nodes say the same better. */
  readonly conversionFault?: string | undefined;
}

function checkStructure(node: CoreNode, check: ValidationCheck): Structure {
  const { findings, options, judges, clean } = check;
  const { raw } = node;
  const conversionFault = clean.isOdd(raw) ? structuralConversionFault(raw) : undefined;
  if (conversionFault !== undefined) return { ok: false, conversionFault };
  const before = findings.list.length;
  checkStructural(node, clean, findings);
  if (findings.list.length > before) return { ok: false };
  if (judges.defaults !== undefined) {
    const requirePruned = options.requirePrunedDefaults;
    const budget = { remaining: objectCostBudget };
    checkDefaults(node, { judge: judges.defaults, requirePruned, findings, clean, budget });
  }
  return { ok: findings.list.length === before };
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
  const unit = { schema, minor, field: at.field, document, path, hasFault };
  const ignoresCost = options.unchangedSchemas.has(version);
  for (const fault of judges.compileRules(unit)) {
    if (!ignoresCost || !fault.isExpressionCost) findings.ruleFault(fault);
  }
}
