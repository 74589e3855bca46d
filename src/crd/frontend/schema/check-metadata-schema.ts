import type { JsonObject } from "../../../runtime/v1/json/json.js";
import type { CrdRules } from "../../../runtime/versions/crd-rules.js";
import type { Findings } from "../findings/findings.js";
import { flagAt, textAt } from "../raw-fields.js";
import { propertiesOf, propertyOf } from "./raw-schema.js";
import type { Level, SchemaNode } from "./schema-node.js";
import { isZeroKeyword } from "./zero-keyword.js";

/**
 * metadata is specified by Kubernetes; only names may be restricted further
 * (`validateStructuralMetadataInvariants`).
 */
export function checkMetadataSchema(
  { raw, at }: SchemaNode,
  level: Level,
  findings: Findings,
): void {
  const isResource = level === "root" || flagAt(raw, "x-kubernetes-embedded-resource");
  if (!isResource) return;
  const metadata = propertyOf(raw, "metadata");
  if (metadata === undefined) return;
  const metadataAt = at.child("properties").key("metadata");
  const type = textAt(metadata, "type");
  if (type !== "object") {
    findings.invalid("schema/type-meta-type", metadataAt.child("type"), type, "must be object");
  }
  if (level !== "root" || restrictsNamesOnly(metadata, findings.rules)) return;
  const detail =
    "must not specify anything other than name and generateName, but metadata is implicitly specified";
  findings.forbidden("schema/metadata-restricted", metadataAt, detail);
}

/**
 * Besides type, default, and the properties name and generateName nothing may be set, not even a
 * description.
 */
function restrictsNamesOnly(metadata: JsonObject, rules: CrdRules): boolean {
  return Object.keys(metadata).every((key) => {
    if (key === "type" || key === "default") return true;
    if (key === "properties") return hasNamesOnly(metadata);
    return isZeroKeyword(metadata, key, rules);
  });
}

function hasNamesOnly(metadata: JsonObject): boolean {
  const names = Object.keys(propertiesOf(metadata));
  return names.every((name) => name === "name" || name === "generateName");
}
