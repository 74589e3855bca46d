import { formatGoTime, isZeroTime, parseGoTime, TimeFault } from "../../values/go/time.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { Float64, isObject, setKey } from "../../values/json/json.js";
import { mapChildren, mapMembers, memberAt } from "../../values/json/raw-fields.js";
import { base64Of } from "./base64-text.js";
import { printedQuantity } from "./go-quantity.js";
import type { GoMap, GoSchemaUnion, GoSlice, GoStruct, GoType } from "./go-type.js";
import { goString } from "./go-type.js";
import { parseMicroTime, zeroMicroTime } from "./micro-time.js";

/**
 * A value as Go prints it that was read into a type before: unknown fields are gone, empty ones
 * too where the type says so, nulls are what they mean, times are in UTC (`encoding/json`). The
 * value has no wrong types: `decodeCrd` reports those.
 */
export function encodeAs(type: GoType, value: Json): Json {
  switch (type.kind) {
    case "struct":
      return encodeStruct(type, value);
    case "pointer":
      return value === null ? null : encodePointed(type.to, value);
    case "slice":
      return encodeSlice(type, value);
    case "map":
      return encodeMap(type, value);
    case "json":
      return storedJson(value);
    case "schemaOrBool":
    case "schemaOrArray":
    case "schemaOrStrings":
      return encodeUnion(type, value);
    case "time":
      return encodeTime(value);
    case "microTime":
      return encodeMicroTime(value);
    case "bytes":
      return base64Of(value);
    case "quantity":
      return printedQuantity(value);
    case "intOrString":
      return value === null ? 0 : storedJson(value);
    default:
      return value === null ? zeroOf(type.kind) : storedJson(value);
  }
}

/**
 * Encodes the value of a pointer: one to the zero time is not left out, so that it is still there
 * when it is read again.
 */
function encodePointed(type: GoType, value: Json): Json {
  const isTime = type.kind === "microTime" && typeof value === "string";
  return encodeAs(type, value) ?? (isTime ? zeroMicroTime : null);
}

function encodeStruct(type: GoStruct, object: Json): JsonObject {
  const given = isObject(object) ? object : {};
  const encoded: JsonObject = {};
  for (const [key, { type: fieldType, isAlwaysPrinted = false }] of type.fields()) {
    const value = memberAt(given, key) ?? null;
    const field = encodeAs(fieldType, value);
    // A pointer may point to what is printed as null.
    const isSet = fieldType.kind === "pointer" && value !== null;
    if (isSet || isAlwaysPrinted || !isOmitted(fieldType, field, key)) {
      setKey(encoded, key, field);
    }
  }
  return encoded;
}

/** Tells whether `omitempty` leaves a field out, or `omitzero`, which `creationTimestamp` has. */
function isOmitted(type: GoType, encoded: Json, key: string): boolean {
  switch (type.kind) {
    case "struct":
    case "quantity":
    case "intOrString":
      return false;
    case "time":
      return encoded === null && key === "creationTimestamp";
    case "pointer":
      return encoded === null;
    case "slice":
      return encoded === null || (Array.isArray(encoded) && encoded.length === 0);
    case "map":
      return !isObject(encoded) || Object.keys(encoded).length === 0;
    default:
      return encoded === "" || encoded === false || encoded === 0;
  }
}

function encodeSlice(type: GoSlice, value: Json): Json {
  return Array.isArray(value) ? value.map((item) => encodeAs(type.of, item)) : null;
}

function encodeMap(type: GoMap, value: Json): Json {
  if (!isObject(value)) return null;
  const encoded: JsonObject = {};
  for (const key of Object.keys(value)) setKey(encoded, key, encodeAs(type.of, value[key] ?? null));
  return encoded;
}

/** The types that read and print themselves (`v1/marshal.go`). */
function encodeUnion(type: GoSchemaUnion, value: Json): Json {
  if (isObject(value)) return encodeAs(type.schema(), value);
  if (type.kind === "schemaOrBool") return value;
  if (!Array.isArray(value) || value.length === 0) return null;
  const of = type.kind === "schemaOrArray" ? type.schema() : goString;
  return value.map((item) => encodeAs(of, item));
}

function encodeTime(value: Json): Json {
  if (typeof value !== "string") return null;
  const time = parseGoTime(value);
  if (time instanceof TimeFault) return value;
  return isZeroTime(time) ? null : formatGoTime(time);
}

function encodeMicroTime(value: Json): Json {
  if (typeof value !== "string") return null;
  const time = parseMicroTime(value);
  if (time instanceof TimeFault) return value;
  const { micros } = time;
  if (isZeroTime(time) && Number(micros) === 0) return null;
  return formatGoTime(time).replace(/Z$/, `.${micros}Z`);
}

function zeroOf(kind: "string" | "bool" | "uint8" | "int32" | "int64" | "float64"): Json {
  if (kind === "string") return "";
  return kind === "bool" ? false : 0;
}

/**
 * An object as the API server reads it back from its store, where it wrote numbers as Go does:
 * `1.0` became `1`, an int64 (`encoding/json` of what `apiextensions.JSON` holds). The given one
 * where nothing changes, which stays as it is.
 */
export function storedObject(object: JsonObject): JsonObject {
  return mapMembers(object, storedJson);
}

/** As `storedObject`, of any value. */
function storedJson(value: Json): Json {
  // It has the range of int64; the sum makes -0 what it is as an integer.
  return value instanceof Float64 ? value.value + 0 : mapChildren(value, storedJson);
}
