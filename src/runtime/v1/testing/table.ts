import type { PrinterColumn } from "../client/resource-definition.js";
import { formatFloat } from "../go/float.js";
import { goJson } from "../go/json.js";
import { parseGoTime, TimeFault } from "../go/time.js";
import type { Json, JsonObject } from "../json/json.js";
import { Float64, isInt64, isObject } from "../json/json.js";
import { metadataOf } from "../metadata/resource-metadata.js";
import { textOf } from "../metadata/rules.js";
import { ageText } from "./age-text.js";
import { pathReader } from "./field-path.js";
import type { JsonPath, ServedVersion } from "./served-version.js";
import type { TableLayout } from "./table-layout.js";

/** The first column of tables. */
export const nameColumn = {
  name: "Name",
  type: "string",
  format: "name",
  description:
    "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names",
};

/** The last column of tables of kinds that name no columns. */
export const ageColumn: PrinterColumn = {
  name: "Age",
  type: "date",
  description:
    "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
  jsonPath: ".metadata.creationTimestamp",
};

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
    this.definitions = [{ ...nameColumn, priority: 0 }, ...paths.map(([column]) => headOf(column))];
    this.#cells = paths.map(
      ([{ type }, path]) =>
        (object, now) =>
          cellOf(path(object), type, now),
    );
  }

  row(object: JsonObject, now: number): Json[] {
    return [textOf(metadataOf(object), "name"), ...this.#cells.map((cell) => cell(object, now))];
  }
}

function headOf({
  name,
  type,
  format,
  description,
  priority,
  jsonPath,
}: PrinterColumn): JsonObject {
  const given = description ?? "";
  return {
    name,
    type,
    format: format ?? "",
    description:
      given === "" ? `Custom resource definition column (in JSONPath format): ${jsonPath}` : given,
    priority: priority ?? 0,
  };
}

function cellOf(values: readonly Json[] | undefined, type: string, now: number): Json {
  const [value] = values ?? [];
  if (value === undefined) return null;
  switch (type) {
    case "string":
      return textOfValue(value);
    case "integer":
      if (value instanceof Float64) return Math.trunc(value.value);
      if (typeof value === "number") return Math.trunc(value);
      return typeof value === "bigint" ? value : null;
    case "number":
      return typeof value === "number" || typeof value === "bigint" || value instanceof Float64
        ? value
        : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "date":
      return typeof value === "string" ? dateText(value, now) : null;
    default:
      return null;
  }
}

function dateText(text: string, now: number): string {
  if (text === "") return "<unknown>";
  const time = parseGoTime(text);
  if (time instanceof TimeFault) return "<invalid>";
  return ageText(now - Date.parse(text));
}

function textOfValue(value: Json): string {
  if (value === null) return "<no value>";
  if (typeof value === "string") return value;
  if (isObject(value) || Array.isArray(value)) return goJson(value);
  if (value instanceof Float64) return formatFloat(value.value);
  return typeof value === "number" && !isInt64(value) ? formatFloat(value) : String(value);
}
