import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";

/** Where two JSON values differ, each with both values in a few characters; the first twenty. */
export function jsonDifferences(actual: Json, expected: Json, at = ""): readonly string[] {
  if (isObject(actual) && isObject(expected)) {
    const keys = new Set([...Object.keys(actual), ...Object.keys(expected)]);
    return [...keys]
      .flatMap((key) => {
        const place = `${at}/${key}`;
        const [left, right] = [actual, expected].map((value) =>
          Object.hasOwn(value, key) ? value[key] : undefined,
        );
        if (left === undefined) return [`${place}: missing, ${shown(right)}`];
        return right === undefined
          ? [`${place}: ${shown(left)}, unexpected`]
          : jsonDifferences(left, right, place);
      })
      .slice(0, 20);
  }
  if (Array.isArray(actual) && Array.isArray(expected) && actual.length === expected.length) {
    return actual
      .flatMap((item, index) => jsonDifferences(item, expected[index] ?? null, `${at}/${index}`))
      .slice(0, 20);
  }
  if (JSON.stringify(actual) === JSON.stringify(expected)) return [];
  return [`${at}: ${shown(actual)}, expected ${shown(expected)}`];
}

function shown(value: Json | undefined): string {
  return JSON.stringify(value).slice(0, 200);
}
