import { Double } from "../runtime/v1/cel/double.js";
import { CelError } from "../runtime/v1/cel/error.js";
import { Uint } from "../runtime/v1/cel/uint.js";
import { mapOf } from "../runtime/v1/cel/map.js";
import { isInt } from "../runtime/v1/cel/value.js";
import type { Value } from "../runtime/v1/cel/value.js";
import type { Result } from "./functions.js";

/** The value of a literal of a well-known protobuf type: wrappers and JSON types are what they hold. */
export function createStruct(name: string, fields: ReadonlyMap<string, Value>): Result {
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
      return inRange(value ?? 0, -(2n ** 31n), 2n ** 31n, "integer overflow");
    case "UInt64Value":
      return value ?? new Uint(0n);
    case "UInt32Value":
      return inRange(value ?? new Uint(0n), 0n, 2n ** 32n, "unsigned integer overflow");
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
      return new CelError("conversion error: got nil pointer, want google.protobuf.Any");
    default:
      return new CelError(`unknown type: ${name}`);
  }
}

function inRange(value: Value, from: bigint, below: bigint, fault: string): Result {
  const integer = isInt(value) ? BigInt(value) : value instanceof Uint ? value.value : from;
  return integer >= from && integer < below ? value : new CelError(fault);
}
