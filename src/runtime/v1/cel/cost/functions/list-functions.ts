import {
  includesValue,
  indexOfElement,
  isSorted,
  lastIndexOfElement,
  maxOf,
  minOf,
  sumOf,
  sumOfValues,
} from "../../libraries/lists.js";
import { Double, Uint } from "../../values/numbers.js";
import { Duration } from "../../values/times.js";
import type { List, Value } from "../../values/value.js";
import type { FunctionTable } from "../function-table.js";
import { binary, functionTable, isAny, isListValue, unary } from "../function-table.js";

/** Kubernetes' functions of lists. */
export const listFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("isSorted", isListValue, isSorted),
  unary("sum", isListValue, (values: List, overload) =>
    overload === "" ? sumOfValues(values) : sumOf(values, zeroOf(overload)),
  ),
  unary("min", isListValue, minOf),
  unary("max", isListValue, maxOf),
  binary("indexOf", isListValue, isAny, indexOfElement),
  binary("lastIndexOf", isListValue, isAny, lastIndexOfElement),
  binary("includes", isAny, isAny, includesValue),
]);

/** The zero of an overload. */
function zeroOf(overload: string): Value {
  if (overload.includes("uint")) return new Uint(0n);
  if (overload.includes("double")) return new Double(0);
  return /duration/i.test(overload) ? new Duration(0) : 0;
}
