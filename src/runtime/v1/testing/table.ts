import {
  ageCell,
  booleanCell,
  integerCell,
  nameCell,
  numberCell,
  textCell,
} from "../client/tables/cells.js";
import type { JsonPath } from "../client/tables/json-path.js";
import type { Json, JsonObject } from "../values/json/json.js";
import type { PrinterColumn } from "../values/resource-definition.js";
import { ageColumn, columnHead, nameColumn } from "./column-heads.js";
import { pathReader } from "./field-path.js";
import type { ServedVersion } from "./served-version.js";
import type { TableLayout } from "./table-layout.js";

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
