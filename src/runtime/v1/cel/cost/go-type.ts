import type { Value } from "../values/value.js";
import { typeNameOf } from "../values/value.js";

/**
 * The name of cel-go's class of a value, which stands in some of its texts. It follows from the
 * name of the type, so that no class is reached for its sake.
 */
export function goTypeOf(value: Value): string {
  const type = typeNameOf(value);
  const odd = oddClasses.get(type);
  if (odd !== undefined) return odd;
  const name = type.slice(type.lastIndexOf(".") + 1);
  const isOfLanguage = name === type || type.startsWith("google.protobuf.");
  return `${isOfLanguage ? "types" : "cel"}.${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

const oddClasses: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["null_type", "types.Null"],
  ["optional_type", "*types.Optional"],
  ["type", "*types.Type"],
  ["list", "*types.baseList"],
  ["map", "*types.baseMap"],
  ["unknown", "cel.unknown"],
  ["kubernetes.NamedFormat", "cel.Format"],
]);
