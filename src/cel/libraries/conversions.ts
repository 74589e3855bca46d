import type { CallEstimate, SizedCall } from "../cost-model.js";
import { sizeOf, traversal, wrapped } from "../cost-model.js";
import { costing } from "./estimates.js";
import type { Library } from "./row.js";
import { calls, converts, global, library, member, row } from "./row.js";
import {
  bool,
  bytes,
  double,
  duration,
  dyn,
  int,
  list,
  map,
  string,
  timestamp,
  type,
  uint,
  A,
  B,
} from "./types.js";

/** Conversions, `size` and `type` (cel-go `common/stdlib/standard.go`). */
export const conversionsLibrary: Library = library({
  name: "standard conversions",
  introduced: 0,
  functions: [
    row(
      "bool",
      { dynamic: "toBoolValue", folds: true, counted: "boolConversion" },
      global("bool_to_bool", [bool], bool, { inline: { kind: "same" } }),
      global("string_to_bool", [string], bool, converts("toBoolValue")),
    ),
    row(
      "bytes",
      { dynamic: "toBytesValue", folds: true, counted: "bytesConversion" },
      global("bytes_to_bytes", [bytes], bytes, { inline: { kind: "same" } }),
      global(
        "string_to_bytes",
        [string],
        bytes,
        calls("encodeUtf8", { estimate: estimateStringToBytes, cost: "readFirstCost" }),
      ),
    ),
    row(
      "double",
      { dynamic: "toDoubleValue", folds: true, counted: "doubleConversion" },
      global("double_to_double", [double], double, { inline: { kind: "same" } }),
      global("int64_to_double", [int], double, calls("Number")),
      global("string_to_double", [string], double, converts("toDoubleValue", { gives: "Double" })),
      global("uint64_to_double", [uint], double, converts("toDoubleValue", { gives: "Double" })),
    ),
    row(
      "duration",
      { dynamic: "toDurationValue", folds: true, counted: "durationConversion" },
      global("duration_to_duration", [duration], duration, { inline: { kind: "same" } }),
      global(
        "string_to_duration",
        [string],
        duration,
        converts("toDurationValue", { inline: { kind: "duration constant" } }),
      ),
    ),
    row(
      "dyn",
      { folds: true, counted: "sizeFunctions" },
      global("to_dyn", [A], dyn, { inline: { kind: "boxed" } }),
    ),
    row(
      "int",
      { dynamic: "toIntValue", folds: true, counted: "intConversion" },
      global("int64_to_int64", [int], int, { inline: { kind: "same" } }),
      global("double_to_int64", [double], int, converts("toIntValue")),
      global("duration_to_int64", [duration], int, converts("toIntValue")),
      global("string_to_int64", [string], int, converts("toIntValue")),
      global("timestamp_to_int64", [timestamp], int, converts("toIntValue")),
      global("uint64_to_int64", [uint], int, converts("toIntValue")),
    ),
    row(
      "size",
      { dynamic: "sizeOf", counted: "sizeFunctions" },
      global("size_bytes", [bytes], int, converts("sizeOf")),
      member("bytes_size", [bytes], int, converts("sizeOf")),
      global("size_list", [list(A)], int, calls("listSize", { inline: { kind: "size" } })),
      member("list_size", [list(A)], int, calls("listSize", { inline: { kind: "size" } })),
      global("size_map", [map(A, B)], int, converts("sizeOf", { inline: { kind: "size" } })),
      member("map_size", [map(A, B)], int, converts("sizeOf", { inline: { kind: "size" } })),
      global("size_string", [string], int, calls("codePoints")),
      member("string_size", [string], int, calls("codePoints")),
    ),
    row(
      "string",
      { dynamic: "toStringValue", folds: true, counted: "stringConversion" },
      global("string_to_string", [string], string, { inline: { kind: "same" } }),
      global("bool_to_string", [bool], string, calls("String", { longest: 5 })),
      global(
        "bytes_to_string",
        [bytes],
        string,
        converts("toStringValue", { estimate: estimateBytesToString, cost: "readFirstCost" }),
      ),
      global("double_to_string", [double], string, calls("formatFloat", { longest: 24 })),
      global("duration_to_string", [duration], string, calls("formatDuration", { longest: 32 })),
      global("int64_to_string", [int], string, calls("String", { longest: 20 })),
      global("timestamp_to_string", [timestamp], string, calls("formatTimestamp", { longest: 35 })),
      global("uint64_to_string", [uint], string, converts("toStringValue", { longest: 20 })),
    ),
    row(
      "timestamp",
      { dynamic: "toTimestampValue", folds: true, counted: "timestampConversion" },
      global("timestamp_to_timestamp", [timestamp], timestamp, { inline: { kind: "same" } }),
      global("int64_to_timestamp", [int], timestamp, converts("toTimestampValue")),
      global(
        "string_to_timestamp",
        [string],
        timestamp,
        converts("toTimestampValue", { inline: { kind: "timestamp constant" } }),
      ),
    ),
    row(
      "type",
      { folds: true, counted: "sizeFunctions" },
      global("type", [A], type(A), calls("typeOf")),
    ),
    row(
      "uint",
      { dynamic: "toUintValue", folds: true, counted: "uintConversion" },
      global("uint64_to_uint64", [uint], uint, { inline: { kind: "same" } }),
      global("double_to_uint64", [double], uint, converts("toUintValue")),
      global("int64_to_uint64", [int], uint, converts("toUintValue")),
      global("string_to_uint64", [string], uint, converts("toUintValue")),
    ),
  ],
});

/** A character becomes up to four bytes; the product may wrap around, as in Go. */
function estimateStringToBytes(call: SizedCall): CallEstimate {
  const size = sizeOf(call.args[0]);
  const resultSize = { min: size.min, max: wrapped(BigInt(size.max) * 4n) };
  return costing(traversal(size), resultSize);
}

function estimateBytesToString(call: SizedCall): CallEstimate {
  const size = sizeOf(call.args[0]);
  const resultSize = { min: wrapped(BigInt(size.min) / 4n), max: size.max };
  return costing(traversal(size), resultSize);
}
