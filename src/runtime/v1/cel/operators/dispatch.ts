import { codePoints } from "../../values/strings.js";
import { listIncludes } from "../values/equal.js";
import { CelError, noSuchOverload } from "../values/error.js";
import type { Value } from "../values/value.js";
import { isList, listElements, listSize, MapValue, typeNameOf } from "../values/value.js";

/** The error of a call of a function that has no overload for the values' types. */
export function noOverload(name: string, ...args: readonly Value[]): CelError {
  return new CelError(`no such overload: ${name}(${args.map(typeNameOf).join(", ")})`);
}

/**
 * The error of an operator for a value whose type has none: types with methods of their own leave
 * its name out.
 */
export function noTrait(name: string, value: Value): CelError {
  return receivers.has(typeNameOf(value))
    ? noSuchOverload()
    : new CelError(`no such overload: ${name}`);
}

const receivers: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "google.protobuf.Timestamp",
  "google.protobuf.Duration",
  "string",
]);

/** `element in container` of a container whose type only shows at run time. */
export function valueIn(element: Value, container: Value): boolean | CelError {
  if (isList(container)) return listIncludes(container, element);
  if (!(container instanceof MapValue)) return new CelError("no such overload");
  const found = container.find(element);
  return found instanceof CelError ? found : found !== undefined;
}

/** Returns the values that a comprehension runs over: the elements of a list, the keys of a map. */
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

/** `size(value)`: code points, bytes, elements or keys. */
export function sizeOf(value: Value): number | CelError {
  if (typeof value === "string") return codePoints(value);
  if (isList(value)) return listSize(value);
  if (value instanceof MapValue) return value.size;
  return value instanceof Uint8Array ? value.length : new CelError("no such overload: size");
}
