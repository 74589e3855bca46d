import type { SchemaTable } from "../../ir/schema-table.js";
import type { JsonObject } from "../../runtime/v1/json.js";
import type { Path, SourceDocument } from "../../source/document.js";
import type { CheckOptions } from "../crd/check-options.js";
import type { FieldPath } from "../field-path.js";
import type { Finding, Findings } from "../findings.js";
import type { Located, Validation } from "../internal-crd.js";
import type { Judges } from "../judges.js";
import { checkDefaults } from "./check-defaults.js";
import { checkRootNullable, checkRootWithStatus } from "./check-root.js";
import { checkSchema } from "./check-schema.js";
import { checkStructural } from "./check-structural.js";
import { structuralConversionFault } from "./structural-conversion.js";

/** What judging one schema needs besides it. */
export interface ValidationCheck {
  readonly options: CheckOptions;
  readonly findings: Findings;
  readonly judges: Judges;
  readonly table: SchemaTable;
  readonly document: SourceDocument;
}

/** The schema of a version, or of all versions (`validateCustomResourceDefinitionValidation`), in the server's order. */
export function checkValidation(
  validation: Located<Validation> | undefined,
  hasStatus: boolean,
  check: ValidationCheck,
): void {
  const schema = validation?.value.schema;
  if (validation === undefined || schema === undefined) return;
  const { findings, options } = check;
  const at = validation.at.child("openAPIV3Schema");
  const before = findings.list.length;
  if (hasStatus) checkRootWithStatus(schema, at, findings);
  checkRootNullable(schema, at, findings);
  const structure = options.requireStructural ? checkStructure(schema, at, check) : { ok: false };
  const beforeWalk = findings.list.length;
  checkSchema(schema, at, check);
  if (structure.conversionFault !== undefined && findings.list.length === before) {
    findings.invalid("schema/not-structural", at, "", structure.conversionFault);
  }
  if (structure.ok) compileRules(schema, at, findings.list.slice(beforeWalk), check);
}

interface Structure {
  /** The schema is structural and its defaults are good: its rules can be compiled. */
  readonly ok: boolean;
  /** Shown only if nothing else is wrong, since the rules for single nodes say the same better. */
  readonly conversionFault?: string | undefined;
}

function checkStructure(schema: JsonObject, at: FieldPath, check: ValidationCheck): Structure {
  const { findings, options, judges, table } = check;
  const conversionFault = structuralConversionFault(schema);
  if (conversionFault !== undefined) return { ok: false, conversionFault };
  const before = findings.list.length;
  checkStructural(schema, at, findings);
  if (findings.list.length > before) return { ok: false };
  if (judges.defaults !== undefined) {
    const requirePruned = options.requirePrunedDefaults;
    checkDefaults(schema, at, { table, judge: judges.defaults, requirePruned, findings });
  }
  return { ok: findings.list.length === before };
}

/** Rules are compiled at nodes that have no fault at or below them. */
function compileRules(
  schema: JsonObject,
  at: FieldPath,
  faults: readonly Finding[],
  { judges, table, findings, document }: ValidationCheck,
): void {
  const made = table.schema(schema);
  if (judges.compileRules === undefined || !made.hasRules) return;
  const path = at.path;
  const faulty = faults.map((fault) => fault.at.path.slice(path.length));
  const hasFault = (node: Path): boolean =>
    faulty.some((fault) => node.every((step, index) => fault[index] === step));
  const { minor } = findings.rules;
  const unit = { schema: made, minor, field: at.field, document, path, hasFault };
  for (const fault of judges.compileRules(unit)) findings.ruleFault(fault);
}
