import type { TableColumn } from "../client/tables/print-table.js";
import type { PrinterColumn } from "../values/resource-definition.js";

/** The first column of tables. */
export const nameColumn: TableColumn = {
  name: "Name",
  type: "string",
  format: "name",
  description:
    "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names",
  priority: 0,
};

/** The last column of tables of kinds that name no columns. */
export const ageColumn: PrinterColumn = {
  name: "Age",
  type: "date",
  description:
    "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
  jsonPath: ".metadata.creationTimestamp",
};

/** The head of a column as the server's tables have it (apiextensions `tableconvertor.go`). */
export function columnHead(column: PrinterColumn): TableColumn {
  const { name, type, format = "", description = "", priority = 0, jsonPath } = column;
  const described = `Custom resource definition column (in JSONPath format): ${jsonPath}`;
  return {
    name,
    type,
    format,
    description: description === "" ? described : description,
    priority,
  };
}
