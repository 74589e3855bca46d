import { parseGoTime, TimeFault } from "../../../runtime/v1/values/go/time.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { Float64, isInt64 } from "../../../runtime/v1/values/json/json.js";
import { base64Fault } from "./base64-fault.js";
import type { GoScalar } from "./go-type.js";
import { parseMicroTime } from "./micro-time.js";

/** Whether Go's decoder takes a JSON value for a scalar of a type; null fits everywhere. */
export function fitsScalar({ kind }: GoScalar, value: Json): boolean {
  if (value === null) return true;
  switch (kind) {
    case "string":
      return typeof value === "string";
    case "bool":
      return typeof value === "boolean";
    case "float64":
      return isNumber(value);
    case "int64":
      return isInteger(value);
    case "int32":
      return isInteger(value) && isBetween(value, -(2 ** 31), 2 ** 31 - 1);
    case "uint8":
      return isInteger(value) && isBetween(value, 0, 2 ** 8 - 1);
    case "bytes":
      return typeof value === "string" && base64Fault(value) === undefined;
    case "time":
      return typeof value === "string" && !(parseGoTime(value) instanceof TimeFault);
    case "microTime":
      return typeof value === "string" && !(parseMicroTime(value) instanceof TimeFault);
  }
}

function isNumber(value: Json): value is number | bigint | Float64 {
  return typeof value === "number" || typeof value === "bigint" || value instanceof Float64;
}

function isInteger(value: Json): value is number | bigint | Float64 {
  return isNumber(value) && isInt64(value);
}

function isBetween(value: number | bigint | Float64, least: number, most: number): boolean {
  return Number(value) >= least && Number(value) <= most;
}
