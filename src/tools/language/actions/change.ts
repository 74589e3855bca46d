import { copyJson } from "../../../crd/ir/apply-defaults.js";
import { followSteps } from "../../../crd/source/follow-steps.js";
import type { Path } from "../../../crd/source/source-file.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../../runtime/v1/values/json/json.js";

/** What is to become of a document's value. */
export type Change =
  /** Gives the key that a path leads to another name. */
  | { readonly op: "rename"; readonly path: Path; readonly name: string }
  /** Takes a field with its value, or an item, away. */
  | { readonly op: "remove"; readonly path: Path }
  /** Puts another value in the place of a scalar. */
  | { readonly op: "replace"; readonly path: Path; readonly value: Json }
  /** Gives the object that a path leads to a further field. */
  | { readonly op: "add"; readonly path: Path; readonly name: string; readonly value: Json };

/** The value after a change; undefined where there is nothing to change. */
export function changedValue(root: Json, change: Change): Json | undefined {
  const copy = copyJson(root);
  if (change.op === "add") {
    const holder = followSteps(copy, change.path);
    if (!isObject(holder) || Object.hasOwn(holder, change.name)) return undefined;
    setKey(holder, change.name, change.value);
    return copy;
  }
  const key = change.path.at(-1);
  const holder = followSteps(copy, change.path.slice(0, -1));
  if (Array.isArray(holder) && typeof key === "number" && key < holder.length) {
    return changeItem(holder, key, change) ? copy : undefined;
  }
  if (!isObject(holder) || typeof key !== "string" || !Object.hasOwn(holder, key)) return undefined;
  return changeMember(holder, key, change) ? copy : undefined;
}

type ChangeAtKey = Exclude<Change, { readonly op: "add" }>;

function changeItem(list: Json[], index: number, change: ChangeAtKey): boolean {
  if (change.op === "rename") return false;
  if (change.op === "remove") list.splice(index, 1);
  else list[index] = change.value;
  return true;
}

/** Keys stay in their order. */
function changeMember(object: JsonObject, key: string, change: ChangeAtKey): boolean {
  if (change.op === "rename" && Object.hasOwn(object, change.name)) return false;
  for (const [name, value] of Object.entries(object)) {
    Reflect.deleteProperty(object, name);
    if (name !== key) setKey(object, name, value);
    else if (change.op === "rename") setKey(object, change.name, value);
    else if (change.op === "replace") setKey(object, name, change.value);
  }
  return true;
}
