import { goJson } from "../values/go/json.js";
import { deepEqual, isNumber } from "../values/json/deep-equal.js";
import { int64Text, integerText, toInt64 } from "../values/json/json-object.js";
import type { Json } from "../values/json/json.js";
import { isInt64, toDouble } from "../values/json/json.js";

/**
 * Tells whether a value is one of an enum's, as the server compares (kube-openapi
 * `basicCommonValidator`): after converting it to the class of the entry, so that 1.7 is the
 * integer 1, and 65 the string "A". Null is never among them.
 */
export function isOneOf(value: Json, entries: readonly Json[]): boolean {
  if (typeof value === "string") return entries.includes(value);
  return value !== null && entries.some((entry) => entry !== null && matches(value, entry));
}

const textsOfEntries = /* @__PURE__ */ new WeakMap<readonly Json[], readonly string[]>();

/**
 * The entries as an error shows them, always the same list: strings as they are, everything else as
 * JSON.
 */
export function enumTexts(entries: readonly Json[]): readonly string[] {
  let texts = textsOfEntries.get(entries);
  if (texts === undefined) {
    texts = entries.map((entry) => (typeof entry === "string" ? entry : goJson(entry)));
    textsOfEntries.set(entries, texts);
  }
  return texts;
}

function matches(value: Json, entry: Json): boolean {
  if (!isNumber(value)) return deepEqual(value, entry);
  if (typeof entry === "string") return isInt64(value) && runeText(toDouble(value)) === entry;
  if (!isNumber(entry)) return false;
  if (isInt64(value) === isInt64(entry)) return deepEqual(value, entry);
  const number = toDouble(value);
  return isInt64(entry)
    ? int64Text(toInt64(number)) === integerText(entry)
    : number === toDouble(entry);
}

/** An integer as Go converts it to a string: the code point of that number. */
function runeText(code: number): string {
  const isScalar = code >= 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isScalar ? String.fromCodePoint(code) : "\ufffd";
}
