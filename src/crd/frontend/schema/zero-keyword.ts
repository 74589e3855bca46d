import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import type { CrdRules } from "../../../runtime/versions/crd-rules.js";
import { schemaType } from "../decode/crd-types.js";
import { listAt, valueAt } from "../raw-fields.js";

/** Whether JSONSchemaProps has a keyword; everything else is dropped when a CRD is decoded. */
function isKnownKeyword(key: string): boolean {
  return schemaType.fields().has(key);
}

/**
 * Whether a keyword leaves nothing behind in the structural form, compared as Go's
 * `reflect.DeepEqual` does: pointers and most lists count as soon as they are there, however empty.
 */
export function isZeroKeyword(schema: JsonObject, key: string, rules: CrdRules): boolean {
  if (!isKnownKeyword(key) || unconverted.has(key)) return true;
  if (!rules.structuralExamples && (key === "example" || key === "externalDocs")) return true;
  const value = valueAt(schema, key);
  if (value !== undefined && anyJson.has(key)) return false;
  // Anything but a schema decodes to nothing.
  if (key === "items") return !isObject(value);
  switch (typeof value) {
    case "undefined":
      return true;
    case "string":
      return value === "" && !textPointers.has(key);
    case "boolean":
      return !value && key !== "additionalProperties";
    case "object":
      return rebuilt.has(key) && listAt(schema, key).length === 0;
    default:
      return false;
  }
}

/**
 * Keywords that the structural form does not have; a schema that says anything with them does not
 * convert.
 */
const unconverted: ReadonlySet<string> = new Set([
  "id",
  "$schema",
  "$ref",
  "patternProperties",
  "dependencies",
  "additionalItems",
  "definitions",
]);

/** Keywords that take any value: `false` and `""` are values like others. */
const anyJson: ReadonlySet<string> = new Set(["default", "example"]);

const textPointers: ReadonlySet<string> = new Set([
  "x-kubernetes-list-type",
  "x-kubernetes-map-type",
]);

/** Lists that the conversion rebuilds: an empty one is as good as none. */
const rebuilt: ReadonlySet<string> = new Set(["enum", "allOf", "anyOf", "oneOf"]);
