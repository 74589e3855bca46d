import type { Json } from "../../runtime/v1/values/json/json.js";
import type { Path } from "./source-file.js";

/** The value that a path leads to; `undefined` if it leads nowhere. */
export function followSteps(value: Json | undefined, path: Path): Json | undefined {
  let at = value;
  for (const step of path) at = childOf(at, step);
  return at;
}

/** The member or item of a value; `undefined` where it has none of that name or number. */
export function childOf(parent: Json | undefined, step: string | number): Json | undefined {
  if (typeof parent !== "object" || parent === null || !Object.hasOwn(parent, step))
    return undefined;
  return (parent as Record<string | number, Json>)[step]; // an own property of a JSON object or list
}
