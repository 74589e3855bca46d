import type { Json, JsonObject } from "../values/json/json.js";

/** The columns of a kind, and the cells of its objects. */
export interface TableLayout {
  readonly definitions: JsonObject[];
  row(object: JsonObject, now: number): Json[];
}
