import { base64Fault } from "../../frontend/decode/base64-fault.js";
import type { GoMap, GoScalar, GoSlice, GoStruct, GoType } from "../../frontend/decode/go-type.js";
import type { Json } from "../../runtime/v1/json/json.js";
import { isObject } from "../../runtime/v1/json/json.js";

/*
 * What a strategic merge patch has made is not decoded: it is converted, value by value, into the
 * type of its kind (apimachinery `runtime/converter.go`, fromUnstructured).
 */

/** Why a value cannot be converted into a type of Go; undefined if it can. */
export function conversionFault(value: Json | undefined, type: GoType): string | undefined {
  if (value === undefined || value === null) return undefined;
  switch (type.kind) {
    case "pointer":
      return conversionFault(value, type.to);
    case "struct":
      return structFault(value, type);
    case "map":
      return mapFault(value, type);
    case "slice":
      return sliceFault(value, type);
    case "bytes":
      return typeof value === "string" ? bytesFault(value) : sliceFault(value, bytesAsList);
    case "string":
    case "bool":
    case "uint8":
    case "int32":
    case "int64":
    case "float64":
      return scalarFault(value, type);
    default:
      // The others read themselves.
      return undefined;
  }
}

const bytesAsList: GoSlice = { kind: "slice", of: { kind: "uint8" } };

function structFault(value: Json, type: GoStruct): string | undefined {
  if (!isObject(value)) return `cannot restore struct from: ${kindOf(value)}`;
  return firstFault([...type.fields()], ([key, field]) => conversionFault(value[key], field.type));
}

function mapFault(value: Json, { of }: GoMap): string | undefined {
  if (!isObject(value)) return `cannot restore map from ${kindOf(value)}`;
  return firstFault(Object.values(value), (member) => conversionFault(member, of));
}

function sliceFault(value: Json, { of }: GoSlice): string | undefined {
  if (!Array.isArray(value)) return `cannot restore slice from ${kindOf(value)}`;
  return firstFault(value, (item: Json) => conversionFault(item, of));
}

function bytesFault(text: string): string | undefined {
  const fault = base64Fault(text);
  return fault === undefined ? undefined : `error decoding from json: ${fault}`;
}

function firstFault<Item>(
  items: readonly Item[],
  faultOf: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Go could make a text of a whole number; the converter refuses that with other words. */
function scalarFault(value: Json, { kind, name }: GoScalar): string | undefined {
  const given = kindOf(value);
  const [isNumber, wantsNumber] = [isNumeric(given), isNumeric(kind)];
  if (isNumber && wantsNumber) {
    const isWhole = given === "int64" || kind === "float64" || Number.isInteger(value);
    return isWhole ? undefined : `cannot convert ${given} to ${name ?? kind}`;
  }
  if (given === kind) return undefined;
  const isText = given === "int64" && kind === "string";
  return isText ? `cannot convert ${given} to ${name ?? kind}` : `unrecognized type: ${kind}`;
}

function isNumeric(kind: string): boolean {
  return /^(uint8|int32|int64|float64)$/.test(kind);
}

/** What Go calls the value of a JSON text (`reflect.Kind`). */
function kindOf(value: Json): string {
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (Array.isArray(value)) return "slice";
  if (isObject(value)) return "map";
  return typeof value === "bigint" || Number.isInteger(value) ? "int64" : "float64";
}
