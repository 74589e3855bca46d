import type { ConvertedObject } from "../testing/served-version.js";
import { jsonKind } from "../values/go/json.js";
import { parseGoTime, TimeFault } from "../values/go/time.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject, setKey, toDouble } from "../values/json/json.js";
import { base64Fault } from "./go-types/base64-fault.js";
import type { GoStruct, GoType } from "./go-types/go-type.js";
import { typeName } from "./go-types/go-type.js";
import { parseMicroTime } from "./go-types/micro-time.js";
import { goValueKind, goValueType } from "./list-order.js";

/**
 * Puts an object that has no type into that of its kind, in the words of apimachinery
 * `runtime/converter.go`, FromUnstructured: nothing is written as JSON and read again.
 */
export function fromUnstructured(type: GoStruct, object: JsonObject): ConvertedObject {
  const unknown: string[] = [];
  try {
    const converted = new Converter(unknown).convert(type, object, "");
    const made = converted as JsonObject; // of a struct
    return { object: made, unknown: unknown.sort(), fault: undefined };
  } catch (error) {
    if (!(error instanceof ConversionFault)) throw error;
    return { object, unknown: [], fault: error.message };
  }
}

/** Go's words about a value that does not fit. */
class ConversionFault extends Error {
  override readonly name = "ConversionFault";
}

class Converter {
  readonly #unknown: string[];

  /** @param unknown is told of fields that there are not */
  constructor(unknown: string[]) {
    this.#unknown = unknown;
  }

  /** @throws ConversionFault */
  convert(type: GoType, value: Json, path: string): Json {
    if (value === null) return null;
    switch (type.kind) {
      case "pointer":
        return this.convert(type.to, value, path);
      case "struct":
        return this.#struct(type, value, path);
      case "map":
        return this.#map(type.of, value, path);
      case "slice":
        return this.#slice(type.of, value, path);
      case "bytes":
        return this.#bytes(value, path);
      case "time":
      case "microTime":
        return timeOf(type.kind, value);
      case "string":
      case "bool":
      case "uint8":
      case "int32":
      case "int64":
      case "float64":
        return scalarOf(type.kind, typeName(type, "v1"), value);
      default:
        return value;
    }
  }

  /** Fields come in the order of the type; what is unknown is told last. */
  #struct(type: GoStruct, value: Json, path: string): JsonObject {
    if (!isObject(value)) {
      throw new ConversionFault(`cannot restore struct from: ${goValueKind(value)}`);
    }
    const converted: JsonObject = {};
    for (const [key, field] of type.fields()) {
      const member = value[key];
      if (member === undefined) continue;
      setKey(converted, key, this.convert(field.type, member, below(path, key)));
    }
    for (const key of Object.keys(value)) {
      if (!type.fields().has(key)) this.#unknown.push(`unknown field "${below(path, key)}"`);
    }
    return converted;
  }

  #map(type: GoType, value: Json, path: string): JsonObject {
    if (!isObject(value)) {
      throw new ConversionFault(`cannot restore map from ${goValueKind(value)}`);
    }
    const converted: JsonObject = {};
    for (const [key, member] of Object.entries(value)) {
      setKey(converted, key, this.convert(type, member, path));
    }
    return converted;
  }

  #slice(type: GoType, value: Json, path: string): Json[] {
    if (!Array.isArray(value)) {
      throw new ConversionFault(`cannot restore slice from ${goValueKind(value)}`);
    }
    return value.map((item, index) => this.convert(type, item, `${path}[${index}]`));
  }

  #bytes(value: Json, path: string): Json {
    if (typeof value !== "string") return this.#slice({ kind: "uint8" }, value, path);
    const fault = base64Fault(value);
    if (fault !== undefined) throw new ConversionFault(`error decoding from json: ${fault}`);
    // Line ends and odd last bits are gone when bytes are written again.
    return btoa(atob(value));
  }
}

function below(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

/** Times read themselves, from JSON. */
function timeOf(kind: "time" | "microTime", value: Json): Json {
  if (typeof value !== "string") {
    const words = `json: cannot unmarshal ${jsonKind(value)} into Go value of type string`;
    throw new ConversionFault(words);
  }
  const time = kind === "time" ? parseGoTime(value) : parseMicroTime(value);
  if (time instanceof TimeFault) throw new ConversionFault(time.message);
  return value;
}

type ScalarKind = "string" | "bool" | "uint8" | "int32" | "int64" | "float64";

/** Only what Go itself converts is worth a word about the two types. */
function scalarOf(kind: ScalarKind, name: string, value: Json): Json {
  const given = goValueType(value);
  const isNumber = given === "int64" || given === "float64";
  const isWanted = given === kind || (isNumber && kind === "float64");
  if (isWanted) return value;
  const isInteger = kind === "uint8" || kind === "int32" || kind === "int64";
  if (isInteger && isNumber) {
    const number = toDouble(value as number); // was checked
    if (Number.isInteger(number)) return wrapped(kind, number);
    throw new ConversionFault(`cannot convert ${given} to ${name}`);
  }
  // An integer is a character to Go, and a text is a list of bytes.
  if (given === "int64" && kind === "string") {
    throw new ConversionFault(`cannot convert ${given} to ${name}`);
  }
  throw new ConversionFault(`unrecognized type: ${kind}`);
}

/** The int64 that the processor makes of a float64 for which an int64 has no room. */
const noInt64 = -(2n ** 63n);

/** Integers lose the bits that their type has no room for. */
function wrapped(kind: "uint8" | "int32" | "int64", number: number): number | bigint {
  const hasRoom = Math.abs(number) < 2 ** 63;
  if (kind === "int64") return hasRoom ? number : noInt64;
  // The last bits of that are zeros.
  if (!hasRoom) return 0;
  return kind === "int32" ? number | 0 : number & 0xff;
}
