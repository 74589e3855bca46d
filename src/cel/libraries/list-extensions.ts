import type { Amount, CallEstimate, Range, SizedCall, SizedNode } from "../cost-model.js";
import {
  addRanges,
  amountOf,
  exactly,
  multiplyRanges,
  scaleRange,
  sizeOf,
  unbounded,
  wrapped,
} from "../cost-model.js";
import type { Library } from "./row.js";
import { before, global, library, member, row, tries } from "./row.js";
import {
  bool,
  bytes,
  double,
  duration,
  dyn,
  int,
  list,
  string,
  timestamp,
  uint,
  T,
} from "./types.js";

// Where it is open which overload is called, sorting costs 1.
const sorting = tries("sortList", { cost: "sortCost" });
const sortingBy = tries("sortByKeys", { cost: "sortByCost" });

/** Slicing, sorting and more of lists (cel-go `ext/lists.go`, version 3). */
export const listExtensionsLibrary: Library = library({
  name: "lists extension 3",
  introduced: 34,
  counted: "listExtensionFunctions",
  functions: [
    row(
      "@sortByAssociatedKeys",
      { estimate: (call) => estimateSort(call, call.args[0]) },
      member("list_int_sortByAssociatedKeys", [list(T), list(int)], list(T), sortingBy),
      member("list_uint_sortByAssociatedKeys", [list(T), list(uint)], list(T), sortingBy),
      member("list_double_sortByAssociatedKeys", [list(T), list(double)], list(T), sortingBy),
      member("list_bool_sortByAssociatedKeys", [list(T), list(bool)], list(T), sortingBy),
      member(
        "list_google.protobuf.Duration_sortByAssociatedKeys",
        [list(T), list(duration)],
        list(T),
        sortingBy,
      ),
      member(
        "list_google.protobuf.Timestamp_sortByAssociatedKeys",
        [list(T), list(timestamp)],
        list(T),
        sortingBy,
      ),
      member("list_string_sortByAssociatedKeys", [list(T), list(string)], list(T), sortingBy),
      member("list_bytes_sortByAssociatedKeys", [list(T), list(bytes)], list(T), sortingBy),
    ),
    row(
      "distinct",
      { estimate: (call) => newList(2, squared(sizeOf(call.target))), cost: "sortCost" },
      member("list_distinct", [list(T)], list(T), tries("distinctList")),
    ),
    row(
      "flatten",
      {},
      member("list_flatten", [list(list(T))], list(T), {
        estimate: (call) => newList(1, sizeOf(call.target)),
        cost: "flattenCost",
      }),
      member(
        "list_flatten_int",
        [list(dyn), int],
        list(dyn),
        tries("flattenList", {
          estimate: (call) =>
            newList(Number(constant(call.args[0], unbounded)), sizeOf(call.target)),
          cost: "flattenDepthCost",
        }),
      ),
    ),
    row(
      "lists.range",
      {
        estimate: (call) => newList(1, exactly(constant(call.args[0], unbounded))),
        cost: "newListCost",
      },
      global(
        "lists_range",
        [int],
        list(int),
        tries("rangeList", {
          older: [before(37, "rangeListBefore37", "listExtensionFunctionsBefore37")],
        }),
      ),
    ),
    row(
      "reverse",
      { estimate: (call) => newList(1, sizeOf(call.target)), cost: "newListCost" },
      member("list_reverse", [list(T)], list(T), tries("reverseList")),
    ),
    row(
      "slice",
      { estimate: estimateSlice, cost: "newListCost" },
      member("list_slice", [list(T), int, int], list(T), tries("sliceList")),
    ),
    row(
      "sort",
      { estimate: (call) => estimateSort(call, call.target) },
      member("list_int_sort", [list(int)], list(int), sorting),
      member("list_uint_sort", [list(uint)], list(uint), sorting),
      member("list_double_sort", [list(double)], list(double), sorting),
      member("list_bool_sort", [list(bool)], list(bool), sorting),
      member("list_google.protobuf.Duration_sort", [list(duration)], list(duration), sorting),
      member("list_google.protobuf.Timestamp_sort", [list(timestamp)], list(timestamp), sorting),
      member("list_string_sort", [list(string)], list(string), sorting),
      member("list_bytes_sort", [list(bytes)], list(bytes), sorting),
    ),
  ],
});

const callAndListCost = exactly(11);

/** Cost of making a list of this size. */
function newList(factor: number, size: Range): CallEstimate {
  return { cost: addRanges(scaleRange(size, factor), callAndListCost), resultSize: size };
}

/**
 * From a constant start to a constant end, or to where the list can end; the difference wraps
 * around, as in Go.
 */
function estimateSlice(call: SizedCall): CallEstimate {
  const start = constant(call.args[0], 0);
  const end = constant(call.args[1], sizeOf(call.target).max);
  return newList(1, exactly(wrapped(BigInt(end) - BigInt(start))));
}

/** Every element against every other; strings and bytes take longer to compare. */
function estimateSort(call: SizedCall, keys: SizedNode | undefined): CallEstimate {
  const isText =
    call.overload.startsWith("list_string_") || call.overload.startsWith("list_bytes_");
  return newList(isText ? 2.1 : 2, squared(sizeOf(keys)));
}

function squared(size: Range): Range {
  return multiplyRanges(size, size);
}

/** The value of a literal int, negative ones as 0; for everything else the fallback. */
function constant(node: SizedNode | undefined, fallback: Amount): Amount {
  if (node?.expr.kind !== "literal" || node.expr.value.type !== "int") return fallback;
  return node.expr.value.value < 0n ? 0 : amountOf(node.expr.value.value);
}
