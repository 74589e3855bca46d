import type { FieldError } from "../../../runtime/v1/values/field-error.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { crdRulesOf } from "../../../runtime/versions/crd-rules.js";
import { newestMinor } from "../../../runtime/versions/kubernetes-version.js";
import { SchemaTable } from "../../ir/schema-table.js";
import { FieldPath } from "../findings/field-path.js";
import { Findings } from "../findings/findings.js";
import { checkStructural } from "./check-structural.js";
import { CleanSchemas } from "./clean-schemas.js";

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
