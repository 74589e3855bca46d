import { Double } from "../cel/double.js";
import { CelError } from "../cel/error.js";
import { Uint } from "../cel/uint.js";
import { mapOf } from "../cel/map.js";
import { isInt } from "../cel/value.js";
import type { Value } from "../cel/value.js";
import type { Step } from "./cost-tracker.js";
import type { Outcome } from "./outcome.js";
import type { StructFieldStep } from "./literal-steps.js";
import { StructStep } from "./literal-steps.js";

/** A literal of a well-known protobuf type. */
export function structLiteral(name: string, fields: readonly StructFieldStep[]): Step {
  return new StructStep(fields, (values) => createStruct(name, values));
}

/** The value of a literal of a well-known protobuf type: wrappers and JSON types are what they hold. */
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

function inRange(value: Value, from: bigint, below: bigint, fault: string): Outcome {
  const integer = isInt(value) ? BigInt(value) : value instanceof Uint ? value.value : from;
  return integer >= from && integer < below ? value : new CelError(fault);
}
