import { SchemaTable } from "../../ir/schema-table.js";
import type { JsonObject } from "../../runtime/v1/json/json.js";
import { crdRulesOf } from "../../versions/crd-rules.js";
import { newestMinor } from "../../versions/kubernetes-version.js";
import { FieldPath } from "../findings/field-path.js";
import { Findings } from "../findings/findings.js";
import { checkStructural } from "./check-structural.js";
import { CleanSchemas } from "./clean-schemas.js";
import { structuralConversionFault } from "./structural-conversion.js";

/** Whether a schema is structural, which v1 of CRDs demands and v1beta1 did not. */
export function isStructural(raw: JsonObject): boolean {
  if (structuralConversionFault(raw) !== undefined) return false;
  const findings = new Findings(crdRulesOf(newestMinor));
  const nothingKnown = new CleanSchemas(new SchemaTable(), new WeakSet());
  checkStructural({ raw, at: FieldPath.root("", []), schema: undefined }, nothingKnown, findings);
  return findings.count === 0;
}
