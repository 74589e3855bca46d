import { goJson, jsonKind } from "../go/json.js";
import { sortedMembers } from "../go/render-tree.js";
import { formatGoTime, isPlainTime, isZeroTime, parseGoTime, TimeFault } from "../go/time.js";
import type { Json, JsonObject } from "../json/json.js";
import { Float64, isInt64, isObject, setKey } from "../json/json.js";
import type { MetadataStruct, MetadataType } from "./types.js";
import { goFieldType, isStruct, objectMetaType } from "./types.js";

/**
 * Metadata as the server holds it, in the form in which it would write it: unknown and empty fields
 * are gone.
 */
export interface DecodedMeta {
  readonly metadata: JsonObject;
  /**
   * Paths below the metadata of what the type does not know (`ownerReferences[0].foo`), in the
   * order of sorted keys.
   */
  readonly unknownFields: readonly string[];
}

/** Why metadata cannot be decoded; `message` is Go's text. */
export class MetaFault {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** How many unknown fields the decoder tells. */
const maxUnknown = 100;

/**
 * Decodes the value of `metadata` as the API server does for requests (apiextensions
 * `schema/objectmeta/coerce.go`): null is empty metadata, null anywhere in it the zero value, times
 * become seconds in UTC. The input stays as it is.
 *
 * @param place where the metadata is, for the texts of faults
 */
export function decodeObjectMeta(
  value: Json,
  place: Place = { struct: "", path: "" },
): DecodedMeta | MetaFault {
  const decoder = new Decoder();
  const metadata = decoder.decode(value, objectMetaType, place, "");
  const message = decoder.fatal ?? decoder.mismatch;
  if (message !== undefined) return new MetaFault(message);
  return { metadata: isObject(metadata) ? metadata : {}, unknownFields: decoder.unknownFields };
}

/**
 * Decodes metadata as the server does for what it reads from storage: fields that do not decode are
 * left out one by one. Undefined if it is no object at all; such metadata stays as it is.
 */
export function decodeStoredObjectMeta(value: Json): DecodedMeta | undefined {
  const whole = decodeObjectMeta(value);
  if (!(whole instanceof MetaFault)) return whole;
  if (!isObject(value)) return undefined;
  const sound: JsonObject = {};
  for (const [key, field] of Object.entries(value)) {
    const single: JsonObject = {};
    setKey(single, key, field);
    if (!(decodeObjectMeta(single) instanceof MetaFault)) setKey(sound, key, field);
  }
  const decoded = decodeObjectMeta(sound);
  return decoded instanceof MetaFault ? undefined : decoded;
}

/** Where an error is: the innermost struct and the fields that lead there. */
interface Place {
  readonly struct: string;
  readonly path: string;
}

/** Decodes values; every method returns the value to write, undefined for one that is left out. */
class Decoder {
  readonly unknownFields: string[] = [];
  /** The first value of a wrong type; decoding goes on. */
  mismatch: string | undefined;
  /** A fault that ends decoding at once: of a time. */
  fatal: string | undefined;

  decode(value: Json, type: MetadataType, place: Place, at: string): Json | undefined {
    if (this.fatal !== undefined) return undefined;
    if (isStruct(type)) return this.#decodeStruct(value, type, place, at);
    if (value === null) return undefined;
    if (typeof type === "object") {
      const [item] = type;
      return Array.isArray(value)
        ? value.map((each, i) => this.decode(each, item, place, `${at}[${i}]`) ?? "")
        : this.#mismatched(value, `[]${nameOf(item)}`, place);
    }
    switch (type) {
      case "raw":
        return value;
      case "time":
      case "*time":
        return this.#decodeTime(value, type === "*time", place);
      case "int64":
      case "*int64":
        return this.#decodeInteger(value, place);
      case "map[string]string":
        return this.#decodeMap(value, place);
      default:
        if (typeof value === (type === "*bool" ? "boolean" : "string")) return value;
    }
    return this.#mismatched(value, nameOf(type), place);
  }

  #decodeStruct(value: Json, type: MetadataStruct, place: Place, at: string): Json | undefined {
    const decoded: JsonObject = {};
    const object = value ?? {};
    if (!isObject(object)) return this.#mismatched(value, nameOf(type), place);
    for (const [key, field] of sortedEntries(object)) {
      const known = goFieldType(type, key);
      const fieldAt = at === "" ? key : `${at}.${key}`;
      if (known === undefined) {
        if (this.unknownFields.length < maxUnknown) this.unknownFields.push(fieldAt);
        continue;
      }
      const path = place.path === "" ? key : `${place.path}.${key}`;
      const written = this.decode(field, known, { struct: type.name, path }, fieldAt);
      if (written !== undefined && !isEmpty(written, known)) decoded[key] = written;
    }
    for (const key of type.always ?? []) decoded[key] ??= "";
    return decoded;
  }

  #decodeMap(value: Json, place: Place): Json | undefined {
    if (!isObject(value)) return this.#mismatched(value, "map[string]string", place);
    const decoded: JsonObject = {};
    for (const [key, member] of sortedEntries(value)) {
      setKey(decoded, key, this.decode(member, "string", place, "") ?? "");
    }
    return decoded;
  }

  /** The server writes the value as JSON first, so `1.0` counts as an integer. */
  #decodeInteger(value: Json, place: Place): Json | undefined {
    const number = value instanceof Float64 ? value.value : value;
    if ((typeof number === "number" || typeof number === "bigint") && isInt64(number))
      return number;
    const literal = typeof number === "number" ? ` ${goJson(value)}` : "";
    return this.#mismatched(value, "int64", place, literal);
  }

  #decodeTime(value: Json, isPointer: boolean, place: Place): Json | undefined {
    if (typeof value !== "string") {
      this.fatal = mismatchText(value, "string", place, "");
      return undefined;
    }
    if (isWrittenAlike(value)) return value;
    const time = parseGoTime(value);
    if (time instanceof TimeFault) {
      this.fatal = time.message;
      return undefined;
    }
    if (isZeroTime(time)) return isPointer ? null : undefined;
    return formatGoTime(time);
  }

  #mismatched(value: Json, type: string, place: Place, literal = ""): Json | undefined {
    this.mismatch ??= mismatchText(value, type, place, literal);
    return undefined;
  }
}

/** Returns the name that errors give to a type that is no list. */
function nameOf(type: MetadataType): string {
  return isStruct(type) ? `v1.${type.name}` : String(type).replace("*", "");
}

function mismatchText(value: Json, type: string, place: Place, literal: string): string {
  const target = place.path === "" ? "Go value" : `Go struct field ${place.struct}.${place.path}`;
  return `json: cannot unmarshal ${jsonKind(value)}${literal} into ${target} of type ${type}`;
}

/** Empty values are left out, but for what a pointer points to. */
function isEmpty(value: Json, type: MetadataType): boolean {
  if (value === "" || value === 0) return type !== "raw" && type !== "*int64";
  return (
    type !== "raw" && typeof value === "object" && value !== null && Object.keys(value).length === 0
  );
}

/**
 * Tells whether a time is in the form in which the server writes it, and not that of its zero
 * value.
 */
function isWrittenAlike(text: string): boolean {
  return isPlainTime(text) && !text.startsWith("0001-01-01");
}

function sortedEntries(value: JsonObject): [string, Json][] {
  return sortedMembers(value) as [string, Json][]; // of JSON
}
