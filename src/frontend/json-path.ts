import type { JsonObject } from "../runtime/v1/json.js";
import { isObject } from "../runtime/v1/json.js";
import { objectAt, valueAt } from "./raw-fields.js";

/** A JSON path of a CRD followed through a schema: the schema it leads to, or why it leads nowhere. */
export type FieldPathResult =
  | {
      readonly ok: true;
      /** As the server prints it (`spec.color`, `spec.labels[a]`); two spellings of one path are equal here. */
      readonly text: string;
      /** Its first step. */
      readonly root: string;
      readonly schema: JsonObject;
    }
  | { readonly ok: false; readonly reason: string };

type Step = { readonly ok: true; readonly schema: JsonObject; readonly text: string } | Failure;
interface Failure {
  readonly ok: false;
  readonly reason: string;
}

/**
 * Follows a path such as `.spec.color` or `.spec['a.b']` (apiextensions `schema/cel/validation.go`, `ValidFieldPath`).
 * `arrayNotation`: whether brackets are allowed; they hold names, never numbers.
 */
export function followFieldPath(
  path: string,
  schema: JsonObject,
  arrayNotation: "allowed" | "forbidden",
): FieldPathResult {
  const tokens = tokensOf(path);
  let at = schema;
  let text = "";
  let root = "";
  let next = 0;
  while (next < tokens.length) {
    const token = tokens[next++] ?? "";
    if (token !== "." && token !== "[") return failure(`expected [ or . but got: ${token}`);
    if (token === "[" && arrayNotation === "forbidden") {
      return failure("array notation is not allowed");
    }
    const operand = tokens[next++];
    if (operand === undefined) return failure("unexpected end of JSON path");
    const name = token === "[" ? quotedName(operand) : { ok: true as const, text: operand };
    if (!name.ok) return name;
    const step = stepInto(at, name.text, text === "");
    if (!step.ok) return step;
    if (root === "") root = name.text;
    text += step.text;
    at = step.schema;
    if (token === "[") {
      const closing = tokens[next++];
      if (closing === undefined) return failure("unexpected end of JSON path");
      if (closing !== "]") return failure(`expected ] but got ${closing}`);
    }
  }
  return { ok: true, text, root, schema: at };
}

function failure(reason: string): Failure {
  return { ok: false, reason };
}

/** Delimiters one by one, what stands between them, and quoted strings as a whole. */
function tokensOf(path: string): readonly string[] {
  return path.match(/[.[\]]|'(?:[^']|(?<=\\)')*(?<!\\)'|'[^]*$|[^.[\]'][^.[\]]*/g) ?? [];
}

function quotedName(token: string): { readonly ok: true; readonly text: string } | Failure {
  if (token.length < 2 || !token.startsWith("'") || !token.endsWith("'")) {
    return failure(`expected single quoted string but got ${token}`);
  }
  return unescapeQuoted(token.slice(1, -1));
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["\\a", "\x07"],
  ["\\b", "\b"],
  ["\\f", "\f"],
  ["\\n", "\n"],
  ["\\r", "\r"],
  ["\\t", "\t"],
  ["\\v", "\v"],
  ["\\'", "'"],
  ["\\\\", "\\"],
]);

/** The escapes of `unescapeSingleQuote`; the last unknown one is named. */
function unescapeQuoted(text: string): { readonly ok: true; readonly text: string } | Failure {
  let unknown: string | undefined;
  const result = text.replace(/\\[^\n]/gu, (escape) => {
    const meaning = escapes.get(escape);
    if (meaning === undefined) unknown = escape;
    return meaning ?? "";
  });
  if (unknown === undefined) return { ok: true, text: result };
  return failure(`invalid string literal: invalid escape char ${unknown}`);
}

/** Named properties go first; only an object without any is a map. */
function stepInto(schema: JsonObject, name: string, isFirst: boolean): Step {
  const properties = objectAt(schema, "properties");
  if (properties !== undefined) {
    if (Object.hasOwn(properties, name)) {
      const field = properties[name] ?? null;
      return { ok: true, schema: isObject(field) ? field : {}, text: isFirst ? name : `.${name}` };
    }
    if (!isEmpty(properties)) return failure("does not refer to a valid field");
  }
  const values = valueAt(schema, "additionalProperties");
  if (values === undefined) return failure("does not refer to a valid field");
  // Of values that may be anything nothing is known; to go on from there makes the server panic.
  return { ok: true, schema: isObject(values) ? values : {}, text: `[${name}]` };
}

/** Asked for every path that leads nowhere, so each object is counted once. */
function isEmpty(properties: JsonObject): boolean {
  let empty = emptiness.get(properties);
  if (empty === undefined) {
    emptiness.set(properties, (empty = Object.keys(properties).length === 0));
  }
  return empty;
}

const emptiness = new WeakMap<JsonObject, boolean>();
