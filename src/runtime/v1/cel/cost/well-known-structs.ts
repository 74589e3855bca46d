import { Double } from "../values/double.js";
import { Duration } from "../values/duration.js";
import { CelError } from "../values/error.js";
import { toInt } from "../values/int.js";
import { mapOf } from "../values/map.js";
import { Timestamp } from "../values/timestamp.js";
import { Uint } from "../values/uint.js";
import type { Value } from "../values/value.js";
import { isInt } from "../values/value.js";
import type { Step } from "./cost-tracker.js";
import type { StructFieldStep } from "./literal-steps.js";
import { StructStep } from "./literal-steps.js";
import type { Outcome } from "./outcome.js";

/** A literal of a well-known protobuf type. */
export function structLiteral(name: string, fields: readonly StructFieldStep[]): Step {
  return new StructStep(fields, (values) => createStruct(name, values));
}

/**
 * The value of a literal of a well-known protobuf type: wrappers and JSON types are what they hold.
 */
export function createStruct(name: string, fields: ReadonlyMap<string, Value>): Outcome {
  const type = name.replace(/^\.?google\.protobuf\./, "");
  const value = fields.get("value");
  switch (type) {
    case "BoolValue":
      return value ?? false;
    case "StringValue":
      return value ?? "";
    case "BytesValue":
      return value ?? new Uint8Array();
    case "Int64Value":
      return value ?? 0;
    case "Int32Value":
      return int32("Int32Value.value", value);
    case "UInt64Value":
      return value ?? new Uint(0n);
    case "UInt32Value":
      return value instanceof Uint && value.value >= 2n ** 32n
        ? conversionError("UInt32Value.value", "unsigned integer overflow")
        : (value ?? new Uint(0n));
    case "DoubleValue":
      return value ?? new Double(0);
    case "FloatValue":
      return new Double(value instanceof Double ? Math.fround(value.value) : 0);
    case "ListValue":
      return fields.get("values") ?? [];
    case "Struct":
      return fields.get("fields") ?? mapOf([]);
    case "Value":
      return [...fields.values()][0] ?? null;
    case "Any":
      return new CelError("unsupported conversion to ref.Val: (*dynamicpb.Message)");
    case "Timestamp":
    case "Duration":
      return timeOf(type, fields.get("seconds") ?? 0, fields.get("nanos"));
    default:
      return new CelError(`unknown type: ${name}`);
  }
}

/**
 * Seconds with nanoseconds, of which there may be too many and less than none, as Go's `AsTime` and
 * `AsDuration` add them.
 */
function timeOf(type: "Timestamp" | "Duration", seconds: Value, nanos: Value | undefined): Outcome {
  const rest = int32(`${type}.nanos`, nanos);
  if (!isInt(seconds) || !isInt(rest)) return rest;
  if (type === "Timestamp") {
    const carried = Math.floor(Number(rest) / 1e9);
    return new Timestamp(Number(seconds) + carried, Number(rest) - carried * 1e9);
  }
  const total = BigInt(seconds) * 1_000_000_000n + BigInt(rest);
  return new Duration(toInt(total) ?? (total < 0 ? -(2n ** 63n) : 2n ** 63n - 1n));
}

function int32(field: string, value: Value = 0): Outcome {
  return isInt(value) && BigInt.asIntN(32, BigInt(value)) !== BigInt(value)
    ? conversionError(field, "integer overflow")
    : value;
}

function conversionError(field: string, fault: string): CelError {
  return new CelError(
    `field type conversion error for google.protobuf.${field} value type: ${fault}`,
  );
}
