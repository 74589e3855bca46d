import { codePoints } from "../../values/strings.js";
import { CelError } from "../values/error.js";
import type { Value } from "../values/value.js";
import { MapValue, isList, listSize } from "../values/value.js";
/** `size(value)`: code points, bytes, elements or keys. */
export function sizeOf(value: Value): number | CelError {
  if (typeof value === "string") return codePoints(value);
  if (isList(value)) return listSize(value);
  if (value instanceof MapValue) return value.size;
  return value instanceof Uint8Array ? value.length : new CelError("no such overload: size");
}
