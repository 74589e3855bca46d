import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { listAt, textAt, withoutKeys } from "./raw-fields.js";

/**
 * The items of a list; none where `items` is no array. The API server leaves `apiVersion` and
 * `kind` out of the items of a list of one kind, such as a `CronTabList`: items that have neither
 * get those of the list (apimachinery `unstructured/helpers.go`, `decodeToList`).
 */
export function listItems(list: JsonObject): readonly Json[] {
  const items = listAt(list, "items");
  const apiVersion = textAt(list, "apiVersion");
  const kind = textAt(list, "kind").replace(/List$/, "");
  if (kind === "" || apiVersion === "") return items;
  return items.map((item) =>
    isObject(item) && hasNoKind(item)
      ? { apiVersion, kind, ...withoutKeys(item, "apiVersion", "kind") }
      : item,
  );
}

function hasNoKind(item: JsonObject): boolean {
  return textAt(item, "kind") === "" && textAt(item, "apiVersion") === "";
}
