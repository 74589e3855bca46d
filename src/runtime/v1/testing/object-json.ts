import { goJson, goJsonString } from "../values/go/json.js";
import { compareUtf8 } from "../values/go/utf8.js";
import { Float64 } from "../values/json/json.js";

/** What `goJson` writes, in half the time: for those who write many objects. */
export function objectJson(value: unknown): string {
  return writeShallow(value, maxShallow) ?? goJson(value);
}

/** Deeper values are written without recursion, and so are those that contain themselves. */
const maxShallow = 100;

/** A value by recursion, which takes half the time; undefined where that will not do. */
function writeShallow(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return goJsonString(value);
  if (typeof value !== "object" || value === null || value instanceof Float64) {
    return goJson(value);
  }
  if (depth === 0) return undefined;
  return Array.isArray(value) ? shallowList(value, depth - 1) : shallowMap(value, depth - 1);
}

function shallowList(list: readonly unknown[], depth: number): string | undefined {
  let text = "";
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    // A list may be nothing but a length.
    const written = item === undefined ? undefined : writeShallow(item, depth);
    if (written === undefined) return undefined;
    text += index === 0 ? written : `,${written}`;
  }
  return `[${text}]`;
}

function shallowMap(map: object, depth: number): string | undefined {
  const members = map as Readonly<Record<string, unknown>>; // any object has them
  let text = "";
  for (const key of keysInOrder(members)) {
    const member = members[key];
    if (member === undefined) continue;
    const written = writeShallow(member, depth);
    if (written === undefined) return undefined;
    text += `${text === "" ? "" : ","}${goJsonString(key)}:${written}`;
  }
  return `{${text}}`;
}

/** Most are in their order already. */
function keysInOrder(map: object): readonly string[] {
  const keys = Object.keys(map);
  for (let index = 1; index < keys.length; index++) {
    if (compareUtf8(keys[index - 1] ?? "", keys[index] ?? "") > 0) return keys.sort(compareUtf8);
  }
  return keys;
}
