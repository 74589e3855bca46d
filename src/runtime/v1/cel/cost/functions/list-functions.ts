import {
  distinctList,
  flattenList,
  rangeList,
  reverseList,
  sliceList,
  sortByKeys,
  sortList,
} from "../../libraries/list-extensions.js";
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
import { setContains, setsEquivalent, setsIntersect } from "../../libraries/sets.js";
import { CelError } from "../../values/error.js";
import { insertEntries, insertEntry, PlainMap } from "../../values/list.js";
import { Double, Uint } from "../../values/numbers.js";
import { Duration } from "../../values/times.js";
import type { List, Value } from "../../values/value.js";
import { isInt, isList, typeNameOf } from "../../values/value.js";
import type { FunctionTable } from "../function-table.js";
import {
  binary,
  functionTable,
  isA,
  isAny,
  isListValue,
  isMapValue,
  ternary,
  unary,
} from "../function-table.js";
import { goTypeOf } from "../go-type.js";

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

/** The lists extension. */
export const listExtensionFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  ternary("slice", [isListValue, isInt, isInt], sliceList),
  unary("flatten", isListValue, (values: List) => flattenList(values, 1)),
  binary("flatten", isListValue, isInt, flattenList),
  unary(
    "flatten",
    isAny,
    (value) => new CelError(`no such overload: ${celTypeText(value)}.flatten()`),
  ),
  binary("flatten", isAny, isAny, (value, depth) =>
    isList(value)
      ? // Here the server's cost tracker panics.
        new CelError(
          `internal error: interface conversion: ref.Val is ${goTypeOf(depth)}, not types.Int`,
        )
      : new CelError(`no such overload: ${celTypeText(value)}.flatten(${celTypeText(depth)})`),
  ),
  unary("lists.range", isInt, rangeList),
  unary("reverse", isListValue, reverseList),
  unary("distinct", isListValue, distinctList),
  unary("sort", isListValue, sortList),
  binary("@sortByAssociatedKeys", isListValue, isListValue, sortByKeys),
]);

/** A type as cel-go prints it. */
function celTypeText(value: Value): string {
  const name = typeNameOf(value);
  return name === "map" ? "map(dyn, dyn)" : name === "list" ? "list(dyn)" : name;
}

/** The sets extension. */
export const setFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  binary("sets.contains", isListValue, isListValue, setContains),
  binary("sets.equivalent", isListValue, isListValue, setsEquivalent),
  binary("sets.intersects", isListValue, isListValue, setsIntersect),
]);

/** The functions with which two-variable comprehensions make maps. */
export const mapFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  ternary("cel.@mapInsert", [isA(PlainMap), isAny, isAny], (into: PlainMap, key, value) =>
    insertEntry(into, key, value),
  ),
  binary("cel.@mapInsert", isA(PlainMap), isMapValue, insertEntries),
]);
