import type { CelType } from "../type.js";
import {
  anyType,
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  nullType,
  objectType,
  stringType,
  timestampType,
  typeType,
  uintType,
  wrapperType,
} from "../type.js";

const jsonListType = listType(dynType);
const jsonMapType = mapType(stringType, dynType);

/**
 * Protobuf messages that every CEL environment knows, and what they are in CEL (cel-go
 * `common/types/types.go`).
 */
const messages: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ["google.protobuf.Any", anyType],
  ["google.protobuf.BoolValue", wrapperType(boolType)],
  ["google.protobuf.BytesValue", wrapperType(bytesType)],
  ["google.protobuf.DoubleValue", wrapperType(doubleType)],
  ["google.protobuf.Duration", durationType],
  ["google.protobuf.Empty", objectType("google.protobuf.Empty", () => undefined)],
  ["google.protobuf.FloatValue", wrapperType(doubleType)],
  ["google.protobuf.Int32Value", wrapperType(intType)],
  ["google.protobuf.Int64Value", wrapperType(intType)],
  ["google.protobuf.ListValue", jsonListType],
  ["google.protobuf.NullValue", nullType],
  ["google.protobuf.StringValue", wrapperType(stringType)],
  ["google.protobuf.Struct", jsonMapType],
  ["google.protobuf.Timestamp", timestampType],
  ["google.protobuf.UInt32Value", wrapperType(uintType)],
  ["google.protobuf.UInt64Value", wrapperType(uintType)],
  ["google.protobuf.Value", dynType],
]);

/** Fields of those messages, as a literal `google.protobuf.X{field: …}` may set them. */
const fields: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ["google.protobuf.Any.type_url", stringType],
  ["google.protobuf.Any.value", bytesType],
  ["google.protobuf.BoolValue.value", boolType],
  ["google.protobuf.BytesValue.value", bytesType],
  ["google.protobuf.DoubleValue.value", doubleType],
  ["google.protobuf.Duration.nanos", intType],
  ["google.protobuf.Duration.seconds", intType],
  ["google.protobuf.FloatValue.value", doubleType],
  ["google.protobuf.Int32Value.value", intType],
  ["google.protobuf.Int64Value.value", intType],
  ["google.protobuf.ListValue.values", listType(dynType)],
  ["google.protobuf.StringValue.value", stringType],
  ["google.protobuf.Struct.fields", mapType(stringType, dynType)],
  ["google.protobuf.Timestamp.nanos", intType],
  ["google.protobuf.Timestamp.seconds", intType],
  ["google.protobuf.UInt32Value.value", uintType],
  ["google.protobuf.UInt64Value.value", uintType],
  ["google.protobuf.Value.bool_value", boolType],
  ["google.protobuf.Value.list_value", jsonListType],
  ["google.protobuf.Value.null_value", nullType],
  ["google.protobuf.Value.number_value", doubleType],
  ["google.protobuf.Value.string_value", stringType],
  ["google.protobuf.Value.struct_value", jsonMapType],
]);

/** Identifiers that denote types in every environment, the messages by their full names. */
export const standardTypeNames: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ["bool", boolType],
  ["bytes", bytesType],
  ["double", doubleType],
  ["int", intType],
  ["list", jsonListType],
  ["map", mapType(dynType, dynType)],
  ["null_type", nullType],
  ["string", stringType],
  ["type", typeType(undefined)],
  ["uint", uintType],
  ...messages,
]);

/**
 * Tells whether a name that denotes a type has a value when a program is made. Those of some
 * messages have none, and variables that hold a type are looked up here as well, where nobody has
 * put them (cel-go `interpreter/planner.go`).
 */
export function isTypeValue(name: string): boolean {
  if (namesWithoutValue.has(name)) return false;
  return standardTypeNames.has(name) || libraryTypeNames.has(name);
}

const libraryTypeNames: ReadonlySet<string> = new Set(["optional_type", "net.IP", "net.CIDR"]);

/**
 * Types of the checker that have no value of that name: protobuf messages that are CEL types of
 * another name.
 */
const namesWithoutValue: ReadonlySet<string> = new Set([
  "duration",
  "google.protobuf.Any",
  "google.protobuf.BoolValue",
  "google.protobuf.BytesValue",
  "google.protobuf.DoubleValue",
  "google.protobuf.FloatValue",
  "google.protobuf.Int32Value",
  "google.protobuf.Int64Value",
  "google.protobuf.ListValue",
  "google.protobuf.NullValue",
  "google.protobuf.StringValue",
  "google.protobuf.Struct",
  "google.protobuf.UInt32Value",
  "google.protobuf.UInt64Value",
  "google.protobuf.Value",
  "timestamp",
]);

/** Constants of protobuf enums. */
export const enumConstants: ReadonlyMap<string, bigint> = new Map([
  ["google.protobuf.NullValue.NULL_VALUE", 0n],
]);

/**
 * The protobuf name under which a literal sets the fields of a well-known type; `undefined` for
 * other types.
 */
export function messageName(type: CelType): string | undefined {
  switch (type.kind) {
    case "any":
      return "google.protobuf.Any";
    case "timestamp":
      return "google.protobuf.Timestamp";
    case "duration":
      return "google.protobuf.Duration";
    case "dyn":
      return "google.protobuf.Value";
    case "null":
      return "google.protobuf.NullValue";
    case "wrapper":
      return wrapperNames.get(type.wrapped.kind);
    case "list":
      return type.element === dynType ? "google.protobuf.ListValue" : undefined;
    case "map":
      return type.key === stringType && type.value === dynType
        ? "google.protobuf.Struct"
        : undefined;
    default:
      return undefined;
  }
}

const wrapperNames: ReadonlyMap<string, string> = new Map([
  ["bool", "google.protobuf.BoolValue"],
  ["bytes", "google.protobuf.BytesValue"],
  ["double", "google.protobuf.DoubleValue"],
  ["int", "google.protobuf.Int64Value"],
  ["string", "google.protobuf.StringValue"],
  ["uint", "google.protobuf.UInt64Value"],
]);

/**
 * The type of a field of a well-known message, both by their protobuf names; `undefined` where it
 * has no such field.
 */
export function messageField(message: string, field: string): CelType | undefined {
  return fields.get(`${message}.${field}`);
}
