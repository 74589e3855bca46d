import type { Json, JsonObject } from "../json/json.js";
import { isObject, setKey } from "../json/json.js";

/*
 * A patch of JSON reads only the levels that it changes, and writes these sorted; all others stay
 * as they were written (evanphx/json-patch, `lazyNode`).
 */

/**
 * The levels that a JSON patch reads, as objects within one another.
 *
 * @param paths JSON pointers
 */
export function touchedBy(paths: readonly string[]): JsonObject {
  const touched: JsonObject = {};
  for (const path of paths) {
    let level = touched;
    for (const part of path.split("/").slice(1, -1)) {
      const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
      const known = Object.hasOwn(level, key) ? level[key] : undefined;
      const next = isObject(known ?? null) ? (known as JsonObject) : {}; // was checked
      setKey(level, key, next);
      level = next;
    }
  }
  return touched;
}

/** What a patch has made of an object, with the levels sorted that it has read. */
export function inTouchedOrder(patched: Json, touched: Json): Json {
  if (!isObject(patched) || !isObject(touched)) return patched;
  const ordered: JsonObject = {};
  for (const key of Object.keys(patched).sort()) {
    const member = patched[key] ?? null;
    const inner = Object.hasOwn(touched, key) ? (touched[key] ?? null) : null;
    setKey(ordered, key, inTouchedOrder(member, inner));
  }
  return ordered;
}
