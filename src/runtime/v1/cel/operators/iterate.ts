import { CelError } from "../values/error.js";
import type { Value } from "../values/value.js";
import { MapValue, isList, listElements, typeNameOf } from "../values/value.js";

/** What a comprehension runs over: the elements of a list, the keys of a map. */
export function rangeOf(value: Value): readonly (Value | CelError)[] | CelError {
  if (isList(value)) return listElements(value);
  if (value instanceof MapValue) return value.keys();
  return new CelError(`got 'types.${classNameOf(value)}', expected iterable type`);
}

/** The same for comprehensions with two variables: indices and elements, or keys and values. */
export function entriesOf(
  value: Value,
): readonly (readonly [Value, Value | CelError])[] | CelError {
  if (isList(value)) return listElements(value).map((item, index) => [index, item]);
  if (!(value instanceof MapValue)) {
    return new CelError(`unsupported comprehension range type: types.${classNameOf(value)}`);
  }
  return value.keys().map((key) => {
    const item = value.find(key);
    return [key, item === undefined ? null : item];
  });
}

function classNameOf(value: Value): string {
  const name = typeNameOf(value).split(".").at(-1) ?? "";
  return name === "null_type" ? "Null" : name.charAt(0).toUpperCase() + name.slice(1);
}
