import { FieldPath } from "../../crd/frontend/findings/findings.js";
import { flagAt, objectAt, objectsAt, textAt } from "../../crd/frontend/raw-fields.js";
import { structuralViolations } from "../../crd/frontend/schema/check-structural.js";
import { structuralConversionFault } from "../../crd/frontend/schema/structural-conversion.js";
import { aggregateText } from "../../runtime/v1/admission/admission-status.js";
import { invalidError } from "../../runtime/v1/values/field-errors.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import type { DefinitionCondition } from "./definition.js";
import { conditionOf, isSameCondition, withCondition, withoutCondition } from "./definition.js";

type Structure = Omit<DefinitionCondition, "lastTransitionTime">;

const type = "NonStructuralSchema";

/**
 * A definition with the condition that says why its schemas are not structural, or without it where
 * they are (apiextensions `controller/nonstructuralschema`).
 *
 * @param definition its schemas are not looked at
 * @param whole the same with its schemas
 */
export function withStructure(definition: JsonObject, whole: JsonObject, now: string): JsonObject {
  const [old, found] = [conditionOf(definition, type), structureOf(objectAt(whole, "spec") ?? {})];
  if (found === undefined)
    return old === undefined ? definition : withoutCondition(definition, type);
  return isSameCondition(found, old) ? definition : withCondition(definition, found, now);
}

function structureOf(spec: JsonObject): Structure | undefined {
  const errors = flagAt(spec, "preserveUnknownFields")
    ? [invalidError("spec.preserveUnknownFields", true, "must be false")]
    : [];
  const versionsAt = FieldPath.root("spec", []).child("versions");
  for (const [index, version] of objectsAt(spec, "versions").entries()) {
    const schema = objectAt(objectAt(version, "schema") ?? {}, "openAPIV3Schema");
    if (schema === undefined) continue;
    const fault = structuralConversionFault(schema);
    if (fault !== undefined) {
      const message = `failed to check validation schema for version ${textAt(version, "name")}: ${fault}`;
      return { type, status: "Unknown", reason: "StructuralError", message };
    }
    const at = versionsAt.index(index).child("schema").child("openAPIV3Schema");
    errors.push(...structuralViolations(schema, at));
  }
  if (errors.length === 0) return undefined;
  return { type, status: "True", reason: "Violations", message: aggregateText(errors) };
}
