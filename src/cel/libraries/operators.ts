import type { CallEstimate, Range, SizedCall } from "../cost-model.js";
import { addRanges, one, scaleRange, sizeOf, traversal } from "../cost-model.js";
import { costing, readShorter } from "./estimates.js";
import type { Library } from "./row.js";
import { calls, global, library, row, tries } from "./row.js";
import {
  bool,
  bytes,
  double,
  duration,
  int,
  list,
  map,
  string,
  timestamp,
  uint,
  A,
  B,
} from "./types.js";

/** Functions that take only ints in counted rules, and so reach no other numbers. */
const ofInts = { counted: "intFunctions" } as const;

/** Arithmetic, order and membership (cel-go `common/stdlib/standard.go`). */
export const operatorsLibrary: Library = library({
  name: "standard operators",
  introduced: 0,
  counted: "operatorFunctions",
  functions: [
    row("!_", { counted: "notFunctions" }, global("logical_not", [bool], bool)),
    row(
      "-_",
      { dynamic: "negateValue" },
      global("negate_double", [double], double),
      global("negate_int64", [int], int, tries("negateInt", ofInts)),
    ),
    row(
      "@in",
      { counted: "membershipFunctions" },
      global("in_list", [A, list(A)], bool, {
        call: {
          body: "listIncludes",
          fails: true,
          takes: [
            { held: "list", argument: 1 },
            { held: "value", argument: 0 },
          ],
        },
        estimate: ({ args: [, values] }) => costing(scaleRange(sizeOf(values), 1)),
        cost: "memberCost",
      }),
      global("in_map", [A, map(A, B)], bool),
    ),
    row(
      "_%_",
      {},
      global("modulo_int64", [int, int], int, tries("moduloInts", ofInts)),
      global("modulo_uint64", [uint, uint], uint, tries("moduloUints")),
    ),
    row(
      "_*_",
      {},
      global("multiply_double", [double, double], double),
      global("multiply_int64", [int, int], int, tries("multiplyInts", ofInts)),
      global("multiply_uint64", [uint, uint], uint, tries("multiplyUints")),
    ),
    row(
      "_+_",
      {},
      global(
        "add_bytes",
        [bytes, bytes],
        bytes,
        calls("addBytes", {
          estimate: (call) => concatenating(call, traversal),
          cost: "concatCost",
        }),
      ),
      global("add_double", [double, double], double),
      global("add_duration_duration", [duration, duration], duration, tries("addDurations")),
      global(
        "add_duration_timestamp",
        [duration, timestamp],
        timestamp,
        tries("addDurationTimestamp"),
      ),
      global("add_timestamp_duration", [timestamp, duration], timestamp, tries("addToTimestamp")),
      global("add_int64", [int, int], int, tries("addInts", ofInts)),
      global(
        "add_list",
        [list(A), list(A)],
        list(A),
        tries("concatLists", { estimate: (call) => concatenating(call, () => one) }),
      ),
      global("add_string", [string, string], string, {
        counted: "textFunctions",
        cost: "concatCost",
        estimate: (call) => concatenating(call, traversal),
      }),
      global("add_uint64", [uint, uint], uint, tries("addUints")),
    ),
    row(
      "_-_",
      {},
      global("subtract_double", [double, double], double),
      global(
        "subtract_duration_duration",
        [duration, duration],
        duration,
        tries("subtractDurations"),
      ),
      global("subtract_int64", [int, int], int, tries("subtractInts", ofInts)),
      global(
        "subtract_timestamp_duration",
        [timestamp, duration],
        timestamp,
        tries("subtractFromTimestamp"),
      ),
      global(
        "subtract_timestamp_timestamp",
        [timestamp, timestamp],
        duration,
        tries("subtractTimestamps"),
      ),
      global("subtract_uint64", [uint, uint], uint, tries("subtractUints")),
    ),
    row(
      "_/_",
      {},
      global("divide_double", [double, double], double),
      global("divide_int64", [int, int], int, tries("divideInts", ofInts)),
      global("divide_uint64", [uint, uint], uint, tries("divideUints")),
    ),
    row(
      "_<=_",
      { counted: "comparisonFunctions" },
      global("less_equals_bool", [bool, bool], bool),
      global("less_equals_int64", [int, int], bool),
      global("less_equals_int64_double", [int, double], bool, { chosenSince: 28 }),
      global("less_equals_int64_uint64", [int, uint], bool, { chosenSince: 28 }),
      global("less_equals_uint64", [uint, uint], bool),
      global("less_equals_uint64_double", [uint, double], bool, { chosenSince: 28 }),
      global("less_equals_uint64_int64", [uint, int], bool, { chosenSince: 28 }),
      global("less_equals_double", [double, double], bool),
      global("less_equals_double_int64", [double, int], bool, { chosenSince: 28 }),
      global("less_equals_double_uint64", [double, uint], bool, { chosenSince: 28 }),
      global("less_equals_string", [string, string], bool, {
        estimate: readShorter,
        cost: "readShorterCost",
      }),
      global("less_equals_bytes", [bytes, bytes], bool, {
        estimate: readShorter,
        cost: "readShorterCost",
      }),
      global("less_equals_timestamp", [timestamp, timestamp], bool),
      global("less_equals_duration", [duration, duration], bool),
    ),
    row(
      "_<_",
      { counted: "comparisonFunctions" },
      global("less_bool", [bool, bool], bool),
      global("less_int64", [int, int], bool),
      global("less_int64_double", [int, double], bool, { chosenSince: 28 }),
      global("less_int64_uint64", [int, uint], bool, { chosenSince: 28 }),
      global("less_uint64", [uint, uint], bool),
      global("less_uint64_double", [uint, double], bool, { chosenSince: 28 }),
      global("less_uint64_int64", [uint, int], bool, { chosenSince: 28 }),
      global("less_double", [double, double], bool),
      global("less_double_int64", [double, int], bool, { chosenSince: 28 }),
      global("less_double_uint64", [double, uint], bool, { chosenSince: 28 }),
      global("less_string", [string, string], bool, {
        estimate: readShorter,
        cost: "readShorterCost",
      }),
      global("less_bytes", [bytes, bytes], bool, {
        estimate: readShorter,
        cost: "readShorterCost",
      }),
      global("less_timestamp", [timestamp, timestamp], bool),
      global("less_duration", [duration, duration], bool),
    ),
    row(
      "_>=_",
      { counted: "comparisonFunctions" },
      global("greater_equals_bool", [bool, bool], bool),
      global("greater_equals_int64", [int, int], bool),
      global("greater_equals_int64_double", [int, double], bool, { chosenSince: 28 }),
      global("greater_equals_int64_uint64", [int, uint], bool, { chosenSince: 28 }),
      global("greater_equals_uint64", [uint, uint], bool),
      global("greater_equals_uint64_double", [uint, double], bool, { chosenSince: 28 }),
      global("greater_equals_uint64_int64", [uint, int], bool, { chosenSince: 28 }),
      global("greater_equals_double", [double, double], bool),
      global("greater_equals_double_int64", [double, int], bool, { chosenSince: 28 }),
      global("greater_equals_double_uint64", [double, uint], bool, { chosenSince: 28 }),
      global("greater_equals_string", [string, string], bool, {
        estimate: readShorter,
        cost: "readShorterCost",
      }),
      global("greater_equals_bytes", [bytes, bytes], bool, {
        estimate: readShorter,
        cost: "readShorterCost",
      }),
      global("greater_equals_timestamp", [timestamp, timestamp], bool),
      global("greater_equals_duration", [duration, duration], bool),
    ),
    row(
      "_>_",
      { counted: "comparisonFunctions" },
      global("greater_bool", [bool, bool], bool),
      global("greater_int64", [int, int], bool),
      global("greater_int64_double", [int, double], bool, { chosenSince: 28 }),
      global("greater_int64_uint64", [int, uint], bool, { chosenSince: 28 }),
      global("greater_uint64", [uint, uint], bool),
      global("greater_uint64_double", [uint, double], bool, { chosenSince: 28 }),
      global("greater_uint64_int64", [uint, int], bool, { chosenSince: 28 }),
      global("greater_double", [double, double], bool),
      global("greater_double_int64", [double, int], bool, { chosenSince: 28 }),
      global("greater_double_uint64", [double, uint], bool, { chosenSince: 28 }),
      global("greater_string", [string, string], bool, {
        estimate: readShorter,
        cost: "readShorterCost",
      }),
      global("greater_bytes", [bytes, bytes], bool, {
        estimate: readShorter,
        cost: "readShorterCost",
      }),
      global("greater_timestamp", [timestamp, timestamp], bool),
      global("greater_duration", [duration, duration], bool),
    ),
  ],
});

/** The result is as long as both together. */
function concatenating(call: SizedCall, costOf: (size: Range) => Range): CallEstimate {
  const size = addRanges(sizeOf(call.args[0]), sizeOf(call.args[1]));
  return costing(costOf(size), size);
}
