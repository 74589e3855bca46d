import type { JsonObject } from "../../../runtime/v1/json/json.js";
import type { FieldPath } from "../findings/field-path.js";
import type { Findings } from "../findings/findings.js";
import type { Columns } from "../internal/internal-crd.js";
import { textAt } from "../raw-fields.js";
import { checkSimpleJsonPath } from "./simple-json-path.js";

const types = ["boolean", "date", "integer", "number", "string"];
const formats = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

/** Printer columns (`ValidateCustomResourceColumnDefinition`). */
export function checkColumns(columns: Columns | undefined, findings: Findings): void {
  columns?.value.forEach((column, index) => {
    checkColumn(column, columns.at.index(index), columns.pathKey, findings);
  });
}

function checkColumn(column: JsonObject, at: FieldPath, pathKey: string, findings: Findings): void {
  if (textAt(column, "name") === "") {
    findings.required("crd/column-incomplete", at.child("name"), "");
  }
  checkType(textAt(column, "type"), at.child("type"), findings);
  const format = textAt(column, "format");
  if (format !== "" && !formats.includes(format)) {
    const detail = `must be one of ${formats.join()}`;
    findings.invalid("crd/column-format", at.child("format"), format, detail);
  }
  const pathAt = at.child("JSONPath", [pathKey]);
  const path = textAt(column, "JSONPath");
  if (path === "") findings.required("crd/column-incomplete", pathAt, "");
  else checkSimpleJsonPath("crd/column-path", path, pathAt, findings);
}

function checkType(type: string, at: FieldPath, findings: Findings): void {
  const detail = `must be one of ${types.join()}`;
  if (type === "") findings.required("crd/column-incomplete", at, detail);
  else if (!types.includes(type)) findings.invalid("crd/column-type", at, type, detail);
}
