import {
  ageCell,
  booleanCell,
  integerCell,
  nameCell,
  numberCell,
  textCell,
} from "../client/tables/cells.js";
import type { JsonPath } from "../client/tables/json-path.js";
import { isPlainPath, namesOfPath, valueAt } from "../client/tables/json-path.js";
import type { TableColumn } from "../client/tables/print-table.js";
import type { Json, JsonObject } from "../values/json/json.js";
import type { PrinterColumn } from "../values/resource-definition.js";
import type { ServedVersion, TableLayout } from "./served-version.js";

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

/** The columns of `/scale` (apiserver `registry/rest/table.go`, apiextensions). */
export const scaleColumns: readonly PrinterColumn[] = [
  {
    name: "Desired",
    type: "integer",
    description: "Number of desired replicas",
    jsonPath: ".spec.replicas",
  },
  {
    name: "Available",
    type: "integer",
    description: "Number of actual replicas",
    jsonPath: ".status.replicas",
  },
  { ...ageColumn },
];

/** The columns of a resource, ready to be filled (apiextensions `tableconvertor.go`). */
export class TableColumns implements TableLayout {
  readonly definitions: JsonObject[];
  readonly #cells: readonly ((object: JsonObject, now: number) => Json)[];

  /** `version`: whose columns these are; those of `/scale` are of none. */
  constructor(columns: readonly PrinterColumn[], version?: ServedVersion) {
    const shown = columns.length === 0 ? [ageColumn] : columns;
    const paths: [PrinterColumn, JsonPath][] = [];
    for (const column of shown) {
      const path = pathReader(column.jsonPath, version);
      // What comes behind a path that cannot be read is dropped.
      if (path === undefined) break;
      paths.push([column, path]);
    }
    this.definitions = [nameColumn, ...paths.map(([column]) => columnHead(column))].map((head) => ({
      ...head,
    }));
    this.#cells = paths.map(
      ([{ type }, path]) =>
        (object, now) =>
          cellOf(path(object), type, now),
    );
  }

  row(object: JsonObject, now: number): Json[] {
    return [nameCell(object), ...this.#cells.map((cell) => cell(object, now))];
  }
}

function cellOf(values: readonly Json[] | undefined, type: string, now: number): Json {
  const [value] = values ?? [];
  switch (type) {
    case "string":
      return textCell(value);
    case "integer":
      return integerCell(value);
    case "number":
      return numberCell(value);
    case "boolean":
      return booleanCell(value);
    case "date":
      return ageCell(value, now);
    default:
      return null;
  }
}

/*
 * The paths of printer columns and selectable fields. Only resources with paths of more than names
 * bring along what reads any JSONPath.
 */

/**
 * Returns a function that reads a path in objects of a version; undefined for a text that is no
 * path.
 */
function pathReader(path: string, version?: ServedVersion): JsonPath | undefined {
  if (!isPlainPath(path)) return version?.readPath?.(path);
  const names = namesOfPath(path);
  return (root) => {
    const value = valueAt(root, ...names);
    return value === undefined ? [] : [value];
  };
}

/** The texts of the fields that selectors name, as the server compares them. */
export function selectableText(object: JsonObject, field: string, version: ServedVersion): string {
  const text = version.typed?.fieldText(object, field);
  if (text !== undefined) return text;
  const [value = null] = pathReader(`.${field}`, version)?.(object) ?? [];
  if (typeof value === "string") return value;
  return typeof value === "boolean" || typeof value === "number" || typeof value === "bigint"
    ? String(value)
    : "";
}
