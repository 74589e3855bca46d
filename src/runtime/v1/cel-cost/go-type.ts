import { Double } from "../cel/values/double.js";
import { Optional } from "../cel/values/optional.js";
import { TypeValue } from "../cel/values/type-value.js";
import { Uint } from "../cel/values/uint.js";
import type { Value } from "../cel/values/value.js";
import { MapValue, isInt, isList } from "../cel/values/value.js";

/** The name of cel-go's class of a value, which stands in some of its texts. */
export function goTypeOf(value: Value): string {
  if (value === null) return "types.Null";
  if (typeof value === "boolean") return "types.Bool";
  if (typeof value === "string") return "types.String";
  if (isInt(value)) return "types.Int";
  if (value instanceof Uint8Array) return "types.Bytes";
  if (value instanceof Uint) return "types.Uint";
  if (value instanceof Double) return "types.Double";
  if (value instanceof Optional) return "*types.Optional";
  if (value instanceof TypeValue) return "*types.Type";
  if (isList(value)) return "*types.baseList";
  if (value instanceof MapValue) return "*types.baseMap";
  const name = value.typeName.split(".").at(-1) ?? "";
  const isOfLanguage = value.typeName.startsWith("google.protobuf.");
  return `${isOfLanguage ? "types" : "cel"}.${name === "NamedFormat" ? "Format" : name}`;
}
