import type { Json, JsonObject } from "../../../runtime/v1/json/json.js";
import { schemaType } from "../decode/crd-types.js";
import { internalText } from "../decode/go-text.js";
import type { GoType } from "../decode/go-type.js";
import type { FieldPath } from "../findings/field-path.js";
import type { Findings } from "../findings/findings.js";
import { flagAt, textAt } from "../raw-fields.js";

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
export function checkRootWithStatus(schema: JsonObject, at: FieldPath, findings: Findings): void {
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
 * Whether a JSON value decodes to the zero value of its Go type (`reflect.DeepEqual` with
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
export function checkRootNullable(schema: JsonObject, at: FieldPath, findings: Findings): void {
  if (!flagAt(schema, "nullable")) return;
  const detail = "nullable cannot be true at the root";
  findings.forbidden("schema/root-nullable", at.child("nullable"), detail);
}
