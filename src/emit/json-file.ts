import { stringifyJson } from "../runtime/v1/go/stringify-json.js";
import type { Json, JsonObject } from "../runtime/v1/json/json.js";
import { isObject, setKey } from "../runtime/v1/json/json.js";

/** A JSON file of the output, or a part of one. */
export interface JsonFile {
  /** Path in the output, with its extension. */
  readonly path: string;
  /** The member that bears crdgen's mark. */
  readonly mark: string;
  readonly content: JsonObject;
}

/**
 * Two JSON objects as one, with all members of both; those that both have are joined where they are
 * objects, and taken from the first elsewhere.
 */
export function joinJson(first: JsonObject, second: JsonObject): JsonObject {
  const joined: JsonObject = { ...first };
  for (const key of Object.keys(second)) {
    const added = second[key] ?? null;
    const known = Object.hasOwn(first, key) ? first[key] : undefined;
    if (known === undefined) setKey(joined, key, added);
    else if (isObject(known) && isObject(added)) setKey(joined, key, joinJson(known, added));
  }
  return joined;
}

const width = 80;

/** A JSON value as text, in the layout of prettier; `column` is where it begins. */
export function printJson(value: Json, indent = "", column = 0): string {
  if (Array.isArray(value)) return printList(value, indent, column);
  if (!isObject(value)) return stringifyJson(value);
  const keys = Object.keys(value);
  if (keys.length === 0) return "{}";
  const inner = `${indent}  `;
  const members = keys.map((key) => {
    const name = `${inner}${JSON.stringify(key)}: `;
    return name + printJson(value[key] ?? null, inner, name.length);
  });
  return `{\n${members.join(",\n")}\n${indent}}`;
}

function printList(items: readonly Json[], indent: string, column: number): string {
  const inner = `${indent}  `;
  const texts = items.map((item) => printJson(item, inner, inner.length));
  const line = `[${texts.join(", ")}]`;
  // A comma may follow.
  if (!line.includes("\n") && column + line.length < width) return line;
  return `[\n${texts.map((text) => inner + text).join(",\n")}\n${indent}]`;
}
