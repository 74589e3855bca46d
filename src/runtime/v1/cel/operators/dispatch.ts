import { listIncludes } from "../values/equal.js";
import { CelError, noSuchOverload } from "../values/error.js";
import type { Value } from "../values/value.js";
import { MapValue, isList, typeNameOf } from "../values/value.js";

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
