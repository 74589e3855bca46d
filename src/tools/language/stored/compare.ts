import { jsonKey } from "../../../crd/ir/schema-key.js";
import type { Path } from "../../../crd/source/source-file.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";

/** A field that one form of an object has, and another has not, or with another value. */
export interface ChangedField {
  readonly path: Path;
  /** Of an added field what is there now, of a dropped one what was sent. */
  readonly value: Json;
}

/** What the server made of an object. */
export interface Changes {
  readonly added: readonly ChangedField[];
  readonly dropped: readonly ChangedField[];
}

/**
 * Compares an object as it was sent with a later form of it. A field that was null counts as not
 * sent where it has a value now. Items of lists are compared by their index, and lists of different
 * lengths as one value, since nothing tells which item is which.
 */
export function compareForms(sent: Json, now: Json): Changes {
  const added: ChangedField[] = [];
  const dropped: ChangedField[] = [];
  const visit = (before: Json, after: Json, path: Path): void => {
    if (isObject(before) && isObject(after)) {
      for (const [key, value] of Object.entries(before)) {
        const has = Object.hasOwn(after, key);
        if (has) visit(value, after[key] ?? null, [...path, key]);
        else dropped.push({ path: [...path, key], value });
      }
      for (const [key, value] of Object.entries(after)) {
        if (!Object.hasOwn(before, key)) added.push({ path: [...path, key], value });
      }
    } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
      before.forEach((item, index) => {
        visit(item, after[index] ?? null, [...path, index]);
      });
    } else if (jsonKey(before) !== jsonKey(after)) {
      added.push({ path, value: after });
    }
  };
  visit(sent, now, []);
  return { added, dropped };
}
