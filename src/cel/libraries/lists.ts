import type {
  Amount,
  CallEstimate,
  CostModel,
  Range,
  SizedCall,
  SizedNode,
} from "../cost-model.js";
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
import { costing, elementOf, readElements } from "./estimates.js";
import type { Library, OverloadFacts } from "./row.js";
import { before, calls, global, library, member, row, tries } from "./row.js";
import {
  A,
  bool,
  bytes,
  double,
  duration,
  dyn,
  int,
  K,
  list,
  map,
  string,
  T,
  timestamp,
  uint,
  V,
} from "./types.js";

const smallest: OverloadFacts = { call: { body: "minOf", fails: true, gives: "value" } };
const largest: OverloadFacts = { call: { body: "maxOf", fails: true, gives: "value" } };

/** Functions of lists of comparable values (Kubernetes `cel/library/lists.go`, version 0). */
export const listsLibrary: Library = library({
  name: "lists",
  introduced: 0,
  removed: 37,
  counted: "listFunctions",
  functions: [
    row(
      "indexOf",
      { estimate: readElements, cost: "readDeepCost" },
      member("list_a_index_of_int", [list(A), A], int, calls("indexOfElement")),
    ),
    row(
      "isSorted",
      { estimate: readElements, cost: "readDeepCost" },
      member("list_int_is_sorted_bool", [list(int)], bool, tries("isSorted")),
      member("list_uint_is_sorted_bool", [list(uint)], bool, tries("isSorted")),
      member("list_double_is_sorted_bool", [list(double)], bool, tries("isSorted")),
      member("list_bool_is_sorted_bool", [list(bool)], bool, tries("isSorted")),
      member("list_duration_is_sorted_bool", [list(duration)], bool, tries("isSorted")),
      member("list_timestamp_is_sorted_bool", [list(timestamp)], bool, tries("isSorted")),
      member("list_string_is_sorted_bool", [list(string)], bool, tries("isSorted")),
      member("list_bytes_is_sorted_bool", [list(bytes)], bool, tries("isSorted")),
    ),
    row(
      "lastIndexOf",
      { estimate: readElements, cost: "readDeepCost" },
      member("list_a_last_index_of_int", [list(A), A], int, calls("lastIndexOfElement")),
    ),
    row(
      "max",
      { estimate: readElements, cost: "readDeepCost" },
      member("list_int_max_int", [list(int)], int, largest),
      member("list_uint_max_uint", [list(uint)], uint, largest),
      member("list_double_max_double", [list(double)], double, largest),
      member("list_bool_max_bool", [list(bool)], bool, largest),
      member("list_duration_max_duration", [list(duration)], duration, largest),
      member("list_timestamp_max_timestamp", [list(timestamp)], timestamp, largest),
      member("list_string_max_string", [list(string)], string, largest),
      member("list_bytes_max_bytes", [list(bytes)], bytes, largest),
    ),
    row(
      "min",
      { estimate: readElements, cost: "readDeepCost" },
      member("list_int_min_int", [list(int)], int, smallest),
      member("list_uint_min_uint", [list(uint)], uint, smallest),
      member("list_double_min_double", [list(double)], double, smallest),
      member("list_bool_min_bool", [list(bool)], bool, smallest),
      member("list_duration_min_duration", [list(duration)], duration, smallest),
      member("list_timestamp_min_timestamp", [list(timestamp)], timestamp, smallest),
      member("list_string_min_string", [list(string)], string, smallest),
      member("list_bytes_min_bytes", [list(bytes)], bytes, smallest),
    ),
    row(
      "sum",
      { estimate: readElements, cost: "readDeepCost", dynamic: "sumOfValues" },
      member("list_int_sum_int", [list(int)], int),
      member("list_uint_sum_uint", [list(uint)], uint),
      member("list_double_sum_double", [list(double)], double),
      member("list_duration_sum_duration", [list(duration)], duration),
    ),
  ],
});

/**
 * Version 1 of the Kubernetes lists library (`cel/library/lists.go`): version 0 with `includes`. It
 * comes last, and so do its overloads of `indexOf` and `lastIndexOf`, after those of strings.
 */
export const listsIncludesLibrary: Library = library({
  name: "lists 1",
  introduced: 37,
  counted: "listFunctions",
  functions: [
    ...listsLibrary.functions,
    row(
      "includes",
      { estimate: estimateIncludes, cost: "readDeepCost" },
      member("list_includes_dyn_dyn", [dyn, dyn], bool, calls("includesValue")),
    ),
  ],
});

/**
 * Estimates a look-up: a target that is known to be a list is read like one; of anything else only
 * the size counts.
 */
function estimateIncludes(call: SizedCall, model: CostModel): CallEstimate | undefined {
  const { target } = call;
  if (target === undefined || elementOf(target, model) !== undefined) {
    return readElements(call, model);
  }
  return costing(sizeOf(target));
}

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

/**
 * The functions that transformMap and transformMapEntry expand to (cel-go `ext/comprehensions.go`).
 */
export const twoVariableComprehensionsLibrary: Library = library({
  name: "two-variable comprehensions",
  introduced: 32,
  counted: "mapFunctions",
  functions: [
    row(
      "cel.@mapInsert",
      { nameless: true },
      global("@mapInsert_map_key_value", [map(K, V), K, V], map(K, V)),
      global("@mapInsert_map_map", [map(K, V), map(K, V)], map(K, V)),
    ),
  ],
});
