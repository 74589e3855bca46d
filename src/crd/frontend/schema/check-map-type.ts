import type { JsonObject } from "../../../runtime/v1/json/json.js";
import type { FieldPath } from "../findings/field-path.js";
import type { Findings } from "../findings/findings.js";
import { optionalTextAt, textAt } from "../raw-fields.js";

/** `x-kubernetes-map-type`. */
export function checkMapType(schema: JsonObject, at: FieldPath, findings: Findings): void {
  const mapType = optionalTextAt(schema, "x-kubernetes-map-type");
  if (mapType === undefined) return;
  const type = textAt(schema, "type");
  const detail = "must be object if x-kubernetes-map-type is specified";
  // It is the map type that is out of place, so that is what to show.
  const typeAt = at.child("type", ["x-kubernetes-map-type"]);
  if (type === "") findings.required("schema/map-type", typeAt, detail);
  else if (type !== "object") findings.invalid("schema/map-type", typeAt, type, detail);
  if (mapType === "atomic" || mapType === "granular") return;
  const keyAt = at.child("x-kubernetes-map-type");
  findings.notSupported("schema/map-type", keyAt, mapType, ["atomic", "granular"]);
}
