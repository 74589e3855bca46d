import { readElements } from "./estimates.js";
import type { Library, OverloadFacts } from "./row.js";
import { calls, library, member, row, tries } from "./row.js";
import { bool, bytes, double, duration, int, list, string, timestamp, uint, A } from "./types.js";

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
