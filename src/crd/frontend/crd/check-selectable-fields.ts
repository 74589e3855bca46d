import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { textAt } from "../../../runtime/v1/values/json/raw-fields.js";
import type { FieldPath, Findings, RuleCode } from "../findings/findings.js";
import type { Located, Validation } from "../internal/internal-crd.js";
import { followJsonPath } from "../schema/check-rule-texts.js";
import { structuralConversionFault } from "../schema/structural-conversion.js";

/** So many fields a version may have. */
export const mostSelectableFields = 8;
const selectableTypes: ReadonlySet<string> = new Set(["string", "boolean", "integer"]);

/** Where the fields of one level are declared, and the words for a missing schema there. */
interface SelectableLevel {
  readonly fields: Located<readonly JsonObject[]> | undefined;
  readonly validation: Located<Validation> | undefined;
  /** Where a schema that does not convert is reported. */
  readonly schemaAt: FieldPath;
  readonly missingSchema: string;
  /** True if a validation without a schema counts as one. */
  readonly takesEmptyValidation: boolean;
  readonly allowTooMany: boolean;
}

/** Fields that lists can be filtered by (`ValidateCustomResourceSelectableFields`). */
export function checkSelectableFields(level: SelectableLevel, findings: Findings): void {
  const { fields } = level;
  if (fields === undefined || fields.value.length === 0) return;
  const { validation } = level;
  const schema = validation?.value.schema;
  if (schema === undefined && validation !== undefined && level.takesEmptyValidation) {
    checkFieldsExist(fields, findings);
    return;
  }
  if (schema === undefined) {
    const code = "crd/selectable-fields-without-schema";
    findings.invalid(code, fields.at, "", level.missingSchema);
    return;
  }
  const fault = structuralConversionFault(schema);
  if (fault === undefined) {
    checkFields(fields, schema, level.allowTooMany, findings);
    return;
  }
  findings.invalid("schema/not-structural", level.schemaAt, "", fault);
  checkFieldsExist(fields, findings);
}

/** All that is left to say without a schema: the first step into it makes the server panic. */
function checkFieldsExist(
  { value: fields, at }: Located<readonly JsonObject[]>,
  findings: Findings,
): void {
  fields.forEach((field, index) => {
    const path = textAt(field, "jsonPath");
    const entersSchema = path.startsWith(".") && path.length > 1;
    if (entersSchema) return;
    checkField(path, at.index(index).child("jsonPath"), {}, new Map(), findings);
  });
}

function checkFields(
  { value: fields, at }: Located<readonly JsonObject[]>,
  schema: JsonObject,
  allowTooMany: boolean,
  findings: Findings,
): void {
  const seen = new Map<string, FieldPath>();
  fields.forEach((field, index) => {
    checkField(
      textAt(field, "jsonPath"),
      at.index(index).child("jsonPath"),
      schema,
      seen,
      findings,
    );
  });
  if (seen.size <= mostSelectableFields || allowTooMany) return;
  findings.tooMany("crd/selectable-fields-too-many", at, seen.size, mostSelectableFields);
}

function checkField(
  path: string,
  at: FieldPath,
  schema: JsonObject,
  seen: Map<string, FieldPath>,
  findings: Findings,
): void {
  if (path === "") {
    findings.required("crd/selectable-field-path", at, "");
    return;
  }
  const found = followJsonPath(path, schema, "forbidden");
  if (found.kind === "fault") {
    const detail = `is an invalid path: ${found.message}`;
    findings.invalid("crd/selectable-field-path", at, path, detail);
    return;
  }
  if (found.root === "metadata") {
    const detail = "must not point to fields in metadata";
    findings.invalid("crd/selectable-field-path", at, path, detail);
  }
  if (!selectableTypes.has(textAt(found.schema, "type"))) {
    const detail =
      "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";
    findings.invalid("crd/selectable-field-type", at, path, detail);
  }
  const first = seen.get(found.text);
  if (first === undefined) {
    seen.set(found.text, at);
    return;
  }
  const related = [{ message: "first declared here", at: first }];
  findings.duplicate("crd/selectable-field-duplicate", at, path, { related });
}

/**
 * The little that the server demands of a JSON path: a dot at the beginning
 * (`validateSimpleJSONPath`). False: reported.
 */
export function checkSimpleJsonPath(
  code: RuleCode,
  path: string,
  at: FieldPath,
  findings: Findings,
): boolean {
  if (path.startsWith(".")) return true;
  findings.invalid(code, at, path, "must be a simple json path starting with .");
  return false;
}
