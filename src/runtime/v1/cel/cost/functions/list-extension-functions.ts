import {
  distinctList,
  flattenList,
  rangeList,
  reverseList,
  sliceList,
  sortByKeys,
  sortList,
} from "../../libraries/list-extensions.js";
import { CelError } from "../../values/error.js";
import type { List, Value } from "../../values/value.js";
import { isInt, isList, typeNameOf } from "../../values/value.js";
import type { FunctionTable } from "../function-table.js";
import { binary, functionTable, isAny, isListValue, ternary, unary } from "../function-table.js";
import { goTypeOf } from "../go-type.js";

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
