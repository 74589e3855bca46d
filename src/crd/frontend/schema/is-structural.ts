import type { JsonObject } from "../../../runtime/v1/json/json.js";
import { structuralConversionFault } from "./structural-conversion.js";
import { structuralViolations } from "./structural-violations.js";

/** Whether a schema is structural, which v1 of CRDs demands and v1beta1 did not. */
export function isStructural(raw: JsonObject): boolean {
  return structuralConversionFault(raw) === undefined && structuralViolations(raw).length === 0;
}
