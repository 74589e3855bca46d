import { JsonFault, parseJson, repeatMark } from "../../values/go/parse-json.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject, setKey } from "../../values/json/json.js";
import type { GoStruct, GoType } from "./go-type.js";

/** A text that was read before, with keys that come twice marked where they come again. */
export function parseMarked(text: string): Json {
  const parsed = parseJson(text, { marksRepeated: true });
  return parsed instanceof JsonFault ? null : parsed.value;
}

/** A key without its mark. */
export function unmarked(key: string): string {
  const at = key.indexOf(repeatMark);
  return at < 0 ? key : key.slice(0, at);
}

/**
 * A value in which keys may be marked, as Go has it when all of it was decoded, one value after the
 * other: structs and maps that come again are added to.
 */
export function mergeRepeated(type: GoType, value: Json): Json {
  switch (type.kind) {
    case "pointer":
      return mergeRepeated(type.to, value);
    case "struct":
      return isObject(value) ? mergedStruct(type, value, {}) : value;
    case "slice":
      return Array.isArray(value) ? value.map((item) => mergeRepeated(type.of, item)) : value;
    case "map":
      return isObject(value) ? mergedMap(type.of, value, {}) : value;
    default:
      return value;
  }
}

function mergedStruct(type: GoStruct, value: JsonObject, into: JsonObject): JsonObject {
  const merged = { ...into };
  for (const key of Object.keys(value)) {
    const name = unmarked(key);
    const known = type.fields().get(name);
    if (known === undefined) continue;
    const before = Object.hasOwn(merged, name) ? merged[name] : undefined;
    setKey(merged, name, combined(known.type, before, value[key] ?? null));
  }
  return merged;
}

function mergedMap(of: GoType, value: JsonObject, into: JsonObject): JsonObject {
  const merged = { ...into };
  for (const key of Object.keys(value)) {
    setKey(merged, unmarked(key), mergeRepeated(of, value[key] ?? null));
  }
  return merged;
}

function combined(type: GoType, before: Json | undefined, value: Json): Json {
  if (before === undefined) return mergeRepeated(type, value);
  const isNil = type.kind === "pointer" || type.kind === "slice" || type.kind === "map";
  if (value === null) return isNil ? null : before;
  const target = type.kind === "pointer" ? type.to : type;
  if (!isObject(value) || !isObject(before)) return mergeRepeated(type, value);
  if (target.kind === "struct") return mergedStruct(target, value, before);
  return target.kind === "map" ? mergedMap(target.of, value, before) : mergeRepeated(type, value);
}
