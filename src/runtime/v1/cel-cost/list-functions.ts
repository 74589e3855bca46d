import { Double } from "../cel/double.js";
import { Duration } from "../cel/duration.js";
import { CelError } from "../cel/error.js";
import {
  includesValue,
  indexOfElement,
  isSorted,
  lastIndexOfElement,
  maxOf,
  minOf,
  sumOf,
} from "../cel/lists.js";
import { Uint } from "../cel/uint.js";
import { listElements, typeNameOf } from "../cel/value.js";
import type { List, Value } from "../cel/value.js";
import { binary, functionTable, isAny, isListValue, unary } from "./function-table.js";
import type { FunctionTable } from "./function-table.js";

/** Kubernetes' functions of lists. */
export const listFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("isSorted", isListValue, isSorted),
  unary("sum", isListValue, (values: List, overload) => sumOf(values, zeroFor(values, overload))),
  unary("min", isListValue, minOf),
  unary("max", isListValue, maxOf),
  binary("indexOf", isListValue, isAny, indexOfElement),
  binary("lastIndexOf", isListValue, isAny, lastIndexOfElement),
  binary("includes", isAny, isAny, includesValue),
]);

/** The zero of the overload, or where types are dynamic of the first element's type. */
function zeroFor(values: List, overload: string): Value {
  const [first] = listElements(values);
  const type =
    overload !== ""
      ? overload
      : first === undefined || first instanceof CelError
        ? "int"
        : typeNameOf(first);
  if (type.includes("uint")) return new Uint(0n);
  if (type.includes("double")) return new Double(0);
  return /duration/i.test(type) ? new Duration(0) : 0;
}
