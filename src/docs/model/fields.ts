import type { Version } from "../../ir/resource.js";
import type { FieldTable } from "./page.js";

/** The fields of a version. Without a schema, an object of which nothing is known. */
export function fieldTableOf(version: Version): FieldTable {
  return { nodes: [{ type: version.schema?.kind ?? "object" }] };
}
